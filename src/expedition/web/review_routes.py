"""HTTP for looking back: records, score sheets, and rounds step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from expedition.notation import record_to_json, record_to_text
from expedition.table.records import table_record
from expedition.web.bodies import ReviewBody  # noqa: TC001  FastAPI reads the annotation
from expedition.web.branches import check_open, read_record
from expedition.web.documents import RECORD_CONTENT, RecordReview, SheetReply, TableReview
from expedition.web.replies import json_reply
from expedition.web.reviews import review_data, sheet_data
from expedition.web.table_routes import ERRORS, Server
from expedition.web.views import is_opened, seats_data, table_ending

if TYPE_CHECKING:
    from expedition.notation import Record

router = APIRouter(prefix="/api", tags=["review"])


@router.get(
    "/tables/{table}/record", responses={200: RECORD_CONTENT, **ERRORS}, response_class=Response
)
async def record(
    table: str, request: Request, server: Server, form: Literal["json", "text"] = "json"
) -> Response:
    """Return the match as a record. A round that is being played stays sealed."""
    live = await server.hub.look(table)
    server.count_review(request)
    opened = is_opened(live.table, server.hub.today())
    kept = table_record(live.table, live.day, opened=opened)
    written = await server.lay_out(record_to_text if form == "text" else record_to_json, kept)
    name = f"expedition-{live.id}.{'json' if form == 'json' else 'txt'}"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    if form == "text":
        return Response(written, 200, headers, "text/plain; charset=utf-8")
    return Response(written, 200, headers, "application/json")


@router.get("/tables/{table}/sheet", responses={200: {"model": SheetReply}, **ERRORS})
async def sheet(table: str, request: Request, server: Server) -> Response:
    """Return the score sheet: every expedition of every round begun, worked out."""
    live = await server.hub.look(table)
    opened = is_opened(live.table, server.hub.today())
    data = sheet_data(live.table.match, live.table.seals, opened=opened)
    return json_reply(
        request, data | {"seats": seats_data(live.table), "ending": table_ending(live.table)}
    )


@router.get("/tables/{table}/review", responses={200: {"model": TableReview}, **ERRORS})
async def review(
    table: str,
    request: Request,
    server: Server,
    number: Annotated[int, Query(alias="round", ge=0, le=1000)] = 1,
    eyes: Annotated[str, Query(max_length=16)] = "all",
) -> Response:
    """Return a round that is over step by step: with all cards, or as one seat saw it."""
    live = await server.hub.look(table)
    check_open(live.table, number, server.hub.today())
    server.count_review(request)
    browse = live.table.created.browse
    data = await server.lay_out(review_data, live.table.match, number, eyes, browse=browse)
    return json_reply(request, data | {"seats": seats_data(live.table), "table": live.id})


@router.post("/review", responses={200: {"model": RecordReview}, **ERRORS})
async def review_record(body: ReviewBody, request: Request, server: Server) -> Response:
    """Return a round of a record that you have, step by step. Nothing of it is kept here."""
    server.count_review(request)
    kept = await read_record(server, body.record)
    match = kept.match
    number = (0 if match.open_hands else 1) if body.round is None else body.round
    data = await server.lay_out(review_data, match, number, body.eyes)
    return json_reply(request, data | {"seats": _players(kept), "meta": _meta(kept)})


def _players(kept: Record) -> list[dict[str, Any]]:
    ruleset = kept.match.ruleset
    return [
        {
            "name": player.name,
            "bot": player.bot,
            "kind": "bot" if player.bot else "person",
            "side": ruleset.side(seat),
        }
        for seat, player in enumerate(kept.players)
    ]


def _meta(kept: Record) -> dict[str, Any]:
    return {
        "date": kept.date,
        "comment": kept.comment,
        "tags": dict(kept.tags),
        "comments": [
            {"round": comment.round_number, "after": comment.after, "text": comment.text}
            for comment in kept.comments
        ],
        "sealed": kept.sealed is not None,
        "sheet": sheet_data(kept.match, kept.seals, opened=True),
    }
