"""Which actions are compared: the favourites, and what a policy is known to look away from."""

from __future__ import annotations

from random import Random

import numpy as np

from bots.positions import CLASSIC, dealt, turns, wait
from expedition.bots.candidates import FEW_CARDS, LIKED, candidates
from expedition.bots.search import first_thought
from expedition.game import Deal, Play, Ruleset, State, observe
from properties.strategies import any_legal, every_edition


def chosen(state: State, *likings: str, worst: str = "") -> list[str]:
    """Return what is compared where these actions are liked, the first most; `worst` least."""
    view = observe(state, state.to_act)
    space = state.ruleset.action_space
    logs = np.full(len(space), -np.inf, np.float32)
    legal = {str(action): space.id(action) for action in view.legal_actions}
    # Of the others, the first are liked best, but plays less than all else.
    for n, (word, each) in enumerate(legal.items()):
        logs[each] = -10 - n - 100 * isinstance(space.action(each), Play) - 200 * (word == worst)
    for n, word in enumerate(likings):
        logs[legal[word]] = -n
    return [str(space.action(each)) for each in candidates(view, view.legal_actions, logs)]


HAND = "Y$ Y4 W$ B$ B5 B9 G7 R8"


def test_the_favourite_comes_first_and_then_by_liking() -> None:
    state = dealt(HAND)
    words = chosen(state, "xG7", "Y$", "xR8")
    assert words[:3] == ["xG7", "Y$", "xR8"]
    assert len(words) == len(set(words))


def test_a_wager_with_company_is_compared_however_little_it_is_liked() -> None:
    words = chosen(dealt(HAND), "xG7", "xR8", "xY4", worst="B$")
    assert {"Y$", "B$"} <= set(words)
    assert "W$" not in words, "it is alone"


def test_two_wagers_of_a_suit_are_company_and_compared_once() -> None:
    words = chosen(dealt("Y$ Y$ W3 B2 B5 B9 G7 R8"), "xG7", "xR8", "xW3")
    assert words.count("Y$") == 1


def test_the_best_play_and_the_best_discard_are_compared() -> None:
    plain = dealt("Y2 Y4 W6 B4 B5 B9 G7 R8")
    words = chosen(plain, "xG7", "xR8", "xY4")
    assert [word for word in words if not word.startswith("x")] == ["Y2"]
    assert len(words) == LIKED + 1
    words = chosen(plain, "Y4", "W6", "B4", "B5", "R8")
    assert words == ["Y4", "W6", "B4", "xY2"]


def test_with_few_cards_left_all_is_compared() -> None:
    state = wait(dealt(HAND), FEW_CARDS + 1)
    assert len(chosen(state)) < len(state.legal_actions())
    state = wait(state, FEW_CARDS)
    assert sorted(chosen(state)) == sorted(map(str, state.legal_actions()))


def test_draws_are_compared_as_they_are_liked() -> None:
    state = turns(dealt("Y2 Y4 W6 B4 B5 B9 G7 R8", "R2 R3 W3 B3 G3"), "xY2 . xR2 . xW6 . xB3 . B4")
    assert chosen(state, "<R", ".") == ["<R", ".", "<Y", "<W", "<B"][:LIKED]


@every_edition
def test_they_are_legal_and_different_along_rounds(ruleset: Ruleset) -> None:
    rng, space = Random(8), ruleset.action_space
    state = State.new(Deal.shuffled(ruleset, rng))
    steps = fewer = 0
    while not state.is_over and steps < 150:
        view = observe(state, state.to_act)
        logs = first_thought(view, view.legal_actions)
        ids = candidates(view, view.legal_actions, logs)
        assert len(ids) == len(set(ids))
        assert {space.action(each) for each in ids} <= set(view.legal_actions)
        assert logs[ids[0]] == logs.max()
        assert len(ids) >= min(len(view.legal_actions), LIKED)
        fewer += len(ids) < len(view.legal_actions)
        if len(state.deck) <= FEW_CARDS:
            assert len(ids) == len(view.legal_actions)
        state = state.apply(any_legal(state, rng))
        steps += 1
    assert fewer, "or this says nothing"


def test_equals_are_in_the_order_of_their_ids() -> None:
    view = observe(dealt(HAND), 0)
    logs = np.full(len(CLASSIC.action_space), -np.inf, np.float32)
    ids = [CLASSIC.action_space.id(action) for action in view.legal_actions]
    logs[ids] = -1
    once = candidates(view, view.legal_actions, logs)
    assert once == candidates(view, view.legal_actions[::-1], logs)
    assert once[:LIKED] == sorted(ids)[:LIKED]
