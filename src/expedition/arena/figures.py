"""Means with their errors: what any number of a contest is worth."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import pi, sqrt, tan
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

#: The part of cases in which an interval holds the true mean.
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """A mean, its standard error, and the 95 % interval. From a single value, a mean alone."""

    mean: float
    se: float | None = None
    low: float | None = None
    high: float | None = None

    def as_data(self) -> dict[str, float | None]:
        """Return the numbers by name."""
        return asdict(self)


@dataclass
class Running:
    """A mean and a variance that grow value by value (B. Welford, Technometrics 4, 1962).

    Equal values in the same order give equal numbers, to the last bit.
    """

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0
    """The sum of the squares about the mean."""

    def add(self, value: float) -> None:
        """Take one more value."""
        self.count += 1
        beyond = value - self.mean
        self.mean += beyond / self.count
        self.squares += beyond * (value - self.mean)

    @property
    def variance(self) -> float | None:
        """The sample variance, over n - 1; None before there are two values."""
        return self.squares / (self.count - 1) if self.count > 1 else None

    @property
    def se(self) -> float | None:
        """The standard error of the mean; None before there are two values."""
        return None if self.variance is None else sqrt(self.variance / self.count)


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values, at least one of them, with its error.

    The standard error is sqrt(s^2 / n) with the sample variance s^2 over n - 1; the interval is
    Student's, which is the wider the fewer values there are.
    """
    mean, count = fmean(values), len(values)
    if count < 2:
        return Estimate(mean)
    squares = sum((value - mean) ** 2 for value in values)
    return around(mean, sqrt(squares / (count - 1) / count), student(count - 1))


def around(mean: float, se: float, quantile: float | None = None) -> Estimate:
    """Return the estimate with this error, by default with a normal interval."""
    reach = se * (NormalDist().inv_cdf((1 + CONFIDENCE) / 2) if quantile is None else quantile)
    return Estimate(mean, se, mean - reach, mean + reach)


def student(degrees: int) -> float:
    """Return Student's two-sided 95 % quantile for so many degrees of freedom, from 1.

    Exact for 1 and 2 degrees; else the expansion in Abramowitz and Stegun, Handbook of
    Mathematical Functions (1964), 26.7.5, which is right to within 0.4 % from 3 degrees on.
    """
    part = (1 + CONFIDENCE) / 2
    if degrees == 1:
        return float(tan(pi * (part - 0.5)))
    if degrees == 2:
        return float((2 * part - 1) * sqrt(2 / (1 - (2 * part - 1) ** 2)))
    x = NormalDist().inv_cdf(part)
    terms = (
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    return float(x + sum(term / degrees**power for power, term in enumerate(terms, start=1)))
