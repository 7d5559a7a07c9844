"""What waits to be sent to one listener. Who does not read is let go, not waited for."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Characters that may wait for one listener.
LIMIT = 256 * 1024


class Outbox:
    """The frames for one listener, in order. Made and used in one event loop."""

    def __init__(
        self, audience: int | None, backlog: Iterable[str] = (), limit: int = LIMIT
    ) -> None:
        """Begin with a backlog, which however long it is doesn't count as being behind."""
        self.audience = audience
        """A seat, or None for a spectator; fixed when the listener came."""
        self.closed: str | None = None
        """Why nothing more comes; None while it is open."""
        self._frames = deque(backlog)
        self._size = sum(map(len, self._frames))
        self._limit = limit + self._size
        self._wake = asyncio.Event()

    def put(self, frame: str) -> None:
        """Add a frame. A listener that is too far behind is closed instead."""
        if self.closed is not None:
            return
        self._frames.append(frame)
        self._size += len(frame)
        if self._size > self._limit:
            self._frames.clear()
            self.close("slow")
        self._wake.set()

    def close(self, reason: str) -> None:
        """Let the listener go once it has what is waiting."""
        if self.closed is None:
            self.closed = reason
        self._wake.set()

    async def take(self) -> str | None:
        """Return the next frame as soon as there is one; None when no more will come."""
        while not self._frames:
            if self.closed is not None:
                return None
            self._wake.clear()
            await self._wake.wait()
        frame = self._frames.popleft()
        self._size -= len(frame)
        return frame
