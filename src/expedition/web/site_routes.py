"""HTTP for what isn't one table: editions, bots, the deal of the day, QR codes, health."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import segno
from fastapi import APIRouter, Request, Response

from expedition.bots.strength import YARDSTICK, strength
from expedition.table.errors import Code, Refused
from expedition.web.bodies import BotReply, HealthReply, MarginReply, QrBody
from expedition.web.documents import SVG_CONTENT, DailyReply, Edition, FramesReply
from expedition.web.editions import editions_data
from expedition.web.reach import addresses
from expedition.web.replies import json_reply
from expedition.web.security import place
from expedition.web.server_frames import frame_schemas
from expedition.web.table_routes import ERRORS, Server

if TYPE_CHECKING:
    from expedition.web.context import Context

router = APIRouter(prefix="/api", tags=["site"])

_MOST_RESULTS = 20


@router.get("/editions", responses={200: {"model": list[Edition]}, **ERRORS})
async def editions(request: Request) -> Response:
    """Return every edition with its parameters and worked examples."""
    return json_reply(request, editions_data(), keep="max-age=300")


@router.get("/bots", response_model=list[BotReply], responses=ERRORS)
async def bots(server: Server) -> list[BotReply]:
    """Return the bots that there are: how each plays, what, and how strong it was measured to be.

    Those that can't be loaded here are left out.
    """
    return [
        BotReply(
            id=bot.id,
            title=bot.title,
            style=bot.style,
            thinks=bot.thinks,
            editions=list(bot.editions),
            margin={edition: _margin(bot.id, edition) for edition in bot.editions},
        )
        for bot in await server.hub.bots()
    ]


def _margin(bot: str, edition: str) -> MarginReply | None:
    # Nothing is ahead of itself, or behind.
    measured = strength(bot, edition) if bot != YARDSTICK else None
    return None if measured is None else MarginReply(**measured._asdict(), against=YARDSTICK)


@router.get("/daily", responses={200: {"model": DailyReply}, **ERRORS})
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
            "closes_in": seconds_left(day, server.now()),
            "best": [
                {"name": result.name, "total": result.total, "at": result.at} for result in best
            ],
        },
    )


@router.get("/frames", responses={200: {"model": FramesReply}, **ERRORS})
async def frames(request: Request) -> Response:
    """Return the JSON Schemas of the frames, from the client and from the server."""
    return json_reply(request, frame_schemas(), keep="max-age=300")


@router.get("/health", response_model=HealthReply, responses=ERRORS)
async def health(request: Request, server: Server) -> HealthReply:
    """Say that the server is there, which version it is, and where others can reach it."""
    return HealthReply(ok=True, version=server.version, addresses=_elsewhere(request, server))


def _elsewhere(request: Request, server: Context) -> list[str]:
    return addresses(server.settings.host, request.url.port or 80)


@router.post("/qr", responses={200: SVG_CONTENT, **ERRORS}, response_class=Response)
async def qr(body: QrBody, request: Request, server: Server) -> Response:
    """Return a link of this server as a QR code, in SVG. The link is not written to any log."""
    own = {request.headers.get("host", "").lower(), *map(place, _elsewhere(request, server))}
    if not body.text.startswith(("http://", "https://")) or place(body.text) not in own:
        raise Refused(Code.BAD, "Only links of this server are drawn.")
    code = segno.make(body.text, error="m", micro=False)
    svg = code.svg_inline(scale=1, border=2, omitsize=True, svgclass=None, lineclass=None)
    svg = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return Response(svg, 200, {"cache-control": "no-store"}, "image/svg+xml")


def seconds_left(day: str, now: datetime) -> int:
    """Return for how many seconds a day, YYYY-MM-DD in UTC, still lasts; none when it is over."""
    midnight = datetime.fromisoformat(day).replace(tzinfo=UTC) + timedelta(days=1)
    return max(0, int((midnight - now).total_seconds()))
