"""What the routes of one server share."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING

from expedition.table.errors import Code, Refused
from expedition.table.tokens import new_token
from expedition.web.limits import Limits
from expedition.web.security import address, is_loopback

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

    from expedition.table.hub import Hub
    from expedition.table.live import Live
    from expedition.web.settings import Settings

#: Seconds in which a ticket has to be used.
_TICKET_LASTS = 30.0


@dataclass
class Context:
    """A running server: its hub, its settings, and its counters."""

    settings: Settings
    hub: Hub
    version: str = field(default_factory=lambda: version("expedition"))

    def __post_init__(self) -> None:
        self.tables = Limits(self.settings.rates.tables)
        self.guesses = Limits(self.settings.rates.guesses)
        self.sockets: Counter[str] = Counter()
        self._tickets: dict[str, tuple[float, str, int]] = {}

    def is_trusted(self, connection: HTTPConnection) -> bool:
        """Return whether the rates don't hold for whoever asks."""
        return self.settings.trust_loopback and is_loopback(address(connection.scope))

    async def enter(
        self, connection: HTTPConnection, table: str, token: str | None
    ) -> tuple[Live, int | None]:
        """Return a table and the seat of a token; wrong tokens are counted. Raises Refused."""
        try:
            return await self.hub.enter(table, token)
        except Refused as refused:
            if refused.code is Code.NO_SEAT:
                self.count_guess(connection)
            raise

    def count_guess(self, connection: HTTPConnection) -> None:
        """Count a wrong token against its address. Raises Refused when there were too many."""
        if not self.is_trusted(connection) and not self.guesses.take(address(connection.scope)):
            msg = "Too many links that aren't valid. Wait a few minutes and try again."
            raise Refused(Code.TOO_FAST, msg)

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

    def use_ticket(self, table: str, ticket: str) -> int:
        """Return the seat of a ticket, which is then used up. Raises Refused."""
        until, of_table, seat = self._tickets.pop(ticket, (0.0, "", 0))
        if until < time.monotonic() or of_table != table:
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
