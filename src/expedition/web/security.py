"""What stands before every request: who may call, how much it may send, and what comes with it."""

from __future__ import annotations

import ipaddress
import json
import socket
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException

from expedition.web.limits import Limits

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from expedition.web.settings import Settings

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
Headers = list[tuple[bytes, bytes]]
_FOR_PARTS: Headers = [
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
_HEADERS: Headers = [
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
_SAFE = ("GET", "HEAD", "OPTIONS")
#: Bytes in a request's body: a record to be looked at, or anything else.
MAX_IMPORT = 256 * 1024
MAX_BODY = 16 * 1024
_TAKES_RECORDS = ("/api/review", "/api/tables")


class Guard:
    """Checks Host, Origin, rates and sizes before anything else, and adds the headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._requests = Limits(settings.rates.requests)
        names = {"localhost", socket.gethostname().lower(), *settings.allowed_hosts}
        self._hosts = names | {f"{name}.local" for name in names if "." not in name}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        fault = self._fault(scope)
        if fault:
            await _refuse(scope, send, *fault)
            return
        body = _Body(receive, _body_limit(scope))
        sender = _with_headers(send, _headers_for(scope)) if scope["type"] == "http" else send
        await self._app(scope, body.receive, sender)

    def _fault(self, scope: Scope) -> tuple[int, str, str] | None:
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        if not self._knows(host):
            return (
                421,
                "forbidden",
                "This server is not called by that name. Whoever runs it can allow it with "
                "--allow-host NAME.",
            )
        origin = headers.get(b"origin", b"").decode("latin-1")
        # A stream counts as unsafe: who listens is counted, and shown to the players.
        stream = scope["path"].endswith("/events")
        unsafe = stream or scope["type"] == "websocket" or scope["method"] not in _SAFE
        foreign = bool(origin) and place(origin) != host.lower()
        cross = headers.get(b"sec-fetch-site") == b"cross-site"
        if unsafe and (foreign or cross):
            return 403, "forbidden", "Pages of other sites can't act here."
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > _body_limit(scope):
            return 413, "too-large", "What was sent is too large."
        static = scope["path"].startswith("/static/")
        if not static and not self.is_trusted(scope) and not self._requests.take(peer(scope)):
            return 429, "too-fast", "Too many requests at once. Wait a moment and try again."
        return None

    def is_trusted(self, scope: Scope) -> bool:
        """Return whether the rates don't hold for whoever asks."""
        return self._settings.trust_loopback and is_loopback(address(scope))

    def _knows(self, host: str) -> bool:
        # A name can be made to point here by anybody; an address can't.
        try:
            name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        except ValueError:
            return False
        return name in self._hosts or name.endswith(".localhost") or _read_address(name) is not None


class _Body:
    """Counts what comes in."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._left = limit

    async def receive(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
            if self._left < 0:
                # The one kind of exception that goes through the application as it is.
                raise HTTPException(413, "What was sent is too large.")
        return message


def place(link: str) -> str:
    """Return the host and port in a link, in small letters; empty for what is no link."""
    try:
        return urlsplit(link).netloc.lower()
    except ValueError:
        return ""


def address(scope: Scope) -> str:
    """Return the address that a request came from."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def peer(scope: Scope) -> str:
    """Return what the rates take for one address: of IPv6, the network that a household gets.

    With IPv6 everybody has 2**64 addresses of their own, and could use a new one each time.
    """
    host = address(scope)
    found = _read_address(host)
    if not isinstance(found, ipaddress.IPv6Address):
        return host if found is None else str(found)
    return f"{ipaddress.IPv6Address(int(found) >> 64 << 64)}/64"


def is_loopback(host: str) -> bool:
    """Return whether an address is this machine itself."""
    found = _read_address(host)
    return found is not None and found.is_loopback


def _read_address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return an address, one of IPv4 that is written as IPv6 as what it is; None for no address."""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _body_limit(scope: Scope) -> int:
    return MAX_IMPORT if scope["path"] in _TAKES_RECORDS else MAX_BODY


def _headers_for(scope: Scope) -> Headers:
    # A script or a style sheet is no page: most headers would mean nothing there, and a first visit
    # fetches forty of them.
    plain = scope["path"].startswith("/static/") and scope["path"].endswith((".js", ".css"))
    return _FOR_PARTS if plain else _HEADERS


def _with_headers(send: Send, more: Headers) -> Send:
    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *more]}
        await send(message)

    return sender


async def _refuse(scope: Scope, send: Send, status: int, code: str, sentence: str) -> None:
    body = json.dumps({"error": {"code": code, "message": sentence}}).encode()
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    if scope["type"] == "websocket" and kind not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008, "reason": HTTPStatus(status).phrase})
        return
    headers: list[Any] = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *_HEADERS,
    ]
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
