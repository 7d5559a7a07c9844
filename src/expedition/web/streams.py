"""A table's frames as a stream over plain HTTP: server-sent events, or a line each for bots."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import StreamingResponse

from expedition.web import wire
from expedition.web.context import bearer
from expedition.web.table_routes import ERRORS, Server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from expedition.table.hub import Hub
    from expedition.table.live import Live

router = APIRouter(prefix="/api/tables", tags=["tables"])

#: Seconds of silence after which a sign of life is sent.
_BEAT = 10.0
_SEQ = re.compile(r'\{"type":"event","seq":([0-9]+)')
_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


@router.get("/{table}/events", responses=ERRORS)
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
        seat: int | None = server.use_ticket(table, ticket)
        live = await server.hub.shelf.live(table)
    else:
        live, seat = await server.enter(request, table, bearer(request))
    last = request.headers.get("last-event-id", "")
    if last.isdecimal() and len(last) < 12:
        since = int(last)
    as_lines = "application/x-ndjson" in request.headers.get("accept", "")
    kind = "application/x-ndjson" if as_lines else "text/event-stream"
    hello = (live, seat, since, wire.welcome(live, seat, server.version))
    body = _stream(server.hub, *hello, as_lines=as_lines)
    return StreamingResponse(body, 200, _HEADERS, kind)


async def _stream(
    hub: Hub, live: Live, seat: int | None, since: int | None, welcome: str, *, as_lines: bool
) -> AsyncIterator[str]:
    # Begun in here, so that it also ends: a client may be gone before the first frame is asked for.
    outbox = hub.listen(live, seat, since, welcome)
    beat = "\n" if as_lines else ": \n\n"
    try:
        while True:
            try:
                frame = await asyncio.wait_for(outbox.take(), _BEAT)
            except TimeoutError:
                yield beat
                continue
            if frame is None:
                reason = outbox.closed or "closing"
                last = wire.error(reason, "The stream is closed; open it again.")
                yield last + "\n" if as_lines else f"data: {last}\n\n"
                return
            yield frame + "\n" if as_lines else _server_sent(frame)
    finally:
        hub.leave(live, outbox)


def _server_sent(frame: str) -> str:
    found = _SEQ.match(frame)
    number = f"id: {found[1]}\n" if found else ""
    return f"{number}data: {frame}\n\n"
