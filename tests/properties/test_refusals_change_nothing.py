"""Invariant 2: an illegal action raises, says why in a sentence, and changes nothing."""

from __future__ import annotations

import pickle
import re
from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from expedition.game import (
    Action,
    Card,
    Discard,
    Fault,
    HandOver,
    IllegalAction,
    Play,
    RoundOver,
    Ruleset,
    State,
)
from properties.strategies import any_action, every_edition, states

#: Faults that are about one card, which the sentence then has to name.
OF_A_CARD = {
    Fault.NO_SUCH_CARD,
    Fault.NOT_IN_HAND,
    Fault.NOT_HIGHER,
    Fault.WAGER_AFTER_NUMBER,
    Fault.WAGER_NOT_HIGHER,
}


def illegal(ruleset: Ruleset, state: State) -> st.SearchStrategy[Action]:
    """Actions that this state refuses, of the edition and of others."""
    space = ruleset.action_space
    own = st.integers(0, len(space) - 1).map(space.action)
    return (own | any_action).filter(lambda action: not state.is_legal(action))


def refusal(state: State, action: Action) -> IllegalAction:
    """Return the error that refuses the action."""
    with pytest.raises(IllegalAction) as refused:
        state.apply(action)
    return refused.value


def cards_of(action: Action) -> set[Card]:
    """Return the cards that an action names itself."""
    match action:
        case Play(card) | Discard(card):
            return {card}
        case HandOver(first, second):
            return {first, second}
        case _:
            return set()


@lru_cache(maxsize=16)
def names_of(ruleset: Ruleset) -> tuple[re.Pattern[str], dict[str, Card]]:
    """Return what finds the name of any card of an edition in a sentence."""
    names = {card.name: card for card in ruleset.kinds}
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b"), names


@every_edition
@given(data=st.data())
def test_a_refusal_changes_nothing(ruleset: Ruleset, data: st.DataObject) -> None:
    state = data.draw(states(ruleset))
    before, shown, fields = pickle.dumps(state), repr(state), dict(vars(state))
    for action in data.draw(st.lists(illegal(ruleset, state), min_size=1, max_size=5)):
        refusal(state, action)
        with pytest.raises(IllegalAction):
            state.verify(action)
        assert not state.is_legal(action)
    assert state == pickle.loads(before)  # noqa: S301  our own bytes
    assert pickle.dumps(state) == before
    assert repr(state) == shown
    # Not only equal: the very objects are still in place.
    assert vars(state).keys() == fields.keys()
    assert all(vars(state)[name] is value for name, value in fields.items())


@every_edition
@given(data=st.data())
def test_a_refusal_is_one_sentence_with_a_fault(ruleset: Ruleset, data: st.DataObject) -> None:
    state = data.draw(states(ruleset))
    action = data.draw(illegal(ruleset, state))
    error = refusal(state, action)
    assert isinstance(error.fault, Fault)
    assert isinstance(error, RoundOver) == state.is_over == (error.fault is Fault.ROUND_OVER)
    assert re.fullmatch(r"[A-Z][^.!?]*\.", str(error)), str(error)
    assert "Suit." not in str(error)
    assert "Wager." not in str(error)
    if error.fault in OF_A_CARD and cards_of(action):
        assert any(card.name in str(error) for card in cards_of(action)), str(error)


@every_edition
@given(data=st.data())
def test_a_refusal_survives_pickling(ruleset: Ruleset, data: st.DataObject) -> None:
    state = data.draw(states(ruleset))
    error = refusal(state, data.draw(illegal(ruleset, state)))
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301  our own bytes
    assert (type(copy), str(copy), copy.fault) == (type(error), str(error), error.fault)


@every_edition
@given(data=st.data())
def test_a_refusal_names_no_card_out_of_sight(ruleset: Ruleset, data: st.DataObject) -> None:
    """The stronger test, that hidden cards make no difference to it, is among the redeals."""
    state = data.draw(states(ruleset))
    in_sight = {*state.hand, *(card for pile in state.piles for card in pile)}
    in_sight |= {card for side in state.expeditions for laid in side for card in laid}
    pattern, names = names_of(ruleset)
    for action in data.draw(st.lists(illegal(ruleset, state), min_size=1, max_size=10)):
        message = str(refusal(state, action))
        named = {names[name] for name in pattern.findall(message)}
        assert named <= in_sight | cards_of(action), message
