"""Running a server: from settings to a listening socket, with a sentence for what goes wrong."""

from __future__ import annotations

import errno
import gc
import logging
import socket
from typing import TYPE_CHECKING

import uvicorn

from expedition.web.app import Application, create_app
from expedition.web.keepalive import ScatteredPings

if TYPE_CHECKING:
    from collections.abc import Callable

    from expedition.table.store import Store
    from expedition.web.settings import Settings

# A dead connection is found after an unanswered ping: 15 seconds at most.
_PING_EVERY = 10.0
_PING_WITHIN = 5.0
_MAX_QUEUE = 1024
# Seconds until everybody has been told that the server stops.
_LET_GO_WITHIN = 1.0
# Looking for garbage everywhere stops everybody, with thousands of sockets for a third of a second:
# done at set times only. Nearly all garbage is found before, among what is new.
_COLLECT_EVERY = 300
_NEVER = 1_000_000


class CannotServe(Exception):
    """The server can't start. The message says why and what to do."""


def listen(settings: Settings) -> socket.socket:
    """Return a socket bound to the address. Raises CannotServe."""
    host, port = settings.host, settings.port
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        family, kind, protocol, _, where = found[0]
        bound = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        msg = f"There is no address {host!r} on this machine ({error})."
        raise CannotServe(msg) from None
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(where)
        bound.listen(_MAX_QUEUE)
    except OSError as error:
        bound.close()
        raise CannotServe(_why_not(error, host, port)) from None
    return bound


def serve(
    settings: Settings, store: Store, bound: socket.socket, started: Callable[[], None]
) -> None:
    """Serve until interrupted. `started` is called once requests are answered."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    # It warns of what is written to somebody who has just hung up, which is no news.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    # That is how it speaks of a stream whose reader has stalled, and of nothing else here.
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    application = create_app(settings, store)
    config = uvicorn.Config(
        application,
        log_level="warning",
        access_log=False,  # addresses of people are nobody's business
        server_header=False,
        ws=ScatteredPings,
        ws_max_size=64 * 1024,
        ws_ping_interval=_PING_EVERY,
        ws_ping_timeout=_PING_WITHIN,
        ws_per_message_deflate=False,
        proxy_headers=not settings.trust_loopback,
        timeout_graceful_shutdown=3,
        lifespan="on",
        callback_notify=_collect,
        timeout_notify=_COLLECT_EVERY,
    )
    thresholds = gc.get_threshold()
    gc.set_threshold(thresholds[0], thresholds[1], _NEVER)
    gc.freeze()  # the programs themselves are no garbage, and needn't be looked through
    try:
        _Server(config, application, started).run(sockets=[bound])
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)


def _is_news(record: logging.LogRecord) -> bool:
    return "returned without completing response" not in record.getMessage()


async def _collect() -> None:
    gc.collect()


class _Server(uvicorn.Server):
    """A server that says when it is ready, and tells whoever listens that it stops."""

    def __init__(
        self, config: uvicorn.Config, application: Application, started: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._application = application
        self._when_started = started

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let everybody go with a last word first: uvicorn would wait for them in vain."""
        await self._application.let_go(_LET_GO_WITHIN)
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and tell."""
        await super().startup(sockets)
        if self.started:
            self._when_started()


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno in (errno.EADDRINUSE, getattr(errno, "WSAEADDRINUSE", -1)):
        return (
            f"Port {port} is taken: another program, or another Expedition, listens there. "
            f"Stop it, or name another port: --port {port + 1}."
        )
    if error.errno == errno.EACCES:
        return f"This user may not listen on port {port}. Name one above 1023: --port 8000."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"This machine doesn't have the address {host}. Try --host 127.0.0.1."
    return f"Can't listen on {host}, port {port}: {error.strerror or error}."
