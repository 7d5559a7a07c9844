"""What somebody in a seat may ask of a table: a closed union, each case with its own fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from expedition.table.events import Request

#: The sentences that can be said at a table; the words are the front end's.
GREETINGS = (
    "hello",
    "good-luck",
    "well-played",
    "thanks",
    "sorry",
    "one-moment",
    "goodbye",
)


@dataclass(frozen=True, slots=True)
class TakeTurn:
    """Take a whole turn, chosen when `base` was the last event that one had seen."""

    base: int
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealNext:
    """Deal the next round."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the others for something; `swap` is a rematch with the seats exchanged."""

    what: Request
    swap: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """Agree, decline, or withdraw one's own request."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the match up for one's side."""


@dataclass(frozen=True, slots=True)
class Stop:
    """End the table without a winner."""


@dataclass(frozen=True, slots=True)
class Replace:
    """Let a bot go on for somebody who has left."""

    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class Return:
    """Take one's seat back from the bot that stood in."""


@dataclass(frozen=True, slots=True)
class Rename:
    """Change one's name."""

    name: str


@dataclass(frozen=True, slots=True)
class Greet:
    """Say one of GREETINGS."""

    text: str


Command = TakeTurn | DealNext | Ask | Answer | Resign | Stop | Replace | Return | Rename | Greet
