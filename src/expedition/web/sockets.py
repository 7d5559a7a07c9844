"""The WebSocket of a table: a hello, then frames both ways."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from expedition.table.errors import Code, Refused
from expedition.web import partings, wire
from expedition.web.frames import (
    PROTOCOL,
    AnyCommand,
    Hello,
    Ping,
    command_of,
    frame_id,
    read_frame,
)
from expedition.web.limits import Bucket

if TYPE_CHECKING:
    from expedition.table.live import Live
    from expedition.table.outbox import Outbox
    from expedition.web.context import Context

router = APIRouter()

#: Seconds to say hello in.
_HELLO_WITHIN = 10.0
_MOST_FAULTS = 3


class _HangUp(Exception):
    """The connection is to be closed, after an error frame that says why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


async def socket(ws: WebSocket) -> None:
    """Serve one connection. Host and Origin were checked before it came here."""
    context: Context = ws.app.state.context
    table: str = ws.path_params["table"]
    await ws.accept()
    try:
        with context.connected(ws):
            await _Connection(ws, context, table).serve()
    except _HangUp as fault:
        await _close(ws, fault.code, str(fault))
    except Refused as refused:
        await _close(ws, refused.code.value, str(refused))
    except WebSocketDisconnect:
        pass


# A plain route: FastAPI's own kind would keep 7 KiB more for each socket, for as long as it lives.
router.add_websocket_route("/api/tables/{table}/socket", socket)


class _Connection:
    """One client at one table."""

    def __init__(self, ws: WebSocket, context: Context, table: str) -> None:
        self.ws = ws
        self.context = context
        self.table = table
        self.faults = 0
        self.bucket = Bucket(context.settings.rates.frames)

    async def serve(self) -> None:
        """Shake hands, then send and receive until one side has had enough."""
        hello = await self._hello()
        hub = self.context.hub
        live, seat = await self.context.enter(self.ws, self.table, hello.token)
        outbox = hub.listen(live, seat, hello.since, wire.welcome(live, seat, self.context.version))
        sender = asyncio.create_task(self._send(outbox))
        receiver = asyncio.create_task(self._receive(live, seat, outbox))
        try:
            done, _ = await asyncio.wait((sender, receiver), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            reason = outbox.closed or "closing"
            raise _HangUp(reason, partings.sentence_of(reason))
        finally:
            hub.leave(live, outbox)
            sender.cancel()
            receiver.cancel()
            await asyncio.gather(sender, receiver, return_exceptions=True)

    async def _hello(self) -> Hello:
        try:
            text = await asyncio.wait_for(self._text(), _HELLO_WITHIN)
            frame = read_frame(text)
        except TimeoutError:
            raise _HangUp("bad", "No hello came.") from None
        except Refused as refused:
            raise _HangUp("bad", str(refused)) from None
        if not isinstance(frame, Hello):
            raise _HangUp("bad", "The first frame should be a hello.")
        if frame.proto < PROTOCOL:
            raise _HangUp("old-client", "This page is of an older version. Reload it.")
        if frame.proto > PROTOCOL:
            raise _HangUp("newer-client", "This server is older than the page. Reload it.")
        return frame

    async def _send(self, outbox: Outbox) -> None:
        while (frame := await outbox.take()) is not None:
            try:
                async with asyncio.timeout(partings.SEND_WITHIN):
                    await self.ws.send_text(frame)
            except TimeoutError:
                outbox.close("slow")
                return
            del frame  # thousands of sockets wait for their next frame; none keeps its last

    async def _receive(self, live: Live, seat: int | None, outbox: Outbox) -> None:
        while True:
            text = await self._text()
            if outbox.closed:
                return  # say, the token is dead now: what still comes is not carried out
            if not self.bucket.take():
                raise _HangUp("too-fast", "Too many messages at once. Reconnect in a moment.")
            try:
                frame = read_frame(text)
                if isinstance(frame, Hello):
                    raise Refused(Code.BAD, "Hello was said already.")
            except Refused as refused:
                self._fault(text, refused, live, outbox)
                continue
            if isinstance(frame, Ping):
                outbox.put(wire.pong(frame.n, live.table.seq))
            else:
                outbox.put(await self._command(live, seat, frame))

    async def _command(self, live: Live, seat: int | None, frame: AnyCommand) -> str:
        try:
            if seat is None:
                raise Refused(Code.NO_SEAT, "You are watching; only players can do that.")
            self.context.count_command(self.ws, frame)
            seq = await self.context.hub.command(live, seat, frame.id, command_of(frame))
        except Refused as refused:
            return wire.rej(frame.id, refused, live.table.seq)
        return wire.ack(frame.id, seq)

    def _fault(self, text: str, refused: Refused, live: Live, outbox: Outbox) -> None:
        self.faults += 1
        if self.faults >= _MOST_FAULTS:
            raise _HangUp("bad", f"Too many frames that can't be read. {refused}")
        outbox.put(wire.rej(frame_id(text), refused, live.table.seq))

    async def _text(self) -> str:
        message = await self.ws.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text = message.get("text")
        if text is None:
            raise _HangUp("bad", "Frames are text.")
        return str(text)


async def _close(ws: WebSocket, code: str, message: str) -> None:
    """Say why, and hang up."""
    if ws.client_state is WebSocketState.DISCONNECTED:
        return
    try:
        await asyncio.wait_for(ws.send_text(wire.error(code, message)), partings.SEND_WITHIN)
        await ws.close(1012 if code == "closing" else 1008, code)
    except (TimeoutError, RuntimeError, WebSocketDisconnect):
        return
