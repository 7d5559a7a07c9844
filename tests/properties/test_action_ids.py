"""Actions and their integer ids: the same everywhere, both ways."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from expedition.game import EDITIONS, Fault, HandOver, IllegalAction, Play, Ruleset
from properties.strategies import any_action, every_edition

#: How many ids each edition has. Arrays of this length are stored and trained on.
SIZES = {
    "classic": 106,
    "classic-sixth": 127,
    "classic-partners": 1381,
    "standard": 101,
    "standard-partners": 1277,
    "standard-solo": 101,
    "five-suit": 126,
}


@every_edition
def test_every_id_is_an_action_and_back(ruleset: Ruleset) -> None:
    space = ruleset.action_space
    assert len(space) == SIZES[ruleset.id]
    for action_id in range(len(space)):
        assert space.id(space.action(action_id)) == action_id


@every_edition
def test_every_text_is_one_action(ruleset: Ruleset) -> None:
    space = ruleset.action_space
    texts = {str(space.action(action_id)) for action_id in range(len(space))}
    assert len(texts) == len(space)


@every_edition
def test_equal_actions_are_one(ruleset: Ruleset) -> None:
    space = ruleset.action_space
    actions = [space.action(action_id) for action_id in range(len(space))]
    assert len(set(actions)) == len(actions)
    assert pickle.loads(pickle.dumps(actions)) == actions  # noqa: S301  our own bytes
    for action in actions:
        if isinstance(action, HandOver):
            other_way_round = HandOver(action.second, action.first)
            assert other_way_round == action
            assert hash(other_way_round) == hash(action)
            assert space.id(other_way_round) == space.id(action)


@every_edition
@given(outside=st.integers(max_value=-1) | st.integers(min_value=2000))
def test_an_id_outside_is_refused(ruleset: Ruleset, outside: int) -> None:
    with pytest.raises(IllegalAction, match=f"{outside} is not an action id") as refused:
        ruleset.action_space.action(outside)
    assert refused.value.fault is Fault.NO_SUCH_ACTION
    with pytest.raises(IllegalAction):
        ruleset.action_space.action(len(ruleset.action_space))


@every_edition
@given(data=st.data())
def test_an_action_of_another_edition_has_no_id(ruleset: Ruleset, data: st.DataObject) -> None:
    space = ruleset.action_space
    own = {space.action(action_id) for action_id in range(len(space))}
    action = data.draw(any_action)
    if action in own:
        assert space.action(space.id(action)) == action
    else:
        with pytest.raises(IllegalAction):
            space.id(action)


def test_the_ids_of_classic_stay() -> None:
    """Examples written out, since ids go into files: a change here breaks what people stored."""
    space = EDITIONS["classic"].action_space
    texts = {action_id: str(space.action(action_id)) for action_id in (0, 1, 9, 10, 49, 50, 99)}
    assert texts == {0: "Y$", 1: "Y2", 9: "Y10", 10: "W$", 49: "R10", 50: "xY$", 99: "xR10"}
    assert [str(space.action(action_id)) for action_id in range(100, 106)] == [
        ".",
        "<Y",
        "<W",
        "<B",
        "<G",
        "<R",
    ]
    assert isinstance(space.action(49), Play)


def test_the_ids_of_partners_stay() -> None:
    space = EDITIONS["classic-partners"].action_space
    texts = [str(space.action(action_id)) for action_id in (106, 107, 108, 109, 1380)]
    assert texts == [">Y$+Y$", ">Y$+Y2", ">Y2+Y2", ">Y$+Y3", ">R10+R10"]
