"""Rates that nobody may exceed: token buckets, one for each key, forgotten when full again."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

#: Keys that are remembered at once; the one longest unused goes first.
_ROOM = 50_000


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second in the long run, and so many at once."""

    per_second: float
    burst: float


class Bucket:
    """One bucket: full at first, a drop out for each use, filling up again steadily."""

    __slots__ = ("_clock", "_level", "_rate", "_since")

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._level = rate.burst
        self._since = clock()

    def take(self) -> bool:
        """Use it once; False when it is empty."""
        if self.is_empty():
            return False
        self._level -= 1
        return True

    def is_empty(self) -> bool:
        """Return whether it can't be used now."""
        now = self._clock()
        grown = self._level + (now - self._since) * self._rate.per_second
        self._level, self._since = min(grown, self._rate.burst), now
        return self._level < 1


class Limits:
    """Buckets by key, say by address."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Use the bucket of a key once; False when it is empty."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._clock)
            if len(self._buckets) > _ROOM:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take()

    def is_empty(self, key: str) -> bool:
        """Return whether the bucket of a key can't be used now. It is not used by asking."""
        bucket = self._buckets.get(key)
        return bucket is not None and bucket.is_empty()
