"""How far a contest is, in a line, with the time left."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable

    from expedition.arena.standings import Standings

#: Seconds between two lines: on a terminal, where each takes the place of the last, and elsewhere.
ON_TERMINAL, ELSEWHERE = 0.2, 10.0


class Progress:
    """Writes lines to a stream every so often. `clock` counts seconds."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._in_place = stream.isatty()
        self._started = self._shown = clock()
        self._pairs = 0
        self._before: int | None = None
        self._begun = False

    def __call__(self, standings: Standings) -> None:
        """Take note of one more pair, and show it if it is time."""
        if self._before is None:
            # What a log held came at no cost, and says nothing of the time.
            self._before = len(standings.deals)
        self._pairs += 1
        now = self._clock()
        if now - self._shown < (ON_TERMINAL if self._in_place else ELSEWHERE):
            return
        self._shown = now
        line = self.line(standings, now)
        self._stream.write(f"\r\033[K{line}" if self._in_place else f"{line}\n")
        self._stream.flush()
        self._begun = True

    def close(self) -> None:
        """Clear the line on a terminal."""
        if self._in_place and self._begun:
            self._stream.write("\r\033[K")
            self._stream.flush()

    def line(self, standings: Standings, now: float) -> str:
        """Return the line to show."""
        deals, schedule = len(standings.deals), standings.schedule
        parts = [f"{deals:,} of {schedule.pairs:,} pairs"]
        if deals and len(standings.settings.bots) == 2:
            margins = standings.margins
            error = "" if margins.se is None else f" ± {margins.se:.2f}"
            parts.append(f"margin {margins.mean:+.2f}{error}")
        test = standings.test()
        if test is not None:
            parts.append(f"test {test.llr:+.2f} in {test.lower:+.2f} to {test.upper:+.2f}")
        left = self._seconds_left(standings, now)
        if left is not None:
            parts.append(f"{duration(left)} left")
        return ", ".join(parts)

    def _seconds_left(self, standings: Standings, now: float) -> float | None:
        """Return an estimate from the pace so far, or None before there is one."""
        deals = len(standings.deals)
        played = deals - (self._before or 0)
        if played < 1:
            return None
        wanted: float = standings.schedule.pairs
        until, error, test = standings.schedule.until, standings.error(), standings.test()
        if until is not None and error is not None:
            # An error falls with the root of the number.
            wanted = min(wanted, deals * (error / until) ** 2)
        if test is not None and test.llr:
            # A test goes on towards one of its bounds as it went so far.
            wanted = min(wanted, deals * (test.upper if test.llr > 0 else test.lower) / test.llr)
        return (now - self._started) / played * max(0.0, wanted - deals)


def duration(seconds: float) -> str:
    """Return a time for people: 12 s, 3 min 20 s, 2 h 5 min.

    >>> duration(200)
    '3 min 20 s'
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours:,} h {minutes} min"
