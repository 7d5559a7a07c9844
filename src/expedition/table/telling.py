"""Telling listeners what has happened: each audience its own frames, made once for all in it."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from expedition.table.happening import Happening
    from expedition.table.live import Live


#: The longest wait until a look at who is away, as a share of the time after which they are gone.
_LATEST = 1.1


class Wire(Protocol):
    """Makes what an audience gets. Nothing in this room knows what a frame looks like."""

    def event(self, live: Live, happening: Happening, audience: int | None) -> str:
        """Return the frame that tells an audience of an event."""
        ...

    def view(self, live: Live, audience: int | None, today: str) -> str:
        """Return the frame with all that an audience sees."""
        ...

    def presence(self, live: Live) -> str:
        """Return the frame that says who is here."""
        ...


class Telling:
    """Tells everybody at a table; listeners that don't keep up are let go on the way."""

    def __init__(self, wire: Wire, today: Callable[[], str]) -> None:
        self._wire = wire
        self._today = today

    def backlog(self, live: Live, audience: int | None, since: int | None) -> list[str]:
        """Return the events after `since` as an audience is told them; none where it is None."""
        missed = [] if since is None else live.happenings[max(since, 0) :]
        return [self._wire.event(live, each, audience) for each in missed]

    def view(self, live: Live, audience: int | None) -> str:
        """Return what an audience sees now."""
        return self._wire.view(live, audience, self._today())

    def tell(self, live: Live, happened: Sequence[Happening] = ()) -> None:
        """Tell of events, and show how things stand after them."""
        frames: dict[int | None, list[str]] = {}
        for outbox in tuple(live.outboxes):
            audience = outbox.audience
            if audience not in frames:
                told = [self._wire.event(live, each, audience) for each in happened]
                frames[audience] = [*told, self.view(live, audience)]
            for frame in frames[audience]:
                outbox.put(frame)
        self._drop_closed(live)

    def presence(self, live: Live) -> None:
        """Say who is here."""
        frame = self._wire.presence(live)
        for outbox in live.outboxes:
            outbox.put(frame)

    def look_again(self, live: Live, after: float) -> None:
        """Show everybody how things stand once who is away has been so for `after` seconds.

        A little later, and not at every table at the same moment: after a restart people are
        missing at many of them, and a thousand views made at once hold up every turn.
        """
        wait = after * random.uniform(1, _LATEST) + 0.1  # noqa: S311  # not a secret
        asyncio.get_running_loop().call_later(wait, self._tell_of_gone, live)

    def _tell_of_gone(self, live: Live) -> None:
        if live.gone:  # else they have come back, and nothing is different
            self.tell(live)

    def _drop_closed(self, live: Live) -> None:
        """Count those out who were too slow: a stalled reader isn't somebody who is here."""
        closed = [outbox for outbox in live.outboxes if outbox.closed is not None]
        for outbox in closed:
            live.leave(outbox)
        if closed:
            self.presence(live)
