"""What a network reads of an observation is what the compiled engine writes of its state."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np

from expedition.bots import reading
from expedition.bots.reading import legal_mask, read
from expedition.fast import blocks
from expedition.game import Deal, State, find_edition, observe
from fast.rounds import play_in_step
from properties.strategies import TEMPERAMENTS, every_edition, play

if TYPE_CHECKING:
    from expedition.game import Ruleset


def equal_at(ruleset: Ruleset, seed: int, every: int) -> tuple[int, int]:
    """Hold readings to the compiled ones along rounds; returns hand-overs, and cards known."""
    handed = known = 0
    for step, (batch, states) in enumerate(play_in_step(ruleset, 2, seed)):
        if step % every:
            continue
        for seat in range(ruleset.seats):
            rows, rest = batch.blocks([seat] * 2)
            for n, state in enumerate(states):
                view = observe(state, seat)
                seen = read(view)
                assert np.array_equal(seen.blocks, rows[n]), (seat, state)
                assert np.array_equal(seen.overall, rest[n]), (seat, state)
                assert seen.blocks.dtype == seen.overall.dtype == np.float32
                handed += any(view.just_handed_over)
                known += sum(map(len, view.known)) + sum(map(len, view.pooled))
    return handed, known


@every_edition
def test_it_reads_what_the_compiled_engine_writes(ruleset: Ruleset) -> None:
    handed, known = equal_at(ruleset, seed=17, every=4)
    assert bool(handed) == (ruleset.hand_over is not None), "or this says nothing"
    assert bool(known) == ruleset.draw_from_piles


@every_edition
def test_it_reads_rounds_of_every_temperament(ruleset: Ruleset) -> None:
    """Deep piles, stalls and many hand-overs, each at its end too."""
    from expedition.fast import Batch, pack

    rng = Random(5)
    for temperament in TEMPERAMENTS:
        dealt, actions = play(ruleset, 3, temperament)
        cut = int(rng.random() * min(len(actions), 200))
        for length in {cut, min(len(actions), 200)}:
            state = dealt.replay(actions[:length])
            batch = Batch(ruleset)
            pack(batch, 0, state)
            for seat in range(ruleset.seats):
                rows, rest = batch.blocks([seat])
                seen = read(observe(state, seat))
                assert np.array_equal(seen.blocks, rows[0]), (temperament, state)
                assert np.array_equal(seen.overall, rest[0]), (temperament, state)


def test_its_sizes_are_the_compiled_ones() -> None:
    names = ("BY_KIND", "BY_SUIT", "OVERALL")
    assert [getattr(reading, name) for name in names] == [getattr(blocks, name) for name in names]


@every_edition
def test_the_mask_is_true_where_an_action_is_legal(ruleset: Ruleset) -> None:
    rng, space = Random(2), ruleset.action_space
    state = State.new(Deal.shuffled(ruleset, rng))
    for _ in range(20):
        if state.is_over:
            break
        legal = state.legal_actions()
        mask = legal_mask(observe(state, state.to_act), legal)
        assert mask.shape == (len(space),)
        assert [space.action(int(n)) for n in np.flatnonzero(mask)] == sorted(legal, key=space.id)
        state = state.apply(rng.choice(legal))


def test_a_reading_is_its_own() -> None:
    """What a blind player does to it must not be there the next time."""
    state = State.new(Deal.shuffled(find_edition("classic"), Random(1)))
    view = observe(state, 0)
    first = read(view)
    first.blocks[:] = first.overall[:] = 9
    assert not np.array_equal(read(view).blocks, first.blocks)
