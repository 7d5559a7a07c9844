"""Somebody at a table who doesn't give up: what the page does about a bad connection, in Python.

A command keeps its id until it is answered, and is sent again after a while and after each new
connection. Old events are passed over; a gap is mended by a new connection that asks for what came
since. Everything that was ever told or answered is kept, to be held against the server's log.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections import defaultdict
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

if TYPE_CHECKING:
    from collections.abc import Callable

    from websockets.asyncio.client import ClientConnection

Json = dict[str, Any]

_LONGEST_WAIT = 0.4


class SteadyClient:
    """One seat of one table, or a spectator.

    `find` gives the server's address, None when it is down. `patience` is in seconds: after that
    long a silence there is a ping, after three times as long a new connection; and an answer, or
    what an answer spoke of, is waited for as long.
    """

    def __init__(
        self,
        find: Callable[[], str | None],
        table: str,
        token: str | None,
        patience: float = 0.4,
    ) -> None:
        self.table = table
        self.seq: int | None = None
        self.view: Json = {}
        self.seen_at = 0.0
        """When the newest view came, on the monotonic clock."""
        self.commands: dict[str, Json] = {}
        """Every command by its id."""
        self.answers: defaultdict[str, list[Json]] = defaultdict(list)
        """Every answer to each command, in the order in which they came."""
        self.told: dict[int, Json] = {}
        """Every event by its number."""
        self.connections = 0
        self.faults: list[str] = []
        """What the server should never have done."""
        self._find = find
        self._token = token
        self._pending: dict[str, tuple[float, asyncio.Future[Json]]] = {}
        self._changed = asyncio.Condition()
        self._ws: ClientConnection | None = None
        self._patience = patience
        self._mending = False
        self._since = 0
        self._heard = 0.0
        self._expected: tuple[int, float] | None = None
        self._random = Random(table)

    @property
    def waits(self) -> bool:
        """Whether a command has no answer yet."""
        return bool(self._pending)

    # What whoever sits here does

    async def ask(self, kind: str, **fields: Any) -> Json:
        """Send a command, as often as need be, and return its first answer."""
        command = {"type": kind, "id": secrets.token_urlsafe(9), **fields}
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self.commands[command["id"]] = command
        self._pending[command["id"]] = time.monotonic(), answer
        await self._send(command)
        return await answer

    async def until(self, wanted: Callable[[Json], object]) -> Json:
        """Return the view as soon as it is as wanted."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.view and wanted(self.view))
        return self.view

    async def stay(self) -> None:
        """Be connected, again and again, until cancelled."""
        wait = 0.02
        while True:
            address = self._find()
            if address is not None:
                with suppress(OSError, TimeoutError, WebSocketException):
                    if await self._visit(f"{address.replace('http', 'ws', 1)}/api/tables"):
                        wait = 0.02
            await asyncio.sleep(wait * self._random.uniform(0.5, 1.5))
            wait = min(wait * 2, _LONGEST_WAIT)

    # Underneath

    async def _visit(self, tables: str) -> bool:
        """Be connected once; returns whether that went well for a while."""
        url = f"{tables}/{self.table}/socket"
        async with connect(url, compression=None, open_timeout=5, close_timeout=0.1) as ws:
            self.connections += 1
            self._heard = time.monotonic()
            self._since = self.seq or 0
            hello = {"type": "hello", "proto": 1, "token": self._token, "since": self.seq}
            await ws.send(json.dumps(hello))
            beat = asyncio.create_task(self._beat(ws))
            welcome = False
            try:
                async for text in ws:
                    frame = json.loads(text)
                    self._heard = time.monotonic()
                    if frame["type"] == "error" or not await self._hear(frame):
                        break
                    if frame["type"] in ("welcome", "view") and not welcome:
                        welcome = True
                        await self._open(ws)
            finally:
                self._ws = None
                beat.cancel()
                # A line that is given up is not said goodbye to: the other side may be deaf.
                ws.transport.abort()
            return welcome

    async def _open(self, ws: ClientConnection) -> None:
        self._ws = ws
        self._expected = None
        for command_id in list(self._pending):
            await self._repeat(command_id)

    async def _hear(self, frame: Json) -> bool:
        """Take a frame in; False if something is missing and the connection is of no more use."""
        kind, seq = frame["type"], int(frame.get("seq", 0))
        if kind == "welcome":
            if seq < self._since:
                self.faults.append(f"Event {self._since} was told, and the log ends with {seq}.")
        elif kind == "event":
            return self._event(seq, frame["event"])
        elif kind == "view":
            return await self._look(seq, frame["view"])
        elif kind in ("ack", "rej"):
            self.answers[frame["id"]].append(frame)
            _, answer = self._pending.pop(frame["id"], (0.0, None))
            if answer is not None and not answer.done():
                answer.set_result(frame)
            self._expect(seq)
        elif kind == "pong":
            self._expect(seq)
        return True

    def _event(self, seq: int, event: Json) -> bool:
        if self.told.setdefault(seq, event) != event:
            self.faults.append(f"Event {seq} was told as {self.told[seq]} and as {event}.")
        if self.seq is not None and seq > self.seq + 1:
            self._mending = True
            return False
        if self.seq is None or seq > self.seq:
            self.seq = seq
        return True

    async def _look(self, seq: int, view: Json) -> bool:
        if self.seq is not None and seq < self.seq:
            return True
        # A view ahead of its events: some were lost. If that happens twice, the view does alone.
        if self.seq is not None and seq > self.seq and not self._mending:
            self._mending = True
            return False
        self._mending = False
        self.seq = seq
        async with self._changed:
            self.view = view
            self.seen_at = time.monotonic()
            self._changed.notify_all()
        return True

    def _expect(self, seq: int) -> None:
        if self.seq is not None and seq > self.seq and self._expected is None:
            self._expected = seq, time.monotonic()

    async def _beat(self, ws: ClientConnection) -> None:
        """Notice what doesn't come."""
        pings = 0
        while True:
            await asyncio.sleep(self._patience / 4)
            now = time.monotonic()
            if self._expected and self._expected[0] <= (self.seq or 0):
                self._expected = None
            late = self._expected is not None and now - self._expected[1] > self._patience
            if late or now - self._heard > 3 * self._patience:
                ws.transport.abort()
                return
            if self._ws is None:
                continue
            if now - self._heard > self._patience:
                pings += 1
                await self._send({"type": "ping", "n": pings})
            for command_id, (sent, _) in list(self._pending.items()):
                if now - sent > self._patience:
                    await self._repeat(command_id)

    async def _repeat(self, command_id: str) -> None:
        if command_id in self._pending:
            self._pending[command_id] = time.monotonic(), self._pending[command_id][1]
            await self._send(self.commands[command_id])

    async def _send(self, frame: Json) -> None:
        if self._ws is not None:
            with suppress(WebSocketException):
                await self._ws.send(json.dumps(frame))
