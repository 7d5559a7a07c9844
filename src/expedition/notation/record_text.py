"""The text form of a record: a score that people can read, type and print.

Headings first, then each round: its headings, and its turns with as many to a line as there are
seats. A line that begins with a semicolon is a comment on what stands before it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from expedition.notation.cards import shown
from expedition.notation.record_data import FORMAT, record_from_data, record_to_data
from expedition.notation.record_error import RecordError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from expedition.notation.record import Record

_TITLE = "Expedition record"
_END = "End of record"
_HEADING = re.compile(r"([A-Z][a-z]*(?: [a-z0-9-]+)*): ?(.*)")
_TURN_NUMBER = re.compile(r"[0-9]{1,6}\.")
_DRAWS = (".", "<")
_ROUND = re.compile(r"Round ([0-9]{1,4})")

# Headings with one plain value: the heading, the object it stands in (none: the record itself),
# the key there. Seats and rounds are counted from 1 for people, from 0 in the data.
_NUMBERS = {"Rules": ("", "rules"), "Rounds": ("match", "rounds")}
_TEXTS = {
    "Edition": ("", "edition"),
    "Date": ("", "date"),
    "Start rule": ("match", "start_rule"),
}


# Out


def record_to_text(record: Record) -> str:
    """Return the text form of a record."""
    data = record_to_data(record)
    lines = [f"{_TITLE} {data['version']}"]
    match = data["match"]
    for heading, value in (
        ("Rules", data["rules"]),
        ("Edition", data["edition"]),
        ("Rounds", match["rounds"]),
        ("Start rule", match["start_rule"]),
        ("First seat", match["first_starter"] + 1),
        ("Open hands", "yes" if match["open_hands"] else ""),
    ):
        lines += _heading(heading, value)
    for number, seat in enumerate(data["seats"], start=1):
        lines += _heading(f"Seat {number}", seat["name"])
        lines += _heading(f"Bot {number}", seat.get("bot", ""))
    lines += _heading("Date", data.get("date", ""))
    for name, value in data.get("tags", {}).items():
        lines += _heading(f"Tag {name}", value)
    lines += _comment(data.get("comment", ""))
    for number, part in enumerate(data["rounds"], start=1):
        lines += ["", *_round(number, part, len(data["seats"]))]
    if "result" in data:
        lines += ["", f"Totals: {_spaced(data['result']['totals'])}"]
        winners = [side + 1 for side in data["result"]["winners"]]
        lines.append(f"Winners: {_spaced(winners)}".rstrip())
    lines += ["", _END]
    return "\n".join(lines) + "\n"


def _round(number: int, data: dict[str, Any], seats: int) -> Iterator[str]:
    yield f"Round {number}"
    yield f"Starter: {data['starter'] + 1}"
    yield from _heading("Commitment", data.get("commitment", ""))
    yield from _heading("Salt", data.get("salt", ""))
    if "deal" in data:
        yield f"Deal: {_spaced(data['deal'])}"
    yield from _turns(data["actions"], data.get("comments", []), seats)
    if "result" in data:
        yield f"Scores: {_spaced(data['result']['scores'])}"
        yield f"Ended: {data['result']['termination']}"


def _turns(actions: list[str], comments: list[dict[str, Any]], seats: int) -> Iterator[str]:
    remarks = {comment["after"]: comment["text"] for comment in comments}
    yield from _comment(remarks.get(0, ""))
    line: list[str] = []
    turns = 0
    for count, action in enumerate(actions, start=1):
        if action[0] not in _DRAWS:
            if line and turns % seats == 0:
                yield _turn_line(line)
                line = []
            turns += 1
            line += [action] if line else [f"{turns:>3}.", action]
        elif line:
            line[-1] += f" {action}"
        else:
            line = ["    ", action]
        if count in remarks:
            yield _turn_line(line)
            line = []
            yield from _comment(remarks[count])
    if line:
        yield _turn_line(line)


def _turn_line(line: list[str]) -> str:
    return "  ".join(f"{turn:<8}" for turn in line).rstrip()


def _heading(heading: str, value: object) -> list[str]:
    return [f"{heading}: {value}"] if value != "" else []


def _comment(text: str) -> list[str]:
    return [f"; {line}" if line else ";" for line in text.split("\n")] if text else []


def _spaced(values: list[object]) -> str:
    return " ".join(map(str, values))


# In


def record_from_text(text: str) -> Record:
    """Read the text form, checking everything. Raises RecordError with the first fault."""
    return record_from_data(_Reader(text).data)


class _Reader:
    """Turns the lines into the plain data of a record, in one pass."""

    def __init__(self, text: str) -> None:
        self.data: dict[str, Any] = {"format": FORMAT, "match": {}, "seats": [], "rounds": []}
        self.number = 0
        self.ended = False
        self.comment: list[str] = []
        """The lines of the comment being read."""
        first, *lines = text.replace("\r\n", "\n").split("\n")
        if not first.startswith(f"{_TITLE} "):
            msg = f"This is not a match record: it doesn't begin with {_TITLE!r} or with '{{'."
            raise RecordError(msg)
        self.data["version"] = self.whole(first.removeprefix(_TITLE))
        for self.number, line in enumerate(lines, start=2):
            if self.ended and line.strip():
                raise self.error(f"{shown(line)} stands after the end")
            self.read(line)
        self.close_comment()
        if not self.ended:
            msg = f"The record is cut short: it doesn't end with the line {_END!r}."
            raise RecordError(msg)

    def error(self, reason: str) -> RecordError:
        where = len(self.data["rounds"])
        return RecordError(f"{reason}, in line {self.number}.", round_number=where)

    def read(self, line: str) -> None:
        if line.startswith(";"):
            self.comment.append(line.removeprefix(";").removeprefix(" "))
            return
        self.close_comment()
        if line.strip() == _END:
            self.ended = True
        elif found := _ROUND.fullmatch(line.strip()):
            self.data["rounds"].append({"actions": []})
            if int(found[1]) != len(self.data["rounds"]):
                raise self.error(f"{line.strip()!r} is out of order")
        elif found := _HEADING.fullmatch(line.rstrip()):
            self.heading(found[1], found[2])
        else:
            self.turns(line)

    def heading(self, heading: str, value: str) -> None:
        match: dict[str, Any] = self.data["match"]
        rounds: list[dict[str, Any]] = self.data["rounds"]
        name, _, rest = heading.partition(" ")
        if heading in _NUMBERS:
            place, key = _NUMBERS[heading]
            self.put(self.data[place] if place else self.data, key, self.whole(value))
        elif heading in _TEXTS:
            place, key = _TEXTS[heading]
            self.put(self.data[place] if place else self.data, key, value)
        elif heading == "First seat":
            self.put(match, "first_starter", self.whole(value) - 1)
        elif heading == "Open hands":
            if value not in ("yes", "no"):
                raise self.error(f"{shown(value)} is neither yes nor no")
            self.put(match, "open_hands", value == "yes")
        elif name == "Seat" and rest == str(len(self.data["seats"]) + 1):
            self.data["seats"].append({"name": value})
        elif name == "Bot" and self.data["seats"] and rest == str(len(self.data["seats"])):
            self.put(self.data["seats"][-1], "bot", value)
        elif name == "Tag" and rest:
            self.put(self.data.setdefault("tags", {}), rest, value)
        elif heading in ("Totals", "Winners"):
            offset = heading == "Winners"
            result = self.data.setdefault("result", {})
            self.put(result, heading.lower(), [n - offset for n in self.wholes(value)])
        elif rounds:
            self.round_heading(rounds[-1], heading, value)
        else:
            raise self.error(f"the heading {shown(heading)} is unknown or out of place")

    def round_heading(self, data: dict[str, Any], heading: str, value: str) -> None:
        match heading:
            case "Starter":
                self.put(data, "starter", self.whole(value) - 1)
            case "Commitment" | "Salt":
                self.put(data, heading.lower(), value)
            case "Deal":
                self.put(data, "deal", value.split())
            case "Scores":
                self.put(data.setdefault("result", {}), "scores", self.wholes(value))
            case "Ended":
                self.put(data.setdefault("result", {}), "termination", value)
            case _:
                raise self.error(f"the heading {shown(heading)} is unknown or out of place")

    def turns(self, line: str) -> None:
        words = line.split()
        if words and not self.data["rounds"]:
            raise self.error(f"{shown(words[0])} stands before the first round")
        actions = self.data["rounds"][-1]["actions"] if words else []
        if words and _TURN_NUMBER.fullmatch(words[0]):
            turn = 1 + sum(action[0] not in _DRAWS for action in actions)
            if words.pop(0) != f"{turn}.":
                raise self.error(f"turn {turn} has another number")
        actions += words

    def close_comment(self) -> None:
        if not self.comment:
            return
        text = "\n".join(self.comment)
        self.comment = []
        if not self.data["rounds"]:
            self.put(self.data, "comment", text)
            return
        data = self.data["rounds"][-1]
        comments = data.setdefault("comments", [])
        comments.append({"after": len(data["actions"]), "text": text})

    def put(self, data: dict[str, Any], key: str, value: object) -> None:
        if key in data:
            raise self.error(f"{key.replace('_', ' ')!r} stands there twice")
        data[key] = value

    def whole(self, text: str) -> int:
        # int() would also take digits of other scripts, underscores and any number of digits.
        if not re.fullmatch(r"-?[0-9]{1,9}", text.strip()):
            raise self.error(f"{shown(text.strip())} is not a whole number")
        return int(text)

    def wholes(self, text: str) -> list[int]:
        return [self.whole(word) for word in text.split()]
