"""Perft: how many sequences of actions there are. Engines that agree on it agree on the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from expedition.game.errors import InvalidSetup

if TYPE_CHECKING:
    from expedition.game.actions import Action
    from expedition.game.state import State


def perft(state: State, depth: int) -> int:
    """Count the action sequences of exactly `depth` steps; a round that ends earlier has none."""
    if depth < 0:
        msg = f"There is no sequence of {depth} actions."
        raise InvalidSetup(msg)
    if depth == 0:
        return 1
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(perft(state.apply(action), depth - 1) for action in actions)


def divide(state: State, depth: int) -> dict[Action, int]:
    """Return the perft below each first action; they add up to the perft of `depth`, 1 or more."""
    return {action: perft(state.apply(action), depth - 1) for action in state.legal_actions()}
