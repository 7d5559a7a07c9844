"""What the routes of one server share: its tables, and its counts of what people ask for."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from expedition.table.errors import Code, Refused
from expedition.table.tokens import new_token
from expedition.web.frames import AskFrame
from expedition.web.limits import Limits
from expedition.web.security import address, is_loopback, peer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from starlette.requests import HTTPConnection

    from expedition.table.hub import Hub
    from expedition.table.live import Live
    from expedition.web.frames import AnyCommand
    from expedition.web.settings import Settings

#: Seconds in which a ticket has to be used.
_TICKET_LASTS = 30.0
_TOO_MANY_GUESSES = "Too many links that aren't valid. Wait a few minutes and try again."

_Asked = ParamSpec("_Asked")
_Laid = TypeVar("_Laid")


def utc_now() -> datetime:
    """Return what time it is, in UTC."""
    return datetime.now(UTC)


@dataclass
class Context:
    """A running server: its hub, its settings, and its counters."""

    settings: Settings
    hub: Hub
    version: str = field(default_factory=lambda: version("expedition"))
    now: Callable[[], datetime] = utc_now

    def __post_init__(self) -> None:
        self.tables = Limits(self.settings.rates.tables)
        self.guesses = Limits(self.settings.rates.guesses)
        self.reviews = Limits(self.settings.rates.reviews)
        self.connections: Counter[str] = Counter()
        """Sockets and streams that are open, by address."""
        self._laying_out = asyncio.Semaphore()
        self._tickets: dict[str, tuple[float, str, int]] = {}

    def is_trusted(self, connection: HTTPConnection) -> bool:
        """Return whether the rates don't hold for whoever asks."""
        return self.settings.trust_loopback and is_loopback(address(connection.scope))

    async def enter(
        self, connection: HTTPConnection, table: str, token: str | None
    ) -> tuple[Live, int | None]:
        """Return a table and the seat of a token; wrong tokens are counted. Raises Refused."""
        if token is not None:
            self.check_guesses(connection)
        try:
            return await self.hub.enter(table, token)
        except Refused as refused:
            if refused.code is Code.NO_SEAT:
                self.count_guess(connection)
            raise

    def check_guesses(self, connection: HTTPConnection) -> None:
        """Raise Refused if too many wrong secrets came from an address: then no right one helps."""
        if not self.is_trusted(connection) and self.guesses.is_empty(peer(connection.scope)):
            raise Refused(Code.TOO_FAST, _TOO_MANY_GUESSES)

    def count_guess(self, connection: HTTPConnection) -> None:
        """Count a wrong secret against its address. Raises Refused when there were too many."""
        if not self.is_trusted(connection) and not self.guesses.take(peer(connection.scope)):
            raise Refused(Code.TOO_FAST, _TOO_MANY_GUESSES)

    @contextmanager
    def connected(self, connection: HTTPConnection) -> Iterator[None]:
        """Count a socket or a stream while it is open. Raises Refused if there are too many."""
        key = peer(connection.scope)
        many = self.connections[key] >= self.settings.rates.connections
        if many and not self.is_trusted(connection):
            msg = "Too many tables are open from this address. Close one and reload."
            raise Refused(Code.TOO_FAST, msg)
        self.connections[key] += 1
        try:
            yield
        finally:
            self.connections[key] -= 1
            if not self.connections[key]:
                del self.connections[key]

    def count_review(self, connection: HTTPConnection) -> None:
        """Count a match that is to be laid out whole. Raises Refused when there were too many."""
        if not self.is_trusted(connection) and not self.reviews.take(peer(connection.scope)):
            msg = "That is a lot of matches to look through. Wait a moment and try again."
            raise Refused(Code.TOO_FAST, msg)

    async def lay_out(
        self,
        work: Callable[_Asked, _Laid],
        *args: _Asked.args,
        **named: _Asked.kwargs,
    ) -> _Laid:
        """Do something that takes a while in a thread, one after the other.

        People who play don't have to wait for it, and it never takes more than its turn of Python.
        """
        async with self._laying_out:
            return await asyncio.to_thread(work, *args, **named)

    def count_table(self, connection: HTTPConnection) -> None:
        """Count a table that is set up against its address. Raises Refused when it's too many."""
        if not self.is_trusted(connection) and not self.tables.take(peer(connection.scope)):
            msg = "That is a lot of tables. Wait a few minutes before you set up another."
            raise Refused(Code.TOO_FAST, msg)

    def count_command(self, connection: HTTPConnection, frame: AnyCommand) -> None:
        """Count a rematch as the table that it sets up. Raises Refused when it's too many."""
        if isinstance(frame, AskFrame) and frame.what == "rematch":
            self.count_table(connection)

    # Tickets: an EventSource can't send a header, and a token must not be in an address.

    def new_ticket(self, table: str, seat: int) -> str:
        """Return what opens the stream of a seat once."""
        now = time.monotonic()
        self._tickets = {key: kept for key, kept in self._tickets.items() if kept[0] > now}
        ticket = new_token()
        self._tickets[ticket] = (now + _TICKET_LASTS, table, seat)
        return ticket

    def drop_tickets(self, table: str, seat: int) -> None:
        """Forget the tickets of a seat, got with a token that is dead now."""
        tickets = self._tickets.items()
        self._tickets = {key: kept for key, kept in tickets if kept[1:] != (table, seat)}

    def use_ticket(self, connection: HTTPConnection, table: str, ticket: str) -> int:
        """Return the seat of a ticket, which is then used up; wrong ones count. Raises Refused."""
        self.check_guesses(connection)
        until, of_table, seat = self._tickets.pop(ticket, (0.0, "", 0))
        if until < time.monotonic() or of_table != table:
            self.count_guess(connection)
            raise Refused(Code.NO_SEAT, "This ticket is used up; ask for a new one.")
        return seat


def bearer(connection: HTTPConnection) -> str | None:
    """Return the token in the Authorization header; None without one. Raises Refused."""
    header = connection.headers.get("authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Refused(Code.NO_SEAT, "The Authorization header should be 'Bearer TOKEN'.")
    return token.strip()
