"""Rows and masks say nothing that a seat may not know: hidden cards are dealt again."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from expedition.fast import Batch, pack
from properties.redeal import other_worlds, transcript
from properties.strategies import every_edition
from properties.twins import twins

if TYPE_CHECKING:
    from expedition.game import Ruleset, State

#: More actions than these rounds have.
_ROOM = 2000


def shown(state: State, seat: int) -> bytes:
    """Return all that the compiled engine shows a seat of a state, and its mask at its turn."""
    batch = Batch(state.ruleset)
    pack(batch, 0, state)
    parts = [batch.observe([seat]), batch.recall(_ROOM, [seat]), batch.scores()]
    if state.to_act == seat:
        parts.append(batch.legal())
    return b"".join(part.tobytes() for part in parts)


@every_edition
@pytest.mark.parametrize("part", range(3))
def test_worlds_that_a_seat_cannot_tell_apart_give_it_equal_bytes(
    ruleset: Ruleset, part: int
) -> None:
    rng = Random(100 + part)
    different = 0
    for _ in range(10):
        seat = int(rng.random() * ruleset.seats)
        pair = twins(ruleset, seat, rng, open_hands=False)
        state, other = pair.match.played[-1], pair.other.played[-1]
        assert shown(state, seat) == shown(other, seat)
        different += state != other
    assert different >= 5


@every_edition
def test_worlds_that_a_seat_can_tell_apart_have_other_information_states(ruleset: Ruleset) -> None:
    rng = Random(9)
    told_apart = 0
    for _ in range(20):
        match = twins(ruleset, None, rng, open_hands=False).match
        state = match.played[-1]
        for world in other_worlds((state,), None, rng, 3):
            for seat in range(ruleset.seats):
                same = transcript(state, seat) == transcript(world[-1], seat)
                assert (shown(state, seat) == shown(world[-1], seat)) == same
                told_apart += not same
    assert told_apart
