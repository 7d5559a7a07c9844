"""Two worlds that a seat can't tell apart give it the same bytes, from every environment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from envs.twin_rounds import Course, twin_courses
from expedition.envs import ExpeditionVectorEnv, SoloEnv, expedition_v0
from expedition.fast import POLICIES, Batch
from expedition.fast.layout import DRAW_STEP
from expedition.game import EDITIONS, Ruleset
from properties.strategies import every_edition

if TYPE_CHECKING:
    from collections.abc import Iterator

PAIRS = 3
SOLO_EDITIONS = [ruleset for ruleset in EDITIONS.values() if ruleset.seats == 1]


def seen_in_turns(ruleset: Ruleset, course: Course, seat: int) -> Iterator[list[object]]:
    """Yield all that an agent gets from the PettingZoo environment, step by step."""
    env = expedition_v0.raw_env(ruleset, render_mode="ansi")
    env.reset(seed=1, options={"pack": course.pack, "starter": course.starter})
    agent = f"seat_{seat}"
    for action in [*course.actions, None]:
        seen = env.observe(agent)
        parts: list[object] = [seen["observation"].tobytes(), seen["action_mask"].tobytes()]
        parts += [env.rewards[agent], env.terminations[agent], env.truncations[agent]]
        parts += [env.infos[agent], env.agent_selection]
        if env.agent_selection == agent:
            parts += [env.render(), env.last()[1]]
        yield parts
        if action is not None:
            env.step(action)
    assert env.terminations[agent]


@every_edition
def test_pettingzoo(ruleset: Ruleset) -> None:
    for seat in range(ruleset.seats):
        for one, other in twin_courses(ruleset, seat, PAIRS):
            mine = seen_in_turns(ruleset, one, seat)
            for seen, seen_there in zip(mine, seen_in_turns(ruleset, other, seat), strict=True):
                assert seen == seen_there


@every_edition
def test_vector_in_self_play(ruleset: Ruleset) -> None:
    for seat in range(ruleset.seats):
        looked = 0
        for one, other in twin_courses(ruleset, seat, PAIRS):
            env = ExpeditionVectorEnv(2, ruleset, render_mode="ansi")
            packs, starters = [one.pack, other.pack], [one.starter, other.starter]
            seen, info = env.reset(seed=1, options={"packs": packs, "starters": starters})
            ended = np.zeros(2, np.bool_)
            for actions in zip(one.actions, other.actions, strict=True):
                assert not ended.any()
                assert_alike(info["current_player"])
                if info["current_player"][0] == seat:
                    looked += 1
                    assert_alike(seen)
                    assert_alike(info["action_mask"])
                    assert_alike(env.action_masks())
                    assert len(set(env.render() or ())) == 1
                seen, rewards, terminated, truncated, info = env.step(list(actions))
                assert_alike(rewards)
                assert_alike(info["rewards"])
                assert_alike(terminated)
                assert_alike(truncated)
                ended = terminated
            assert ended.all()
            assert_alike(info["final_info"]["scores"])
            if info["final_info"]["current_player"][0] == seat:
                assert_alike(np.stack(list(info["final_obs"])))
        assert looked


@pytest.mark.parametrize("opponents", POLICIES)
@every_edition
def test_one_seat_among_policies(ruleset: Ruleset, opponents: str) -> None:
    """What the others do next may depend on their cards; what the seat gets until then doesn't."""
    for seat in range(ruleset.seats):
        for one, other in twin_courses(ruleset, seat, PAIRS):
            packs, starters = [one.pack, other.pack], [one.starter, other.starter]
            batch = Batch(ruleset, 2)
            batch.deal(packs, starters=starters)
            vector = ExpeditionVectorEnv(2, ruleset, opponents=opponents, seat=seat)
            vector.reset(seed=1)
            solos = [SoloEnv(ruleset, opponents=opponents, seat=seat) for _ in range(2)]
            for solo in solos:
                solo.reset(seed=1)
            for actions in zip(one.actions, other.actions, strict=True):
                if (batch.to_act == seat).all():
                    mine = batch.states.copy()
                    mine["random"] = 1
                    vector._batch.states[:] = mine
                    assert_alike(vector.action_masks())
                    for place, solo in enumerate(solos):
                        solo._round.batch.states[:] = mine[place : place + 1]
                    assert_alike(np.stack([solo.action_masks() for solo in solos]))
                    if actions[0] == actions[1] and actions[0] < 2 * len(ruleset.kinds):
                        compare_step(vector, solos, actions[0])
                batch.step(list(actions))


def compare_step(vector: ExpeditionVectorEnv, solos: list[SoloEnv], action: int) -> None:
    """Lay or discard the same card in both worlds, and compare what comes back."""
    seen, rewards, terminated, truncated, info = vector.step([action, action])
    if not (vector._batch.states["step"] == DRAW_STEP).all():
        return  # the turn was over with it, and the others have played
    for array in (seen, rewards, terminated, truncated, info["action_mask"], info["rewards"]):
        assert_alike(array)
    one, other = (solo.step(np.int64(action)) for solo in solos)
    assert one[0].tobytes() == other[0].tobytes() == seen[0].tobytes()
    assert one[1:4] == other[1:4]
    assert alike(one[4], other[4])


@pytest.mark.parametrize("ruleset", SOLO_EDITIONS, ids=lambda ruleset: ruleset.id)
def test_solo_from_end_to_end(ruleset: Ruleset) -> None:
    for one, other in twin_courses(ruleset, 0, PAIRS):
        assert one.actions == other.actions
        envs = [SoloEnv(ruleset, render_mode="ansi") for _ in range(2)]
        vector = ExpeditionVectorEnv(2, ruleset, opponents="random")
        vector.reset(seed=1, options={"packs": [one.pack, other.pack]})
        for env, course in zip(envs, (one, other), strict=True):
            env.reset(seed=1, options={"pack": course.pack, "starter": 0})
        for action in one.actions:
            results = [env.step(np.int64(action)) for env in envs]
            assert results[0][0].tobytes() == results[1][0].tobytes()
            assert results[0][1:4] == results[1][1:4]
            assert alike(results[0][4], results[1][4])
            assert len({env.render() for env in envs}) == 1
            _, rewards, terminated, _, info = vector.step([action, action])
            assert_alike(rewards)
        assert terminated.all()
        assert_alike(np.stack(list(info["final_obs"])))


def assert_alike(rows: np.ndarray) -> None:
    """Hold the two worlds' rows of an array to the same bytes."""
    assert rows[0].tobytes() == rows[1].tobytes()


def alike(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two infos say the same."""
    return one.keys() == other.keys() and all(np.array_equal(one[key], other[key]) for key in one)
