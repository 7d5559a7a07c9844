"""A table: a match with people and bots in its seats, as the fold of its events.

`Table.fold` is the only way to a table and `then` the only step: what is not in the log has not
happened. A table never changes; it knows no clock, no storage and no network.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

from expedition.game import (
    RULES_VERSION,
    Deal,
    GameError,
    Match,
    Ruleset,
    StartRule,
    State,
    Step,
    find_edition,
    turns,
)
from expedition.notation import Seal, parse_action, parse_card
from expedition.table.errors import BrokenLog
from expedition.table.events import (
    Answered,
    Asked,
    BotSat,
    Created,
    Dealt,
    Event,
    Greeted,
    Rematched,
    Request,
    Resigned,
    Restarted,
    Sat,
    Stopped,
    StopReason,
    TakenBack,
    TurnTaken,
)

if TYPE_CHECKING:
    from collections.abc import Iterable


class Phase(StrEnum):
    """What a table is doing."""

    WAITING = "waiting"
    PLAYING = "playing"
    BETWEEN = "between"
    ENDED = "ended"


class EndedBy(StrEnum):
    """How a table has come to its end."""

    PLAYED = "played"
    RESIGNED = "resigned"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who has a seat: a person by name, a bot by its id, or nobody yet."""

    name: str | None = None
    bot: str | None = None
    host: bool = False
    """Whether it is a person on the device that set the table up."""
    stands_in: bool = False
    """Whether the bot goes on for a person, who can come back."""

    @property
    def is_person(self) -> bool:
        """Whether a person sits here."""
        return self.bot is None and self.name is not None

    @property
    def is_free(self) -> bool:
        """Whether the seat waits for a person."""
        return self.bot is None and self.name is None


@dataclass(frozen=True, slots=True)
class Pending:
    """A request that is not decided yet, and the seats that agreed to it."""

    seat: int
    what: Request
    swap: bool
    to: int
    """For a take-back: how many actions of the round would be left."""
    agreed: frozenset[int]


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a table has come to its end, and who won."""

    by: EndedBy
    winners: tuple[int, ...]
    """The sides that won: several share the win; none in a match for one, or when stopped."""
    seat: int | None = None
    """Who resigned or stopped it."""
    why: StopReason | None = None


@dataclass(frozen=True)
class Table:
    """The table after `seq` events."""

    created: Created
    match: Match
    sitters: tuple[Sitter, ...]
    seq: int = 1
    turn_seq: int = 1
    """The number of the last event that changed the position; a turn is chosen from there on."""
    seals: tuple[Seal, ...] = ()
    """The seals of the rounds begun, opened: whom they are shown to is the views' business."""
    pending: Pending | None = None
    taken_back: bool = False
    restarted: bool = False
    gave_up: Ending | None = None
    """How the table ended before its match was played out."""
    rematch: Rematched | None = None

    @classmethod
    def fold(cls, events: Iterable[Event]) -> Table:
        """Return the table that these events make. Raises BrokenLog."""
        table: Table | None = None
        for event in events:
            table = _created(event) if table is None else table.then(event)
        if table is None:
            msg = "The log is empty."
            raise BrokenLog(msg)
        return table

    # Looking

    @property
    def ruleset(self) -> Ruleset:
        """The edition played."""
        return self.match.ruleset

    @property
    def state(self) -> State | None:
        """The round being played or just over; None before the first deal."""
        return self.match.state

    @property
    def is_full(self) -> bool:
        """Whether nobody is waited for."""
        return not any(sitter.is_free for sitter in self.sitters)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats where people sit."""
        return tuple(seat for seat, sitter in enumerate(self.sitters) if sitter.is_person)

    @property
    def round_running(self) -> bool:
        """Whether a round is dealt, not over, and the table goes on."""
        return self.ending is None and self.state is not None and not self.state.is_over

    @property
    def ending(self) -> Ending | None:
        """Why the table has come to its end; None while it goes on."""
        if self.gave_up or not self.match.outcome:
            return self.gave_up
        return Ending(EndedBy.PLAYED, self.match.outcome.winners)

    @property
    def phase(self) -> Phase:
        """What the table is doing."""
        if self.ending:
            return Phase.ENDED
        if self.state is None:
            return Phase.WAITING
        return Phase.BETWEEN if self.state.is_over else Phase.PLAYING

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; None when it is nobody's."""
        return self.state.to_act if self.round_running and self.state else None

    @property
    def bot_to_act(self) -> int | None:
        """The seat of a bot that owes a turn: follows from the log, so no restart forgets it."""
        seat = self.to_act
        return seat if seat is not None and self.sitters[seat].bot else None

    @property
    def series(self) -> tuple[float, ...]:
        """Matches won by each side of this series, this one included once it has ended."""
        before = self.created.series or (0.0,) * self.ruleset.sides
        winners = self.ending.winners if self.ending else ()
        return tuple(
            won + (1 / len(winners) if side in winners else 0) for side, won in enumerate(before)
        )

    def waits_for(self, pending: Pending) -> tuple[int, ...]:
        """Return the seats that still have to agree.

        Bots agree to everything, and so do people on the same device: they sit side by side.
        """
        asker = self.sitters[pending.seat]
        return tuple(
            seat
            for seat in self.people
            if seat not in pending.agreed and not (asker.host and self.sitters[seat].host)
        )

    def before_last_turn_of(self, seat: int) -> int | None:
        """Return how many actions of the round were done before a seat's last turn, if any."""
        if self.state is None:
            return None
        done = before = 0
        found = False
        for turn in turns(self.state.events):
            if turn[0].seat == seat:
                before, found = done, True
            done += len(turn)
        return before if found else None

    # Going on

    def then(self, event: Event) -> Table:
        """Return the table after one more event. Raises BrokenLog if it does not follow."""
        try:
            return replace(self._after(event), seq=self.seq + 1)
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            msg = f"Event {self.seq + 1} ({event.kind}) does not follow: {error}"
            raise BrokenLog(msg) from None

    def _after(self, event: Event) -> Table:
        match event:
            case Created():
                msg = "a table is created once"
                raise InvalidEvent(msg)
            case Sat(seat, name):
                return self._sit(seat, Sitter(name=name, host=self.sitters[seat].host))
            case BotSat(seat, bot):
                sitter = replace(self.sitters[seat], bot=bot, stands_in=True)
                return self._sit(seat, sitter)
            case Dealt():
                return self._dealt(event)
            case TurnTaken(seat, actions):
                return self._turn(seat, actions)
            case Asked(seat, what, swap):
                to = self.before_last_turn_of(seat) or 0
                return replace(self, pending=Pending(seat, what, swap, to, frozenset({seat})))
            case Answered(seat, yes):
                return self._answered(seat, yes=yes)
            case TakenBack(_, to):
                return self._moved(self.match.back(self._done - to), taken_back=True)
            case Restarted():
                match = self.match.back(self._done)
                match = replace(match, played=match.played[:-1])
                return self._moved(match, seals=self.seals[:-1], restarted=True)
            case Resigned(seat):
                side, sides = self.ruleset.side(seat), range(self.ruleset.sides)
                winners = tuple(other for other in sides if other != side)
                ending = Ending(EndedBy.RESIGNED, winners, seat)
                return replace(self, gave_up=ending, pending=None)
            case Stopped(by, why):
                return replace(self, gave_up=Ending(EndedBy.STOPPED, (), by, why), pending=None)
            case Greeted():
                return self
            case Rematched():
                return replace(self, rematch=event, pending=None)
        assert_never(event)

    @property
    def _done(self) -> int:
        return len(self.state.events) if self.state else 0

    def _moved(
        self,
        match: Match,
        *,
        seals: tuple[Seal, ...] | None = None,
        taken_back: bool = False,
        restarted: bool = False,
    ) -> Table:
        return replace(
            self,
            match=match,
            turn_seq=self.seq + 1,
            seals=self.seals if seals is None else seals,
            pending=None,
            taken_back=self.taken_back or taken_back,
            restarted=self.restarted or restarted,
        )

    def _sit(self, seat: int, sitter: Sitter) -> Table:
        sitters = (*self.sitters[:seat], sitter, *self.sitters[seat + 1 :])
        return replace(self, sitters=sitters)

    def _dealt(self, event: Dealt) -> Table:
        cards = tuple(parse_card(text, self.ruleset) for text in event.deal)
        deal, seal = Deal(self.ruleset, cards), Seal(event.commitment, event.salt)
        if not seal.fits(deal):
            msg = "the deal is not the one that was promised"
            raise InvalidEvent(msg)
        return self._moved(self.match.begin(deal), seals=(*self.seals, seal))

    def _turn(self, seat: int, actions: tuple[str, ...]) -> Table:
        if seat != self.to_act:
            msg = f"it is not the turn of seat {seat}"
            raise InvalidEvent(msg)
        match = self.match
        for text in actions:
            match = match.apply(parse_action(text, self.ruleset))
        state = match.played[-1]
        new = state.events[-len(actions) :]
        whole = state.is_over or state.step is Step.PLAY
        if not whole or sum(event.kind.opens_turn for event in new) != 1:
            msg = "that is not one whole turn"
            raise InvalidEvent(msg)
        # A turn by whoever asked takes the question back; the end of a round settles it.
        keeps = self.pending and self.pending.seat != seat and not state.is_over
        moved = self._moved(match)
        return replace(moved, pending=self.pending) if keeps else moved

    def _answered(self, seat: int, *, yes: bool) -> Table:
        if self.pending is None:
            msg = "nothing was asked"
            raise InvalidEvent(msg)
        if not yes:
            return replace(self, pending=None)
        agreed = self.pending.agreed | {seat}
        return replace(self, pending=replace(self.pending, agreed=agreed))


class InvalidEvent(GameError):
    """An event that does not follow."""


def _created(event: Event) -> Table:
    if not isinstance(event, Created):
        msg = f"The log begins with {event.kind!r}, not with the table's creation."
        raise BrokenLog(msg)
    if event.rules > RULES_VERSION:
        msg = f"The table is played by rules version {event.rules}, from a later Expedition."
        raise BrokenLog(msg)
    try:
        match = Match.new(
            find_edition(event.edition),
            rounds=event.rounds,
            start_rule=StartRule(event.start_rule),
            first_starter=event.first_starter,
            open_hands=event.open_hands,
        )
    except (ValueError, TypeError, AttributeError) as error:
        msg = f"The table can't be set up: {error}"
        raise BrokenLog(msg) from None
    if len(event.chairs) != match.ruleset.seats:
        msg = f"{len(event.chairs)} chairs for {match.ruleset.seats} seats."
        raise BrokenLog(msg)
    sitters = tuple(Sitter(chair.name, chair.bot, chair.host) for chair in event.chairs)
    return Table(event, match, sitters)
