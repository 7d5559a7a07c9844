"""A match: what counts, who starts, and that it has an outcome at the end and not before."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from expedition.game import (
    EDITIONS,
    Deal,
    DrawDeck,
    InvalidSetup,
    Match,
    MatchTermination,
    Observation,
    Outcome,
    RoundOver,
    Ruleset,
    Standing,
    StartRule,
    State,
    draw_starter,
)
from properties import model
from properties.strategies import eager, every_edition


@st.composite
def matches(draw: st.DrawFn, ruleset: Ruleset) -> Match:
    """Matches not yet begun, of one to four rounds, with any rule for who starts."""
    return Match.new(
        ruleset,
        first_starter=draw(st.integers(0, ruleset.seats - 1)),
        rounds=draw(st.integers(1, 4)),
        start_rule=draw(st.sampled_from(StartRule)),
        open_hands=draw(st.booleans()),
    )


def play_round(match: Match, rng: Random) -> Match:
    """Deal the next round and play it to the end."""
    match = match.begin(Deal.shuffled(match.ruleset, rng))
    while match.state is not None and not match.state.is_over:
        match = match.apply(eager(match.state, rng))
    return match


def play_all(match: Match, rng: Random) -> Match:
    """Play every round."""
    while not match.is_over:
        match = play_round(match, rng)
    return match


def points(state: State) -> list[int]:
    """Return the points of each side, by the second reading of the rules."""
    return [
        sum(model.column_score(state.ruleset.id, [str(card) for card in cards]) for cards in laid)
        for laid in state.expeditions
    ]


def sums(ruleset: Ruleset, states: list[State]) -> tuple[int, ...]:
    """Return what each side has over some rounds."""
    return tuple(sum(points(state)[side] for state in states) for side in range(ruleset.sides))


@every_edition
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_totals_are_the_counted_rounds(ruleset: Ruleset, data: st.DataObject, seed: int) -> None:
    match = data.draw(matches(ruleset))
    rng = Random(seed)
    while not match.is_over:
        match = play_round(match, rng)
        counted = list(match.played[1:] if match.open_hands else match.played)
        assert list(match.counted) == counted
        assert match.scores == tuple(tuple(points(state)) for state in counted)
        assert match.totals == sums(ruleset, counted)
    assert len(match.scores) == match.rounds
    assert len(match.played) == match.rounds + match.open_hands


@every_edition
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_the_start_goes_by_its_rule(ruleset: Ruleset, data: st.DataObject, seed: int) -> None:
    match = play_all(data.draw(matches(ruleset)), Random(seed))
    first = match.first_starter
    # The teaching round, if any, and the first that counts start with the first starter.
    assert match.played[0].starter == first
    assert match.counted[0].starter == first
    for number, state in enumerate(match.counted[1:], start=1):
        before = list(match.counted[:number])
        if match.start_rule is StartRule.NEXT_SEAT:
            assert state.starter == (first + number) % ruleset.seats
            continue
        judged = before[-1:] if match.start_rule is StartRule.ROUND_WINNER else before
        best = sums(ruleset, judged)
        leaders = [side for side in range(ruleset.sides) if best[side] == max(best)]
        if len(leaders) > 1:
            assert state.starter == first
        else:
            # Of two partners, the first starter or the one who sits nearer after it.
            assert state.starter % ruleset.sides == leaders[0]
            assert (state.starter - first) % ruleset.seats < ruleset.sides


@every_edition
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_a_teaching_round_changes_nothing_after_it(
    ruleset: Ruleset, data: st.DataObject, seed: int
) -> None:
    match = data.draw(matches(ruleset).filter(lambda match: match.open_hands))
    plain = Match.new(
        ruleset,
        first_starter=match.first_starter,
        rounds=match.rounds,
        start_rule=match.start_rule,
    )
    taught = play_round(match, Random(seed + 1))
    assert taught.is_teaching
    assert taught.scores == ()
    assert taught.totals == (0,) * ruleset.sides
    assert taught.awaits_deal
    taught, plain = play_all(taught, Random(seed)), play_all(plain, Random(seed))
    assert taught.played[0].open_hands
    assert taught.counted == plain.played
    assert not any(state.open_hands for state in taught.counted)
    assert (taught.scores, taught.totals, taught.outcome) == (
        plain.scores,
        plain.totals,
        plain.outcome,
    )


@every_edition
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_there_is_an_outcome_at_the_end_only(
    ruleset: Ruleset, data: st.DataObject, seed: int
) -> None:
    match = data.draw(matches(ruleset))
    rng = Random(seed)
    while not match.is_over:
        assert match.outcome is None
        assert match.awaits_deal
        match = play_round(match, rng)
    best = max(match.totals)
    leaders = tuple(side for side, total in enumerate(match.totals) if total == best)
    winners = leaders if ruleset.sides > 1 else ()
    assert match.outcome == Outcome(match.totals, winners, MatchTermination.ROUNDS_PLAYED)
    assert match.outcome.is_shared == (len(winners) > 1)
    assert not match.awaits_deal


@every_edition
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_a_round_is_dealt_when_one_is_due(ruleset: Ruleset, data: st.DataObject, seed: int) -> None:
    match = data.draw(matches(ruleset))
    rng = Random(seed)
    deal = Deal.shuffled(ruleset, rng)
    for refused in (lambda: match.apply(DrawDeck()), lambda: match.observe(0), match.public_view):
        with pytest.raises(RoundOver):
            refused()
    begun = match.begin(deal)
    assert not begun.awaits_deal
    with pytest.raises(InvalidSetup):
        begun.begin(deal)
    over = play_all(match, rng)
    with pytest.raises(InvalidSetup):
        over.begin(deal)
    with pytest.raises(RoundOver):
        over.apply(DrawDeck())
    other = next(edition for edition in EDITIONS.values() if edition != ruleset)
    with pytest.raises(InvalidSetup):
        match.begin(Deal.shuffled(other, rng))


@every_edition
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_views_say_where_the_match_stands(ruleset: Ruleset, data: st.DataObject, seed: int) -> None:
    match = data.draw(matches(ruleset))
    rng = Random(seed)
    number = 0 if match.open_hands else 1
    while not match.is_over:
        before = match.totals
        match = match.begin(Deal.shuffled(ruleset, rng))
        standing = Standing(number, match.rounds, before)
        views: list[Observation] = [match.observe(seat) for seat in range(ruleset.seats)]
        assert match.standing == match.public_view().standing == standing
        assert all(view.standing == standing for view in views)
        assert all((view.open_hands is None) == (number > 0) for view in views)
        while match.state is not None and not match.state.is_over:
            match = match.apply(eager(match.state, rng))
        assert match.standing == standing
        number += 1


@every_edition
@given(seed=st.integers(0, 2**32))
def test_the_first_starter_is_drawn_by_the_generator(ruleset: Ruleset, seed: int) -> None:
    drawn = draw_starter(ruleset, Random(seed))
    assert drawn == draw_starter(ruleset, Random(seed))
    assert 0 <= drawn < ruleset.seats


@every_edition
def test_every_seat_can_be_drawn_to_start(ruleset: Ruleset) -> None:
    rng = Random(1)
    assert {draw_starter(ruleset, rng) for _ in range(100)} == set(range(ruleset.seats))


@every_edition
@given(first_starter=st.integers(-3, 6), rounds=st.integers(-2, 5), seed=st.integers(0, 2**32))
def test_a_match_that_cannot_be_is_refused(
    ruleset: Ruleset, first_starter: int, rounds: int, seed: int
) -> None:
    if rounds >= 1 and 0 <= first_starter < ruleset.seats:
        match = Match.new(ruleset, first_starter=first_starter, rounds=rounds)
        assert play_round(match, Random(seed)).played[0].starter == first_starter
    else:
        with pytest.raises(InvalidSetup):
            Match.new(ruleset, first_starter=first_starter, rounds=rounds)


@every_edition
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_going_back_leads_to_where_it_was(ruleset: Ruleset, data: st.DataObject, seed: int) -> None:
    """Every former match is reached again, the end of a counted round and its score included."""
    rng = Random(seed)
    match = data.draw(matches(ruleset))
    for _ in range(data.draw(st.integers(1, match.rounds + match.open_hands))):
        match = match.begin(Deal.shuffled(ruleset, rng))
        former = [match]
        while match.state is not None and not match.state.is_over:
            match = match.apply(eager(match.state, rng))
            former.append(match)
    actions = data.draw(st.integers(0, len(former) - 1))
    assert match.back(actions) == former[len(former) - 1 - actions]
    assert match.back(len(former) + 3) == former[0]
