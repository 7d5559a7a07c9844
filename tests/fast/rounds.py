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
        for n, state in enumerate(states):
            if going[n]:
                action = choose(state.legal_actions(), eagerness[n], rng)
                actions[n] = ruleset.action_space.id(action)
                states[n] = state.apply(action)
        batch.step(actions, where=going)
    yield batch, states


def check_equal(batch: Batch, states: list[State], *, thoroughly: bool) -> None:
    """Hold the engines to each other: legal sets, ends, scores, and what a seat sees.

    Thoroughly: of every seat, and all that it remembers.
    """
    space, seats = batch.ruleset.action_space, batch.ruleset.seats
    legal, scores, over = batch.legal(), batch.scores(), batch.over
    to_act, turns = batch.to_act, batch.turns
    for looking in range(seats if thoroughly else 1):
        at = [(state.to_act + looking) % seats for state in states]
        seen = batch.observe(at)
        recalled = batch.recall(MOST_ACTIONS, at) if thoroughly else None
        for n, state in enumerate(states):
            view = observe(state, at[n])
            assert np.array_equal(seen[n], observation_row(view)), (state, at[n])
            if recalled is not None:
                assert np.array_equal(recalled[n], information_row(view, MOST_ACTIONS))
    for n, state in enumerate(states):
        expected = [space.id(action) for action in state.legal_actions()]
        assert np.flatnonzero(legal[n]).tolist() == sorted(expected), state
        assert bool(over[n]) == state.is_over
        assert scores[n].tolist() == [score.total for score in state.scores]
        assert int(to_act[n]) == state.to_act
        if thoroughly:
            begun = sum(event.kind.opens_turn for event in state.events)
            assert int(turns[n]) == begun - (state.step.name == "DRAW")
