"""Setting a table up: what somebody asks for, checked and made into its first events."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from expedition.game import RULES_VERSION, InvalidSetup, Ruleset, StartRule, find_edition, turns
from expedition.table.dealing import sealed
from expedition.table.errors import Code, Refused
from expedition.table.events import Chair, Created, Event, TurnTaken
from expedition.table.names import clean_name

if TYPE_CHECKING:
    from expedition.game import State
    from expedition.table.roster import Roster
    from expedition.table.table import Table

#: More than anybody plays in one sitting; a match can be followed by another.
MAX_ROUNDS = 99
#: Turns of a round after which a table may go on: far more than a round has, and soon replayed.
MAX_BRANCH = 500
#: The edition of the deal of the day.
DAILY_EDITION = "standard-solo"


class SeatKind(StrEnum):
    """Who is to sit in a seat."""

    ME = "me"
    HERE = "here"
    FRIEND = "friend"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class SeatWish:
    """One seat as it is asked for: me, another person on my device, a friend to come, a bot."""

    kind: SeatKind
    name: str = ""
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Setup:
    """A table as it is asked for. What is None is what the edition says, or drawn by lot."""

    edition: str
    seats: tuple[SeatWish, ...]
    rounds: int | None = None
    start_rule: str | None = None
    first_starter: int | None = None
    open_hands: bool = False
    browse: bool = True
    listed: bool = False
    daily: str | None = None
    branch: State | None = None
    """A position from a match whose cards are open, to play on from; unscored."""


def created(setup: Setup, bots: Roster) -> Created:
    """Return the event that sets the table up. Raises Refused with what is wrong."""
    try:
        ruleset = find_edition(setup.edition)
        start_rule = StartRule(setup.start_rule or ruleset.start_rule.value)
    except InvalidSetup as error:
        raise Refused(Code.BAD, str(error)) from None
    except ValueError:
        rules = ", ".join(rule.value for rule in StartRule)
        raise Refused(Code.BAD, f"The start rule should be one of {rules}.") from None
    rounds = setup.rounds or ruleset.rounds[0]
    first = setup.branch.starter if setup.branch else setup.first_starter
    _check(setup, ruleset, rounds, bots)
    return Created(
        rules=RULES_VERSION,
        edition=ruleset.id,
        rounds=1 if setup.daily or setup.branch else rounds,
        start_rule=start_rule.value,
        first_starter=secrets.randbelow(ruleset.seats) if first is None else first,
        chairs=tuple(_chair(wish) for wish in setup.seats),
        open_hands=setup.open_hands,
        browse=setup.browse,
        listed=setup.listed,
        daily=setup.daily,
        branched=setup.branch is not None,
    )


def branch_events(state: State) -> tuple[Event, ...]:
    """Return the events that lead a new table to a position of whole turns."""
    played = tuple(
        TurnTaken(turn[0].seat, tuple(str(event.action) for event in turn))
        for turn in turns(state.events)
    )
    return (sealed(state.deal), *played)


def rematch_created(table: Table, *, swap: bool) -> Created:
    """Return the event that sets up the next match of the same people, one seat on for a swap."""
    seats, sides = table.ruleset.seats, table.ruleset.sides
    shift = int(swap)
    old = table.created
    sitters = [table.sitters[(seat - shift) % seats] for seat in range(seats)]
    return Created(
        rules=RULES_VERSION,
        edition=old.edition,
        rounds=old.rounds,
        start_rule=old.start_rule,
        first_starter=old.first_starter,
        chairs=tuple(
            Chair(bot=sitter.bot, name=None if sitter.bot else sitter.name, host=sitter.host)
            for sitter in sitters
        ),
        browse=old.browse,
        listed=old.listed,
        series=tuple(table.series[(side - shift) % sides] for side in range(sides)),
    )


def _chair(wish: SeatWish) -> Chair:
    match wish.kind:
        case SeatKind.BOT:
            return Chair(bot=wish.bot)
        case SeatKind.FRIEND:
            return Chair()
        case SeatKind.ME | SeatKind.HERE:
            return Chair(name=clean_name(wish.name), host=True)


def _check(setup: Setup, ruleset: Ruleset, rounds: int, bots: Roster) -> None:
    seats, first = setup.seats, setup.first_starter
    mine = [wish for wish in seats if wish.kind is SeatKind.ME]
    for wrong, sentence in (
        (not 1 <= rounds <= MAX_ROUNDS, f"A match here has 1 to {MAX_ROUNDS} rounds."),
        (
            len(seats) != ruleset.seats,
            f"{ruleset.name} has {ruleset.seats} seats, not {len(seats)}.",
        ),
        (
            first is not None and not 0 <= first < ruleset.seats,
            f"The first seat to play is 0 to {ruleset.seats - 1}.",
        ),
        (len(mine) != 1, "Exactly one seat is yours."),
        (
            setup.daily and ruleset.id != DAILY_EDITION,
            f"The deal of the day is played in {DAILY_EDITION}.",
        ),
        (setup.daily and setup.open_hands, "The deal of the day has no teaching round."),
        (
            setup.branch and (setup.daily or setup.open_hands),
            "A match that goes on from a turn has neither a teaching round nor a deal of the day.",
        ),
        (
            setup.branch and setup.branch.turn > MAX_BRANCH,
            f"A table goes on from turn {MAX_BRANCH} at most.",
        ),
        (
            setup.branch and setup.branch.ruleset.id != ruleset.id,
            "The position is of another edition.",
        ),
    ):
        if wrong:
            raise Refused(Code.BAD, sentence)
    for wish in seats:
        if wish.kind is SeatKind.BOT:
            bots.check(wish.bot, ruleset)
