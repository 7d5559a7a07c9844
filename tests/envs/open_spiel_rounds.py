"""Rounds in OpenSpiel for tests, or a reason why there are none."""

from __future__ import annotations

import importlib.util
import os
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from expedition.game import State

if os.environ.get("EXPEDITION_NEEDS_OPEN_SPIEL") != "1" and not importlib.util.find_spec("pyspiel"):
    pytest.skip("OpenSpiel is not installed here", allow_module_level=True)

import pyspiel

from expedition.envs.open_spiel_game import ExpeditionGame, ExpeditionState

MODES = ("explicit", "sampled")


def load(edition: str, chance: str = "explicit", **params: Any) -> ExpeditionGame:
    """Load the game of an edition."""
    game = pyspiel.load_game("expedition", {"edition": edition, "chance": chance, **params})
    assert isinstance(game, ExpeditionGame)
    return game


def random_step(state: ExpeditionState, rng: Random) -> None:
    """Take any outcome or action. Hand-overs are rarer than they would be by their number."""
    ids = state.legal_actions()
    ruleset = state.round.ruleset
    plain = [each for each in ids if each <= 2 * len(ruleset.kinds) + len(ruleset.suits)]
    state.apply_action(rng.choice(plain if rng.random() < 0.8 else ids))


def random_course(game: ExpeditionGame, rng: Random) -> Iterable[ExpeditionState]:
    """Yield one state again and again on its way through a round, from the deal to the end."""
    state = game.new_initial_state()
    yield state
    while not state.is_terminal():
        random_step(state, rng)
        yield state


def course_of(game: ExpeditionGame, played: State) -> Iterable[ExpeditionState]:
    """Yield one state on its way through a round that was played with the rules."""
    ruleset = played.ruleset
    kinds = [ruleset.kind_order[card] for card in played.deal.cards]
    dealt = ruleset.seats * ruleset.hand_size
    state = game.new_initial_state()
    if game.explicit:
        for kind in kinds[:dealt]:
            yield state
            state.apply_action(kind)
    else:
        yield state
        state.apply_action(0)
        state.round.deal(kinds)
    drawn = iter(kinds[dealt:])
    for action in played.history:
        yield state
        state.apply_action(ruleset.action_space.id(action))
        if state.is_chance_node():
            yield state
            state.apply_action(next(drawn))
    yield state


def seen(state: ExpeditionState, seat: int) -> tuple[object, ...]:
    """Return everything that OpenSpiel shows a player."""
    return (
        state.information_state_string(seat),
        state.information_state_tensor(seat),
        state.observation_string(seat),
        state.observation_tensor(seat),
        state.current_player(),
        state.legal_actions() if state.current_player() == seat else None,
        state.returns(),
        [item.player for item in state.full_history()],
    )
