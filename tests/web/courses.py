"""Courses of tables: whole logs, made by the real decisions from commands of all kinds.

People ask for take-backs and restarts, agree and decline, leave a seat to a bot and come back,
resign; partners hand over; a teaching round comes first, or the deal of the day is played.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from os import environ
from random import Random
from typing import TYPE_CHECKING

from expedition.game import Deal, State, find_edition
from expedition.notation import Seal
from expedition.table.commands import (
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
)
from expedition.table.decide import Context, after_bot, decide, decide_sit, opening
from expedition.table.errors import Refused
from expedition.table.events import Dealt, Event, Request
from expedition.table.setup import (
    DAILY_EDITION,
    SeatKind,
    SeatWish,
    Setup,
    branch_events,
    created,
)
from expedition.table.table import Phase, Table
from properties.strategies import TEMPERAMENTS, eager
from table.sittings import BOTS, ROSTER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from expedition.game import Ruleset

#: The day on which all courses are played.
TODAY = "2026-11-30"
#: To play is slow, to repeat is not: few courses of an edition are played, and cut anywhere.
FEW = 400 if environ.get("EXPEDITION_HYPOTHESIS") == "long" else 10
#: After so many steps of a round everybody goes for its end.
_PATIENCE = 90
_MOST_BATCHES = 170


@dataclass(frozen=True)
class Course:
    """A table's log in the batches in which it was written."""

    batches: tuple[tuple[Event, ...], ...]

    def log(self, batches: int | None = None) -> tuple[Event, ...]:
        """Return the events of so many batches, or of all."""
        return tuple(event for batch in self.batches[:batches] for event in batch)


def dealing(rng: Random) -> Context:
    """Return what decisions need, with all chance drawn from this generator."""

    def deal(ruleset: Ruleset) -> Dealt:
        return dealt(Deal.shuffled(ruleset, rng), f"salt{rng.getrandbits(64)}")

    return Context(deal, lambda: f"next{rng.randrange(10**6)}", frozenset(), ROSTER)


def dealt(deal: Deal, salt: str) -> Dealt:
    """Return the event that deals this deal."""
    return Dealt(tuple(map(str, deal.cards)), salt, Seal.of(deal, salt).commitment)


def wishes(ruleset: Ruleset, rng: Random) -> tuple[SeatWish, ...]:
    """Return who sits down: me, people beside me, friends to come, bots."""
    mine = rng.randrange(ruleset.seats)
    return tuple(
        SeatWish(SeatKind.ME, f"Player {seat}")
        if seat == mine
        else SeatWish(SeatKind.BOT, bot=rng.choice(BOTS))
        if rng.random() < 0.2
        else SeatWish(rng.choice((SeatKind.HERE, SeatKind.FRIEND)), f"Player {seat}")
        for seat in range(ruleset.seats)
    )


@cache
def course(edition: str, seed: int) -> Course:
    """Play a table to its end, or as far as patience goes."""
    ruleset, rng = find_edition(edition), Random(f"{edition} {seed}")
    context = dealing(rng)
    daily = TODAY if edition == DAILY_EDITION and seed % 3 == 0 else None
    branch = _branch(ruleset, rng) if seed % 5 == 4 and not daily else None
    setup = Setup(
        edition,
        wishes(ruleset, rng),
        rounds=2,
        open_hands=seed % 3 == 1 and branch is None,
        browse=rng.random() < 0.7,
        daily=daily,
        branch=branch,
        listed=seed % 2 == 0,
    )
    first: list[Event] = [created(setup, ROSTER)]
    if branch:
        first += branch_events(branch)
    table = Table.fold(first)
    more = opening(table, context)
    batches = [(*first, *more)]
    for event in more:
        table = table.then(event)
    temperament = rng.choice(list(TEMPERAMENTS))
    after_the_end = 5
    while len(batches) < _MOST_BATCHES and after_the_end:
        after_the_end -= table.phase is Phase.ENDED
        free = [seat for seat, sitter in enumerate(table.sitters) if sitter.is_free]
        if free and not table.ending and rng.random() < 0.7:
            batch = decide_sit(table, free[0], f"Friend {free[0]}", context)
        elif daily and seed != 3 and len(batches) == 8:
            # Whoever gives up leaves cards in the deck that others still play with.
            batch = decide(table, 0, Resign(), context)
        else:
            batch = _something(table, rng, context) or _turn(table, rng, temperament, context)
        if batch:
            batches.append(batch)
            for event in batch:
                table = table.then(event)
    return Course(tuple(batches))


def whole_turn(state: State, rng: Random, temperament: str) -> tuple[str, ...]:
    """Return a turn as somebody of this temperament takes it."""
    choose = TEMPERAMENTS[temperament] if len(state.events) < _PATIENCE else eager
    turn, actions = state.turn, list[str]()
    while not state.is_over and state.turn == turn:
        action = choose(state, rng)
        actions.append(str(action))
        state = state.apply(action)
    return tuple(actions)


def _branch(ruleset: Ruleset, rng: Random) -> State:
    """Return a position of a few whole turns to go on from."""
    state = State.new(Deal.shuffled(ruleset, rng), rng.randrange(ruleset.seats))
    for _ in range(rng.randrange(8)):
        for text in whole_turn(state, rng, "any legal"):
            state = state.apply(next(a for a in state.legal_actions() if str(a) == text))
    return state


def _turn(table: Table, rng: Random, temperament: str, context: Context) -> tuple[Event, ...]:
    seat = table.to_act
    if seat is not None and table.state is not None:
        turn = whole_turn(table.state, rng, temperament)
        return after_bot(table, seat, turn)
    asker = rng.choice(table.people or (0,))
    return _decided(table, asker, DealNext(), context)


def _something(table: Table, rng: Random, context: Context) -> tuple[Event, ...]:
    """Return what a random command of somebody brings about, often nothing."""
    if rng.random() > (0.6 if table.pending else 0.15):
        return ()
    seat = rng.randrange(table.ruleset.seats)
    gone = frozenset({rng.randrange(table.ruleset.seats)})
    elsewhere = Context(context.deal, context.new_id, gone, context.bots)
    return _decided(table, seat, some_command(table, rng), elsewhere)


def some_command(table: Table, rng: Random) -> Command:
    """Return a command of any kind but a turn: the wilder ones seldom."""
    if table.pending and rng.random() < 0.8:
        return Answer(rng.random() < 0.7)
    commands: Sequence[Command] = (
        Ask(Request.TAKE_BACK),
        Ask(Request.REMATCH, swap=rng.random() < 0.5),
        Greet("hello"),
        Rename(f"Name {rng.randrange(100)}"),
        Return(),
        DealNext(),
        Replace(rng.randrange(table.ruleset.seats), rng.choice(BOTS)),
        Ask(Request.RESTART),
        Resign(),
        Stop(),
    )
    return rng.choices(commands, (40, 8, 4, 4, 20, 4, 4, 8, 1, 1))[0]


def _decided(table: Table, seat: int, command: Command, context: Context) -> tuple[Event, ...]:
    try:
        return decide(table, seat, command, context)
    except Refused:
        return ()
