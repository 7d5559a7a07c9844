"""How a table says no: a code for programs and a sentence for people."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Code(StrEnum):
    """Every reason for which a table refuses something."""

    STALE = "stale"
    NOT_YOURS = "not-yours"
    NOT_NOW = "not-now"
    ILLEGAL = "illegal"
    OVER = "over"
    FULL = "full"
    BAD = "bad"
    TOO_FAST = "too-fast"
    UNAVAILABLE = "unavailable"
    NO_TABLE = "no-table"
    NO_SEAT = "no-seat"


class Refused(Exception):
    """Something that was asked for and changes nothing. The message is a sentence.

    `params` are texts and numbers for a front end that says it in its own words.
    """

    def __init__(
        self, code: Code, message: str, params: Mapping[str, str | int] | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.params = dict(params or {})


class BrokenLog(Exception):
    """A log that no table wrote: an event that does not follow from those before it."""
