"""The people who load a server: two at each table, who take the turns that they are told to."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from http.client import HTTPConnection
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from websockets.asyncio.client import connect

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

Json = dict[str, Any]

#: Connections that are opened at once.
_AT_ONCE = 20
#: Seconds for the last answers to come in.
_PATIENCE = 10.0
# A view is read only by whose turn it is, or who can deal. The others', and events, are not.
_MINE = ('"can":{"turn":true', '"can":{"turn":false,"deal":true')


@dataclass
class Outcome:
    """What came of the turns of one stretch of time. Waits are in seconds, of acks alone."""

    sockets: int
    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)
    refused: int = 0
    unanswered: int = 0


class Crowd:
    """Everybody, and the turns that could be taken now."""

    def __init__(self, address: str, tables: int, sockets: int) -> None:
        """Prepare so many people for so many tables; nobody is there yet."""
        self._address = address
        self._tables = tables
        self._sockets = sockets
        self._seats: list[tuple[str, str]] = []
        self._people: list[ClientConnection] = []
        self._readers: list[asyncio.Task[None]] = []
        self._ready: OrderedDict[ClientConnection, Json] = OrderedDict()
        self._sent: dict[str, float] = {}
        self._ids = count(1)
        self._random = Random(1)
        self._outcome = Outcome(sockets)

    async def set_up(self) -> None:
        """Set the tables up."""
        await asyncio.to_thread(self._set_up)

    def _set_up(self) -> None:
        server = HTTPConnection(urlsplit(self._address).netloc, timeout=30)
        seats = [{"kind": kind, "name": "Somebody"} for kind in ("me", "here")]
        body = json.dumps({"edition": "classic", "rounds": 99, "seats": seats})
        made: list[Json] = []
        for _ in range(self._tables):
            server.request("POST", "/api/tables", body, {"content-type": "application/json"})
            reply = server.getresponse()
            text = reply.read()
            if reply.status != 201:
                msg = f"A table was refused: {text!r}"
                raise RuntimeError(msg)
            made.append(json.loads(text))
        server.close()
        # First one person at every table, then the other: fewer sockets leave some alone.
        for seat in (0, 1):
            self._seats += [(table["table"], table["seats"][seat]["token"]) for table in made]
        del self._seats[self._sockets :]

    async def connect(self) -> None:
        """Connect everybody, and wait for their views."""
        gate = asyncio.Semaphore(_AT_ONCE)

        async def come(table: str, token: str) -> None:
            async with gate:
                address = self._address.replace("http", "ws", 1)
                ws = await connect(
                    f"{address}/api/tables/{table}/socket",
                    compression=None,
                    ping_interval=None,
                    open_timeout=30,
                )
                self._people.append(ws)
                hello = {"type": "hello", "proto": 1, "token": token, "since": None}
                await ws.send(json.dumps(hello))
                while not (await self._take(ws)).startswith('{"type":"view"'):
                    pass
                self._readers.append(asyncio.create_task(self._listen(ws)))

        await asyncio.gather(*(come(*seat) for seat in self._seats))

    async def play(self, rate: float, seconds: float) -> Outcome:
        """Have turns taken at this rate; what is late isn't waited for."""
        self._outcome = Outcome(self._sockets)
        began = time.perf_counter()
        for number in range(int(rate * seconds)):
            due = began + number / rate
            if (early := due - time.perf_counter()) > 0:
                await asyncio.sleep(early)
            if self._ready:  # a table that has nobody to move is still being answered
                ws, frame = self._ready.popitem(last=False)
                self._sent[frame["id"]] = due
                await ws.send(json.dumps(frame))
            if number % 1000 == 0:
                self._raise_what_went_wrong()
        self._outcome.seconds = time.perf_counter() - began
        for _ in range(int(_PATIENCE / 0.05)):
            if not self._sent:
                break
            await asyncio.sleep(0.05)
        self._outcome.unanswered = len(self._sent)
        self._sent.clear()
        return self._outcome

    def _raise_what_went_wrong(self) -> None:
        for reader in self._readers:
            if reader.done():
                reader.result()

    async def leave(self) -> None:
        """Hang up."""
        for reader in self._readers:
            reader.cancel()
        for ws in self._people:
            ws.transport.abort()
        await asyncio.gather(*self._readers, return_exceptions=True)

    async def _listen(self, ws: ClientConnection) -> None:
        while True:
            await self._take(ws)

    async def _take(self, ws: ClientConnection) -> str:
        """Take one frame, and note what follows from it."""
        text = await ws.recv(decode=True)
        if text.startswith('{"type":"view"'):
            if any(mark in text for mark in _MINE):
                self._ready[ws] = self._command(json.loads(text)["view"])
        elif text.startswith(('{"type":"ack"', '{"type":"rej"')):
            self._answered(json.loads(text))
        elif text.startswith('{"type":"error"'):
            msg = f"The server hung up: {text}"
            raise RuntimeError(msg)
        return str(text)

    def _answered(self, answer: Json) -> None:
        due = self._sent.pop(answer["id"], None)
        if due is None:
            return
        if answer["type"] == "ack":
            self._outcome.waits.append(time.perf_counter() - due)
        else:
            self._outcome.refused += 1

    def _command(self, view: Json) -> Json:
        command_id = f"c{next(self._ids)}"
        if view["can"]["deal"]:
            return {"type": "deal", "id": command_id}
        option = self._random.choice(view["round"]["legal"])
        actions = [option["action"], *option["draws"][:1]]
        return {"type": "turn", "id": command_id, "base": view["seq"], "actions": actions}
