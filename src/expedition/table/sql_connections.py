"""Connections to a database file: how every one of them is set up."""

from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING
from urllib.parse import quote

from sqlalchemy import NullPool, QueuePool, create_engine, event

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sqlalchemy import Engine

#: How long to wait for another program that holds the file, in seconds.
PATIENCE = 3.0

#: Readers at once. They are short, and SQLite lets them read beside the writer.
READERS = 4

#: For every connection. FULL: a commit has reached the disk when it returns.
PRAGMAS = (
    "synchronous = FULL",
    "foreign_keys = ON",
    # macOS keeps a commit in the disk's own memory unless it is told; others ignore it.
    "fullfsync = ON",
    "checkpoint_fullfsync = ON",
)

#: For the connections that write as well: the log of changes shrinks to this after a rush.
WRITER_PRAGMAS: tuple[str, ...] = ("journal_size_limit = 33554432",)


def writer_engine(path: Path) -> Engine:
    """Return an engine whose transactions have the right to write from their beginning."""
    return _engine(path, "BEGIN IMMEDIATE", lambda: (*PRAGMAS, *WRITER_PRAGMAS))


def reader_engine(path: Path) -> Engine:
    """Return an engine whose transactions see one moment of the database and can't write."""
    return _engine(path, "BEGIN", lambda: (*PRAGMAS, "query_only = ON"), READERS)


def migration_engine(path: Path) -> Engine:
    """Return an engine for migrations, which may take tables apart that others refer to."""
    return _engine(path, "BEGIN IMMEDIATE", lambda: ("synchronous = FULL", "foreign_keys = OFF"))


def _engine(
    path: Path, begin: str, pragmas: Callable[[], tuple[str, ...]], keep: int | None = None
) -> Engine:
    """Return an engine that keeps so many connections for the next user, or none."""
    engine = create_engine(
        "sqlite://",
        creator=lambda: connect(path, pragmas()),
        poolclass=NullPool if keep is None else QueuePool,
        # What is written is secret, and what fails is logged.
        hide_parameters=True,
        **({} if keep is None else {"pool_size": keep, "max_overflow": 0}),
    )
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def connect(path: Path, pragmas: tuple[str, ...] = PRAGMAS) -> sqlite3.Connection:
    """Open a file that exists. Outside transactions that someone begins, nothing is in one."""
    connection = sqlite3.connect(
        _address(path),
        uri=True,
        timeout=PATIENCE,
        # Transactions are begun in plain sight, not by the module.
        isolation_level=None,
        # A connection goes from thread to thread, but is never in two at once.
        check_same_thread=False,
    )
    try:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}").close()
    except BaseException:
        connection.close()
        raise
    return connection


def _address(path: Path) -> str:
    # mode=rw: a file that was moved away must not be made anew, empty.
    posix = path.as_posix()
    return f"file://{'' if posix.startswith('/') else '/'}{quote(os.fsencode(posix))}?mode=rw"
