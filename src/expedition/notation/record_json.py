"""The JSON form of a record: one object, indented so that people can read it."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NoReturn

from expedition.notation.record import RecordError
from expedition.notation.record_data import record_from_data, record_to_data

if TYPE_CHECKING:
    from expedition.notation.record import Record

# A list of short texts or numbers, which json spreads over one line each. The line breaks tell it
# from anything inside a text, where they are escaped.
_ITEM = r'(?:"[^"\\]{1,12}"|-?\d+)'
_SHORT_LIST = re.compile(rf"\[\n\s+({_ITEM}(?:,\n\s+{_ITEM})*)\n\s+\]")


def record_to_json(record: Record) -> str:
    """Return the JSON form of a record."""
    text = json.dumps(record_to_data(record), ensure_ascii=False, indent=2)
    return _SHORT_LIST.sub(lambda found: f"[{' '.join(found[1].split())}]", text) + "\n"


def record_from_json(text: str) -> Record:
    """Read the JSON form, checking everything. Raises RecordError with the first fault."""
    return record_from_data(_load(text))


def record_schema() -> dict[str, Any]:
    """Return the JSON Schema of the JSON form, as published with this package."""
    text = files("expedition.notation").joinpath("record.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def _load(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_no_doubles, parse_constant=_no_constant)
    except RecordError:
        raise
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
            msg = f"The record is cut short: it ends in line {error.lineno}."
        else:
            msg = f"This is not JSON: {error.msg}, line {error.lineno}, column {error.colno}."
        raise RecordError(msg) from None
    except RecursionError:
        msg = "The record is nested too deeply."
        raise RecordError(msg) from None
    except ValueError:
        msg = "The record has a number with far too many digits."
        raise RecordError(msg) from None


def _no_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data = dict(pairs)
    if len(data) < len(pairs):
        keys = [key for key, _ in pairs]
        double = next(key for key in keys if keys.count(key) > 1)
        msg = f"The record has {double!r} twice in one object."
        raise RecordError(msg)
    return data


def _no_constant(name: str) -> NoReturn:
    msg = f"The record has {name}, which is not a number in JSON."
    raise RecordError(msg)
