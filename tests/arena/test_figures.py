"""Means and errors against tables, and against what they promise."""

from __future__ import annotations

from random import Random

import pytest

from arena.conftest import running
from expedition.arena import Estimate, estimate
from expedition.arena.figures import student
from expedition.arena.times import Times


def test_an_estimate_worked_by_hand() -> None:
    # The squares about 5 add up to 4 + 1 + 1 + 4 = 10, so s^2 = 10 / 3 and se = sqrt(10 / 12).
    found = estimate([3, 4, 6, 7])
    assert found.mean == 5
    assert found.se == pytest.approx(0.912871, abs=1e-6)
    assert found.low == pytest.approx(5 - 3.18245 * 0.912871, abs=0.02)
    assert found.high == pytest.approx(5 + 3.18245 * 0.912871, abs=0.02)


def test_running_figures_are_those_of_all_values() -> None:
    rng = Random(2)
    values = [rng.gauss(1000, 3) for _ in range(500)]
    found, whole = running(values), estimate(values)
    assert found.mean == pytest.approx(whole.mean)
    assert found.se == pytest.approx(whole.se)
    assert running([7.0]).variance is None


def test_one_value_has_no_error() -> None:
    assert estimate([3.5]) == Estimate(3.5, None, None, None)


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    # A table of Student's distribution: two-sided, 95 %.
    [
        (1, 12.7062),
        (2, 4.3027),
        (3, 3.1824),
        (5, 2.5706),
        (10, 2.2281),
        (30, 2.0423),
        (999, 1.9623),
    ],
)
def test_students_quantile_is_that_of_the_tables(degrees: int, quantile: float) -> None:
    assert student(degrees) == pytest.approx(quantile, rel=0.004)


@pytest.mark.parametrize("count", [4, 40])
def test_an_interval_holds_the_truth_in_95_of_100_cases(count: int) -> None:
    rng, cases, held = Random(5), 2000, 0
    for _ in range(cases):
        found = estimate([rng.gauss(3, 20) for _ in range(count)])
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 3 <= found.high
    assert held / cases == pytest.approx(0.95, abs=0.015)


def test_times_add_up_and_have_a_percentile() -> None:
    one, other = Times(), Times()
    for number in range(1, 1001):
        (one if number % 3 else other).add(number / 1000)
    one.merge(other)
    assert one.count == 1000
    assert one.mean == pytest.approx(0.5005)
    assert one.percentile(0.95) == pytest.approx(0.95, rel=0.05)
    assert one.percentile(0.5) == pytest.approx(0.5, rel=0.05)


def test_no_times_have_neither() -> None:
    assert Times().mean is None
    assert Times().percentile(0.95) is None
