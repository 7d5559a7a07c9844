"""The one thread that writes: it commits together what was asked for meanwhile.

A commit waits for the disk, so that it is the number of commits and not of writes that counts. The
thread takes all jobs that are waiting, does each within a savepoint of one transaction, commits,
and only then answers all of them.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import deque
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError

from expedition.table.sql_connections import writer_engine
from expedition.table.sql_faults import trouble_of, unavailable
from expedition.table.sql_opening import problem_of
from expedition.table.store import Conflict, Trouble

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sqlalchemy import Connection

T = TypeVar("T")

#: Jobs of one transaction at most, so that none waits long for the others.
BATCH = 512

#: Seconds between two looks at a file that was found damaged.
RECHECK = 5.0

_LOG = logging.getLogger(__name__)

# These say that one job was wrong; any other error of the database is everybody's.
_OWN_FAULT = (DataError, ProgrammingError)


class _Job:
    """Something to write, and who waits for it. `run` may raise; then nothing of it is kept."""

    __slots__ = ("error", "future", "loop", "result", "run")

    def __init__(self, run: Callable[[Connection], Any]) -> None:
        self.run = run
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.result: Any = None
        self.error: Exception | None = None

    def answer(self) -> None:
        """Tell who waits, in their loop. They may have gone."""
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


class Writer:
    """Carries out jobs on one file, in the order in which they were asked for."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._engine = writer_engine(path)
        self._connection: Connection | None = None
        self._identity = _identity(path)
        self._damaged_at: float | None = None
        self._trouble: Trouble | None = None
        self._waiting: deque[_Job] = deque()
        self._closing = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._serve, name="store-writer", daemon=True)
        self._thread.start()

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Run a job in a transaction and return what it returned, once that is on the disk.

        Raises what the job raised, Conflict for a row that exists already, or Unavailable.
        """
        waiting = _Job(job)
        with self._changed:
            if self._closing:
                raise unavailable(Trouble.CLOSED, self._path)
            self._waiting.append(waiting)
            self._changed.notify()
        result: T = await waiting.future
        return result

    def close(self) -> None:
        """Carry out what was asked for, then stop. Blocks until that is done."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()

    def _serve(self) -> None:
        while jobs := self._next():
            try:
                self._commit(jobs)
                self._recovered()
            except BaseException as error:  # whatever it is, the next ones are served
                self._fail(jobs, error)
            _answer(jobs)
        self._drop()
        self._engine.dispose()

    def _next(self) -> list[_Job]:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closing)
            return [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]

    def _commit(self, jobs: list[_Job]) -> None:
        connection = self._ready()
        with connection.begin():
            for job in jobs:
                self._try(connection, job)

    def _try(self, connection: Connection, job: _Job) -> None:
        """Do one job so that only its own mistakes undo it. Raises what concerns all jobs."""
        savepoint = connection.begin_nested()
        try:
            job.result = job.run(connection)
        except IntegrityError as error:
            job.error = Conflict(f"That is kept already ({error.orig}).")
        except _OWN_FAULT as error:
            job.error = error
        except DBAPIError:
            # SQLite may have thrown the whole transaction away, and the savepoint with it.
            raise
        except Exception as error:  # a mistake in one job is not the others'
            job.error = error
        if job.error is None:
            savepoint.commit()
        else:
            savepoint.rollback()

    def _ready(self) -> Connection:
        """Return the connection, made anew after a failure. Raises Unavailable."""
        if _identity(self._path) != self._identity:
            # The system would let us write into a file that has no name any more. And another
            # one of that name was not looked at: that is done when a server starts.
            raise unavailable(Trouble.GONE, self._path)
        self._refuse_damaged()
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _refuse_damaged(self) -> None:
        # Writing on in a damaged file could damage more of it.
        if self._damaged_at is None:
            return
        if time.monotonic() - self._damaged_at < RECHECK:
            raise unavailable(Trouble.DAMAGED, self._path)
        problem = problem_of(self._path)
        if problem is not None:
            self._damaged_at = time.monotonic()
            raise unavailable(Trouble.DAMAGED, self._path)
        self._damaged_at = None

    def _fail(self, jobs: list[_Job], error: BaseException) -> None:
        """Nothing was kept: say so to everybody, and begin with a new connection next time."""
        self._drop()
        trouble = getattr(error, "trouble", None) or trouble_of(error)
        if trouble is Trouble.DAMAGED and self._damaged_at is None:
            self._damaged_at = time.monotonic()
        # Said once, however many ask meanwhile; with a traceback if nobody foresaw it.
        if trouble is not self._trouble:
            unforeseen = trouble is Trouble.FAILED
            _LOG.error("%s", unavailable(trouble, self._path, error), exc_info=unforeseen)
            self._trouble = trouble
        for job in jobs:
            job.error = unavailable(trouble, self._path)

    def _recovered(self) -> None:
        if self._trouble is not None:
            self._trouble = None
            _LOG.warning("The database %s can be written again.", self._path)

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.close()
            except Exception:  # it is of no more use, whatever it says
                _LOG.debug("A connection did not close cleanly.", exc_info=True)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _answer(jobs: list[_Job]) -> None:
    """Answer all jobs, waking each event loop once."""
    by_loop: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
    for job in jobs:
        by_loop.setdefault(job.loop, []).append(job)
    for loop, theirs in by_loop.items():
        try:
            loop.call_soon_threadsafe(_answer_here, theirs)
        except RuntimeError:  # that loop has ended, and with it whoever waited
            _LOG.debug("Nobody waits for %d writes any more.", len(theirs))


def _answer_here(jobs: list[_Job]) -> None:
    for job in jobs:
        job.answer()
