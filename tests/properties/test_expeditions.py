"""What can lie in expeditions, told from the cards alone, is what the rules let people lay."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from expedition.game import (
    EDITIONS,
    Card,
    Deal,
    Fault,
    IllegalAction,
    InvalidSetup,
    Ruleset,
    State,
    Suit,
    Wager,
    as_expeditions,
    find_edition,
    observe,
    perft,
)
from properties.strategies import eager, every_edition


@every_edition
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 120))
def test_what_was_laid_can_be_told_from_its_cards(ruleset: Ruleset, seed: int, steps: int) -> None:
    rng = Random(seed)
    state = State.new(Deal.shuffled(ruleset, rng))
    for _ in range(steps):
        if not state.is_over:
            state = state.apply(eager(state, rng))
    for laid in state.expeditions:
        cards = [card for expedition in laid for card in expedition]
        rng.shuffle(cards)
        # Three different wagers can be laid in several orders; the answer is the first of them.
        assert as_expeditions(ruleset, cards) == tuple(map(ruleset.sort, laid))


@every_edition
def test_a_card_more_than_an_expedition_can_hold_is_refused(ruleset: Ruleset) -> None:
    for card in ruleset.kinds:
        most = ruleset.copies[card] if isinstance(card.rank, Wager) else 1
        assert sum(map(len, as_expeditions(ruleset, [card] * most))) == most
        with pytest.raises(InvalidSetup, match="times; an expedition can hold"):
            as_expeditions(ruleset, [card] * (most + 1))


def test_a_card_of_another_edition_is_refused() -> None:
    with pytest.raises(InvalidSetup, match=r"There is no Purple 7 in classic\."):
        as_expeditions(find_edition("classic"), [Card(Suit.PURPLE, 7)])


@every_edition
def test_nobody_sees_from_a_seat_that_is_not_there(ruleset: Ruleset) -> None:
    state = State.new(Deal.shuffled(ruleset, Random(1)))
    for seat in (-1, ruleset.seats, 99):
        with pytest.raises(InvalidSetup, match=f"There is no seat {seat}"):
            observe(state, seat)


@pytest.mark.parametrize("thing", [None, "R7", 7, Card(Suit.RED, 7)])
def test_what_is_no_action_is_refused_like_any_other(thing: object) -> None:
    state = State.new(Deal.shuffled(EDITIONS["classic"], Random(1)))
    assert not state.is_legal(thing)  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match="is not an action") as refused:
        state.apply(thing)  # type: ignore[arg-type]
    assert refused.value.fault is Fault.NO_SUCH_ACTION


def test_there_is_no_less_than_no_action() -> None:
    state = State.new(Deal.shuffled(EDITIONS["classic"], Random(1)))
    with pytest.raises(InvalidSetup):
        perft(state, -1)
    with pytest.raises(InvalidSetup):
        state.back(-1)
    assert perft(state, 0) == 1
