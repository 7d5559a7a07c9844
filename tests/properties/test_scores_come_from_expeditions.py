"""Invariant 4: a score depends only on expeditions and ruleset, and carries its parts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from expedition.game import (
    Card,
    Ruleset,
    observe,
    public_view,
    score_expedition,
    score_side,
)
from properties import model
from properties.strategies import every_edition, states


@st.composite
def expeditions(draw: st.DrawFn, ruleset: Ruleset) -> tuple[Card, ...]:
    """Cards that can be one expedition, in an order in which they can be laid."""
    suit = draw(st.sampled_from(ruleset.suits))
    wagers = [card for card in ruleset.pack if card.suit is suit and card.is_wager]
    numbers = [card for card in ruleset.kinds if card.suit is suit and not card.is_wager]
    held = [card for card in (*wagers, *numbers) if draw(st.booleans())]
    return tuple(held)


@every_edition
@given(data=st.data())
def test_an_expedition_scores_what_the_rule_text_says(
    ruleset: Ruleset, data: st.DataObject
) -> None:
    cards = data.draw(expeditions(ruleset))
    score = score_expedition(ruleset, cards)
    assert score.total == model.column_score(ruleset.id, [str(card) for card in cards])


@every_edition
@given(data=st.data())
def test_the_parts_are_the_worked_sum(ruleset: Ruleset, data: st.DataObject) -> None:
    cards = data.draw(expeditions(ruleset))
    score = score_expedition(ruleset, cards)
    assert score.total == (score.sum - score.cost) * score.multiplier + score.bonus
    assert score.cards == len(cards)
    assert score.sum == sum(card.rank for card in cards if isinstance(card.rank, int))
    assert score.cost == (20 if cards else 0)
    assert score.multiplier == 1 + sum(card.is_wager for card in cards)
    assert score.bonus == (20 if len(cards) >= model.RULES[ruleset.id].bonus_from else 0)


@every_edition
@given(data=st.data())
def test_the_order_of_an_expedition_does_not_matter(ruleset: Ruleset, data: st.DataObject) -> None:
    cards = data.draw(expeditions(ruleset))
    score = score_expedition(ruleset, cards)
    assert score_expedition(ruleset, data.draw(st.permutations(cards))) == score
    assert score_expedition(ruleset, iter(cards)) == score


@every_edition
@given(data=st.data())
def test_a_side_scores_the_sum_of_its_expeditions(ruleset: Ruleset, data: st.DataObject) -> None:
    state = data.draw(states(ruleset))
    for side, laid in enumerate(state.expeditions):
        score = state.scores[side]
        by_hand = [model.column_score(ruleset.id, [str(card) for card in cards]) for cards in laid]
        assert [expedition.total for expedition in score.expeditions] == by_hand
        assert score.total == sum(by_hand)


@every_edition
@given(data=st.data())
def test_nothing_else_makes_a_score(ruleset: Ruleset, data: st.DataObject) -> None:
    state = data.draw(states(ruleset))
    anew = tuple(score_side(ruleset, laid) for laid in state.expeditions)
    assert state.scores == anew
    assert public_view(state).scores == anew
    assert all(observe(state, seat).scores == anew for seat in range(ruleset.seats))
