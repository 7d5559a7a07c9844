"""Times per decision, kept so that they can be added up over processes and logs.

A mean needs only a sum. A percentile needs the times themselves, or nearly: they are counted in
classes, each an eighth of a doubling wide, so a percentile is right to within 5 %.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, floor, log2

_PER_DOUBLING = 8
#: Seconds below which times are all alike.
_LEAST = 1e-7


@dataclass
class Times:
    """So many decisions, their seconds in all, and how many fell in each class."""

    count: int = 0
    seconds: float = 0.0
    classes: dict[int, int] = field(default_factory=dict)

    def add(self, seconds: float) -> None:
        """Count one decision."""
        place = floor(_PER_DOUBLING * log2(max(seconds, _LEAST)))
        self.count += 1
        self.seconds += seconds
        self.classes[place] = self.classes.get(place, 0) + 1

    def merge(self, other: Times) -> None:
        """Count the decisions of another."""
        self.count += other.count
        self.seconds += other.seconds
        for place, number in other.classes.items():
            self.classes[place] = self.classes.get(place, 0) + number

    @property
    def mean(self) -> float | None:
        """Seconds a decision on average; None without any."""
        return self.seconds / self.count if self.count else None

    def percentile(self, part: float) -> float | None:
        """Return the seconds that this part (0 to 1) of the decisions didn't exceed, or None."""
        wanted, found = max(1, ceil(part * self.count)), 0
        for place in sorted(self.classes):
            found += self.classes[place]
            if found >= wanted:
                # The middle of the class, on its own scale.
                return float(2 ** ((place + 0.5) / _PER_DOUBLING))
        return None
