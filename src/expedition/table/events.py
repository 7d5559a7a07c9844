"""What happens at a table, as its log keeps it: one event a number, without gaps.

Cards and actions are texts in their short forms, so that a log can be read with the eyes and
outlives the classes that wrote it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar

from expedition.table.errors import BrokenLog

if TYPE_CHECKING:
    from collections.abc import Callable


class Request(StrEnum):
    """What one player may ask and the others must agree to."""

    TAKE_BACK = "take-back"
    RESTART = "restart"
    REMATCH = "rematch"


class StopReason(StrEnum):
    """Why a table was ended without a winner."""

    GONE = "gone"
    AGREED = "agreed"
    TOO_LONG = "too-long"


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat as it was set up: for the bot of that id, or for a person."""

    bot: str | None = None
    name: str | None = None
    """The person's name, where somebody sits there from the beginning."""
    host: bool = False
    """Whether the person plays on the device that set the table up."""


@dataclass(frozen=True, slots=True)
class Created:
    """A table was set up. Always the first event, and only there."""

    kind: ClassVar[str] = "created"
    rules: int
    edition: str
    rounds: int
    start_rule: str
    first_starter: int
    chairs: tuple[Chair, ...]
    open_hands: bool = False
    browse: bool = True
    """Whether whole discard piles may be looked through, or only their top cards."""
    listed: bool = False
    """Whether others hear of it: of the table, who may watch; of a deal of the day, the result."""
    daily: str | None = None
    """The day, YYYY-MM-DD, whose deal is played."""
    branched: bool = False
    """Whether it goes on from a turn of another match."""
    series: tuple[float, ...] | None = None
    """Matches that each side has won before in this series; a shared win is half a one."""


@dataclass(frozen=True, slots=True)
class Sat:
    """A person took a seat, came back to it, or changed the name in it."""

    kind: ClassVar[str] = "sat"
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class BotSat:
    """A bot went on for a person who had left."""

    kind: ClassVar[str] = "bot-sat"
    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round was dealt. The deal and its salt are secret until the round is over."""

    kind: ClassVar[str] = "dealt"
    deal: tuple[str, ...]
    salt: str
    commitment: str


@dataclass(frozen=True, slots=True)
class TurnTaken:
    """A whole turn: a card and a draw, or the one action that a turn can be."""

    kind: ClassVar[str] = "turn"
    seat: int
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A player asked the others for something."""

    kind: ClassVar[str] = "asked"
    seat: int
    what: Request
    swap: bool = False
    """For a rematch: whether everybody moves one seat on."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A player agreed, declined, or withdrew what they had asked."""

    kind: ClassVar[str] = "answered"
    seat: int
    yes: bool


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The round went back to where so many actions of it were done, by consent."""

    kind: ClassVar[str] = "taken-back"
    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Restarted:
    """The round was thrown away unscored, by consent; it is dealt anew."""

    kind: ClassVar[str] = "restarted"


@dataclass(frozen=True, slots=True)
class Resigned:
    """A player gave the match up for their side."""

    kind: ClassVar[str] = "resigned"
    seat: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """The table was ended without a winner: by a player, or with None by the table itself."""

    kind: ClassVar[str] = "stopped"
    seat: int | None
    why: StopReason


@dataclass(frozen=True, slots=True)
class Greeted:
    """A player said one of the sentences that there are."""

    kind: ClassVar[str] = "greeted"
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Rematched:
    """Everybody moved on to another table for the next match."""

    kind: ClassVar[str] = "rematched"
    table: str
    swap: bool


Event = (
    Created
    | Sat
    | BotSat
    | Dealt
    | TurnTaken
    | Asked
    | Answered
    | TakenBack
    | Restarted
    | Resigned
    | Stopped
    | Greeted
    | Rematched
)

_KINDS: dict[str, type[Event]] = {each.kind: each for each in Event.__args__}


def event_to_data(event: Event) -> dict[str, Any]:
    """Return an event as plain data, ready for JSON."""
    return {"kind": event.kind, **asdict(event)}


def event_from_data(data: dict[str, Any]) -> Event:
    """Return the event again. Raises BrokenLog for data that is none."""
    try:
        values = {key: tuple(v) if isinstance(v, list) else v for key, v in data.items()}
        kind = _KINDS[str(values.pop("kind"))]
        for key, convert in _CONVERT.get(kind, {}).items():
            values[key] = convert(values[key])
        make: Callable[..., Event] = kind
        return make(**values)
    except (KeyError, TypeError, ValueError) as error:
        msg = f"An event of the log can't be read: {error!r}."
        raise BrokenLog(msg) from None


_CONVERT: dict[type[Event], dict[str, Any]] = {
    Created: {"chairs": lambda chairs: tuple(Chair(**chair) for chair in chairs)},
    Asked: {"what": Request},
    Stopped: {"why": StopReason},
}
