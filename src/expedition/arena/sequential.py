"""A sequential test on the margins of pairs, with stated error rates.

H0: the first bot's mean margin is 0, or less. H1: it is D points, or more. The test is Wald's
sequential probability ratio test (A. Wald, Sequential Tests of Statistical Hypotheses, Annals of
Mathematical Statistics 16, 1945, pages 117 to 186) in the generalised form for margins of unknown
spread (X. Li, J. Liu, Z. Ying, Generalized Sequential Probability Ratio Test for Separate
Families of Hypotheses, Sequential Analysis 33, 2014, pages 539 to 563; in use for chess engines
after M. Van den Bergh). The likelihoods are each hypothesis's best, which for a mean over n pairs
with sample variance s^2 makes, to the order that matters,

    LLR = n / s^2 * D * (mean - D / 2)

H1 is taken when LLR reaches log((1 - beta) / alpha), H0 when it falls to log(beta / (1 - alpha)).
Then H1 is taken with probability alpha at most where the true margin is 0 or less, and H0 with
beta at most where it is D or more. Both hold for many pairs; since s^2 is estimated, the first
look comes after some tens of pairs. In between, either answer may come.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import inf, log
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from expedition.arena.figures import Running


@dataclass(frozen=True)
class SequentialTest:
    """Where a test stands."""

    margin: float
    """D, the margin of H1, in points."""
    alpha: float
    beta: float
    llr: float
    """The log-likelihood ratio of H1 to H0."""
    lower: float
    """H0 is taken at this or less."""
    upper: float
    """H1 is taken at this or more."""

    @property
    def decision(self) -> str | None:
        """`H0`, `H1`, or None while the test is open."""
        if self.llr >= self.upper:
            return "H1"
        return "H0" if self.llr <= self.lower else None

    def as_data(self) -> dict[str, Any]:
        """Return the numbers by name; a ratio without bound is None."""
        bounded = self.llr if abs(self.llr) < inf else None
        return asdict(self) | {"llr": bounded, "decision": self.decision}


def sequential_test(margins: Running, margin: float, alpha: float, beta: float) -> SequentialTest:
    """Return where the test of `margin` points stands after these margins of pairs."""
    lower, upper = log(beta / (1 - alpha)), log((1 - beta) / alpha)
    return SequentialTest(margin, alpha, beta, _ratio(margins, margin), lower, upper)


def _ratio(margins: Running, margin: float) -> float:
    spread = margins.variance
    if spread is None:
        return 0.0
    beyond = margin * (margins.mean - margin / 2)
    if spread == 0:
        # Every pair ended alike, and there is no chance in it.
        return inf if beyond > 0 else -inf
    return margins.count / spread * beyond
