"""A table's frames as a stream over plain HTTP: server-sent events, or a line each for bots."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import StreamingResponse

from expedition.web import partings, wire
from expedition.web.context import Context, bearer
from expedition.web.table_routes import ERRORS, MAY_SIT, OR_NOT, Server

if TYPE_CHECKING:
    from starlette.types import Send

    from expedition.table.live import Live
    from expedition.table.outbox import Outbox

router = APIRouter(prefix="/api/tables", tags=["tables"])

#: Seconds of silence after which a sign of life is sent.
_BEAT = 10.0
_SEQ = re.compile(r'\{"type":"event","seq":([0-9]+)')
_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}
_SERVER_SENT = "text/event-stream"
_LINES = "application/x-ndjson"
_KINDS = {kind: {"schema": {"type": "string"}} for kind in (_SERVER_SENT, _LINES)}
_FRAMES = {"description": "Frames, as GET /api/frames describes them.", "content": _KINDS}


@router.get(
    "/{table}/events",
    responses={200: _FRAMES, **ERRORS},
    response_class=StreamingResponse,
    dependencies=[MAY_SIT],
    openapi_extra=OR_NOT,
)
async def events(
    table: str,
    request: Request,
    server: Server,
    since: Annotated[int | None, Query(ge=0, le=2**31)] = None,
    ticket: Annotated[str | None, Query(max_length=64)] = None,
) -> Response:
    """Return the frames of a table as they come, from the event after `since` on.

    With `Accept: application/x-ndjson` one frame a line, an empty line as a sign of life;
    otherwise server-sent events. With a Bearer token or a ticket as that seat, else as spectator.
    """
    if ticket is not None:
        seat: int | None = server.use_ticket(request, table, ticket)
        live = await server.hub.look(table)
    else:
        live, seat = await server.enter(request, table, bearer(request))
    last = request.headers.get("last-event-id", "")
    if last.isdecimal() and len(last) < 12:
        since = int(last)
    as_lines = _LINES in request.headers.get("accept", "")
    return _Frames(_Listener(server, request, live, seat, since), as_lines=as_lines)


@dataclass(frozen=True, slots=True)
class _Listener:
    """Who listens, to what, and from which event on."""

    server: Context
    request: Request
    live: Live
    seat: int | None
    since: int | None


class _Frames(StreamingResponse):
    """A reply that goes on for as long as somebody listens and reads."""

    def __init__(self, listener: _Listener, *, as_lines: bool) -> None:
        super().__init__((), 200, _HEADERS, _LINES if as_lines else _SERVER_SENT)
        self._listener = listener
        self._as_lines = as_lines

    async def stream_response(self, send: Send) -> None:
        """Listen and send. Raises Refused, as long as nothing was sent, if that can't be now."""
        # Begun in here, so that it also ends: a client may be gone before it gets this far.
        who = self._listener
        hub = who.server.hub
        with who.server.connected(who.request):
            welcome = wire.welcome(who.live, who.seat, who.server.version)
            outbox = hub.listen(who.live, who.seat, who.since, welcome)
            try:
                head = {"status": self.status_code, "headers": self.raw_headers}
                await send({"type": "http.response.start", **head})
                await self._send_all(send, outbox)
            except TimeoutError:
                return  # nobody reads; to let go is all that can be done
            finally:
                hub.leave(who.live, outbox)

    async def _send_all(self, send: Send, outbox: Outbox) -> None:
        """Send until the outbox is closed. Raises TimeoutError when nobody reads."""
        while True:
            try:
                frame = await asyncio.wait_for(outbox.take(), _BEAT)
            except TimeoutError:
                text = "\n" if self._as_lines else ": \n\n"
            else:
                text = self._text(frame or partings.parting(outbox.closed or "closing"))
                if frame is None:
                    await _send(send, text, more=True)
                    await _send(send, "", more=False)
                    return
            await _send(send, text, more=True)

    def _text(self, frame: str) -> str:
        if self._as_lines:
            return f"{frame}\n"
        found = _SEQ.match(frame)
        number = f"id: {found[1]}\n" if found else ""
        return f"{number}data: {frame}\n\n"


async def _send(send: Send, text: str, *, more: bool) -> None:
    async with asyncio.timeout(partings.SEND_WITHIN):
        await send({"type": "http.response.body", "body": text.encode(), "more_body": more})
