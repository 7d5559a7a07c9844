"""The PettingZoo environment: its own tests, and that it plays by the rules."""

from __future__ import annotations

import copy
import warnings
from random import Random
from typing import Any

import numpy as np
import pytest

from envs.twin_rounds import course, played
from expedition.envs import expedition_v0
from expedition.fast import BadArray, observation_size
from expedition.game import InvalidSetup, Ruleset, State, find_edition, observe
from properties.strategies import every_edition

with warnings.catch_warnings():
    # Where pygame is installed it loads an old environment of its own, which warns.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test

#: What api_test says of every environment that gives its mask with the observation, as it asks for.
SAID_OF_DICTIONARIES = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
)


_DRAW_DECK = 2 * len(find_edition("classic").kinds)


@every_edition
def test_pettingzoo_own_tests_pass(ruleset: Ruleset) -> None:
    with warnings.catch_warnings():
        for sentence in SAID_OF_DICTIONARIES:
            warnings.filterwarnings("ignore", sentence, UserWarning)
        api_test(expedition_v0.env(ruleset.id), num_cycles=300)
    seed_test(lambda: expedition_v0.env(ruleset.id), num_cycles=100)


@every_edition
def test_a_round_is_that_of_the_rules(ruleset: Ruleset) -> None:
    state = played(ruleset, Random(7))
    round_ = course(state)
    env = expedition_v0.env(ruleset)
    env.reset(options={"pack": round_.pack, "starter": round_.starter})
    now = State.new(state.deal, state.starter)
    for action in round_.actions:
        assert env.agent_selection == f"seat_{now.to_act}"
        for seat, agent in enumerate(env.agents):
            seen = env.observe(agent)
            legal = {ruleset.action_space.id(each) for each in observe(now, seat).legal_actions}
            assert set(np.flatnonzero(seen["action_mask"])) == legal
            assert env.observation_space(agent).contains(seen)
            assert env.rewards[agent] == 0
            assert not env.terminations[agent]
        env.step(action)
        now = now.apply(ruleset.action_space.action(action))
    scores = tuple(score.total for score in now.scores)
    for seat in range(ruleset.seats):
        agent = f"seat_{seat}"
        side = ruleset.side(seat)
        assert env.terminations[agent]
        assert env.infos[agent] == {"scores": scores}
        assert env.rewards[agent] == scores[side] - (sum(scores) - scores[side])
        assert not env.observe(agent)["action_mask"].any()


def test_a_round_is_cut_short_at_the_cap() -> None:
    env = expedition_v0.env("classic-partners", max_turns=5)
    env.reset(seed=3)
    steps = 0
    while not any(env.truncations.values()):
        play_any(env)
        steps += 1
    assert steps >= 5
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}
    assert len(env.infos["seat_3"]["scores"]) == 2
    for agent in env.agent_iter():
        env.step(None)
        assert agent not in env.agents


def test_who_starts_is_drawn_and_a_seed_fixes_it() -> None:
    env = expedition_v0.raw_env("standard-partners")
    starters = []
    for seed in range(40):
        env.reset(seed=seed)
        starters.append(env.agent_selection)
        env.reset(seed=seed)
        assert env.agent_selection == starters[-1]
    assert set(starters) == set(env.possible_agents)


def test_a_copy_goes_on_by_itself() -> None:
    env = expedition_v0.raw_env("classic")
    env.reset(seed=1)
    play_any(env)
    twin = copy.deepcopy(env)
    before = env.observe("seat_0")["observation"]
    for _ in range(10):
        play_any(twin)
    assert np.array_equal(env.observe("seat_0")["observation"], before)


def test_what_an_agent_sees_can_be_read() -> None:
    env = expedition_v0.env("classic-partners", render_mode="ansi")
    env.reset(seed=4)
    rng = Random(4)
    for _ in range(81):
        play_any(env, rng.random())
    while not env.observe(env.agent_selection)["action_mask"][_DRAW_DECK]:
        play_any(env, rng.random() * 0.01)  # a card is laid, or else discarded
    text = env.render()
    assert isinstance(text, str)
    seat = env.agent_selection
    assert text.startswith(f"{seat}:\nI am to act, a draw comes next.")
    kinds = [str(card) for card in find_edition("classic").kinds]
    hand = next(line for line in text.splitlines() if line.startswith("Hand:")).split()[1:]
    assert set(hand) <= set(kinds)
    counts = env.observe(seat)["observation"][: len(kinds)]
    assert sorted(hand) == sorted(np.repeat(kinds, counts))
    assert expedition_v0.env("classic").metadata["name"] == "expedition_v0"


def test_spaces_follow_the_edition() -> None:
    env = expedition_v0.env("five-suit")
    ruleset = find_edition("five-suit")
    shape = env.observation_space("seat_1")["observation"].shape
    assert shape == (observation_size(ruleset),)
    assert env.action_space("seat_1").n == len(ruleset.action_space)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (105, r"Action 105 \(<R\) is illegal: Play or discard a card before you draw\."),
        (106, "`action` is 0 to 105, not 106"),
        (-1, "`action` is 0 to 105, not -1"),
        (1.5, "`action` is a whole number, not 1.5"),
        (None, "`action` is a whole number, not None"),
        (np.array([3]), r"`action` is a whole number, not int64 of shape \(1,\)"),
        (True, "`action` is a whole number, not True"),
    ],
)
def test_a_bad_action_is_refused_and_changes_nothing(action: Any, said: str) -> None:
    env = expedition_v0.env("classic")
    env.reset(seed=2)
    before = [env.observe(agent)["observation"].tobytes() for agent in env.agents]
    with pytest.raises(BadArray, match=said):
        env.step(action)
    assert [env.observe(agent)["observation"].tobytes() for agent in env.agents] == before
    play_any(env)


def test_bad_input_is_refused_with_a_sentence() -> None:
    with pytest.raises(InvalidSetup, match=r"no edition 'clasic'\. Did you mean 'classic'"):
        expedition_v0.env("clasic")
    with pytest.raises(InvalidSetup, match="An edition is a name or a Ruleset, not 3"):
        expedition_v0.env(3)  # type: ignore[arg-type]
    with pytest.raises(BadArray, match=r"`max_turns` is 2 to .*, not 0"):
        expedition_v0.env(max_turns=0)
    with pytest.raises(BadArray, match="`render_mode` is None or 'ansi', not 'human'"):
        expedition_v0.env(render_mode="human")
    env = expedition_v0.raw_env()
    with pytest.raises(BadArray, match="call reset"):
        env.observe("seat_0")
    with pytest.raises(BadArray, match="There is no option 'packs'"):
        env.reset(options={"packs": []})
    with pytest.raises(BadArray, match="`packs` is whole numbers of shape"):
        env.reset(options={"pack": [1, 2, 3]})
    with pytest.raises(BadArray, match="is not a pack of classic"):
        env.reset(options={"pack": [0] * 60})
    with pytest.raises(BadArray, match="`starters` has 2"):
        env.reset(options={"starter": 2})
    env.reset()
    with pytest.raises(BadArray, match="There is no agent 'seat_2'; they are seat_0, seat_1"):
        env.observe("seat_2")


def test_after_the_end_only_none_is_taken() -> None:
    env = expedition_v0.raw_env("standard-solo")
    env.reset(seed=1)
    while not env.terminations["seat_0"]:
        play_any(env)
    with pytest.raises(BadArray, match="The round is over for seat_0: its action is None, not 3"):
        env.step(3)
    env.step(None)
    assert env.agents == []


def play_any(env: Any, place: float = 0.5) -> None:
    """Take a legal action by its place among them."""
    legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
    env.step(int(legal[int(place * len(legal))]))
