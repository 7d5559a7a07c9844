"""The page and its static files, read once at the start: small, compressed, and named by content.

The address of every file carries a hash of them all, so a browser may keep them for ever, and a new
version is fetched whole.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response

from expedition.web.replies import error_reply
from expedition.web.slim import without_comments

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

router = APIRouter(include_in_schema=False)

_FOR_EVER = "public, max-age=31536000, immutable"
_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".md": "text/plain; charset=utf-8",
}
#: In index.html this stands for the folder of the present version.
_PLACEHOLDER = "/static/"


@dataclass(frozen=True, slots=True)
class StaticFile:
    """One file, as it is and compressed."""

    body: bytes
    packed: bytes
    kind: str


@dataclass(frozen=True, slots=True)
class Site:
    """All static files by path, the hash of them all, and the page with its addresses filled in."""

    version: str
    files: dict[str, StaticFile]
    page: StaticFile


def site(request: Request) -> Site:
    """Return the site, read at the start; or as it is now, for whoever works on it."""
    if request.app.state.context.settings.fresh:
        return read_site()
    return kept_site()


def read_site() -> Site:
    """Read the site as it is shipped."""
    found = dict(sorted(_walk(files("expedition.web") / "static", "")))
    digest = hashlib.sha256()
    for path, body in found.items():
        digest.update(f"{path} {len(body)} ".encode() + body)
    version = digest.hexdigest()[:16]
    page = found["index.html"].decode().replace(_PLACEHOLDER, f"/static/{version}/")
    return Site(
        version,
        {path: _static_file(path, body) for path, body in found.items()},
        _static_file("index.html", page.encode()),
    )


@router.get("/static/{version}/{path:path}")
async def static_file(version: str, path: str, request: Request) -> Response:
    """Return a file. One of another version is answered with the present one, not to be kept."""
    now = site(request)
    found = now.files.get(path)
    if found is None:
        return error_reply(request, 404, "not-found", "There is no such file.")
    return _reply(request, found, _FOR_EVER if version == now.version else "no-cache")


@router.get("/favicon.ico")
async def favicon(request: Request) -> Response:
    """Return the icon where browsers look for it unasked."""
    found = site(request).files.get("favicon.svg")
    if found is None:
        return error_reply(request, 404, "not-found", "There is no icon.")
    return _reply(request, found, "max-age=86400")


@router.get("/{path:path}")
async def page(path: str, request: Request) -> Response:
    """Return the page for every address of the app; it shows what the address names."""
    if path.startswith(("api/", "static/")):
        return error_reply(request, 404, "not-found", "There is nothing at this address.")
    return _reply(request, site(request).page, "no-cache", 200 if is_page(path) else 404)


@cache
def kept_site() -> Site:
    """Return the site as it was when first asked for, which is at the start."""
    return read_site()


def is_page(path: str) -> bool:
    """Return whether the app has a page at this path."""
    first, _, rest = path.rstrip("/").partition("/")
    alone = first in ("", "learn", "settings", "daily", "about", "review", "rules") and not rest
    return alone or (first in ("t", "review", "rules") and bool(rest) and "/" not in rest)


def _reply(request: Request, found: StaticFile, keep: str, status: int = 200) -> Response:
    headers = {"cache-control": keep, "vary": "accept-encoding"}
    body = found.body
    if "gzip" in request.headers.get("accept-encoding", "") and len(found.packed) < len(body):
        body = found.packed
        headers["content-encoding"] = "gzip"
    return Response(body, status, headers, found.kind)


def _static_file(path: str, body: bytes) -> StaticFile:
    suffix = path[path.rfind(".") :]
    kind = _TYPES.get(suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
    return StaticFile(body, gzip.compress(body, 9, mtime=0), kind)


def _walk(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        path = f"{prefix}{entry.name}"
        if entry.is_dir():
            found += _walk(entry, f"{path}/")
        elif path.endswith((".js", ".css")) and not path.startswith("vendor/"):
            found.append((path, without_comments(entry.read_text("utf-8")).encode()))
        elif not path.endswith(".d.ts"):
            found.append((path, entry.read_bytes()))
    return found
