"""What a margin is worth: points by itself, and in a match the chance that it wins."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from expedition.bots.stakes import Stakes
from expedition.game import Deal, Match, Ruleset, Standing, State, find_edition, observe
from properties.strategies import every_edition

CLASSIC = find_edition("classic")
#: More turns than a round has.
TO_THE_END = 400
MARGINS = np.arange(-300, 301, dtype=np.float64)


def stakes(
    ruleset: Ruleset, counted: int, totals: tuple[int, ...], seat: int = 0, rounds: int = 3
) -> Stakes:
    state = State.new(Deal.shuffled(ruleset, Random(1)))
    return Stakes.of(observe(state, seat, Standing(counted, rounds, totals)), TO_THE_END)


def test_a_round_by_itself_is_worth_its_points() -> None:
    state = State.new(Deal.shuffled(CLASSIC, Random(1)))
    assert Stakes.of(observe(state, 0), TO_THE_END) == (0, math.inf)
    assert Stakes.of(observe(state, 0), TO_THE_END)(MARGINS).tolist() == MARGINS.tolist()


def test_so_is_the_teaching_round_of_a_match() -> None:
    match = Match.new(CLASSIC, rounds=3, first_starter=0, open_hands=True)
    match = match.begin(Deal.shuffled(CLASSIC, Random(1)))
    assert match.observe(0).standing == Standing(0, 3, (0, 0))
    assert Stakes.of(match.observe(0), TO_THE_END) == (0, math.inf)


def test_for_one_all_points_count_alike() -> None:
    solo = find_edition("solo")
    for counted in (1, 2, 3):
        worth = stakes(solo, counted, (70,))
        assert worth(MARGINS).tolist() == MARGINS.tolist()


@every_edition
def test_it_is_for_the_side_that_sees_it(ruleset: Ruleset) -> None:
    if ruleset.sides == 2:
        leads = [stakes(ruleset, 2, (50, 20), seat).lead for seat in range(ruleset.seats)]
        assert leads == [30 if ruleset.side(seat) == 0 else -30 for seat in range(ruleset.seats)]


@pytest.mark.parametrize("totals", [(0, 0), (40, 0), (0, 90), (300, 0)])
@pytest.mark.parametrize("counted", [1, 2, 3])
def test_more_is_never_worth_less(counted: int, totals: tuple[int, int]) -> None:
    worth = stakes(CLASSIC, counted, totals)(MARGINS)
    assert (np.diff(worth) >= 0).all()
    assert np.isfinite(worth).all()
    near = worth[abs(MARGINS + totals[0] - totals[1]) < 50]
    assert (np.diff(near) > 0).all()


@pytest.mark.parametrize("lead", [-120, -7, 0, 55])
@pytest.mark.parametrize("counted", [1, 2, 3])
def test_where_all_is_open_a_point_is_worth_a_point(counted: int, lead: int) -> None:
    worth = stakes(CLASSIC, counted, (100 + lead, 100))
    step = worth(np.array([-lead - 1, -lead, -lead + 1], np.float64))
    assert np.diff(step) == pytest.approx([1, 1], abs=0.01)
    assert step[1] == pytest.approx(0)


def test_the_nearer_the_end_the_less_more_counts() -> None:
    # What a lead of 60 gains by 40 more points: least in the last round.
    gains = []
    for counted in (1, 2, 3):
        worth = stakes(CLASSIC, counted, (60, 0))(np.array([0, 40], np.float64))
        gains.append(float(worth[1] - worth[0]))
    assert 40 > gains[0] > gains[1] > gains[2] > 0
    assert gains[2] < 1


def test_it_is_the_chance_to_win_by_the_normal_distribution() -> None:
    for counted in (1, 2, 3):
        worth = stakes(CLASSIC, counted, (0, 0))
        chances = worth(MARGINS) * 1.702 / worth.spread / 4 + 0.5
        normal = [(1 + math.erf(m / worth.spread / math.sqrt(2))) / 2 for m in MARGINS]
        assert chances == pytest.approx(normal, abs=0.02)


def test_a_sure_lead_prefers_what_is_sure_and_a_lost_one_the_gamble() -> None:
    sure, gamble = np.array([-20, -20], np.float64), np.array([-80, 60], np.float64)
    ahead, behind = stakes(CLASSIC, 3, (60, 0)), stakes(CLASSIC, 3, (0, 60))
    assert ahead(sure).mean() > ahead(gamble).mean() + 5
    assert behind(gamble).mean() > behind(sure).mean() + 5
    even = stakes(CLASSIC, 1, (0, 0), rounds=30)
    assert abs(even(sure).mean() - even(gamble).mean() + 10) < 1, "early on, points are points"


def test_a_match_longer_than_was_agreed_is_at_its_last_round() -> None:
    assert stakes(CLASSIC, 5, (0, 0)).spread == stakes(CLASSIC, 3, (0, 0)).spread


@pytest.mark.parametrize("totals", [(5000, -5000), (-5000, 5000)])
def test_the_largest_leads_are_numbers_too(totals: tuple[int, int]) -> None:
    assert np.isfinite(stakes(CLASSIC, 3, totals)(MARGINS)).all()


def test_what_a_round_can_still_change_counts_as_rounds_to_come_do() -> None:
    """A margin that is judged early is an expectation: the luck after it makes no lead safe."""
    state = State.new(Deal.shuffled(CLASSIC, Random(1)))
    view = observe(state, 0, Standing(3, 3, (60, 0)))
    spreads = [Stakes.of(view, turns).spread for turns in (0, 10, 40, 44, 400)]
    assert spreads == sorted(spreads, reverse=True)
    assert spreads[0] > 3 * spreads[-1]
    assert spreads[-1] == spreads[-2] == stakes(CLASSIC, 3, (60, 0)).spread
