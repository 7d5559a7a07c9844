"""What is read from the database for each call of the store. Each sees one moment of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, not_, select

from expedition.table.sql_schema import daily_deals, events, results, tables, tokens
from expedition.table.store import DailyDeal, DailyResult, LoggedEvent, StoredTable

if TYPE_CHECKING:
    from sqlalchemy import Connection

_TABLE = select(tables).where(tables.c.id == bindparam("table"))
_EVENTS = (
    select(events.c.seq, events.c.at, events.c.data, events.c.key)
    .where(events.c.table_id == bindparam("table"))
    .order_by(events.c.seq)
)
_TOKENS = select(tokens.c.seat, tokens.c.hash).where(tokens.c.table_id == bindparam("table"))
_WITH_BOTS = select(tables.c.id).where(tables.c.bot_owes, not_(tables.c.ended))
_LISTED = (
    select(tables.c.id)
    .where(tables.c.listed, not_(tables.c.ended), tables.c.active_at >= bindparam("after"))
    .order_by(tables.c.active_at.desc(), tables.c.id)
    .limit(bindparam("limit"))
)
_DAILY = select(daily_deals).where(daily_deals.c.day == bindparam("day"))
_BEST = (
    select(results)
    .where(results.c.day == bindparam("day"))
    .order_by(results.c.total.desc(), results.c.at, results.c.table_id)
    .limit(bindparam("limit"))
)


class Inconsistent(Exception):
    """What the database holds can't have been written by a store."""


def load(connection: Connection, table: str) -> StoredTable | None:
    """Return a table. Raises Inconsistent for a log with a gap, ValueError for what is no JSON."""
    row = connection.execute(_TABLE, {"table": table}).one_or_none()
    if row is None:
        return None
    log = tuple(
        LoggedEvent(seq, at, json.loads(data), key)
        for seq, at, data, key in connection.execute(_EVENTS, {"table": table})
    )
    if [event.seq for event in log] != list(range(1, row.seq + 1)):
        msg = f"The log of table {table!r} has a gap, or does not end with event {row.seq}."
        raise Inconsistent(msg)
    return StoredTable(
        id=row.id,
        at=row.at,
        events=log,
        tokens={row.seat: row.hash for row in connection.execute(_TOKENS, {"table": table})},
        invite=row.invite,
        listed=row.listed,
        daily=row.daily,
        ended=row.ended,
    )


def owing_bots(connection: Connection) -> tuple[str, ...]:
    """Return the ids of tables where a bot owes a turn."""
    return tuple(connection.execute(_WITH_BOTS).scalars())


def listed(connection: Connection, limit: int, after: int) -> tuple[str, ...]:
    """Return the ids of shown tables that have not ended, the one with the latest event first."""
    return tuple(connection.execute(_LISTED, {"limit": limit, "after": after}).scalars())


def daily(connection: Connection, day: str) -> DailyDeal | None:
    """Return the deal of a day."""
    row = connection.execute(_DAILY, {"day": day}).one_or_none()
    if row is None:
        return None
    return DailyDeal(row.day, row.edition, tuple(row.deal.split()), row.salt, row.commitment)


def best(connection: Connection, day: str, limit: int) -> tuple[DailyResult, ...]:
    """Return the best results of a day, the earlier first among equals."""
    rows = connection.execute(_BEST, {"day": day, "limit": limit})
    return tuple(DailyResult(row.day, row.table_id, row.name, row.total, row.at) for row in rows)
