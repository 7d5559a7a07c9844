"""What the vector environment refuses: one sentence each, and nothing changes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from expedition.envs import ExpeditionVectorEnv
from expedition.fast import BadArray
from expedition.game import InvalidSetup


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ([0, 0, 0], r"`actions` is whole numbers of shape \(4,\), not int64 of shape \(3,\)"),
        (np.zeros((4, 1), np.int64), r"not int64 of shape \(4, 1\)"),
        (np.zeros(4), r"not float64 of shape \(4,\)"),
        (np.zeros(4, np.bool_), r"not bool of shape \(4,\)"),
        (None, "not None"),
        (["a"] * 4, "not a list"),
        ([0, 0, 0, 106], "`actions` has 106; its numbers are 0 to 105"),
        ([-1, 0, 0, 0], "`actions` has -1"),
        ([2**70] * 4, "`actions` is whole numbers"),
    ],
)
def test_actions_of_another_form(actions: Any, said: str) -> None:
    env = ExpeditionVectorEnv(4)
    env.reset(seed=1)
    before = env._batch.states.tobytes()
    with pytest.raises(BadArray, match=said):
        env.step(actions)
    assert env._batch.states.tobytes() == before


def test_an_illegal_action_is_named_with_its_round_and_none_is_taken() -> None:
    env = ExpeditionVectorEnv(4)
    _, info = env.reset(seed=1)
    actions = info["action_mask"].argmax(axis=1)
    actions[2] = 101
    before = env._batch.states.tobytes()
    with pytest.raises(BadArray, match=r"Action 101 \(<Y\) in round 2: the rules forbid it now\."):
        env.step(actions)
    assert env._batch.states.tobytes() == before


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"num_envs": 0}, "`num_envs` is 1 to "),
        ({"num_envs": 2.0}, "`num_envs` is a whole number, not 2.0"),
        ({"edition": "chess"}, "There is no edition 'chess'"),
        ({"edition": None}, "An edition is a name or a Ruleset, not None"),
        ({"opponents": "clever"}, "`opponents` is 'random', 'sensible' or 'careful', not 'clever'"),
        ({"opponents": "random", "seat": 2}, "`seat` is 0 to 1, not 2"),
        ({"max_turns": 1}, "`max_turns` is 2 to "),
        ({"render_mode": "human"}, "`render_mode` is None or 'ansi'"),
    ],
)
def test_settings(settings: dict[str, Any], said: str) -> None:
    with pytest.raises((BadArray, InvalidSetup), match=said):
        ExpeditionVectorEnv(**settings)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"pack": []}, "There is no option 'pack'; the options are packs and starters"),
        ({"packs": [[1, 2]]}, r"`packs` is whole numbers of shape \(2, 60\)"),
        ({"packs": np.zeros((2, 60), np.int64)}, "Row 0 of `packs` is not a pack of classic"),
        ({"packs": np.full((2, 60), 50)}, "`packs` has 50; its numbers are 0 to 49"),
        ({"starters": [0, 2]}, "`starters` has 2; its numbers are 0 to 1"),
        ({"starters": "first"}, "`starters` is whole numbers"),
    ],
)
def test_options_of_a_reset(options: dict[str, Any], said: str) -> None:
    env = ExpeditionVectorEnv(2)
    with pytest.raises(BadArray, match=said):
        env.reset(options=options)


def test_nothing_is_done_before_a_reset() -> None:
    env = ExpeditionVectorEnv(2, render_mode="ansi")
    for act in (lambda: env.step([0, 0]), env.action_masks, env.render):
        with pytest.raises(BadArray, match=r"No round is dealt yet; call reset\(\) first"):
            act()
