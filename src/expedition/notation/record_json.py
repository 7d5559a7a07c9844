"""The JSON form of a record: one object, indented so that people can read it."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from expedition.notation.json_text import load_json
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
    return record_from_data(load_json(text))


def record_schema() -> dict[str, Any]:
    """Return the JSON Schema of the JSON form, as published with this package."""
    text = files("expedition.notation").joinpath("record.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
