"""What SQLite and the file system complain of, said in sentences with what to do next."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from sqlalchemy.exc import DBAPIError

from expedition.table.store import StoreFault, Trouble, Unavailable

if TYPE_CHECKING:
    from pathlib import Path

_TROUBLES = {
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_BUSY: Trouble.LOCKED,
    sqlite3.SQLITE_LOCKED: Trouble.LOCKED,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_PERM: Trouble.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
    sqlite3.SQLITE_CANTOPEN: Trouble.GONE,
}

# What is wrong, what to do while the server runs, and what to do when it can't be started.
_SENTENCES = {
    Trouble.FULL: (
        "The disk has no room left for {path}.",
        "Free some: play goes on by itself.",
        "Free some, or start the server with another data folder.",
    ),
    Trouble.LOCKED: (
        "Another program holds {path} and does not let go.",
        "Close it: play goes on by itself.",
        "Close it, and start the server again.",
    ),
    Trouble.READ_ONLY: (
        "{path} can't be written.",
        "Allow it: play goes on by itself.",
        "Allow it, or start the server with another data folder.",
    ),
    Trouble.DAMAGED: (
        "The database {path} is damaged.",
        "Stop the server, move the file away or put a sound copy in its place, and start it again.",
        "Move the file away or put a sound copy in its place.",
    ),
    Trouble.GONE: (
        "The database {path} is not where it was, or can't be opened.",
        "Put it back: play goes on by itself.",
        "Mend that, or start the server with another data folder.",
    ),
    Trouble.CLOSED: (
        "The tables are closed: the server is stopping.",
        "Try again in a moment.",
        "Try again in a moment.",
    ),
    Trouble.FAILED: (
        "The database {path} can't be used.",
        "If that does not pass, start the server again.",
        "Start the server with another data folder.",
    ),
}


def trouble_of(error: BaseException) -> Trouble:
    """Return what an error of SQLite, wrapped or not, comes down to."""
    origin = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(origin, sqlite3.Error):
        # Extended codes carry more in their upper bytes; some errors of the module have no code.
        return _TROUBLES.get(getattr(origin, "sqlite_errorcode", 0) & 0xFF, Trouble.FAILED)
    return Trouble.FAILED


def unavailable(trouble: Trouble, path: Path, cause: BaseException | None = None) -> Unavailable:
    """Return the error to raise while the store is in use."""
    wrong, remedy, _ = _SENTENCES[trouble]
    return Unavailable(f"{_because(wrong, cause)} {remedy}".format(path=path), trouble)


def fault(trouble: Trouble, path: Path, cause: BaseException | str | None = None) -> StoreFault:
    """Return the error to raise when the store can't be opened."""
    wrong, _, remedy = _SENTENCES[trouble]
    return StoreFault(f"{_because(wrong, cause)} {remedy}".format(path=path))


def _because(wrong: str, cause: BaseException | str | None) -> str:
    """Add SQLite's own words, on one line, where they say more."""
    origin = cause.orig if isinstance(cause, DBAPIError) else cause
    words = " ".join(str(origin or "").split()).replace("{", "{{").replace("}", "}}")
    return f"{wrong[:-1]} ({words})." if words else wrong
