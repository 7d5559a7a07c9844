"""The sequential test: its ratio by hand, and its error rates by simulation."""

from __future__ import annotations

from random import Random

import pytest

from arena.conftest import running
from expedition.arena import Schedule, SequentialTest, sequential_test
from expedition.arena.figures import Running

ALPHA, BETA, MARGIN, SPREAD = 0.1, 0.05, 10.0, 30.0


def test_the_ratio_worked_by_hand() -> None:
    # n = 4, s^2 = 10 / 3, mean 5, D = 2: 4 / (10 / 3) * 2 * (5 - 1) = 9.6
    test = sequential_test(running([3, 4, 6, 7]), 2, 0.05, 0.1)
    assert test.llr == pytest.approx(9.6)
    assert test.upper == pytest.approx(2.890372)  # log(0.9 / 0.05)
    assert test.lower == pytest.approx(-2.251292)  # log(0.1 / 0.95)
    assert test.decision == "H1"


def test_one_pair_decides_nothing() -> None:
    assert sequential_test(running([500]), 2, 0.05, 0.05).decision is None


def test_pairs_without_spread_are_certain() -> None:
    assert sequential_test(running([0, 0, 0]), 2, 0.05, 0.05).decision == "H0"
    assert sequential_test(running([4, 4, 4]), 2, 0.05, 0.05).decision == "H1"
    assert sequential_test(running([0, 0]), 2, 0.05, 0.05).as_data()["llr"] is None


def outcome(mean: float, rng: Random) -> SequentialTest:
    """Return the end of a test of margins like those of this game: skewed, and of great spread."""
    schedule = Schedule(pairs=10_000, test=MARGIN, alpha=ALPHA, beta=BETA)
    margins = Running()
    while True:
        margins.add(mean + SPREAD * (rng.gammavariate(4, 0.5) - 2))
        if schedule.is_checkpoint(margins.count):
            test = sequential_test(margins, MARGIN, ALPHA, BETA)
            if test.decision is not None:
                return test


@pytest.mark.parametrize(
    ("mean", "wrong", "rate"), [(0.0, "H1", ALPHA), (-3.0, "H1", ALPHA), (MARGIN, "H0", BETA)]
)
def test_it_errs_no_more_often_than_it_says(mean: float, wrong: str, rate: float) -> None:
    rng, cases = Random(11), 1000
    errors = sum(outcome(mean, rng).decision == wrong for _ in range(cases))
    assert errors / cases <= rate + 3 * (rate / cases) ** 0.5
    # It isn't so careful either that it would take twice the pairs that it needs.
    assert mean < 0 or errors / cases >= rate / 10
