"""What a margin is worth: points in a single round, chances to win where a match is at stake."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from expedition.game import Observation

#: The standard deviation of a round's margin between strong players, in points.
SPREAD = 43.0
#: In the last round a lead of so many points is not yet all that one wants.
LAST_SPREAD = 10.0


class Stakes(NamedTuple):
    """How far ahead a side is before this round, and how much can still happen after it."""

    lead: float
    spread: float
    """Standard deviation of what will be added yet; infinite outside a match."""

    @classmethod
    def of(cls, observation: Observation, turns: int) -> Stakes:
        """Read them off an observation, where so many turns are played before a margin is judged.

        What a round can still change after those is part of the spread, as later rounds are.
        """
        standing = observation.standing
        if standing is None or standing.round < 1 or observation.ruleset.sides != 2:
            return cls(0.0, math.inf)
        mine, theirs = standing.totals[observation.side], standing.totals[1 - observation.side]
        after = max(standing.rounds - standing.round, 0)
        unjudged = max(observation.deck_size - turns, 0) / len(observation.ruleset.pack)
        spread = math.hypot(SPREAD * math.sqrt(after + unjudged), LAST_SPREAD)
        return cls(mine - theirs, spread)

    def __call__(self, margins: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the utility of each margin, in points where the match is open.

        It is the chance that what comes after leaves the side ahead: the normal distribution's, by
        the logistic curve that is within 0.02 of it.
        """
        if math.isinf(self.spread):
            return margins
        steepness = 1.702 / self.spread
        # A logistic curve is a hyperbolic tangent, which has a number for the largest leads too.
        utilities: NDArray[np.float64] = np.tanh(steepness / 2 * (margins + self.lead))
        utilities *= 2 / steepness
        return utilities
