"""The results of a contest so far, in the order of their deals, and whether it may stop."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from expedition.arena.figures import Running
from expedition.arena.pairs import Job
from expedition.arena.ratings import ratings_of
from expedition.arena.results import Conduct
from expedition.arena.sequential import SequentialTest, sequential_test
from expedition.arena.times import Times

if TYPE_CHECKING:
    from collections.abc import Iterator

    from expedition.arena.results import Pair
    from expedition.arena.settings import Schedule, Settings


class Standings:
    """Takes pairs in any order, and counts deals in theirs.

    A deal counts once every pairing has played it and all deals before it. `stopped` says why
    the contest is over: `pairs`, `until` or `test`; None while it goes on. It depends on the
    results alone, never on the order in which they came.
    """

    def __init__(self, settings: Settings, schedule: Schedule) -> None:
        self.settings = settings
        self.schedule = schedule
        self.deals: list[dict[tuple[int, int], Pair]] = []
        """For each deal that counts, what every pairing made of it; without the times."""
        self.conducts = [Conduct() for _ in settings.bots]
        """How each bot behaved in the deals that count, times and all."""
        self.margins = Running()
        """Of the first pairing."""
        self.stopped: str | None = None
        self._ratings = [Running() for _ in settings.bots]
        self._waiting: dict[int, dict[tuple[int, int], Pair]] = {}
        self._known: set[Job] = set()

    def add(self, pair: Pair) -> None:
        """Take one more pair."""
        self._known.add(Job(pair.number, pair.between))
        self._waiting.setdefault(pair.number, {})[pair.between] = pair
        while self.stopped is None:
            deal = self._waiting.get(len(self.deals), {})
            if len(deal) < len(self.settings.pairings):
                break
            self._count(self._waiting.pop(len(self.deals)))
            self.stopped = self._reason_to_stop()

    def is_over(self) -> bool:
        """Return whether nothing more is to be played."""
        return self.stopped is not None

    def pairs(self) -> Iterator[Pair]:
        """Yield every pair that counts."""
        for deal in self.deals:
            yield from deal.values()

    def test(self) -> SequentialTest | None:
        """Return where the sequential test stands, if there is one and anything was played."""
        schedule = self.schedule
        if schedule.test is None or not self.deals:
            return None
        return sequential_test(self.margins, schedule.test, schedule.alpha, schedule.beta)

    def error(self) -> float | None:
        """Return the standard error that `until` is about: the largest of a ladder's ratings."""
        if len(self.settings.bots) == 2:
            return self.margins.se
        errors = [rating.se for rating in self._ratings if rating.se is not None]
        return max(errors, default=None)

    def jobs(self) -> Iterator[Job]:
        """Yield what is still to be played, deal by deal, so that a ladder grows evenly."""
        for number in range(self.schedule.pairs):
            for between in self.settings.pairings:
                job = Job(number, between)
                if job not in self._known:
                    yield job

    def _count(self, deal: dict[tuple[int, int], Pair]) -> None:
        kept = {}
        for between in self.settings.pairings:
            pair = deal[between]
            for place, conduct in zip(between, pair.conduct, strict=True):
                self.conducts[place].merge(conduct)
            # Times are by far the largest part of a pair, and are only wanted in sum.
            one, other = (replace(conduct, times=Times()) for conduct in pair.conduct)
            kept[between] = replace(pair, conduct=(one, other))
        self.deals.append(kept)
        margins = {between: pair.margin for between, pair in kept.items()}
        self.margins.add(margins[self.settings.pairings[0]])
        ratings = ratings_of(margins, len(self.settings.bots))
        for running, rating in zip(self._ratings, ratings, strict=True):
            running.add(rating)

    def _reason_to_stop(self) -> str | None:
        schedule, deals = self.schedule, len(self.deals)
        if schedule.is_checkpoint(deals):
            test = self.test()
            if test is not None and test.decision is not None:
                return "test"
            error = self.error()
            if schedule.until is not None and error is not None and error <= schedule.until:
                return "until"
        return "pairs" if deals >= schedule.pairs else None
