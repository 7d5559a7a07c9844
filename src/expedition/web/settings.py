"""What a server is told: where it listens and what it lets through."""

from __future__ import annotations

from dataclasses import dataclass, field

from expedition.web.limits import Rate


@dataclass(frozen=True, slots=True)
class Rates:
    """How much one address, or one socket, may ask for. An IPv6 network counts as one."""

    frames: Rate = field(default_factory=lambda: Rate(20, 40))
    """Of one socket."""
    requests: Rate = field(default_factory=lambda: Rate(20, 120))
    """Of one address, but for static files."""
    tables: Rate = field(default_factory=lambda: Rate(60 / 3600, 30))
    """Set up from one address."""
    guesses: Rate = field(default_factory=lambda: Rate(10 / 60, 10))
    """Wrong tokens and invitations from one address."""
    reviews: Rate = field(default_factory=lambda: Rate(0.5, 10))
    """Whole matches laid out for one address: reviews, records, going on from a turn."""
    connections: int = 60
    """Sockets and streams open at once from one address."""


@dataclass(frozen=True, slots=True)
class Settings:
    """One server."""

    host: str = "127.0.0.1"
    port: int = 8000
    allowed_hosts: tuple[str, ...] = ()
    """Names by which the server may be called, besides addresses and this machine's own name."""
    trust_loopback: bool = True
    """Whether this machine itself is exempt from the rates: not behind a proxy that hides all."""
    rates: Rates = field(default_factory=Rates)
    pace: float = 0.5
    """The least time, in seconds, that a bot seems to think."""
    gone_after: float = 30.0
    """Seconds without a connection after which others may let a bot go on for somebody."""
    bot_workers: int = 1
    bot_deadline: float = 5.0
    fresh: bool = False
    """Whether the page's files are read anew for each request: for whoever works on them."""
