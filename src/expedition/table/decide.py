"""What follows from a command: events, or a refusal. No clock, no storage, no chance of its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, assert_never

from expedition.game import GameError, IllegalAction, InvalidNotation
from expedition.notation import parse_action
from expedition.table.commands import (
    GREETINGS,
    Answer,
    Ask,
    Command,
    DealNext,
    Greet,
    Rename,
    Replace,
    Resign,
    Return,
    Stop,
    TakeTurn,
)
from expedition.table.errors import Code, Refused
from expedition.table.events import (
    Answered,
    Asked,
    BotSat,
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
from expedition.table.names import clean_name
from expedition.table.permissions import Permissions, permissions
from expedition.table.roster import Roster
from expedition.table.table import Phase, Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from expedition.game import Ruleset

#: A round as long as this is going nowhere: the table ends it (a limit of ours, not of the rules).
MAX_TURNS = 1000
#: Far beyond any match: a table whose log has grown so long is ended, and takes nothing more.
MAX_EVENTS = 20_000

_ONE_TURN = "A turn is a card and a draw, sent together."


@dataclass(frozen=True, slots=True)
class Context:
    """What a decision needs from outside the table."""

    deal: Callable[[Ruleset], Dealt]
    new_id: Callable[[], str]
    """Makes the id of the table for a rematch."""
    gone: frozenset[int] = frozenset()
    """The seats of people who have been away for long."""
    bots: Roster = field(default_factory=Roster)
    """The bots that there are."""


def decide(table: Table, seat: int, command: Command, context: Context) -> tuple[Event, ...]:
    """Return the events that a command of a seat makes. Raises Refused when it may not be."""
    if table.seq > MAX_EVENTS:
        raise Refused(Code.OVER, "This table's log is full.")
    events = _first(table, seat, command, context)
    return (*events, *_then(table, events, context))


def decide_sit(table: Table, seat: int, name: str, context: Context) -> tuple[Event, ...]:
    """Return the events when a person takes a free seat. Raises Refused when it is not free."""
    if table.ending:
        raise Refused(Code.OVER, "This match has ended; its seats can't be taken any more.")
    if not table.sitters[seat].is_free:
        raise Refused(Code.FULL, "Somebody has this seat already. You can watch.")
    events = (Sat(seat, clean_name(name)),)
    return (*events, *_then(table, events, context))


def after_bot(table: Table, seat: int, actions: tuple[str, ...]) -> tuple[Event, ...]:
    """Return the events when a bot takes its turn."""
    events = (TurnTaken(seat, actions),)
    return (*events, *_too_long(table.then(events[0])))


def opening(table: Table, context: Context) -> tuple[Event, ...]:
    """Return what happens by itself at a new table: the first deal, if nobody is waited for."""
    return _then(table, (), context)


def _first(table: Table, seat: int, command: Command, context: Context) -> tuple[Event, ...]:
    can = permissions(table, seat, context.gone)
    match command:
        case TakeTurn(base, actions):
            _check_turn(table, seat, base, actions)
            return (TurnTaken(seat, actions),)
        case DealNext():
            _need(can.deal, table, "The next round is dealt when this one is over.")
            return (context.deal(table.ruleset),)
        case Ask(what, swap):
            _check_ask(table, what, can)
            return (Asked(seat, what, swap and what is Request.REMATCH),)
        case Answer(yes):
            return _answer(table, seat, can, yes=yes)
        case Resign():
            _need(can.resign, table, "There is nothing to resign yet.")
            return (Resigned(seat),)
        case Stop():
            _need(
                can.stop,
                table,
                "Others still play here. Resign, or wait whether one of them leaves for good.",
            )
            why = StopReason.GONE if context.gone - {seat} else StopReason.AGREED
            return (Stopped(seat, why),)
        case Replace(other, bot):
            _need(other in can.replace, table, "Nobody has left that seat.")
            context.bots.check(bot, table.ruleset)
            return (BotSat(other, bot),)
        case Return():
            _need(can.return_, table, "No bot sits in your seat.")
            return (Sat(seat, table.sitters[seat].name or ""),)
        case Rename(name):
            if table.sitters[seat].bot:
                raise Refused(Code.NOT_NOW, "A bot plays for you; take your seat back first.")
            return (Sat(seat, clean_name(name)),)
        case Greet(text):
            if text not in GREETINGS:
                raise Refused(Code.BAD, f"There is no greeting {text[:40]!r}.")
            if not can.greet:
                raise Refused(Code.NOT_NOW, "Nobody else is here to be greeted.")
            return (Greeted(seat, text),)
    assert_never(command)


def _then(table: Table, events: tuple[Event, ...], context: Context) -> tuple[Event, ...]:
    """Return what follows by itself: a deal, or what everybody has agreed to."""
    for event in events:
        table = table.then(event)
    if table.phase is Phase.WAITING and table.is_full:
        return (context.deal(table.ruleset),)
    pending = table.pending
    if pending is None or table.waits_for(pending) or isinstance(events[-1], TurnTaken):
        return _too_long(table)
    match pending.what:
        case Request.TAKE_BACK:
            return (TakenBack(pending.seat, pending.to),)
        case Request.RESTART:
            return (Restarted(), context.deal(table.ruleset))
        case Request.REMATCH:
            return (Rematched(context.new_id(), pending.swap),)
    assert_never(pending.what)


def _too_long(table: Table) -> tuple[Event, ...]:
    turns = table.state.turn if table.round_running and table.state else 0
    if not table.ending and (turns > MAX_TURNS or table.seq >= MAX_EVENTS):
        return (Stopped(None, StopReason.TOO_LONG),)
    return ()


def _need(allowed: object, table: Table, sentence: str) -> None:
    if not allowed:
        if table.ending:
            raise Refused(Code.OVER, "This match has ended.")
        raise Refused(Code.NOT_NOW, sentence)


def _check_turn(table: Table, seat: int, base: int, actions: tuple[str, ...]) -> None:
    if table.ending:
        raise Refused(Code.OVER, "This match has ended.")
    if table.sitters[seat].bot:
        raise Refused(Code.NOT_NOW, "A bot plays for you; take your seat back first.")
    if not table.turn_seq <= base <= table.seq:
        raise Refused(Code.STALE, "Something has happened since; look at the table again.")
    state = table.state
    if state is None or state.is_over:
        raise Refused(Code.NOT_NOW, "No round is being played just now.")
    if seat != state.to_act:
        raise Refused(Code.NOT_YOURS, "It is not your turn.")
    after = state
    try:
        for text in actions:
            # What follows a whole turn would be tried with the next seat's hand: it would tell.
            if after.turn > state.turn:
                raise Refused(Code.BAD, _ONE_TURN)
            after = after.apply(parse_action(text, table.ruleset))
    except IllegalAction as error:
        raise Refused(
            Code.ILLEGAL, str(error), {"fault": error.fault.code, "action": text}
        ) from None
    except InvalidNotation as error:
        raise Refused(Code.BAD, str(error)) from None
    except GameError as error:
        raise Refused(Code.ILLEGAL, str(error)) from None
    if after.turn != state.turn + 1:
        raise Refused(Code.BAD, _ONE_TURN)


def _check_ask(table: Table, what: Request, can: Permissions) -> None:
    if table.pending:
        raise Refused(Code.NOT_NOW, "Something else is being asked; answer that first.")
    if table.created.daily and what is not Request.REMATCH and not table.ending:
        raise Refused(Code.NOT_NOW, "The deal of the day is played as it falls.")
    match what:
        case Request.TAKE_BACK:
            _need(can.take_back, table, "You have no turn of this round to take back.")
        case Request.RESTART:
            _need(can.restart, table, "There is no round to begin again.")
        case Request.REMATCH:
            if not can.rematch:
                raise Refused(Code.NOT_NOW, "A rematch comes once the match has ended.")


def _answer(table: Table, seat: int, can: Permissions, *, yes: bool) -> tuple[Event, ...]:
    pending = table.pending
    if pending is None:
        raise Refused(Code.NOT_NOW, "Nothing is being asked.")
    if seat == pending.seat:
        if yes:
            raise Refused(Code.NOT_NOW, "You asked; the others answer.")
    elif not can.answer:
        raise Refused(Code.NOT_NOW, "Your answer is not needed.")
    return (Answered(seat, yes),)
