"""The whole server in one event loop and without a socket: for tests that need many of it, fast.

Requests go straight to the application, and every byte that it sends is kept.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from expedition.table.events import Event, event_to_data
from expedition.table.hub import Hub
from expedition.table.memory_store import MemoryStore
from expedition.table.store import NewTable
from expedition.table.table import Table
from expedition.table.tokens import hash_token
from expedition.web.app import create_app
from expedition.web.context import Context
from expedition.web.wire import JsonWire
from table.sittings import roster
from web.serving import OPEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from expedition.game import Action, Observation
    from expedition.table.live import Live
    from expedition.table.telling import Wire

Json = dict[str, Any]
Message = dict[str, Any]

HOST = "127.0.0.1"
INVITE = "the-invitation-0123456"
#: 2026-11-30, some time at noon.
NOON = 1_796_040_000_000

_APP = create_app(OPEN, MemoryStore())


def token_of(seat: int, table: str = "table") -> str:
    """Return the token of a seat at a table that is kept here."""
    return f"token-of-seat-{seat}-at-{table}"


class Asleep:
    """Bots that never answer. What they were shown is kept."""

    def __init__(self) -> None:
        self.shown: list[tuple[str, Observation]] = []

    async def choose(self, bot: str, observation: Observation) -> Action:
        """Think for ever."""
        self.shown.append((bot, observation))
        await asyncio.Event().wait()
        raise AssertionError

    async def close(self) -> None:
        """There is nothing to let go of."""


class Server:
    """A server with one table, and what somebody at it sends and gets."""

    def __init__(self, wire: Wire | None = None, *, today: str = "2026-11-30") -> None:
        self.thinker = Asleep()
        self.store = MemoryStore()
        self.hub = Hub(
            self.store,
            self.thinker,
            wire or JsonWire(),
            bots=roster,
            today=lambda: today,
        )
        # The application is made once; a server is what it finds here.
        self.context = Context(OPEN, self.hub, "1.2.3")
        _APP._app.state.context = self.context  # type: ignore[attr-defined]
        self._open: list[Stream | Socket] = []

    async def keep(self, log: Sequence[Event], name: str = "table", *, away: float = 0) -> Live:
        """Keep a table with this log, whose seats without a connection are so long away."""
        table = Table.fold(log[:1])
        seats = range(table.ruleset.seats)
        await self.store.create(
            NewTable(
                name,
                NOON,
                tuple(map(event_to_data, log)),
                {seat: hash_token(token_of(seat, name)) for seat in seats},
                hash_token(INVITE),
                listed=table.created.listed,
                daily=table.created.daily,
                bot_owes=table.bot_to_act is not None,
            )
        )
        live = await self.hub.shelf.live(name)
        live._clock = lambda: away
        live._left = dict.fromkeys(seats, 0.0)
        return live

    async def go_on(self, live: Live, events: Sequence[Event]) -> None:
        """Let events happen, as a command would that makes them."""
        async with live.lock:
            await self.hub._commit(live, events)
        await self.settled()

    async def request(
        self,
        method: str,
        path: str,
        body: object = None,
        token: str | None = None,
        *,
        raw: bytes = b"",
    ) -> bytes:
        """Make a request; return the reply with its status and headers, byte for byte."""
        sent = raw if body is None else json.dumps(body).encode()
        got: list[bytes] = []

        async def send(message: Message) -> None:
            got.append(_bytes_of(message))

        incoming = iter([{"type": "http.request", "body": sent}])

        async def receive() -> Message:
            return next(incoming, {"type": "http.disconnect"})

        await _APP(_scope("http", method, path, token), receive, send)  # type: ignore[arg-type]
        return b"".join(got)

    async def stream(self, path: str, token: str | None, **headers: str) -> Stream:
        """Open a stream of events."""
        stream = Stream(_scope("http", "GET", path, token, **headers))
        self._open.append(stream)
        await self.settled()
        return stream

    async def socket(self, table: str, hello: Json) -> Socket:
        """Open a WebSocket and say hello."""
        scope = _scope("websocket", "GET", f"/api/tables/{table}/socket", None)
        socket = Socket(scope)
        self._open.append(socket)
        await self.send(socket, json.dumps(hello))
        return socket

    async def settled(self) -> None:
        """Wait until nobody in this event loop has anything left to do at once."""
        idle = 0
        while idle < 30:
            waiting = any(o._frames for live in self.hub.shelf.all() for o in live.outboxes)
            idle = 0 if waiting else idle + 1
            await asyncio.sleep(0)

    async def send(self, socket: Socket, text: str) -> None:
        """Send a text, and wait until everything was said to it."""
        socket._incoming.put_nowait({"type": "websocket.receive", "text": text})
        await self.settled()

    async def hang_up(self, one: Stream | Socket) -> None:
        """Close a connection, and wait until the others have heard of it."""
        self._open.remove(one)
        await one.close()
        await self.settled()

    async def close(self) -> None:
        """Hang everybody up, and end."""
        for one in list(self._open):
            await self.hang_up(one)
        await self.hub.close()


class _Connection:
    """Something that stays open; `got` is every byte of it."""

    def __init__(self, scope: Message, first: Message) -> None:
        self.got: list[bytes] = []
        self._incoming: asyncio.Queue[Message] = asyncio.Queue()
        self._incoming.put_nowait(first)
        running: Any = _APP(scope, self._receive, self._sent)  # type: ignore[arg-type]
        self._task: asyncio.Task[None] = asyncio.create_task(running)

    async def _receive(self) -> Message:
        return await self._incoming.get()

    async def _sent(self, message: Message) -> None:
        self.got.append(_bytes_of(message))

    async def _close(self, last: Message) -> None:
        self._incoming.put_nowait(last)
        await asyncio.wait_for(asyncio.shield(self._task), 5)


class Stream(_Connection):
    """A stream of events over HTTP."""

    def __init__(self, scope: Message) -> None:
        super().__init__(scope, {"type": "http.request", "body": b""})

    async def close(self) -> None:
        """Hang up."""
        await self._close({"type": "http.disconnect"})


class Socket(_Connection):
    """A WebSocket."""

    def __init__(self, scope: Message) -> None:
        super().__init__(scope, {"type": "websocket.connect"})

    async def close(self) -> None:
        """Hang up."""
        await self._close({"type": "websocket.disconnect", "code": 1001})

    @property
    def frames(self) -> list[Json]:
        """The frames that came."""
        return [json.loads(text) for text in self.got if text.startswith(b"{")]


def status_of(reply: bytes) -> int:
    """Return the status of a reply."""
    return int(reply.split(b" ", 1)[0])


def data_of(reply: bytes) -> Any:
    """Return what the body of a reply says."""
    return json.loads(reply.split(b"\n\n", 1)[1])


def _scope(
    kind: str, method: str, path: str, token: str | None, **headers: str
) -> dict[str, object]:
    path, _, query = path.partition("?")
    named = {"host": HOST, "content-type": "application/json", **headers} | (
        {"authorization": f"Bearer {token}"} if token else {}
    )
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(k.replace("_", "-").encode(), v.encode()) for k, v in named.items()],
        "client": ("127.0.0.1", 1),
        "server": (HOST, 80),
        "subprotocols": [],
        "extensions": {},
    }


def _bytes_of(message: Message) -> bytes:
    """Return what a message of the application puts on the line."""
    match message["type"]:
        case "http.response.start":
            lines = [b"%s: %s" % pair for pair in message["headers"]]
            return b"\n".join([b"%d " % message["status"], *lines, b"\n"])
        case "http.response.body":
            return bytes(message.get("body", b""))
        case "websocket.send":
            return str(message["text"]).encode()
    return repr(sorted(message.items())).encode()
