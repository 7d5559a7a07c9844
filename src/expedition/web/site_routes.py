"""HTTP for what isn't one table: editions, bots, the deal of the day, QR codes, health."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import segno
from fastapi import APIRouter, Request, Response

from expedition.bots import bot_names
from expedition.table.errors import Code, Refused
from expedition.web.bodies import BotReply, HealthReply, QrBody
from expedition.web.editions import editions_data
from expedition.web.replies import json_reply
from expedition.web.security import place
from expedition.web.server_frames import frame_schemas
from expedition.web.table_routes import ERRORS, Server

router = APIRouter(prefix="/api", tags=["site"])

_MOST_RESULTS = 20


@router.get("/editions", responses=ERRORS)
async def editions(request: Request) -> Response:
    """Return every edition with its parameters and worked examples."""
    return json_reply(request, editions_data(), keep="max-age=300")


@router.get("/bots", response_model=list[BotReply], responses=ERRORS)
async def bots() -> list[BotReply]:
    """Return the bots that there are."""
    return [BotReply(id=name) for name in bot_names()]


@router.get("/daily", responses=ERRORS)
async def daily(request: Request, server: Server) -> Response:
    """Return the deal of the day: its commitment, and the best results on this server."""
    day = server.hub.today()
    deal = await server.hub.daily(day)
    best = await server.hub.best(day, _MOST_RESULTS)
    return json_reply(
        request,
        {
            "day": day,
            "edition": deal.edition,
            "commitment": deal.commitment,
            "closes_in": _seconds_left(),
            "best": [
                {"name": result.name, "total": result.total, "at": result.at} for result in best
            ],
        },
    )


@router.get("/frames", responses=ERRORS)
async def frames(request: Request) -> Response:
    """Return the JSON Schemas of the frames, from the client and from the server."""
    return json_reply(request, frame_schemas(), keep="max-age=300")


@router.get("/health", response_model=HealthReply, responses=ERRORS)
async def health(server: Server) -> HealthReply:
    """Say that the server is there, and which version it is."""
    return HealthReply(ok=True, version=server.version)


@router.post("/qr", responses=ERRORS)
async def qr(body: QrBody, request: Request) -> Response:
    """Return a link of this server as a QR code, in SVG. The link is not written to any log."""
    own = request.headers.get("host", "").lower()
    if not body.text.startswith(("http://", "https://")) or place(body.text) != own:
        raise Refused(Code.BAD, "Only links of this server are drawn.")
    code = segno.make(body.text, error="m", micro=False)
    svg = code.svg_inline(scale=1, border=2, omitsize=True, svgclass=None, lineclass=None)
    svg = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return Response(svg, 200, {"cache-control": "no-store"}, "image/svg+xml")


def _seconds_left() -> int:
    now = datetime.now(UTC)
    midnight = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    return int((midnight - now).total_seconds())
