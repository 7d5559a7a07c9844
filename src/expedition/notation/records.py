"""Reading a record in either form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from expedition.notation.record_error import RecordError
from expedition.notation.record_json import record_from_json
from expedition.notation.record_text import record_from_text

if TYPE_CHECKING:
    from expedition.notation.record import Record

#: A long match takes ten kilobytes; a record of more than this is something else.
MAX_RECORD_BYTES = 4 * 1024 * 1024


def parse_record(text: str | bytes) -> Record:
    """Read a record, JSON or text, and check it by the rules.

    Raises RecordError with the first fault: what, in which round and turn.
    """
    if len(text) > MAX_RECORD_BYTES:
        limit = MAX_RECORD_BYTES // 2**20
        msg = f"The record is too large: more than {limit} MB. A long match takes 10 kB."
        raise RecordError(msg)
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            msg = f"The record is not UTF-8 text: byte {error.start + 1} is not part of any."
            raise RecordError(msg) from None
    text = text.removeprefix("\ufeff")
    if not text.strip():
        msg = "The record is empty."
        raise RecordError(msg)
    if text.lstrip().startswith("{"):
        return record_from_json(text)
    return record_from_text(text.lstrip())
