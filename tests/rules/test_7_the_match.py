"""Chapter 7 of the rules: the match."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from expedition.game import (
    Discard,
    DrawDeck,
    Fault,
    InvalidSetup,
    Match,
    MatchTermination,
    RoundOver,
    StartRule,
    Step,
    draw_starter,
    find_edition,
)
from rules.positions import a_card, an_action, editions_with, every_edition, stacked

if TYPE_CHECKING:
    from expedition.game import Ruleset

two_sides = editions_with(lambda ruleset: ruleset.sides == 2)
partners = editions_with(lambda ruleset: ruleset.seats == 4)


def one_round(match: Match, **lays: str) -> Match:
    """Play a round in which seats lay one card each ("s0" is seat 0) and discard all others.

    A lone card loses: a2 is -18, a10 is -10, a wager -40. Who lays none scores 0.
    """
    hands = [lays.get(f"s{seat}", "") for seat in range(match.ruleset.seats)]
    match = match.begin(stacked(match.ruleset, *hands))
    while match.state is not None and not match.state.is_over:
        state = match.state
        wanted = hands[state.to_act]
        if state.step is Step.DRAW:
            match = match.apply(DrawDeck())
        elif wanted and a_card(match.ruleset, wanted) in state.hand:
            match = match.apply(an_action(match.ruleset, wanted))
        else:
            match = match.apply(Discard(state.hand[-1]))
    return match


def starters(match: Match) -> list[int]:
    return [state.starter for state in match.played]


@every_edition
def test_7_1_the_first_starter_is_given(ruleset: Ruleset) -> None:
    for seat in range(ruleset.seats):
        match = Match.new(ruleset, first_starter=seat)
        assert match.next_starter == seat
        state = match.begin(stacked(ruleset)).state
        assert state is not None
        assert state.starter == state.to_act == seat


@every_edition
def test_7_1_or_drawn_among_the_seats(ruleset: Ruleset) -> None:
    drawn = Counter(draw_starter(ruleset, Random(seed)) for seed in range(400))
    assert set(drawn) == set(range(ruleset.seats))
    assert min(drawn.values()) > 400 / ruleset.seats / 2
    assert draw_starter(ruleset, Random(7)) == draw_starter(ruleset, Random(7))


@every_edition
def test_7_1_a_seat_that_there_is_not_cannot_start(ruleset: Ruleset) -> None:
    for seat in (-1, ruleset.seats):
        with pytest.raises(InvalidSetup, match=f"Seat {seat} can't start"):
            Match.new(ruleset, first_starter=seat)


@every_edition
def test_7_2_round_winner_is_the_rule_of_the_classic_editions_and_five_suit(
    ruleset: Ruleset,
) -> None:
    classic = ruleset.id.startswith("classic") or ruleset.id == "five-suit"
    assert (Match.new(ruleset).start_rule is StartRule.ROUND_WINNER) is classic


@editions_with(lambda ruleset: ruleset.seats == 2)
def test_7_2_the_higher_score_of_the_round_just_played_starts(ruleset: Ruleset) -> None:
    for first in range(2):
        match = Match.new(ruleset, rounds=4, first_starter=first, start_rule=StartRule.ROUND_WINNER)
        match = one_round(match, s0="aJ")
        assert match.next_starter == 1
        # Side 0 still leads in nothing: it wins this round alone.
        match = one_round(match, s1="a10")
        assert match.totals == (-40, -10)
        assert match.next_starter == 0
        match = one_round(match, s0="a10", s1="b9")
        assert match.next_starter == 0
        match = one_round(match)
        assert starters(match) == [first, 1, 0, 0]


@editions_with(lambda ruleset: ruleset.seats == 2)
def test_7_2_after_a_tied_round_the_first_starter_starts_again(ruleset: Ruleset) -> None:
    for first in range(2):
        match = Match.new(ruleset, rounds=4, first_starter=first, start_rule=StartRule.ROUND_WINNER)
        match = one_round(match)
        assert match.next_starter == first
        match = one_round(match, **{f"s{first}": "a10"})
        assert match.next_starter == 1 - first
        match = one_round(match, s0="a10", s1="b10")
        assert match.next_starter == first


@partners
@pytest.mark.parametrize(
    ("first", "winner", "starter"),
    [(0, 0, 0), (0, 1, 1), (1, 0, 2), (1, 1, 1), (2, 0, 2), (2, 1, 3), (3, 0, 0), (3, 1, 3)],
)
def test_7_2_of_partners_the_one_next_in_turn_from_the_first_starter(
    ruleset: Ruleset, first: int, winner: int, starter: int
) -> None:
    match = Match.new(ruleset, rounds=2, first_starter=first, start_rule=StartRule.ROUND_WINNER)
    # Either partner of the losing side may be the one who lays.
    for loser in (1 - winner, 3 - winner):
        assert one_round(match, **{f"s{loser}": "a5"}).next_starter == starter


@every_edition
def test_7_3_next_seat_is_the_rule_of_the_standard_editions(ruleset: Ruleset) -> None:
    passes = Match.new(ruleset).start_rule is StartRule.NEXT_SEAT
    assert passes is ruleset.id.startswith("standard")


@every_edition
def test_7_3_the_start_passes_to_the_next_seat_whoever_wins(ruleset: Ruleset) -> None:
    seats = ruleset.seats
    for first in range(seats):
        match = Match.new(
            ruleset, rounds=seats + 1, first_starter=first, start_rule=StartRule.NEXT_SEAT
        )
        for loser in range(seats + 1):
            match = one_round(match, **{f"s{loser}": "a5"})
        assert starters(match) == [(first + number) % seats for number in range(seats + 1)]


@two_sides
def test_7_4_the_leader_in_total_may_be_set_to_start(ruleset: Ruleset) -> None:
    match = Match.new(ruleset, rounds=4, first_starter=0, start_rule=StartRule.LEADER)
    match = one_round(match, s0="aJ")
    assert match.next_starter == 1
    # Side 0 wins the round and side 1 still leads.
    match = one_round(match, s1="a10")
    assert match.totals == (-40, -10)
    assert match.next_starter == 1
    match = one_round(match, s1="aJ")
    assert match.totals == (-40, -50)
    assert match.next_starter == 0


@two_sides
def test_7_4_a_tie_in_total_gives_the_start_to_the_first_starter(ruleset: Ruleset) -> None:
    for first in range(ruleset.seats):
        match = Match.new(ruleset, rounds=3, first_starter=first, start_rule=StartRule.LEADER)
        match = one_round(one_round(match, s0="a10"), s1="a10")
        assert match.totals == (-10, -10)
        assert match.next_starter == first


@partners
def test_7_4_of_leading_partners_the_next_from_the_first_starter(ruleset: Ruleset) -> None:
    match = Match.new(ruleset, rounds=2, first_starter=3, start_rule=StartRule.LEADER)
    assert one_round(match, s1="a5").next_starter == 0


@two_sides
def test_7_5_the_highest_total_wins_however_many_rounds_were_won(ruleset: Ruleset) -> None:
    match = Match.new(ruleset, rounds=3)
    match = one_round(one_round(one_round(match, s1="a10"), s1="a10"), s0="aJ")
    assert match.scores == ((0, -10), (0, -10), (-40, 0))
    assert match.outcome is not None
    assert match.outcome.totals == (-40, -20)
    assert match.outcome.winners == (1,)
    assert not match.outcome.is_shared
    assert match.outcome.termination is MatchTermination.ROUNDS_PLAYED


@two_sides
def test_7_5_tied_totals_share_the_win(ruleset: Ruleset) -> None:
    match = Match.new(ruleset, rounds=2)
    match = one_round(one_round(match, s0="a10"), s1="a10")
    assert match.outcome is not None
    assert match.outcome.winners == (0, 1)
    assert match.outcome.is_shared


@editions_with(lambda ruleset: ruleset.sides == 1)
def test_7_5_one_player_has_a_total_and_no_winner(ruleset: Ruleset) -> None:
    match = one_round(one_round(Match.new(ruleset, rounds=2), s0="aJ"), s0="a10")
    assert match.outcome is not None
    assert match.outcome.totals == (-50,)
    assert match.outcome.winners == ()
    assert not match.outcome.is_shared


@every_edition
def test_7_6_the_edition_gives_the_number_of_rounds(ruleset: Ruleset) -> None:
    usual = {"standard-solo": 1, "five-suit": 1}.get(ruleset.id, 3)
    match = Match.new(ruleset)
    assert match.rounds == usual
    for _ in range(usual):
        assert match.awaits_deal
        assert match.outcome is None
        match = one_round(match)
    assert match.is_over
    assert not match.awaits_deal
    with pytest.raises(InvalidSetup, match="The match is over"):
        match.begin(stacked(ruleset))


@every_edition
@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_7_6_another_number_may_be_agreed(ruleset: Ruleset, rounds: int) -> None:
    match = Match.new(ruleset, rounds=rounds)
    for number in range(rounds):
        assert not match.is_over
        match = one_round(match)
        assert match.standing.round == number + 1
        assert match.standing.rounds == rounds
    assert match.is_over


@every_edition
@pytest.mark.parametrize("rounds", [0, -1])
def test_7_6_but_not_fewer_than_one(ruleset: Ruleset, rounds: int) -> None:
    with pytest.raises(InvalidSetup, match=f"at least one round, not {rounds}"):
        Match.new(ruleset, rounds=rounds)


def test_7_6_a_round_is_dealt_only_when_the_one_before_is_over() -> None:
    classic = find_edition("classic")
    match = Match.new(classic)
    with pytest.raises(RoundOver, match="not dealt") as refused:
        match.apply(DrawDeck())
    assert refused.value.fault is Fault.ROUND_OVER
    match = match.begin(stacked(classic))
    with pytest.raises(InvalidSetup, match="not over"):
        match.begin(stacked(classic))
    with pytest.raises(InvalidSetup, match="A deal of standard in a match of classic"):
        Match.new(classic).begin(stacked(find_edition("standard")))
