"""Invariant 1: an action is listed exactly when `apply` accepts it, and a round can go on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from expedition.game import (
    Action,
    Fault,
    IllegalAction,
    Observation,
    RoundOver,
    Ruleset,
    State,
    observe,
)
from properties.strategies import any_action, every_edition, rounds, states


def accepts(state: State, action: Action) -> bool:
    """Whether `apply` takes the action."""
    try:
        state.apply(action)
    except IllegalAction:
        return False
    return True


@every_edition
@given(data=st.data())
def test_listed_exactly_when_accepted(ruleset: Ruleset, data: st.DataObject) -> None:
    state = data.draw(states(ruleset))
    listed = set(state.legal_actions())
    for action_id in range(len(ruleset.action_space)):
        action = ruleset.action_space.action(action_id)
        assert state.is_legal(action) == (action in listed), action
        assert accepts(state, action) == (action in listed), action


@every_edition
@given(data=st.data())
def test_actions_of_no_edition_are_judged_alike(ruleset: Ruleset, data: st.DataObject) -> None:
    state = data.draw(states(ruleset))
    listed = set(state.legal_actions())
    for action in data.draw(st.lists(any_action, max_size=20)):
        assert state.is_legal(action) == accepts(state, action) == (action in listed), action


@every_edition
@given(data=st.data())
def test_listed_once_and_in_the_order_of_ids(ruleset: Ruleset, data: st.DataObject) -> None:
    ids = [ruleset.action_space.id(action) for action in data.draw(states(ruleset)).legal_actions()]
    assert ids == sorted(set(ids))


@every_edition
@given(data=st.data())
def test_something_can_be_done_until_the_round_is_over(
    ruleset: Ruleset, data: st.DataObject
) -> None:
    state = data.draw(states(ruleset))
    assert bool(state.legal_actions()) != state.is_over
    assert state.is_over == (state.termination is not None)


@every_edition
@given(data=st.data())
def test_nothing_can_be_done_once_it_is_over(ruleset: Ruleset, data: st.DataObject) -> None:
    state = data.draw(rounds(ruleset, whole=True)).state
    assert state.is_over
    assert state.legal_actions() == ()
    for action_id in range(len(ruleset.action_space)):
        action = ruleset.action_space.action(action_id)
        with pytest.raises(RoundOver):
            state.apply(action)
        with pytest.raises(RoundOver):
            state.verify(action)


def refused(view: State | Observation, action: Action) -> str | None:
    """The sentence and the fault of a refusal, or None."""
    try:
        view.verify(action)
    except IllegalAction as error:
        return f"{error.fault}: {error}"
    return None


@every_edition
@given(data=st.data())
def test_a_seat_is_told_the_same_by_what_it_sees(ruleset: Ruleset, data: st.DataObject) -> None:
    """The reasons that a screen gives come from the seat's own view, and are the state's."""
    state = data.draw(states(ruleset))
    view = observe(state, state.to_act)
    actions = [ruleset.action_space.action(n) for n in range(len(ruleset.action_space))]
    for action in (*actions, *data.draw(st.lists(any_action, max_size=20))):
        assert refused(view, action) == refused(state, action)
    if ruleset.seats > 1 and not state.is_over:
        other = observe(state, (state.to_act + 1) % ruleset.seats)
        assert refused(other, actions[0]) == f"{Fault.NOT_YOUR_TURN}: It is not your turn."
