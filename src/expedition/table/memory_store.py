"""A store that forgets everything when it is closed: for tests, and for a server to try out."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from expedition.table.event_text import event_to_text
from expedition.table.store import (
    Append,
    Conflict,
    DailyDeal,
    DailyResult,
    LoggedEvent,
    NewTable,
    StoredTable,
    Trouble,
    Unavailable,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


@dataclass(slots=True)
class _Table:
    """A table as it is kept. Events are texts, so that nobody can change them from outside."""

    new: NewTable
    tokens: dict[int, bytes]
    active_at: int
    bot_owes: bool
    ended: bool = False
    events: list[tuple[int, str, str | None]] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)

    def add(self, at: int, texts: Iterable[str], key: str | None) -> None:
        for text in texts:
            self.events.append((at, text, key))
            self.active_at = at
            if key is not None:
                self.keys.add(key)
                key = None


class MemoryStore:
    """Keeps tables in memory, with the same promises as others but for surviving a crash."""

    def __init__(self) -> None:
        self._tables: dict[str, _Table] = {}
        self._dailies: dict[str, DailyDeal] = {}
        self._results: dict[str, DailyResult] = {}
        self._closed = False

    # No method waits for anything on its way, so each one is carried out whole.

    async def create(self, new: NewTable, also: Append | None = None) -> None:
        """Keep a new table, and add to another in the same breath."""
        self._refuse_if_closed()
        texts = _texts(new.events)
        also_texts = _texts(also.events) if also else []
        if new.id in self._tables:
            msg = f"There is a table {new.id!r} already."
            raise Conflict(msg)
        if also:
            self._refuse_if_in_conflict(also)
        table = _Table(new, dict(new.tokens), new.at, new.bot_owes)
        table.add(new.at, texts, None)
        self._tables[new.id] = table
        if also:
            self._append(also, also_texts)

    async def append(self, append: Append) -> None:
        """Add to a table's log."""
        self._refuse_if_closed()
        texts = _texts(append.events)
        self._refuse_if_in_conflict(append)
        self._append(append, texts)

    def _refuse_if_in_conflict(self, append: Append) -> None:
        table = self._tables.get(append.table)
        if table is None or len(table.events) != append.after:
            msg = f"Table {append.table!r} has no event {append.after} that is its last."
            raise Conflict(msg)
        if append.key in table.keys:
            msg = f"Table {append.table!r} has the key {append.key!r} already."
            raise Conflict(msg)
        if append.result and append.table in self._results:
            msg = f"Table {append.table!r} has a result already."
            raise Conflict(msg)

    def _append(self, append: Append, texts: list[str]) -> None:
        table = self._tables[append.table]
        table.add(append.at, texts, append.key)
        table.tokens.update(append.tokens)
        table.ended = table.ended or append.ended
        if append.bot_owes is not None:
            table.bot_owes = append.bot_owes
        if append.result:
            self._results[append.table] = append.result

    async def load(self, table: str) -> StoredTable | None:
        """Return a table, or None."""
        self._refuse_if_closed()
        kept = self._tables.get(table)
        if kept is None:
            return None
        return StoredTable(
            id=table,
            at=kept.new.at,
            events=tuple(
                LoggedEvent(seq, at, json.loads(text), key)
                for seq, (at, text, key) in enumerate(kept.events, 1)
            ),
            tokens=dict(kept.tokens),
            invite=kept.new.invite,
            listed=kept.new.listed,
            daily=kept.new.daily,
            ended=kept.ended,
        )

    async def owing_bots(self) -> tuple[str, ...]:
        """Return the ids of all tables where a bot owes a turn."""
        self._refuse_if_closed()
        return tuple(id_ for id_, kept in self._tables.items() if kept.bot_owes and not kept.ended)

    async def listed(self, limit: int, after: int = 0) -> tuple[str, ...]:
        """Return the ids of listed tables that have not ended, the liveliest first."""
        self._refuse_if_closed()
        shown = [
            kept
            for kept in self._tables.values()
            if kept.new.listed and not kept.ended and kept.active_at >= after
        ]
        shown.sort(key=lambda kept: (-kept.active_at, kept.new.id))
        return tuple(kept.new.id for kept in shown[:limit])

    async def keep_daily(self, deal: DailyDeal) -> DailyDeal:
        """Keep the deal of a day unless there is one; return the one that is kept."""
        self._refuse_if_closed()
        return self._dailies.setdefault(deal.day, deal)

    async def daily(self, day: str) -> DailyDeal | None:
        """Return the deal of a day, or None."""
        self._refuse_if_closed()
        return self._dailies.get(day)

    async def best(self, day: str, limit: int) -> tuple[DailyResult, ...]:
        """Return the best results of a day."""
        self._refuse_if_closed()
        results = [result for result in self._results.values() if result.day == day]
        results.sort(key=lambda result: (-result.total, result.at, result.table))
        return tuple(results[:limit])

    async def close(self) -> None:
        """Refuse everything from now on."""
        self._closed = True

    def _refuse_if_closed(self) -> None:
        if self._closed:
            msg = "The tables are closed: the server is stopping. Try again in a moment."
            raise Unavailable(msg, Trouble.CLOSED)


def _texts(events: Iterable[dict[str, Any]]) -> list[str]:
    return [event_to_text(data) for data in events]
