"""What a seat may choose ahead on another's turn is what it could do if the turn were its own."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from expedition.game import EDITIONS, Deal, Ruleset, State, Step, observe
from expedition.web.choices import choices

SHARED = [ruleset for ruleset in EDITIONS.values() if ruleset.seats > 1]


@pytest.mark.parametrize("ruleset", SHARED, ids=lambda ruleset: ruleset.id)
def test_what_is_chosen_ahead_is_legal_as_things_are(ruleset: Ruleset) -> None:
    rng = Random(7)
    state = State.new(Deal.shuffled(ruleset, rng))
    positions = 0
    while not state.is_over and positions < 40:
        if state.step is Step.PLAY:
            view = observe(state, state.to_act)
            now = choices(state, view)
            assert now["early"] == []
            waiting = replace(view, to_act=(view.seat + 1) % ruleset.seats, legal_actions=())
            ahead = choices(state, waiting)
            assert ahead["legal"] == []
            assert ahead["early"] == now["legal"]
            assert ahead["refused_draws"] == now["refused_draws"]
            positions += 1
        state = state.apply(rng.choice(state.legal_actions()))
    assert positions
