"""Rounds played on both engines in step."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np

from expedition.fast import Batch
from expedition.game import Deal, DrawDeck, Play, State, observe
from fast.reference import information_row, observation_row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from expedition.game import Action, Ruleset

#: Nothing in some rules ends a round when nobody draws off the deck.
MOST_ACTIONS = 600


def start(ruleset: Ruleset, count: int, rng: Random) -> tuple[Batch, list[State]]:
    """Deal the same rounds on both engines."""
    deals = [Deal.shuffled(ruleset, rng) for _ in range(count)]
    starters = [int(rng.random() * ruleset.seats) for _ in range(count)]
    states = [State.new(deal, first) for deal, first in zip(deals, starters, strict=True)]
    batch = Batch(ruleset, count)
    kinds = ruleset.kind_order
    batch.deal([[kinds[card] for card in deal.cards] for deal in deals], starters=starters)
    return batch, states


def choose(legal: tuple[Action, ...], eagerness: float, rng: Random) -> Action:
    """Choose a legal action: at random, or, as eager, a card to lay and the deck to draw off."""
    if rng.random() < eagerness:
        wanted = [action for action in legal if isinstance(action, Play | DrawDeck)]
        legal = tuple(wanted) or legal
    return legal[int(rng.random() * len(legal))]


def play_in_step(ruleset: Ruleset, count: int, seed: int) -> Iterator[tuple[Batch, list[State]]]:
    """Play rounds on both engines; yields both before every action, and once more at the end."""
    rng = Random(seed)
    batch, states = start(ruleset, count, rng)
    eagerness = [rng.choice((0.0, 0.3, 0.8)) for _ in range(count)]
    actions = np.zeros(count, np.int64)
    for _ in range(MOST_ACTIONS):
        yield batch, states
        going = np.array([not state.is_over for state in states])
        if not going.any():
            return
        for n in np.flatnonzero(going):
            action = choose(states[n].legal_actions(), eagerness[n], rng)
            actions[n] = ruleset.action_space.id(action)
            states[n] = states[n].apply(action)
        batch.step(actions, where=going)
    yield batch, states


class Comparison:
    """Holds the engines to each other, step by step. A round that is over is looked at once."""

    def __init__(self) -> None:
        self._ended: set[int] = set()

    def step(self, batch: Batch, states: list[State]) -> None:
        """Compare legal sets, ends, scores, and what the seat to act sees."""
        legal, scores, over = batch.legal(), batch.scores(), batch.over
        to_act, margins = batch.to_act, batch.margins()
        seen = batch.observe([state.to_act for state in states])
        ids = batch.ruleset.action_space.id
        for n, state in enumerate(states):
            if n in self._ended:
                continue
            if state.is_over:
                self._ended.add(n)
            view = observe(state, state.to_act)
            assert np.array_equal(seen[n], observation_row(view)), state
            expected = sorted(ids(action) for action in view.legal_actions)
            assert np.flatnonzero(legal[n]).tolist() == expected, state
            assert bool(over[n]) == state.is_over
            totals = [score.total for score in state.scores]
            assert scores[n].tolist() == totals
            assert margins[n].tolist() == [
                2 * totals[batch.ruleset.side(seat)] - sum(totals)
                for seat in range(batch.ruleset.seats)
            ]
            assert int(to_act[n]) == state.to_act


def compare_all(batch: Batch, states: list[State]) -> None:
    """Compare what every seat sees and all that it remembers, and the turns made."""
    seats = batch.ruleset.seats
    for seat in range(seats):
        seen, recalled = batch.observe(seat), batch.recall(MOST_ACTIONS, seat)
        for n, state in enumerate(states):
            view = observe(state, seat)
            assert np.array_equal(seen[n], observation_row(view)), (state, seat)
            assert np.array_equal(recalled[n], information_row(view, MOST_ACTIONS)), (state, seat)
    for n, state in enumerate(states):
        begun = sum(event.kind.opens_turn for event in state.events)
        assert int(batch.turns[n]) == begun - (state.step.name == "DRAW")
