"""Make sure of a database file before it is used: had alone, sound, ours, and up to date."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from alembic.util import CommandError
from filelock import FileLock, Timeout
from sqlalchemy.exc import SQLAlchemyError

from expedition.table.sql_connections import connect
from expedition.table.sql_faults import fault, trouble_of
from expedition.table.sql_migration import migrate
from expedition.table.sql_schema import APPLICATION_ID
from expedition.table.store import StoreFault, Trouble

if TYPE_CHECKING:
    from pathlib import Path

    from filelock import BaseFileLock

_MAGIC = b"SQLite format 3\0"
_ELSEWHERE = "start the server with another data folder"


def take_file(path: Path) -> BaseFileLock:
    """Make or check a database file and return the lock by which no other server uses it.

    Raises StoreFault with a sentence.
    """
    lock = FileLock(path.with_name(f".{path.name}.lock"), timeout=0, thread_local=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
        _make(path)
        _check(path)
        migrate(path)
        with closing(connect(path)) as connection:
            # Where a file system can't do it the mode stays as it was: slower, and as safe.
            connection.execute("PRAGMA journal_mode = WAL").close()
    except Timeout:
        msg = f"Another server uses {path} already. Stop that one, or {_ELSEWHERE}."
        raise StoreFault(msg) from None
    except (OSError, sqlite3.Error, SQLAlchemyError, CommandError) as error:
        lock.release()
        raise _fault(error, path) from error
    except BaseException:
        lock.release()
        raise
    return lock


def problem_of(path: Path) -> str | None:
    """Return what is wrong inside a database file, or None if it is sound."""
    try:
        with closing(connect(path)) as connection:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        if trouble_of(error) is Trouble.DAMAGED:
            return str(error)
        raise
    return None if found == "ok" else str(found)


def _make(path: Path) -> None:
    # The file holds cards that nobody may see yet: only this user may read it.
    if path.is_dir():
        msg = f"{path} is a folder, so tables can't be kept in it. Name a file, or {_ELSEWHERE}."
        raise StoreFault(msg)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    # Reading it by ourselves is safe only because no connection of this process is open:
    # closing any handle of a file drops the locks that SQLite holds on it.
    with path.open("rb") as file:
        head = file.read(len(_MAGIC))
    if head and head != _MAGIC:
        msg = f"{path} is no database of tables. Move it away, or {_ELSEWHERE}."
        raise StoreFault(msg)


def _check(path: Path) -> None:
    problem = problem_of(path)
    if problem is not None:
        raise fault(Trouble.DAMAGED, path, problem)
    with closing(connect(path)) as connection:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if tables and application != APPLICATION_ID:
        msg = f"{path} is another program's database. Move it away, or {_ELSEWHERE}."
        raise StoreFault(msg)


def _fault(error: Exception, path: Path) -> StoreFault:
    if isinstance(error, PermissionError):
        return fault(Trouble.READ_ONLY, path)
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        return StoreFault(f"Tables can't be kept in {path}: {reason}. Mend that, or {_ELSEWHERE}.")
    if isinstance(error, CommandError):
        msg = f"{path} can't be brought up to date: {error}. Install Expedition again."
        return StoreFault(msg)
    return fault(trouble_of(error), path, error)
