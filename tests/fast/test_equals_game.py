"""The compiled engine is `game` again: on every round, at every step, in every edition."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np
import pytest

from expedition.fast import observation_row, pack, unpack
from expedition.game import EDITIONS, observe
from fast.rounds import Comparison, compare_all, play_in_step
from properties.strategies import every_edition

if TYPE_CHECKING:
    from expedition.game import Ruleset

#: Rounds of an edition in one test: 2,002 in all of them.
_ROUNDS = 286
_TOGETHER = 26
#: The hundred thousand in so many parts of each edition, for processes side by side.
_PARTS = 8


@every_edition
@pytest.mark.parametrize("part", range(_ROUNDS // _TOGETHER))
def test_random_rounds_are_the_same_at_every_step(ruleset: Ruleset, part: int) -> None:
    comparison = Comparison()
    for step, (batch, states) in enumerate(play_in_step(ruleset, _TOGETHER, seed=part)):
        comparison.step(batch, states)
        if step == 20 * part:
            compare_all(batch, states)
    compare_all(batch, states)


@pytest.mark.long
@every_edition
@pytest.mark.parametrize("part", range(_PARTS))
def test_a_hundred_thousand_rounds_are_the_same_at_every_step(ruleset: Ruleset, part: int) -> None:
    rounds = int(os.environ.get("EXPEDITION_ROUNDS", "100000"))
    for number in range(-(-rounds // (len(EDITIONS) * _PARTS * _TOGETHER))):
        seed = 10**6 * (part + 1) + number
        comparison = Comparison()
        for batch, states in play_in_step(ruleset, _TOGETHER, seed):
            comparison.step(batch, states)


@every_edition
def test_states_go_both_ways(ruleset: Ruleset) -> None:
    for step, (batch, states) in enumerate(play_in_step(ruleset, 3, seed=7)):
        if step % 9 == 0:
            other = batch.clone()
            for n, state in enumerate(states):
                assert unpack(batch, n) == state
                pack(other, (n + 1) % 3, state)
                assert unpack(other, (n + 1) % 3) == state


@every_edition
def test_an_observation_gives_the_row_that_the_batch_writes(ruleset: Ruleset) -> None:
    for step, (batch, states) in enumerate(play_in_step(ruleset, 2, seed=9)):
        if step % 7 == 0:
            for seat in range(ruleset.seats):
                rows = batch.observe(seat)
                for n, state in enumerate(states):
                    assert np.array_equal(observation_row(observe(state, seat)), rows[n])


@every_edition
def test_a_packed_state_goes_on_like_the_one_it_came_from(ruleset: Ruleset) -> None:
    for step, (batch, states) in enumerate(play_in_step(ruleset, 2, seed=8)):
        if step == 30:
            twin = batch.clone()
            pack(twin, 0, states[0])
            twin.states["random"] = batch.states["random"]
            for each in (batch, twin):
                each.play(most_turns=50)
            assert np.array_equal(batch.observe([0, 0]), twin.observe([0, 0]))
            assert np.array_equal(batch.scores(), twin.scores())
            return
