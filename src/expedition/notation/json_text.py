"""JSON from strangers: one sentence for whatever is wrong with it."""

from __future__ import annotations

import json
from typing import NoReturn

from expedition.notation.cards import shown
from expedition.notation.record_error import RecordError


def load_json(text: str) -> object:
    """Read JSON as strictly as it is defined. Raises RecordError with a sentence."""
    try:
        return json.loads(text, object_pairs_hook=_no_doubles, parse_constant=_no_constant)
    except RecordError:
        raise
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
            msg = f"It is cut short: it ends in line {error.lineno}."
        else:
            msg = f"This is not JSON: {error.msg}, line {error.lineno}, column {error.colno}."
        raise RecordError(msg) from None
    except RecursionError:
        msg = "It is nested too deeply."
        raise RecordError(msg) from None
    except ValueError:
        msg = "It has a number with far too many digits."
        raise RecordError(msg) from None


def _no_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data: dict[str, object] = {}
    for key, value in pairs:
        if key in data:
            msg = f"It has {shown(key)} twice in one object."
            raise RecordError(msg)
        data[key] = value
    return data


def _no_constant(name: str) -> NoReturn:
    msg = f"It has {name}, which is not a number in JSON."
    raise RecordError(msg)
