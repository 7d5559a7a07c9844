"""The vector environment: equal to the rules, deals anew at the end, fixed by its seed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from expedition.envs import ExpeditionVectorEnv
from expedition.fast import POLICIES, Batch
from expedition.game import Deal, Ruleset, State
from properties.strategies import every_edition

SIZE = 3
#: More than the longest of these rounds has actions.
LONG = 2500


def choose(info: dict[str, Any], rng: np.random.Generator) -> np.ndarray:
    """Return a random legal action for every round."""
    mask = info["action_mask"]
    actions: np.ndarray = (rng.random(mask.shape) * mask).argmax(axis=1)
    return actions


def dealt(env: ExpeditionVectorEnv, place: int) -> State:
    """Return the round that has just been dealt in a place, as the rules have it."""
    record, ruleset = env._batch.states[place], env.ruleset
    cards = tuple(ruleset.kinds[kind] for kind in record["deal"][: len(ruleset.pack)])
    return State.new(Deal(ruleset, cards), int(record["starter"]))


@every_edition
def test_equal_to_the_rules_through_many_rounds(ruleset: Ruleset) -> None:
    """The masks are the legal actions, the rewards the margins, and the ends are where they are."""
    rng = np.random.default_rng(1)
    space = ruleset.action_space
    env = ExpeditionVectorEnv(SIZE, ruleset)
    seen, info = env.reset(seed=1)
    states = [dealt(env, place) for place in range(SIZE)]
    watch = Batch(ruleset, SIZE, history=False)
    ends = 0
    for _ in range(LONG):
        assert seen.shape == env.observation_space.shape
        for place, state in enumerate(states):
            legal = [space.id(action) for action in state.legal_actions()]
            assert np.flatnonzero(info["action_mask"][place]).tolist() == sorted(legal)
            assert info["current_player"][place] == state.to_act
        watch.states[:] = env._batch.states
        assert np.array_equal(watch.observe(), seen)
        actions = choose(info, rng)
        actors = info["current_player"]
        watch.step(actions)
        seen, rewards, terminated, truncated, info = env.step(actions)
        assert not truncated.any()
        assert ("final_obs" in info) == terminated.any()
        for place, action in enumerate(actions.tolist()):
            after = states[place].apply(space.action(action))
            assert terminated[place] == after.is_over
            if not after.is_over:
                states[place] = after
                assert rewards[place] == 0
                assert not info["rewards"][place].any()
                continue
            ends += 1
            points = [score.total for score in after.scores]
            own = [2 * points[ruleset.side(seat)] - sum(points) for seat in range(ruleset.seats)]
            assert info["rewards"][place].tolist() == own
            assert rewards[place] == own[actors[place]]
            final = info["final_info"]
            assert final["scores"][place].tolist() == points
            assert final["turns"][place] == watch.turns[place]
            assert final["current_player"][place] == after.to_act
            assert info["_final_obs"][place]
            assert np.array_equal(info["final_obs"][place], watch.observe()[place])
            states[place] = dealt(env, place)
        if ends >= 2 * SIZE:
            return
    raise AssertionError


@every_edition
def test_one_seat_among_policies(ruleset: Ruleset) -> None:
    rng = np.random.default_rng(1)
    seat = ruleset.seats - 1
    env = ExpeditionVectorEnv(8, ruleset, opponents="sensible", seat=seat)
    seen, info = env.reset(seed=1)
    ends, starters = 0, set(env._batch.states["starter"].tolist())
    while ends < 20:
        assert (info["current_player"] == seat).all()
        assert info["action_mask"].any(axis=1).all()
        assert np.array_equal(env._batch.observe(seat), seen)
        assert np.array_equal(env.action_masks(), info["action_mask"])
        seen, rewards, terminated, truncated, info = env.step(choose(info, rng))
        assert not truncated.any()
        assert np.array_equal(info["rewards"][:, seat], rewards)
        assert not rewards[~terminated].any()
        ends += int(terminated.sum())
        starters |= set(env._batch.states["starter"].tolist())
    assert starters == set(range(ruleset.seats)), "who starts is drawn"


@pytest.mark.parametrize("opponents", POLICIES)
def test_the_others_play_by_the_policy_that_is_named(opponents: str) -> None:
    rng = np.random.default_rng(1)
    env = ExpeditionVectorEnv(8, opponents=opponents, seat=1)
    _, info = env.reset(seed=1)
    watch = Batch(env.ruleset, 8, history=False)
    for _ in range(30):
        watch.states[:] = env._batch.states
        actions = choose(info, rng)
        _, _, terminated, _, info = env.step(actions)
        watch.step(actions)
        watch.play(opponents, most_turns=1, where=(watch.to_act != 1) & ~watch.over)
        assert watch.states[~terminated].tobytes() == env._batch.states[~terminated].tobytes()
        assert (watch.over == terminated).all()


@pytest.mark.parametrize("opponents", [None, "random"])
@every_edition
def test_a_round_is_cut_short_at_the_cap(ruleset: Ruleset, opponents: str | None) -> None:
    rng = np.random.default_rng(1)
    cap = 6
    env = ExpeditionVectorEnv(SIZE, ruleset, opponents=opponents, max_turns=cap)
    _, info = env.reset(seed=1)
    cuts = 0
    for _ in range(60):
        seen, rewards, terminated, truncated, info = env.step(choose(info, rng))
        assert not terminated.any()
        assert not rewards.any()
        assert not info["rewards"].any()
        if truncated.any():
            cuts += 1
            assert (info["final_info"]["turns"][truncated] == cap).all()
            assert info["_final_obs"].tolist() == truncated.tolist()
            assert (env._batch.turns[truncated] < ruleset.seats).all()
            for place in range(SIZE):
                final = info["final_obs"][place]
                assert (final is None) != truncated[place]
                assert final is None or final.shape == seen[place].shape
    assert cuts > 3


def test_equal_seeds_give_equal_rounds() -> None:
    def course(env: ExpeditionVectorEnv, seed: int | None) -> list[bytes]:
        rng = np.random.default_rng(2)
        seen, info = env.reset(seed=seed)
        kept = [seen.tobytes()]
        for _ in range(400):
            seen, rewards, terminated, _, info = env.step(choose(info, rng))
            kept += [seen.tobytes(), rewards.tobytes(), terminated.tobytes()]
        return kept

    for opponents in (None, *POLICIES):
        one, other = (ExpeditionVectorEnv(4, opponents=opponents) for _ in range(2))
        first = course(one, 5)
        assert course(other, 5) == first
        assert course(one, 5) == first
        assert course(other, 6) != first
        assert course(one, None) != first


def test_without_copies_the_same_arrays_are_written_again() -> None:
    rng = np.random.default_rng(1)
    kept, fresh = ExpeditionVectorEnv(4, copy=False), ExpeditionVectorEnv(4)
    first, info = kept.reset(seed=1)
    first_fresh, info_fresh = fresh.reset(seed=1)
    before = first_fresh.copy()
    for _ in range(20):
        actions = choose(info, rng)
        seen, *_, info = kept.step(actions)
        seen_fresh, *_, info_fresh = fresh.step(actions)
        assert seen is first
        assert np.array_equal(seen, seen_fresh)
        assert np.array_equal(info["action_mask"], info_fresh["action_mask"])
    assert np.array_equal(first_fresh, before)
    assert not np.shares_memory(seen_fresh, first_fresh)


def test_gymnasium_own_wrappers_take_it() -> None:
    rng = np.random.default_rng(1)
    env = ExpeditionVectorEnv(2, "standard-solo", opponents="random", render_mode="ansi")
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    counted = RecordEpisodeStatistics(env)
    _, info = counted.reset(seed=1)
    while "episode" not in info:
        _, rewards, terminated, _, info = counted.step(choose(info, rng))
    assert np.array_equal(info["episode"]["r"], rewards * terminated)
    listed = DictInfoToList(env)
    _, infos = listed.reset(seed=1)
    for _ in range(60):
        mask = np.stack([each["action_mask"] for each in infos])
        _, _, terminated, _, infos = listed.step(choose({"action_mask": mask}, rng))
        for place, each in enumerate(infos):
            assert ("final_obs" in each) == terminated[place]
    pictures = env.render()
    assert pictures is not None
    assert [text.splitlines()[0][:12] for text in pictures] == ["I am to act,"] * 2
    sample = env.action_space.sample(mask=tuple(env.action_masks().view(np.int8)))
    env.step(sample)


def test_dealt_as_asked() -> None:
    env = ExpeditionVectorEnv(2)
    ruleset = env.ruleset
    pack = [ruleset.kind_order[card] for card in ruleset.pack]
    packs = [pack, pack[::-1]]
    seen, info = env.reset(options={"packs": packs, "starters": [1, 0]})
    assert info["current_player"].tolist() == [1, 0]
    hands = [np.bincount(pack[8:16], minlength=50), np.bincount(pack[::-1][:8], minlength=50)]
    assert np.array_equal(seen[:, :50], hands)
