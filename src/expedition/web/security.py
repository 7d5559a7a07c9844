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
_HEADERS = [
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
        sender = _with_headers(send) if scope["type"] == "http" else send
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
        if not static and not self.is_trusted(scope) and not self._requests.take(address(scope)):
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
        return name in self._hosts or name.endswith(".localhost") or _is_address(name)


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


def is_loopback(host: str) -> bool:
    """Return whether an address is this machine itself."""
    return _is_address(host) and ipaddress.ip_address(host).is_loopback


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _body_limit(scope: Scope) -> int:
    return MAX_IMPORT if scope["path"] in _TAKES_RECORDS else MAX_BODY


def _with_headers(send: Send) -> Send:
    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *_HEADERS]}
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
