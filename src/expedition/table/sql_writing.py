"""What is written into the database for each call of the store. All of it runs in a transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, delete, insert, update

from expedition.table import sql_reading
from expedition.table.sql_schema import daily_deals, events, results, tables, tokens
from expedition.table.store import Conflict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    from expedition.table.store import Append, DailyDeal, NewTable

# Moves the end of a log only from where the writer thinks it is: that keeps logs without gaps.
_ADVANCE = (
    update(tables)
    .where(tables.c.id == bindparam("table"), tables.c.seq == bindparam("after"))
    .values(seq=tables.c.seq + bindparam("count"))
)
_FORGET_TOKENS = delete(tokens).where(
    tokens.c.table_id == bindparam("table"), tokens.c.seat == bindparam("of_seat")
)


def create(connection: Connection, new: NewTable, texts: Sequence[str]) -> None:
    """Keep a new table with these events. IntegrityError if it exists."""
    row = {
        "id": new.id,
        "at": new.at,
        "seq": len(texts),
        "active_at": new.at,
        "invite": new.invite,
        "listed": new.listed,
        "daily": new.daily,
        "ended": False,
        "bot_owes": new.bot_owes,
    }
    connection.execute(insert(tables), row)
    _add_events(connection, new.id, 0, new.at, texts, None)
    _set_tokens(connection, new.id, new.tokens, fresh=True)


def append(connection: Connection, add: Append, texts: Sequence[str]) -> None:
    """Add these events. Raises Conflict, or IntegrityError for a key or result that exists."""
    place = {"table": add.table, "after": add.after, "count": len(texts)}
    changes: dict[str, Any] = {}
    if texts:
        changes["active_at"] = add.at
    if add.ended:
        changes["ended"] = True
    if add.bot_owes is not None:
        changes["bot_owes"] = add.bot_owes
    statement = _ADVANCE.values(**changes) if changes else _ADVANCE
    if connection.execute(statement, place).rowcount != 1:
        msg = f"Table {add.table!r} has no event {add.after} that is its last."
        raise Conflict(msg)
    _add_events(connection, add.table, add.after, add.at, texts, add.key)
    _set_tokens(connection, add.table, add.tokens, fresh=False)
    if add.result:
        result = add.result
        row = {
            "table_id": result.table,
            "day": result.day,
            "name": result.name,
            "total": result.total,
            "at": result.at,
        }
        connection.execute(insert(results), row)


def keep_daily(connection: Connection, deal: DailyDeal) -> DailyDeal:
    """Keep a deal unless there is one for its day, and return the kept one."""
    kept = sql_reading.daily(connection, deal.day)
    if kept is not None:
        return kept
    row = {
        "day": deal.day,
        "edition": deal.edition,
        "deal": " ".join(deal.deal),
        "salt": deal.salt,
        "commitment": deal.commitment,
    }
    connection.execute(insert(daily_deals), row)
    return deal


def _add_events(
    connection: Connection, table: str, after: int, at: int, texts: Sequence[str], key: str | None
) -> None:
    rows = [
        {
            "table_id": table,
            "seq": after + n,
            "at": at,
            "key": key if n == 1 else None,
            "data": text,
        }
        for n, text in enumerate(texts, 1)
    ]
    if rows:
        connection.execute(insert(events), rows)


def _set_tokens(
    connection: Connection, table: str, hashes: Mapping[int, bytes], *, fresh: bool
) -> None:
    if not hashes:
        return
    if not fresh:
        old = [{"table": table, "of_seat": seat} for seat in hashes]
        connection.execute(_FORGET_TOKENS, old)
    rows = [{"table_id": table, "seat": seat, "hash": hash_} for seat, hash_ in hashes.items()]
    connection.execute(insert(tokens), rows)
