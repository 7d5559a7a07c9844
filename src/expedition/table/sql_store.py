"""The store in a database file: one thread writes, a few read, and one process has the file."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from expedition.table import sql_reading, sql_writing
from expedition.table.event_text import event_to_text
from expedition.table.sql_connections import READERS, reader_engine
from expedition.table.sql_faults import trouble_of, unavailable
from expedition.table.sql_opening import take_file
from expedition.table.sql_reading import Inconsistent
from expedition.table.sql_writer import Writer
from expedition.table.store import Trouble

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from filelock import BaseFileLock
    from sqlalchemy import Connection

    from expedition.table.store import Append, DailyDeal, DailyResult, NewTable, StoredTable

T = TypeVar("T")

_LOG = logging.getLogger(__name__)


def open_store(path: Path) -> SqlStore:
    """Open the database file `path`, made if it is not there, for this process alone.

    A file of an earlier release is brought up to date; a copy of it is made beside it before.
    Blocks for as long as that takes. Raises StoreFault with a sentence if the file can't be
    written, is damaged, is not ours or of a newer release, or has another server.
    """
    # Through links: the lock lies beside the file itself, under whatever name it is opened.
    path = path.resolve()
    return SqlStore(path, take_file(path))


class SqlStore:
    """Keeps tables in a database file. See `Store` for what each method promises."""

    def __init__(self, path: Path, lock: BaseFileLock) -> None:
        self.path = path
        self._lock = lock
        self._writer = Writer(path)
        self._engine = reader_engine(path)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        self._closed = False
        self._close_once = threading.Lock()

    async def create(self, new: NewTable, also: Append | None = None) -> None:
        """Keep a new table, and add to another in the same breath."""
        texts = [event_to_text(data) for data in new.events]
        also_texts = [event_to_text(data) for data in also.events] if also else []

        def job(connection: Connection) -> None:
            if also:
                sql_writing.append(connection, also, also_texts)
            sql_writing.create(connection, new, texts)

        await self._writer.run(job)

    async def append(self, append: Append) -> None:
        """Add to a table's log."""
        # Turned into text here: what JSON can't say is the caller's mistake, and told at once.
        texts = [event_to_text(data) for data in append.events]
        await self._writer.run(lambda connection: sql_writing.append(connection, append, texts))

    async def load(self, table: str) -> StoredTable | None:
        """Return a table, or None."""
        return await self._read(lambda connection: sql_reading.load(connection, table))

    async def owing_bots(self) -> tuple[str, ...]:
        """Return the ids of all tables where a bot owes a turn."""
        return await self._read(sql_reading.owing_bots)

    async def listed(self, limit: int, after: int = 0) -> tuple[str, ...]:
        """Return the ids of listed tables that have not ended, the liveliest first."""
        return await self._read(lambda connection: sql_reading.listed(connection, limit, after))

    async def keep_daily(self, deal: DailyDeal) -> DailyDeal:
        """Keep the deal of a day unless there is one; return the one that is kept."""
        return await self._writer.run(lambda connection: sql_writing.keep_daily(connection, deal))

    async def daily(self, day: str) -> DailyDeal | None:
        """Return the deal of a day, or None."""
        return await self._read(lambda connection: sql_reading.daily(connection, day))

    async def best(self, day: str, limit: int) -> tuple[DailyResult, ...]:
        """Return the best results of a day."""
        return await self._read(lambda connection: sql_reading.best(connection, day, limit))

    async def close(self) -> None:
        """Finish what was asked for and let go of the file."""
        self._closed = True
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        with self._close_once:
            # Readers first: the last connection to go tidies the file up, and that may write.
            self._readers.shutdown()
            self._engine.dispose()
            self._writer.close()
            self._lock.release()

    async def _read(self, job: Callable[[Connection], T]) -> T:
        if self._closed:
            raise unavailable(Trouble.CLOSED, self.path)
        loop = asyncio.get_running_loop()
        try:
            reading = loop.run_in_executor(self._readers, self._read_here, job)
        except RuntimeError:  # closed by another thread in this moment
            raise unavailable(Trouble.CLOSED, self.path) from None
        return await reading

    def _read_here(self, job: Callable[[Connection], T]) -> T:
        try:
            with self._engine.connect() as connection:
                try:
                    return job(connection)
                except SQLAlchemyError:
                    # Whatever has happened to it, the next reader gets a new one.
                    connection.invalidate()
                    raise
        except SQLAlchemyError as error:
            trouble = trouble_of(error)
            _LOG.exception("%s", unavailable(trouble, self.path))
            raise unavailable(trouble, self.path) from error
        except (Inconsistent, json.JSONDecodeError) as error:
            _LOG.exception("%s", unavailable(Trouble.DAMAGED, self.path))
            raise unavailable(Trouble.DAMAGED, self.path) from error
