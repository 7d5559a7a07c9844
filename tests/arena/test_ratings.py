"""Ratings: answers known beforehand, and what they do with one who wins everything."""

from __future__ import annotations

from math import log10, sqrt
from random import Random

import pytest

from expedition.arena import elo_ratings, point_ratings
from expedition.arena.linear import inverse
from expedition.arena.ratings import PRIOR_DRAWS, misfits


def test_points_are_the_least_squares_of_the_margins() -> None:
    deals = [
        {(0, 1): 6.0, (0, 2): 12.0, (1, 2): 3.0},
        {(0, 1): 8.0, (0, 2): 10.0, (1, 2): 7.0},
    ]
    ratings = point_ratings(deals, 3)
    # A third of 6 + 12 and of 8 + 10; of 3 - 6 and of 7 - 8; of -12 - 3 and of -10 - 7.
    assert [rating.mean for rating in ratings] == pytest.approx([6, -2 / 3, -16 / 3])
    assert sum(rating.mean for rating in ratings) == pytest.approx(0)
    assert ratings[0].se == pytest.approx(0)
    assert ratings[1].se == pytest.approx(1 / 3)


def test_no_other_points_fit_better() -> None:
    rng = Random(3)
    pairings = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    deal = {pairing: rng.gauss(0, 10) for pairing in pairings}
    best = [rating.mean for rating in point_ratings([deal], 4)]

    def misfit(ratings: list[float]) -> float:
        return sum((deal[i, j] - ratings[i] + ratings[j]) ** 2 for i, j in pairings)

    for _ in range(50):
        other = [rating + rng.gauss(0, 0.5) for rating in best]
        assert misfit(best) <= misfit(other)


def test_a_circle_is_all_misfit() -> None:
    deals = [{(0, 1): 5.0, (1, 2): 5.0, (0, 2): -5.0}] * 2
    assert all(rating.mean == pytest.approx(0) for rating in point_ratings(deals, 3))
    found = misfits(deals, 3)
    assert {key: value.mean for key, value in found.items()} == pytest.approx(deals[0])


def test_elo_of_two_is_the_logarithm_of_the_odds() -> None:
    deals = [{(0, 1): 1.0}] * 250 + [{(0, 1): 0.5}] * 250
    one, other = elo_ratings(deals, 2, games=2)
    # 750 of 1000 games, and one drawn game beforehand.
    won = (750 + PRIOR_DRAWS / 2) / (1000 + PRIOR_DRAWS)
    assert one.mean - other.mean == pytest.approx(400 * log10(won / (1 - won)))
    assert one.mean == pytest.approx(-other.mean)
    # Of the difference: 400 / ln 10 / sqrt(n p q); each has half of it.
    error = 173.7178 / sqrt(1001 * won * (1 - won)) / 2
    assert one.se == pytest.approx(error, rel=1e-4)


def test_elo_finds_the_strengths_that_games_were_drawn_from() -> None:
    rng, strengths = Random(8), [120.0, 20.0, -140.0]

    def won(i: int, j: int) -> bool:
        return rng.random() < 1 / (1 + 10 ** ((strengths[j] - strengths[i]) / 400))

    pairings = ((0, 1), (0, 2), (1, 2))
    deals = [{pairing: float(won(*pairing)) for pairing in pairings} for _ in range(4000)]
    for rating, strength in zip(elo_ratings(deals, 3, games=1), strengths, strict=True):
        assert rating.se is not None
        assert 1 < rating.se < 6
        assert abs(rating.mean - strength) < 4 * rating.se


def test_one_who_wins_everything_has_a_rating_and_a_wide_interval() -> None:
    one, other = elo_ratings([{(0, 1): 1.0}] * 100, 2, games=2)
    assert 300 < one.mean - other.mean < 2000
    assert one.se is not None
    assert one.se > 50


def test_games_of_a_deal_that_go_together_count_as_one() -> None:
    rng = Random(4)
    alone = [{(0, 1): float(rng.random() < 0.5)} for _ in range(2000)]
    # The same again: twenty games a deal that all end alike are no more than one.
    one, _ = elo_ratings(alone, 2, games=1)
    twenty, _ = elo_ratings(alone, 2, games=20)
    assert one.se is not None
    assert twenty.se == pytest.approx(one.se, rel=0.05)


def test_the_inverse_of_a_matrix() -> None:
    assert inverse([[0, 2], [4, 0]]) == [[0, 0.25], [0.5, 0]]
    with pytest.raises(ZeroDivisionError):
        inverse([[1, 1], [1, 1]])
