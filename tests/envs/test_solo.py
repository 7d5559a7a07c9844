"""The single-agent environment: Gymnasium's own checks, the policies inside, bad input."""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from envs.twin_rounds import course, played
from expedition.envs import SoloEnv
from expedition.envs.registration import SELF_PLAY, SOLO
from expedition.fast import POLICIES, BadArray
from expedition.game import Ruleset, find_edition
from properties.strategies import every_edition

CLASSIC = find_edition("classic")


def choose(env: SoloEnv, rng: Random) -> Any:
    """Return a random legal action."""
    return rng.choice(np.flatnonzero(env.action_masks()).tolist())


@every_edition
def test_gymnasium_own_check_passes(ruleset: Ruleset) -> None:
    """It takes its actions blindly, so the environment has to make the best of illegal ones."""
    with warnings.catch_warnings():
        warnings.filterwarnings("error")
        for opponents in POLICIES:
            made = gymnasium.make(SOLO, edition=ruleset.id, opponents=opponents, illegal="replace")
            check_env(made.unwrapped)


def test_it_is_found_by_its_name() -> None:
    env = gymnasium.make(f"expedition.envs:{SOLO}")
    assert isinstance(env.unwrapped, SoloEnv)
    assert env.unwrapped.ruleset.id == "standard-solo"
    vector = gymnasium.make_vec(SELF_PLAY, num_envs=3, edition="standard")
    assert vector.num_envs == 3
    with pytest.raises(gymnasium.error.Error):
        gymnasium.make(SELF_PLAY)


def test_a_solo_round_pays_the_score() -> None:
    ruleset = find_edition("standard-solo")
    state = played(ruleset, Random(5))
    round_ = course(state)
    env = SoloEnv()
    _, info = env.reset(options={"pack": round_.pack})
    for action in round_.actions:
        assert "scores" not in info
        assert info["action_mask"][action]
        _, reward, over, cut, info = env.step(np.int64(action))
        assert not cut
        assert over or reward == 0
    (score,) = state.scores
    assert over
    assert reward == score.total
    assert info["scores"] == (score.total,)
    assert not info["action_mask"].any()
    with pytest.raises(BadArray, match="is illegal: the round is over"):
        env.step(np.int64(0))


@every_edition
def test_the_others_play_until_it_is_the_seats_turn(ruleset: Ruleset) -> None:
    rng = Random(3)
    env = SoloEnv(ruleset, opponents="sensible", seat=ruleset.seats - 1)
    seen, info = env.reset(seed=9)
    over = cut = False
    while not (over or cut):
        assert np.array_equal(info["action_mask"], env.action_masks())
        assert info["action_mask"].any()
        assert env.observation_space.contains(seen)
        seen, reward, over, cut, info = env.step(choose(env, rng))
        assert reward == 0 or over
    side = ruleset.side(env.seat)
    points = info["scores"]
    assert reward == points[side] - sum(points[:side] + points[side + 1 :])


def test_the_sensible_win_where_the_random_lose_and_the_careful_win_more() -> None:
    margins = {}
    for opponents in POLICIES:
        rng = Random(1)
        env = SoloEnv(CLASSIC, opponents=opponents)
        env.reset(seed=1)
        total = 0.0
        for _ in range(15):
            over = False
            while not over:
                _, reward, over, _, _ = env.step(choose(env, rng))
                total += float(reward)
            env.reset()
        margins[opponents] = total / 15
    assert margins["sensible"] < margins["random"] - 20
    assert margins["careful"] < margins["sensible"] - 20


def test_equal_seeds_give_equal_rounds() -> None:
    def rows(seed: int) -> list[bytes]:
        rng = Random(2)
        env = SoloEnv(CLASSIC)
        kept = [env.reset(seed=seed)[0].tobytes()]
        kept += [env.step(choose(env, rng))[0].tobytes() for _ in range(40)]
        kept.append(env.reset()[0].tobytes())
        return kept

    assert rows(4) == rows(4)
    assert rows(4)[0] != rows(5)[0]
    assert rows(4)[0] != rows(4)[-1]


def test_a_round_is_cut_short_at_the_cap() -> None:
    env = SoloEnv(CLASSIC, max_turns=4)
    env.reset(seed=1)
    rng, cut, steps = Random(1), False, 0
    while not cut:
        _, reward, over, cut, info = env.step(choose(env, rng))
        steps += 1
    assert steps == 4
    assert not over
    assert reward == 0
    assert len(info["scores"]) == 2
    with pytest.raises(BadArray, match=r"cut short after 4 turns; call reset\(\)"):
        env.step(choose(env, rng))


def test_an_illegal_action_is_refused_or_replaced_as_agreed() -> None:
    env = SoloEnv(CLASSIC)
    seen, info = env.reset(seed=1)
    illegal = np.int64(np.flatnonzero(info["action_mask"] == 0)[0])
    with pytest.raises(BadArray, match=rf"Action {illegal} \(.+\) is illegal: You"):
        env.step(illegal)
    assert np.array_equal(env._round.observe(0), seen)
    lenient = SoloEnv(CLASSIC, illegal="replace")
    lenient.reset(seed=1)
    assert lenient.step(illegal)[-1]["replaced"]
    legal = np.int64(np.flatnonzero(lenient.action_masks())[0])
    assert not lenient.step(legal)[-1]["replaced"]
    with pytest.raises(BadArray, match="`action` is 0 to 105, not 500"):
        lenient.step(np.int64(500))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"opponents": "clever"}, "`opponents` is 'random', 'sensible' or 'careful', not 'clever'"),
        ({"opponents": None}, "`opponents` is 'random', 'sensible' or 'careful', not None"),
        ({"illegal": "lose"}, "`illegal` is 'raise' or 'replace', not 'lose'"),
        ({"seat": 1}, "`seat` is 0 to 0, not 1"),
        ({"max_turns": 1.5}, "`max_turns` is a whole number, not 1.5"),
    ],
)
def test_bad_settings_are_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(BadArray, match=said):
        SoloEnv(**settings)


def test_nothing_is_done_before_a_reset() -> None:
    env = SoloEnv(render_mode="ansi")
    for act in (lambda: env.step(np.int64(0)), env.action_masks, env.render):
        with pytest.raises(BadArray, match=r"No round is dealt yet; call reset\(\) first"):
            act()
