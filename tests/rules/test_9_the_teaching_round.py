"""Chapter 9 of the rules: the teaching round."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from expedition.game import Deal, Discard, DrawDeck, Match, StartRule, Step
from rules.positions import a_card, an_action, every_edition, stacked

if TYPE_CHECKING:
    from expedition.game import Ruleset


def played(match: Match, *, lay: str = "") -> Match:
    """Play a round in which seat 0 lays one card and everything else is discarded."""
    match = match.begin(stacked(match.ruleset, lay))
    while match.state is not None and not match.state.is_over:
        state = match.state
        if state.step is Step.DRAW:
            match = match.apply(DrawDeck())
        elif lay and state.to_act == 0 and a_card(match.ruleset, lay) in state.hand:
            match = match.apply(an_action(match.ruleset, lay))
        else:
            match = match.apply(Discard(state.hand[-1]))
    return match


@every_edition
def test_9_1_all_hands_lie_open(ruleset: Ruleset) -> None:
    match = Match.new(ruleset, open_hands=True).begin(Deal.shuffled(ruleset, Random(9)))
    assert match.is_teaching
    assert match.state is not None
    for seat in range(ruleset.seats):
        assert match.observe(seat).open_hands == match.state.hands
    assert match.public_view().open_hands == match.state.hands


@every_edition
def test_9_1_all_other_rules_hold(ruleset: Ruleset) -> None:
    deal = Deal.shuffled(ruleset, Random(91))
    opened = Match.new(ruleset, open_hands=True).begin(deal)
    hidden = Match.new(ruleset).begin(deal)
    rng = Random(0)
    while opened.state is not None and hidden.state is not None and not opened.state.is_over:
        legal = opened.state.legal_actions()
        assert legal == hidden.state.legal_actions()
        action = rng.choice(legal)
        opened, hidden = opened.apply(action), hidden.apply(action)
    assert opened.state is not None
    assert hidden.state is not None
    assert opened.state.termination is hidden.state.termination is not None
    assert opened.state.scores == hidden.state.scores


@every_edition
def test_9_2_it_is_scored_and_counts_for_nothing(ruleset: Ruleset) -> None:
    match = played(Match.new(ruleset, rounds=2, open_hands=True), lay="aJ")
    assert match.state is not None
    assert match.state.scores[0].total == -40
    assert match.scores == ()
    assert match.totals == (0,) * ruleset.sides
    assert match.outcome is None
    assert match.standing == (0, 2, (0,) * ruleset.sides)


@every_edition
def test_9_2_it_is_none_of_the_matchs_rounds(ruleset: Ruleset) -> None:
    match = played(Match.new(ruleset, rounds=2, open_hands=True), lay="aJ")
    for number in (1, 2):
        assert not match.is_over
        match = played(match, lay="a10")
        assert match.standing.round == number
    assert match.is_over
    assert len(match.played) == 3
    assert len(match.counted) == 2
    assert match.outcome is not None
    assert match.outcome.totals == (-20, 0)[: ruleset.sides]


@every_edition
def test_9_2_a_match_of_one_round_has_its_round_still(ruleset: Ruleset) -> None:
    match = played(Match.new(ruleset, rounds=1, open_hands=True))
    assert not match.is_over
    assert match.awaits_deal


@every_edition
def test_9_3_the_first_starter_starts_the_match_with_hidden_hands(ruleset: Ruleset) -> None:
    for rule in StartRule:
        for first in range(ruleset.seats):
            match = Match.new(
                ruleset, rounds=2, first_starter=first, start_rule=rule, open_hands=True
            )
            match = played(match, lay="aJ")
            assert match.next_starter == first
            match = match.begin(Deal.shuffled(ruleset, Random(93)))
            assert not match.is_teaching
            assert match.state is not None
            assert match.state.starter == first
            for seat in range(ruleset.seats):
                assert match.observe(seat).open_hands is None
            assert match.public_view().open_hands is None


@every_edition
def test_9_3_without_a_teaching_round_no_hand_is_ever_open(ruleset: Ruleset) -> None:
    match = Match.new(ruleset, rounds=2)
    for _ in range(2):
        match = match.begin(stacked(ruleset))
        assert match.observe(0).open_hands is None
        while match.state is not None and not match.state.is_over:
            state = match.state
            draws = state.step is Step.DRAW
            match = match.apply(DrawDeck() if draws else Discard(state.hand[0]))
    assert match.is_over
