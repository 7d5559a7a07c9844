"""No round goes on for ever: after some turns without a card off the deck, bots draw from it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from bots.networks import arrays_that_like
from bots.positions import CLASSIC, dealt, turns
from expedition.bots.levels import PLUNGER
from expedition.bots.network import NetworkBot
from expedition.bots.patience import LATE, PATIENCE, in_time
from expedition.bots.search import SearchBot
from expedition.bots.shipped import write_weights
from expedition.game import Deal, DrawDeck, DrawPile, State, observe

if TYPE_CHECKING:
    from pathlib import Path

    from expedition.bots import Bot


def test_piles_are_left_alone_when_it_is_time() -> None:
    state = turns(dealt("Y2 Y4 W6", "R2 R3 G9"), "xY2 . xR2 . xW6")
    view = observe(state, 0)
    assert any(isinstance(action, DrawPile) for action in view.legal_actions)
    late = replace(view, idle_turns=PATIENCE)
    early = replace(view, idle_turns=PATIENCE - 1)
    assert in_time(early, view.legal_actions) == view.legal_actions
    assert in_time(late, view.legal_actions) == (DrawDeck(),)


@pytest.mark.parametrize("bot", [NetworkBot(), PLUNGER()], ids=["network", "plunger"])
def test_two_who_love_piles_end_their_round(bot: Bot, weights: Path) -> None:
    """They would pass cards to and fro: nothing else is worth anything to them."""
    write_weights(weights / "classic.npz", arrays_that_like(CLASSIC, discard=30, pile=60), {})
    state, rng = State.new(Deal.shuffled(CLASSIC, Random(1))), Random(2)
    while not state.is_over and state.turn < LATE + 50:
        view = observe(state, state.to_act)
        state = state.apply(bot.choose(view, view.legal_actions, rng))
    assert state.is_over
    assert sum(isinstance(action, DrawPile) for action in state.history) > 50


def test_search_minds_the_time_too(weights: Path) -> None:
    write_weights(weights / "classic.npz", arrays_that_like(CLASSIC, pile=2), {})
    view = observe(turns(dealt("Y2 Y4 W6", "R2 R3 G9"), "xY2 . xR2 . xW6"), 0)
    late = replace(view, idle_turns=PATIENCE)
    assert SearchBot(0.001).choose(late, view.legal_actions, Random(1)) == DrawDeck()
