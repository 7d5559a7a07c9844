"""Going on from a turn: the position that a new table starts from."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from expedition.game import Match, State, turns
from expedition.notation import RecordError, parse_record
from expedition.table.errors import Code, Refused
from expedition.web.views import is_opened

if TYPE_CHECKING:
    from expedition.notation import Record
    from expedition.table.table import Table
    from expedition.web.bodies import BranchBody
    from expedition.web.context import Context


async def branch_state(server: Context, body: BranchBody) -> State:
    """Return the position after so many turns of a round. Raises Refused."""
    if (body.table is None) == (body.record is None):
        raise Refused(Code.BAD, "Say which table or which record to go on from.")
    if body.table is not None:
        live = await server.hub.look(body.table)
        check_open(live.table, body.round, server.hub.today())
        match = live.table.match
    else:
        match = (await read_record(server, body.record or {})).match
    return await server.lay_out(_position, match, body.round, body.turn)


def check_open(table: Table, number: int, today: str) -> None:
    """Raise Refused unless everybody may see the cards of a round of a table."""
    last = table.match.standing.round
    if not is_opened(table, today):
        msg = "The deal of the day is opened when the day is over (UTC). Come back tomorrow."
        raise Refused(Code.NOT_NOW, msg)
    if table.round_running and number >= last:
        raise Refused(Code.NOT_NOW, "This round is still being played; its cards are closed.")


async def read_record(server: Context, data: dict[str, Any] | str) -> Record:
    """Return a record that somebody sent, checked by the rules. Raises Refused."""
    text = data if isinstance(data, str) else json.dumps(data)
    try:
        return await server.lay_out(parse_record, text.encode("utf-8", "surrogatepass"))
    except RecordError as error:
        raise Refused(Code.BAD, str(error)) from None


def _position(match: Match, number: int, turn: int) -> State:
    index = number - 1 + match.open_hands
    if not 0 <= index < len(match.played):
        raise Refused(Code.BAD, f"There is no round {number} to go on from.")
    state = match.played[index]
    played = turns(state.events)
    if not 0 <= turn <= len(played):
        raise Refused(Code.BAD, f"Round {number} has {len(played)} turns.")
    actions = [event.action for part in played[:turn] for event in part]
    position = State.new(state.deal, state.starter).replay(actions)
    if position.is_over or position.turn != turn + 1:
        raise Refused(Code.BAD, "There is nothing left to play after that turn.")
    return position
