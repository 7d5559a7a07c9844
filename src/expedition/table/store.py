"""Where tables are kept: one small interface, and the values that cross it.

A store keeps logs. It does not know what an event means: events come and go as plain data, ready
for JSON. What it promises: when a call that writes has returned, what was written survives a crash
of the program and a power cut; when it has raised Conflict or Unavailable, nothing was written. A
call that is cancelled may still be carried out: load the table again to see.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping


class StoreError(Exception):
    """Base of what a store raises. The message is a sentence for people."""


class Conflict(StoreError):
    """The log is not where the writer thought, or the table or key exists. Nothing was kept."""


class Trouble(StrEnum):
    """Why a store can't do its work at the moment."""

    FULL = "full"
    LOCKED = "locked"
    READ_ONLY = "read-only"
    DAMAGED = "damaged"
    GONE = "gone"
    CLOSED = "closed"
    FAILED = "failed"


class Unavailable(StoreError):
    """The store can't read or write now, and nothing was kept. Asking again later is right.

    The message says what is wrong and what whoever runs the server can do about it. It names
    the file, so it is for the log and not for players; `trouble` is for both.
    """

    def __init__(self, message: str, trouble: Trouble) -> None:
        super().__init__(message)
        self.trouble = trouble


class StoreFault(StoreError):
    """A store can't be opened. The message says why and what to do next."""


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """One event of a table's log.

    `seq` counts from 1 without gaps. `at` is in milliseconds since 1970. `key` is the idempotency
    key of the command that it came from, on the first event of that command.
    """

    seq: int
    at: int
    data: dict[str, Any]
    key: str | None = None


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be kept from now on, with its first events (numbered from 1).

    `tokens` maps a seat to the hash of its token, and `invite` is the hash of the invitation, as
    bytes. `daily` is the day, YYYY-MM-DD, of a deal of the day.
    """

    id: str
    at: int
    events: tuple[dict[str, Any], ...]
    tokens: Mapping[int, bytes] = field(default_factory=dict)
    invite: bytes | None = None
    listed: bool = False
    daily: str | None = None
    bot_owes: bool = False


@dataclass(frozen=True, slots=True)
class DailyResult:
    """What one table made of the deal of a day. `at` is in milliseconds since 1970."""

    day: str
    table: str
    name: str
    total: int
    at: int


@dataclass(frozen=True, slots=True)
class Append:
    """Events to be added to a table's log after the event numbered `after`, all or none.

    Without events it changes the rest: new tokens for seats, say. `ended` ends the table for good;
    `bot_owes` says whether a bot owes a turn then, and None leaves it as it is. A table has
    one result at most.
    """

    table: str
    after: int
    at: int
    events: tuple[dict[str, Any], ...]
    key: str | None = None
    tokens: Mapping[int, bytes] = field(default_factory=dict)
    ended: bool = False
    bot_owes: bool | None = None
    result: DailyResult | None = None

    def __post_init__(self) -> None:
        if self.key is not None and not self.events:
            msg = f"The key {self.key!r} needs an event to be kept with."
            raise ValueError(msg)
        if self.result is not None and self.result.table != self.table:
            msg = f"A result of table {self.result.table!r} can't come from {self.table!r}."
            raise ValueError(msg)


@dataclass(frozen=True, slots=True)
class StoredTable:
    """Everything that is kept of a table. Its events have the numbers 1, 2, 3 and so on."""

    id: str
    at: int
    events: tuple[LoggedEvent, ...]
    tokens: dict[int, bytes]
    invite: bytes | None
    listed: bool
    daily: str | None
    ended: bool


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """The deal of a day: the cards as texts in order, its salt and its commitment."""

    day: str
    edition: str
    deal: tuple[str, ...]
    salt: str
    commitment: str


class Store(Protocol):
    """Keeps tables. Every method may raise Unavailable; one table has one writer at a time.

    Safe to be used from many tasks at once, of any event loop.
    """

    async def create(self, new: NewTable, also: Append | None = None) -> None:
        """Keep a new table and, in the same breath, add to another: a rematch does both or none.

        Raises Conflict if the table exists, or as `append` does.
        """

    async def append(self, append: Append) -> None:
        """Add to a table's log.

        Raises Conflict if there is no such table, if its last event is not the one numbered
        `after`, if its log has the key, or if it has a result already.
        """

    async def load(self, table: str) -> StoredTable | None:
        """Return a table, or None if there is none of that id."""

    async def owing_bots(self) -> tuple[str, ...]:
        """Return the ids of all tables where a bot owes a turn."""

    async def listed(self, limit: int, after: int = 0) -> tuple[str, ...]:
        """Return the ids of listed tables that have not ended, the liveliest first.

        Liveliest is what has the latest event; those whose latest was before `after`, in
        milliseconds since 1970, are left out.
        """

    async def keep_daily(self, deal: DailyDeal) -> DailyDeal:
        """Keep the deal of a day unless there is one for that day; return the one that is kept."""

    async def daily(self, day: str) -> DailyDeal | None:
        """Return the deal of a day, or None if none is kept."""

    async def best(self, day: str, limit: int) -> tuple[DailyResult, ...]:
        """Return the best results of a day: the highest first, and the earlier among equals."""

    async def close(self) -> None:
        """Finish what was asked for and let go of the file. Closing twice is fine."""
