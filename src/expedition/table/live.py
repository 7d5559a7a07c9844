"""A table in memory: its fold, who listens, and who is here. Lost in a crash, and no harm done."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from expedition.table.errors import Code, Refused
from expedition.table.events import event_from_data
from expedition.table.happening import unfold

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from expedition.table.outbox import Outbox
    from expedition.table.store import StoredTable

#: Seconds after which somebody without a connection counts as gone.
GONE_AFTER = 30.0
#: Refused commands that a table remembers: a copy of one that is late comes soon, or never.
MOST_REFUSED = 64


#: What a seat may do besides its turns: so many at once, then one in so many seconds.
_AT_ONCE, _EVERY = 30.0, 3.0
#: Seconds between two greetings of a seat.
_GREET_EVERY = 1.5


class _Pace:
    """How much a seat has lately done besides its turns."""

    def __init__(self, now: float) -> None:
        self._left = _AT_ONCE
        self._since = now
        self._greeted = now - _GREET_EVERY

    def check(self, now: float, *, greets: bool) -> None:
        if greets and now - self._greeted < _GREET_EVERY:
            raise Refused(Code.TOO_FAST, "One greeting at a time.")
        self._left = min(self._left + (now - self._since) / _EVERY, _AT_ONCE)
        self._since = now
        if self._left < 1:
            raise Refused(Code.TOO_FAST, "That is a lot at once. Wait a moment.")
        self._left -= 1
        if greets:
            self._greeted = now


class Live:
    """One table that somebody uses, or a bot owes a turn at. Of one event loop."""

    def __init__(
        self,
        stored: StoredTable,
        gone_after: float = GONE_AFTER,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.id = stored.id
        self.day = datetime.fromtimestamp(stored.at / 1000, UTC).date().isoformat()
        """The day on which it was set up, in UTC."""
        events = (event_from_data(logged.data) for logged in stored.events)
        self.table, self.happenings = unfold(events)
        self.keys = {logged.key: logged.seq for logged in stored.events if logged.key}
        """The number of the first event of each command that was accepted."""
        self.tokens = dict(stored.tokens)
        self.invite = stored.invite
        self.lock = asyncio.Lock()
        """Held while something is decided and written: one change at a time."""
        self.outboxes: set[Outbox] = set()
        self.bot_task: asyncio.Task[None] | None = None
        self._paces: dict[int, _Pace] = {}
        self._gone_after = gone_after
        self._refused: OrderedDict[str, tuple[Code, str, Mapping[str, str | int]]] = OrderedDict()
        self._clock = clock
        self._here: Counter[int] = Counter()
        self._left = dict.fromkeys(range(len(self.table.sitters)), clock())

    @property
    def is_idle(self) -> bool:
        """Whether nothing would be missed if it were dropped and loaded again."""
        busy = self.bot_task is not None and not self.bot_task.done()
        return not (self.outboxes or busy or self.lock.locked())

    # What was refused

    def remember_refusal(self, key: str, refused: Refused) -> None:
        """Keep why a command was refused, for when it comes again; the oldest are forgotten."""
        self._refused[key] = refused.code, str(refused), refused.params
        if len(self._refused) > MOST_REFUSED:
            self._refused.popitem(last=False)

    def refuse_again(self, key: str) -> None:
        """Raise Refused as before if a command was refused already."""
        if key in self._refused:
            raise Refused(*self._refused[key])

    def check_pace(self, seat: int, *, greets: bool) -> None:
        """Count something that is no turn of a seat's. Raises Refused when there is too much.

        Without it a log could be filled with names and questions as fast as somebody sends them.
        """
        pace = self._paces.setdefault(seat, _Pace(self._clock()))
        pace.check(self._clock(), greets=greets)

    # Who is here

    @property
    def somebody_is_away(self) -> bool:
        """Whether a person has no connection."""
        return any(not self.is_here(seat) for seat in self.table.people)

    @property
    def watchers(self) -> int:
        """How many spectators listen."""
        return sum(outbox.audience is None for outbox in self.outboxes)

    def arrive(self, outbox: Outbox) -> None:
        """Count a listener in."""
        self.outboxes.add(outbox)
        if outbox.audience is not None:
            self._here[outbox.audience] += 1

    def leave(self, outbox: Outbox) -> None:
        """Count a listener out. Doing so twice is fine."""
        if outbox not in self.outboxes:
            return
        self.outboxes.remove(outbox)
        if outbox.audience is not None:
            self._here[outbox.audience] -= 1
            self._left[outbox.audience] = self._clock()

    def is_here(self, seat: int) -> bool:
        """Whether somebody in a seat has a connection."""
        return self._here[seat] > 0

    def away(self, seat: int) -> float | None:
        """Return for how many seconds a person's seat has had no connection; None if it has."""
        if not self.table.sitters[seat].is_person or self.is_here(seat):
            return None
        return self._clock() - self._left[seat]

    @property
    def gone(self) -> frozenset[int]:
        """The seats of people who have been away for long."""
        return frozenset(
            seat
            for seat in self.table.people
            if (away := self.away(seat)) is not None and away >= self._gone_after
        )
