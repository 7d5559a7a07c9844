"""Reading plain data with care: each value has the type and the limits it should, or a sentence."""

from __future__ import annotations

from typing import Any

from expedition.notation.cards import shown
from expedition.notation.record_error import RecordError

# Joiners that names and emoji need although they can't be seen.
_JOINERS = "\u200c\u200d"
_FINE = dict.fromkeys(map(ord, "\n" + _JOINERS))


def text_fault(text: str, limit: int) -> str | None:
    """Return what is wrong with a text of any number of lines, or None."""
    if len(text) > limit:
        return f"is longer than {limit} characters"
    if not text.translate(_FINE).isprintable():
        return "has a character that can't be printed"
    return None


def line_fault(text: str, limit: int) -> str | None:
    """Return what is wrong with a text of one line, or None."""
    if not text.strip() or text != text.strip() or "\n" in text:
        return "should be one line of text without spaces around it"
    return text_fault(text, limit)


class Fields:
    """An object of a record. What is taken is checked; what is left over is refused by `done`."""

    def __init__(self, data: object, what: str, round_number: int = 0) -> None:
        self.what = what
        self.round_number = round_number
        if not isinstance(data, dict):
            raise self.error(f"{what} should be an object, not {_kind(data)}")
        self._data: dict[str, Any] = dict(data)

    def error(self, reason: str) -> RecordError:
        """Return an error that says where this object stands."""
        return RecordError(f"{reason}.", round_number=self.round_number)

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def take(self, key: str) -> object:
        """Take any value that must be there."""
        if key not in self._data:
            raise self.error(f"{self.what} has no {key!r}")
        return self._data.pop(key)

    def whole(self, key: str, low: int, high: int) -> int:
        """Take a whole number within limits, both included."""
        value = self.take(key)
        if type(value) is not int:
            raise self.error(f"{key!r} should be a whole number, not {_kind(value)}")
        if not low <= value <= high:
            number = str(value) if abs(value) < 10**9 else "a huge number"
            raise self.error(f"{key!r} is {number}; it should be from {low} to {high}")
        return value

    def flag(self, key: str, *, default: bool) -> bool:
        """Take true or false."""
        value = self._data.pop(key, default)
        if not isinstance(value, bool):
            raise self.error(f"{key!r} should be true or false, not {_kind(value)}")
        return value

    def line(self, key: str, limit: int) -> str:
        """Take a text of one line that can be printed."""
        value = self.text(key, limit)
        if fault := line_fault(value, limit):
            raise self.error(f"{key!r} {fault}")
        return value

    def text(self, key: str, limit: int) -> str:
        """Take a text of any number of lines that can be printed."""
        value = self.take(key)
        if not isinstance(value, str):
            raise self.error(f"{key!r} should be text, not {_kind(value)}")
        if fault := text_fault(value, limit):
            raise self.error(f"{key!r} {fault}")
        return value

    def items(self, key: str, limit: int) -> list[Any]:
        """Take a list."""
        value = self.take(key)
        if not isinstance(value, list):
            raise self.error(f"{key!r} should be a list, not {_kind(value)}")
        if len(value) > limit:
            raise self.error(f"{key!r} has {len(value)} items; {limit} is the most")
        return value

    def texts(self, key: str, limit: int) -> list[str]:
        """Take a list of texts."""
        values = self.items(key, limit)
        for value in values:
            if not isinstance(value, str):
                raise self.error(f"{key!r} should hold texts, not {_kind(value)}")
        return values

    def wholes(self, key: str, limit: int) -> list[int]:
        """Take a list of whole numbers."""
        values = self.items(key, limit)
        for value in values:
            if type(value) is not int:
                raise self.error(f"{key!r} should hold whole numbers, not {_kind(value)}")
        return values

    def mapping(self, key: str) -> dict[str, Any]:
        """Take an object whose keys are free."""
        value = self.take(key)
        if not isinstance(value, dict):
            raise self.error(f"{key!r} should be an object, not {_kind(value)}")
        return value

    def done(self) -> None:
        """Raise if anything is left: a misspelt key would otherwise be lost without a word."""
        if self._data:
            raise self.error(f"{self.what} has {shown(next(iter(self._data)))}, which is unknown")


def _kind(value: object) -> str:
    names = {
        dict: "an object",
        list: "a list",
        str: "text",
        bool: "true or false",
        float: "a float",
    }
    return "nothing" if value is None else names.get(type(value), "a number")
