"""A bad network between a client and a server: a proxy that mistreats the frames of WebSockets.

It ends the connection of the client and opens its own to the server, and passes frames on both
ways. What it does to which frame follows from its seed and from the order in which frames come.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import WebSocketException

if TYPE_CHECKING:
    from types import TracebackType

    from websockets.asyncio.client import ClientConnection
    from websockets.asyncio.server import ServerConnection

#: Seconds that a frame is held back: the later ones wait behind it, or overtake it.
_SHORTEST, _LONGEST = 0.005, 0.08


@dataclass(frozen=True, kw_only=True)
class Faults:
    """Which share of the frames has which fault, each by itself: one frame may have several."""

    drop: float
    delay: float
    double: float
    reorder: float
    cut: float
    """Which share of the frames is the last one that its connection carries."""


@dataclass
class Count:
    """How many frames there were, and what was done to them."""

    frames: int = 0
    dropped: int = 0
    delayed: int = 0
    doubled: int = 0
    reordered: int = 0
    cut: int = 0


class FaultyProxy:
    """Listens on a free port of this machine, and passes on to a server at an address."""

    def __init__(self, target: str, faults: Faults, seed: int) -> None:
        self.count = Count()
        self.address = ""
        """Where clients connect, like http://127.0.0.1:1234."""
        self._target = target.replace("http", "ws", 1)
        self._faults = faults
        self._random = Random(seed)

    async def __aenter__(self) -> FaultyProxy:
        """Begin to listen."""
        self._server = await serve(
            self._pass_on, "127.0.0.1", 0, compression=None, ping_interval=None, close_timeout=0.1
        )
        port = next(iter(self._server.sockets)).getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Hang up on everybody."""
        self._server.close()
        await self._server.wait_closed()

    async def _pass_on(self, client: ServerConnection) -> None:
        assert client.request
        url = f"{self._target}{client.request.path}"
        with suppress(OSError, WebSocketException):
            async with connect(
                url, compression=None, ping_interval=None, close_timeout=0.1
            ) as server:
                ways = (
                    asyncio.create_task(self._way(client, server)),
                    asyncio.create_task(self._way(server, client)),
                )
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                for end in (client, server):
                    end.transport.abort()
                await asyncio.wait(ways)

    async def _way(
        self, source: ServerConnection | ClientConnection, to: ServerConnection | ClientConnection
    ) -> None:
        """Pass frames on one way, until the connection breaks or is to be broken."""
        faults, count, chance = self._faults, self.count, self._random.random
        late: set[asyncio.Task[None]] = set()
        held: asyncio.Event | None = None
        with suppress(WebSocketException):
            async for frame in source:
                count.frames += 1
                if chance() < faults.cut:
                    count.cut += 1
                    break
                if chance() < faults.drop:
                    count.dropped += 1
                    continue
                if chance() < faults.delay:
                    count.delayed += 1
                    await asyncio.sleep(self._random.uniform(_SHORTEST, _LONGEST))
                twice = chance() < faults.double
                count.doubled += twice
                frames = [frame] * (1 + twice)
                if chance() < faults.reorder and held is None:
                    count.reordered += 1
                    held = asyncio.Event()
                    late.add(asyncio.create_task(_after_next(held, to, frames)))
                    continue
                for each in frames:
                    await to.send(each)
                if held is not None:
                    held.set()
                    held = None
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)


async def _after_next(
    overtaken: asyncio.Event,
    to: ServerConnection | ClientConnection,
    frames: list[str] | list[bytes] | list[str | bytes],
) -> None:
    """Send frames once the next one has been sent, or when none comes for a while."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_LONGEST):
            await overtaken.wait()
    with suppress(WebSocketException):
        for each in frames:
            await to.send(each)
