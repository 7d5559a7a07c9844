"""Replies: JSON, compressed where it pays, and refusals as JSON with a fitting status."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

from starlette.responses import Response

from expedition.table.errors import Code, Refused
from expedition.web.wire import encode

if TYPE_CHECKING:
    from starlette.requests import Request

#: Smaller replies go as they are.
_COMPRESS_FROM = 1500

STATUS = {
    Code.STALE: 409,
    Code.NOT_YOURS: 403,
    Code.NOT_NOW: 409,
    Code.ILLEGAL: 409,
    Code.OVER: 409,
    Code.FULL: 409,
    Code.BAD: 400,
    Code.TOO_FAST: 429,
    Code.UNAVAILABLE: 503,
    Code.NO_TABLE: 404,
    Code.NO_SEAT: 403,
}


def json_reply(
    request: Request, data: object, status: int = 200, *, keep: str = "no-store"
) -> Response:
    """Return data as JSON. `keep` is its Cache-Control."""
    body = encode(data).encode()
    headers = {"cache-control": keep, "vary": "accept-encoding"}
    if len(body) >= _COMPRESS_FROM and "gzip" in request.headers.get("accept-encoding", ""):
        body = gzip.compress(body, compresslevel=5, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(body, status, headers, "application/json")


def refusal_reply(request: Request, refused: Refused) -> Response:
    """Return a refusal as JSON."""
    return error_reply(
        request, STATUS[refused.code], refused.code.value, str(refused), refused.params
    )


def error_reply(
    request: Request,
    status: int,
    code: str,
    message: str,
    params: dict[str, str | int] | None = None,
) -> Response:
    """Return an error: a code for programs and a sentence for people."""
    error = {"code": code, "message": message, "params": params or {}}
    return json_reply(request, {"error": error}, status)
