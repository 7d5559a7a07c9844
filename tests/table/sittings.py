"""Sittings: a table, its log, and commands to it, one line each, for tests of the table."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from expedition.game import Deal, DrawDeck, Play, Step
from expedition.table.commands import Answer, Ask, Command, TakeTurn
from expedition.table.dealing import sealed
from expedition.table.decide import Context, after_bot, decide, decide_sit, opening
from expedition.table.errors import Code, Refused
from expedition.table.events import Dealt, Event, Request
from expedition.table.roster import Listed, Roster
from expedition.table.setup import SeatKind, SeatWish, Setup, created
from expedition.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from expedition.game import Ruleset, State

BOTS = ("careful", "random")
ROSTER = Roster(Listed(bot, bot.title()) for bot in BOTS)


async def roster() -> Roster:
    """Return the bots of a server, as a hub asks for them."""
    return ROSTER


class Sitting:
    """A table in play. Seats are `me`, `here`, `friend` or the id of a bot."""

    def __init__(
        self, edition: str = "classic", *seats: str, seed: int = 0, **options: Any
    ) -> None:
        self.rng = Random(seed)
        self.gone: frozenset[int] = frozenset()
        kinds = seats or ("me", "friend")
        wishes = tuple(
            SeatWish(SeatKind.BOT, bot=kind)
            if kind in BOTS
            else SeatWish(SeatKind(kind), f"Player {number}")
            for number, kind in enumerate(kinds)
        )
        options = {"first_starter": 0, **options}
        self.log: list[Event] = [created(Setup(edition, wishes, **options), ROSTER)]
        self.table = Table.fold(self.log)
        self._keep(opening(self.table, self.context))

    @property
    def context(self) -> Context:
        """What decisions need."""
        return Context(self._deal, lambda: "next-table", self.gone, ROSTER)

    def _deal(self, ruleset: Ruleset) -> Dealt:
        return sealed(Deal.shuffled(ruleset, self.rng))

    def _keep(self, events: Sequence[Event]) -> list[str]:
        for event in events:
            self.table = self.table.then(event)
        self.log += events
        return [event.kind for event in events]

    @property
    def phase(self) -> str:
        """What the table is doing."""
        return self.table.phase.value

    @property
    def state(self) -> State:
        """The round being played."""
        assert self.table.state
        return self.table.state

    def sit(self, seat: int, name: str = "A friend") -> list[str]:
        """Take a free seat; returns the kinds of the events."""
        return self._keep(decide_sit(self.table, seat, name, self.context))

    def do(self, seat: int, command: Command) -> list[str]:
        """Carry out a command; returns the kinds of its events."""
        return self._keep(decide(self.table, seat, command, self.context))

    def ask(self, seat: int, what: str, *, swap: bool = False) -> list[str]:
        """Ask for something."""
        return self.do(seat, Ask(Request(what), swap))

    def answer(self, seat: int, *, yes: bool) -> list[str]:
        """Answer a request."""
        return self.do(seat, Answer(yes))

    def turn(self, actions: tuple[str, ...] | None = None) -> list[str]:
        """Let whoever is to act take a turn, a quick one if none is named."""
        seat = self.state.to_act
        actions = actions or quick_turn(self.state)
        if self.table.sitters[seat].bot:
            return self._keep(after_bot(self.table, seat, actions))
        return self.do(seat, TakeTurn(self.table.seq, actions))

    def play_out(self) -> None:
        """Play the round to its end."""
        while self.table.round_running:
            self.turn()

    def refuses(self, seat: int, command: Command, code: Code, sentence: str) -> Refused:
        """Check that a command is refused with this code and sentence, and changes nothing."""
        before = self.table
        with pytest.raises(Refused) as refused:
            self.do(seat, command)
        assert refused.value.code is code
        assert sentence in str(refused.value)
        assert self.table is before
        return refused.value


def waiting() -> Sitting:
    """Return a table of mine that waits for a friend."""
    return Sitting()


def two(**options: Any) -> Sitting:
    """Return a table of me and a friend who has come."""
    sitting = Sitting(**options)
    sitting.sit(1)
    return sitting


def quick_turn(state: State) -> tuple[str, ...]:
    """Return a turn that brings the end nearer: lay a card if one fits, draw off the deck."""
    actions = []
    turn = state.turn
    while not state.is_over and state.turn == turn:
        legal = state.legal_actions()
        wanted = DrawDeck if state.step is Step.DRAW else Play
        action = next((one for one in legal if isinstance(one, wanted)), legal[0])
        actions.append(str(action))
        state = state.apply(action)
    return tuple(actions)
