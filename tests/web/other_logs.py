"""Redealing a table's log: another that an audience can't tell from it, whatever it looks at.

As in `properties.redeal`, each card keeps its place in the pack, and the cards at places that the
audience was never shown are shuffled among themselves. Here a round may go back and take another
way: a card that was seen and then taken back stays seen. A deal that was opened stays as it was.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from expedition.game import EventKind, HandOver, State
from expedition.notation import parse_card
from expedition.table.events import Created, Dealt, Event, TakenBack, TurnTaken
from expedition.table.table import Table
from properties.redeal import Audience, Tracker

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from expedition.game import Card
    from properties.redeal import Move


_Places = tuple[list[list[int]], list[int], dict[object, list[int]]]


class _Round:
    """One deal of a log, followed through everything that was done with it."""

    def __init__(self, state: State, audience: Audience) -> None:
        self.tracker = Tracker(
            State.new(state.deal, state.starter, open_hands=state.open_hands), audience
        )
        self.opened = False
        self._lying = [self._places()]

    def _places(self) -> _Places:
        tracker = self.tracker
        piles = {suit: list(pile) for suit, pile in tracker.piles.items()}
        return [list(hand) for hand in tracker.hands], list(tracker.deck), piles

    def go_on(self, state: State, actions: int) -> list[Move]:
        """Follow a turn that led to this state."""
        moves = []
        for event in state.events[-actions:]:
            moves.append(self.tracker.move(*event))
            self._lying.append(self._places())
        return moves

    def go_back(self, to: int) -> None:
        """Put the cards back to where they lay. What was seen stays seen."""
        del self._lying[to + 1 :]
        tracker = self.tracker
        tracker.hands, tracker.deck, tracker.piles = self._lying.pop()
        self._lying.append(self._places())

    def dealt_anew(self, rng: Random) -> list[Card]:
        """Return the pack with the hidden cards shuffled among themselves."""
        cards = list(self.tracker.cards)
        if self.opened:
            return cards
        hidden = self.tracker.hidden
        shuffled = list(hidden)
        rng.shuffle(shuffled)
        for place, origin in zip(hidden, shuffled, strict=True):
            cards[place] = self.tracker.cards[origin]
        return cards


def other_log(events: Sequence[Event], audience: Audience, rng: Random, today: str) -> list[Event]:
    """Return a log that is the same to an audience that may see all of it, on this day."""
    table = Table.fold(events[:1])
    secret = table.created.daily is not None and table.created.daily >= today
    rounds: list[_Round] = []
    moves: dict[int, list[Move]] = {}
    of_round: dict[int, _Round] = {}
    for number, event in enumerate(events[1:], start=1):
        table = table.then(event)
        state = table.state
        if isinstance(event, Dealt) and state:
            rounds.append(_Round(state, audience))
        elif isinstance(event, TurnTaken) and state:
            moves[number] = rounds[-1].go_on(state, len(event.actions))
        elif isinstance(event, TakenBack):
            rounds[-1].go_back(event.to)
        if rounds:
            of_round[number] = rounds[-1]
            over = state is not None and state.is_over
            rounds[-1].opened |= not secret and (over or table.ending is not None)
    packs = {round_: round_.dealt_anew(rng) for round_ in rounds}
    other: list[Event] = []
    for number, event in enumerate(events):
        if isinstance(event, Dealt):
            # The salt and the commitment are kept: whoever compares takes them as true.
            cards = packs[of_round[number]]
            other.append(replace(event, deal=tuple(map(str, cards))))
        elif isinstance(event, TurnTaken):
            other.append(_turn(event, moves[number], packs[of_round[number]]))
        else:
            other.append(event)
    return other


def _turn(event: TurnTaken, moves: list[Move], cards: list[Card]) -> TurnTaken:
    """Return the turn as it was in the other world: what was handed over may be other cards."""
    if moves[0].kind is not EventKind.HAND_OVER:
        return event
    one, other = (cards[place] for place in moves[0].places)
    return replace(event, actions=(str(HandOver(one, other)),))


def differing_cards(log: Sequence[Event], other: Sequence[Event]) -> int:
    """Return how many places of all deals have another card."""
    created = log[0]
    assert isinstance(created, Created)
    ruleset = Table.fold(log[:1]).ruleset
    return sum(
        parse_card(one, ruleset) != parse_card(two, ruleset)
        for mine, theirs in zip(log, other, strict=True)
        if isinstance(mine, Dealt) and isinstance(theirs, Dealt)
        for one, two in zip(mine.deal, theirs.deal, strict=True)
    )
