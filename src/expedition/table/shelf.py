"""The tables in memory: loaded when somebody wants one, dropped when room is short."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakValueDictionary

from expedition.table.errors import BrokenLog, Code, Refused
from expedition.table.live import GONE_AFTER, Live
from expedition.table.store import Store, Unavailable

if TYPE_CHECKING:
    from collections.abc import Coroutine

log = logging.getLogger("expedition.table")

BUSY = "The server can't write just now, so nothing was changed. Try again in a moment."

#: How many tables are kept in memory before idle ones are dropped.
MAX_LIVE = 2000

T = TypeVar("T")


class Shelf:
    """The live tables of one process, each at most once."""

    def __init__(self, store: Store, gone_after: float = GONE_AFTER, room: int = MAX_LIVE) -> None:
        self._store = store
        self._gone_after = gone_after
        self._room = room
        self._live: OrderedDict[str, Live] = OrderedDict()
        # Somebody may still hold one that was dropped here: as long as they do, it is that one.
        self._held: WeakValueDictionary[str, Live] = WeakValueDictionary()
        self._loading: dict[str, asyncio.Task[Live]] = {}

    def __contains__(self, live: Live) -> bool:
        return self._held.get(live.id) is live

    def all(self) -> tuple[Live, ...]:
        """Return every table in memory."""
        return tuple(self._held.values())

    async def live(self, table: str) -> Live:
        """Return a table, loaded if need be. Raises Refused if there is none or it can't be read.

        Whoever asks at the same time gets the same one.
        """
        if found := self._held.get(table):
            self._live[table] = found
            self._live.move_to_end(table)
            return found
        task = self._loading.get(table)
        if task is None:
            task = asyncio.create_task(self._load(table))
            self._loading[table] = task
            task.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(task)

    def forget(self, live: Live) -> None:
        """Drop a table whose log is not what was thought; its listeners come back to the truth."""
        if self._held.get(live.id) is live:
            del self._held[live.id]
            self._live.pop(live.id, None)
        for outbox in live.outboxes:
            outbox.close("closing")

    def drop_idle(self) -> None:
        """Make room by dropping tables that nobody uses, the longest unused first."""
        for table in list(self._live):
            if len(self._live) <= self._room:
                break
            if self._live[table].is_idle:
                del self._live[table]

    async def _load(self, table: str) -> Live:
        stored = await stored_or_refused(self._store.load(table))
        if stored is None:
            msg = "There is no table at this address. Was the link copied whole?"
            raise Refused(Code.NO_TABLE, msg)
        try:
            live = Live(stored, self._gone_after)
        except BrokenLog as error:
            log.error("Table %s can't be read: %s", table, error)
            msg = "This table's log can't be read. Nothing in it was changed."
            raise Refused(Code.UNAVAILABLE, msg) from None
        self._held[table] = self._live[table] = live
        self.drop_idle()
        return live


async def stored_or_refused(call: Coroutine[object, object, T]) -> T:
    """Return what the store returns; if it can't work now, say so in the log and raise Refused."""
    try:
        return await call
    except Unavailable as error:
        log.error("%s", error)
        raise Refused(Code.UNAVAILABLE, BUSY) from None
