"""HTTP for tables: setting one up, taking a seat, commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.security import HTTPBearer

from expedition.table.errors import Code, Refused
from expedition.table.setup import SeatKind, SeatWish, Setup
from expedition.table.tokens import seat_of
from expedition.web.bodies import (
    ErrorReply,
    JoinBody,
    SeatReply,
    TableBody,
    TableReply,
    TicketReply,
    TokenBody,
    TokenReply,
)
from expedition.web.branches import branch_state
from expedition.web.context import Context, bearer
from expedition.web.documents import Summary, TablesReply
from expedition.web.frames import COMMAND_BODY, command_of, frame_id, read_command
from expedition.web.replies import STATUS, json_reply
from expedition.web.server_frames import Ack, Rej
from expedition.web.views import summary
from expedition.web.wire import ack_data, rej_data

if TYPE_CHECKING:
    from expedition.table.live import Live

router = APIRouter(prefix="/api/tables", tags=["tables"])

#: Listed tables that the first page shows.
_MOST_LISTED = 20


async def context_of(request: Request) -> Context:
    """Return the running server. Async, or every request would wait for a thread."""
    context: Context = request.app.state.context
    return context


Server = Annotated[Context, Depends(context_of)]
ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorReply} for status in sorted({*STATUS.values(), 413, 422, 500})
}
#: A command that came to its table is answered by a frame, a refusal too.
_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"model": Ack},
    **{status: {"model": Rej | ErrorReply} for status in STATUS.values()},
}
#: Names the secret of a seat in the OpenAPI document; it is read where it is needed.
MAY_SIT = Depends(
    HTTPBearer(auto_error=False, scheme_name="Seat", description="The secret of a seat.")
)
#: Says there that it works without, too.
OR_NOT: dict[str, Any] = {"security": [{}]}


@router.post("", status_code=201, response_model=TableReply, responses=ERRORS)
async def set_up(body: TableBody, request: Request, server: Server) -> TableReply:
    """Set a table up.

    The reply holds the secrets of your seats: keep them, for only their hashes are kept here. With
    `from`, the table goes on from a turn of a match whose cards are open.
    """
    server.count_table(request)
    if body.branch:
        server.count_review(request)
    setup = Setup(
        edition=body.edition,
        seats=tuple(SeatWish(SeatKind(s.kind), s.name, s.bot) for s in body.seats),
        rounds=body.rounds,
        start_rule=body.start_rule,
        first_starter=body.first_starter,
        open_hands=body.open_hands,
        browse=body.browse,
        listed=body.listed,
        daily=server.hub.today() if body.daily else None,
        branch=await branch_state(server, body.branch) if body.branch else None,
    )
    opened = await server.hub.create(setup)
    seats = [SeatReply(seat=seat, token=token) for seat, token in opened.tokens.items()]
    return TableReply(table=opened.table, seats=seats, invite=opened.invite)


@router.get("", responses={200: {"model": TablesReply}, **ERRORS})
async def listed(request: Request, server: Server) -> Response:
    """Return the tables that are being played and may be watched, the liveliest first."""
    tables = []
    for table in await server.hub.listed(_MOST_LISTED):
        try:
            live = await server.hub.look(table)
        except Refused:
            continue  # one that can't be read is no reason to show none
        tables.append(summary(live.id, live.table))
    return json_reply(request, {"tables": tables})


@router.get("/{table}", responses={200: {"model": Summary}, **ERRORS})
async def look(table: str, request: Request, server: Server) -> Response:
    """Return where a table stands, in short: what everybody may know."""
    live = await server.hub.look(table)
    return json_reply(request, summary(live.id, live.table))


@router.post("/{table}/join", response_model=SeatReply, responses=ERRORS)
async def join(table: str, body: JoinBody, request: Request, server: Server) -> SeatReply:
    """Take a free seat with an invitation. The reply holds the secret of the seat.

    If you bring the secret, ask again when no answer came: you get the same seat.
    """
    server.check_guesses(request)
    try:
        seat, token = await server.hub.sit(
            table, body.invite, body.name, body.seat, token=body.token
        )
    except Refused as refused:
        if refused.code is Code.NO_SEAT:
            server.count_guess(request)
        raise
    return SeatReply(seat=seat, token=token)


@router.post(
    "/{table}/commands",
    responses={**ERRORS, **_ANSWERS},
    openapi_extra={"requestBody": COMMAND_BODY},
    dependencies=[MAY_SIT],
)
async def command(table: str, request: Request, server: Server) -> Response:
    """Carry out one command frame. The reply is an `ack`; a refused command gets a bare `rej`.

    What does not come as far as the table, say for a token that is not valid, gets an `error`.
    """
    text = await request.body()
    live, seat = await seated(table, request, server)
    try:
        frame = read_command(text)
        server.count_command(request, frame)
        seq = await server.hub.command(live, seat, frame.id, command_of(frame))
    except Refused as refused:
        answer = rej_data(frame_id(text), refused, live.table.seq)
        return json_reply(request, answer, STATUS[refused.code])
    return json_reply(request, ack_data(frame.id, seq))


@router.post(
    "/{table}/ticket", response_model=TicketReply, responses=ERRORS, dependencies=[MAY_SIT]
)
async def ticket(table: str, request: Request, server: Server) -> TicketReply:
    """Return a ticket for the event stream of your seat, for clients that can't send headers."""
    _live, seat = await seated(table, request, server)
    return TicketReply(ticket=server.new_ticket(table, seat))


@router.post("/{table}/token", response_model=TokenReply, responses=ERRORS, dependencies=[MAY_SIT])
async def renew(
    table: str, request: Request, server: Server, body: TokenBody | None = None
) -> TokenReply:
    """Return a new secret for your seat; the old one and every link with it are dead.

    If you bring the new secret, ask again when no answer came: the old one needn't be alive.
    """
    brought = body.token if body else None
    if brought is not None:
        server.check_guesses(request)
        if seat_of(brought, (await server.hub.look(table)).tokens) is not None:
            return TokenReply(token=brought)  # done before; only the answer was lost
    live, seat = await seated(table, request, server)
    token = await server.hub.renew(live, seat, token=brought)
    server.drop_tickets(table, seat)
    return TokenReply(token=token)


async def seated(table: str, request: Request, server: Context) -> tuple[Live, int]:
    """Return a table and the seat of the token in the Authorization header. Raises Refused."""
    token = bearer(request)
    if token is None:
        raise Refused(Code.NO_SEAT, "This needs the secret of a seat: Authorization: Bearer TOKEN.")
    live, seat = await server.enter(request, table, token)
    if seat is None:
        raise Refused(Code.NO_SEAT, "This needs the secret of a seat.")
    return live, seat
