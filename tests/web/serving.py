"""A real server on a port of its own, and people at it: what the tests of the web talk to."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

import httpx
import uvicorn
from websockets.asyncio.client import connect

from expedition.table.memory_store import MemoryStore
from expedition.web.app import create_app
from expedition.web.limits import Rate
from expedition.web.server_frames import SERVER_FRAME
from expedition.web.settings import Rates, Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from websockets.asyncio.client import ClientConnection

    from expedition.table.store import Store

Json = dict[str, Any]

#: Nothing is limited, and bots answer at once.
OPEN = Settings(
    pace=0.0,
    rates=Rates(frames=Rate(1e6, 1e6), requests=Rate(1e6, 1e6), tables=Rate(1e6, 1e6)),
)


@contextmanager
def running_server(settings: Settings = OPEN, store: Store | None = None) -> Iterator[str]:
    """Run a server in a thread of this process; gives its address, like http://127.0.0.1:1234."""
    # Named, so that asyncio turns Nagle's delay off.
    with socket.socket(proto=socket.IPPROTO_TCP) as bound:
        bound.bind(("127.0.0.1", 0))
        app = create_app(settings, store or MemoryStore())
        config = uvicorn.Config(
            app, log_level="error", ws="websockets-sansio", timeout_graceful_shutdown=1
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
        thread.start()
        try:
            while not server.started:
                if not thread.is_alive():
                    msg = "The server did not start."
                    raise RuntimeError(msg)
                thread.join(0.01)
            yield f"http://127.0.0.1:{bound.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(10)


def api(address: str) -> httpx.AsyncClient:
    """Return a client for the HTTP side."""
    return httpx.AsyncClient(base_url=address, timeout=20)


def get(address: str, path: str, **headers: str) -> httpx.Response:
    """Ask once; underscores in the names of headers are hyphens."""
    return ask(address, "GET", path, None, **headers)


def ask(address: str, method: str, path: str, body: Any, **headers: str) -> httpx.Response:
    """Ask once, with any method and body."""

    async def once() -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        async with api(address) as client:
            return await client.request(method, path, content=body, headers=named)

    return asyncio.run(once())


async def set_up(address: str, edition: str = "classic", *seats: str, **options: Any) -> Json:
    """Set a table up; each seat is `me`, `here`, `friend` or the id of a bot."""
    kinds = seats or ("me", "careful")
    body = {
        "edition": edition,
        "seats": [
            {"kind": kind, "name": f"Player {number}"}
            if kind in ("me", "here")
            else {"kind": "friend"}
            if kind == "friend"
            else {"kind": "bot", "bot": kind}
            for number, kind in enumerate(kinds)
        ],
        **options,
    }
    async with api(address) as client:
        reply = await client.post("/api/tables", json=body)
    assert reply.status_code == 201, reply.text
    made: Json = reply.json()
    return made


class Person:
    """Somebody at a table by WebSocket. Keeps every frame that came, as text and as data."""

    def __init__(self, ws: ClientConnection) -> None:
        self.ws = ws
        self.texts: list[str] = []
        self.frames: list[Json] = []
        self.view: Json = {}
        self._count = 0

    async def next(self) -> Json:
        """Return the next frame."""
        text = await asyncio.wait_for(self.ws.recv(decode=True), 20)
        frame: Json = json.loads(text)
        SERVER_FRAME.validate_json(text)
        self.texts.append(str(text))
        self.frames.append(frame)
        if frame["type"] == "view":
            self.view = frame["view"]
        return frame

    async def until(self, kind: str) -> Json:
        """Return the next frame of a type."""
        while (frame := await self.next())["type"] != kind:
            assert frame["type"] != "error", frame
        return frame

    async def send(self, kind: str, **fields: Any) -> str:
        """Send a command under a fresh id, and return the id."""
        self._count += 1
        command = {"type": kind, "id": f"c{self._count}", **fields}
        await self.ws.send(json.dumps(command))
        return str(command["id"])

    async def ask(self, kind: str, **fields: Any) -> Json:
        """Send a command and return its answer, an ack or a rej."""
        sent = await self.send(kind, **fields)
        while True:
            frame = await self.next()
            if frame["type"] in ("ack", "rej") and frame["id"] == sent:
                return frame

    async def turn(self, *, choice: int = 0) -> Json:
        """Take a turn, the one at this place among those that are legal; returns the answer."""
        while not self.view["can"]["turn"]:
            await self.until("view")
        turns = whole_turns(self.view)
        return await self.ask("turn", base=self.view["seq"], actions=turns[choice % len(turns)])


def whole_turns(view: Json) -> list[list[str]]:
    """Return every turn that a view offers."""
    return [
        [option["action"], *([draw] if draw else [])]
        for option in view["round"]["legal"]
        for draw in option["draws"] or [None]
    ]


@asynccontextmanager
async def at_table(
    address: str, table: str, token: str | None, since: int | None = None
) -> AsyncIterator[Person]:
    """Sit at a table, or watch it without a token; gives the person with their first view."""
    url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    async with connect(url) as ws:
        person = Person(ws)
        hello = {"type": "hello", "proto": 1, "token": token, "since": since}
        await ws.send(json.dumps(hello))
        await person.until("view")
        yield person
