"""What is written to the store when a table is set up or goes on."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from expedition.table.dealing import deal_round
from expedition.table.decide import Context, opening
from expedition.table.events import Event, Rematched, event_to_data
from expedition.table.setup import rematch_created
from expedition.table.store import Append, DailyResult, NewTable
from expedition.table.table import EndedBy, Table
from expedition.table.tokens import new_table_id

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from expedition.table.live import Live


def new_entry(
    table: str,
    fold: Table,
    events: Sequence[Event],
    tokens: Mapping[int, bytes],
    invite: bytes | None,
) -> NewTable:
    """Return a new table as it is written: its events and what they make, hashes of its tokens."""
    return NewTable(
        id=table,
        at=_now(),
        events=tuple(event_to_data(event) for event in events),
        tokens=tokens,
        invite=invite,
        # A deal of the day isn't watched: others still have to play it.
        listed=fold.created.listed and fold.created.daily is None,
        daily=fold.created.daily,
        bot_owes=fold.bot_to_act is not None,
    )


def more_entry(
    live: Live,
    after: Table,
    events: Sequence[Event],
    *,
    key: str | None,
    tokens: Mapping[int, bytes],
) -> Append:
    """Return events that lead from a live table to the one after, as they are written."""
    now = _now()
    return Append(
        table=live.id,
        after=live.table.seq,
        at=now,
        events=tuple(event_to_data(event) for event in events),
        key=key,
        tokens=tokens,
        ended=after.ending is not None,
        bot_owes=after.bot_to_act is not None,
        result=_daily_result(live, after, now),
    )


def rematch_entry(live: Live, table: Table, rematch: Rematched) -> NewTable:
    """Return the table of the next match: everybody comes with the token that they have."""
    seats, shift = table.ruleset.seats, int(rematch.swap)
    # Whoever was replaced by a bot is not at the next table: the bot's hand is not theirs to see.
    tokens = {(seat + shift) % seats: live.tokens[seat] for seat in table.people}
    events: list[Event] = [rematch_created(table, swap=rematch.swap)]
    fold = Table.fold(events)
    for event in opening(fold, Context(deal_round, new_table_id)):
        events.append(event)
        fold = fold.then(event)
    return new_entry(rematch.table, fold, events, tokens, None)


def _daily_result(live: Live, table: Table, now: int) -> DailyResult | None:
    """Return what is kept of a deal of the day that has just been played out."""
    day, ending = table.created.daily, table.ending
    if day is None or not table.created.listed or live.table.ending:
        return None
    if ending is None or ending.by is not EndedBy.PLAYED:
        return None
    name = table.sitters[0].name or ""
    return DailyResult(day, live.id, name, table.match.totals[0], now)


def _now() -> int:
    return time.time_ns() // 1_000_000
