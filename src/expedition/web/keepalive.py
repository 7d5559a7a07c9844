"""Pings that are not all sent at once.

After a restart everybody comes back within a second or two. With one interval for all, their pings
would fall into the same second for ever: two thousand of them hold every turn up for that long.
"""

from __future__ import annotations

import random

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

#: The shortest wait for the next ping, as a share of the interval; the longest is all of it.
_SOONEST = 0.5


class ScatteredPings(WebSocketsSansIOProtocol):
    """A connection whose pings come at times of its own, never further apart than the interval."""

    def schedule_ping(self) -> None:
        """Set the time of the next ping. uvicorn calls this at the start and after each pong."""
        if self.ping_interval:
            delay = self.ping_interval * random.uniform(_SOONEST, 1)  # noqa: S311  # not a secret
            self.ping_timer = self.loop.call_later(delay, self.send_keepalive_ping)
