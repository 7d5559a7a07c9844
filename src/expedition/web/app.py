"""The application: everything put together, started and stopped."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException

from expedition.table.bot_list import BotList
from expedition.table.bot_pool import BotPool
from expedition.table.errors import Refused
from expedition.table.hub import Hub
from expedition.web import pages, review_routes, site_routes, sockets, streams, table_routes
from expedition.web.context import Context
from expedition.web.documents import record_schemas
from expedition.web.frames import command_schemas
from expedition.web.replies import error_reply, refusal_reply
from expedition.web.security import Guard
from expedition.web.wire import JsonWire

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from expedition.table.store import Store
    from expedition.web.settings import Settings

log = logging.getLogger("expedition.web")

_DESCRIPTION = """
Tables of Lost Cities, Reiner Knizia's card game, and its standard-deck versions: set one up, take a
seat, play, watch, look back. docs/web-api.md says how it fits together, and describes the frames of
the WebSocket.
"""


class Application(Guard):
    """The server as an ASGI application, with a way to stop it in good order."""

    def __init__(self, app: FastAPI, context: Context) -> None:
        super().__init__(app, context.settings)
        self._context = context

    async def let_go(self, within: float) -> None:
        """Tell everybody who listens that the server stops, and wait until they have heard it.

        Nobody may listen from then on. Who has not read it `within` seconds is not waited for.
        """
        self._context.hub.let_go()
        until = time.monotonic() + within
        while self._context.connections and time.monotonic() < until:
            await asyncio.sleep(0.01)


def create_app(settings: Settings, store: Store) -> Application:
    """Return the server as an ASGI application. It closes the store when it stops."""
    pool = BotPool(workers=settings.bot_workers, deadline=settings.bot_deadline)
    bots = BotList()
    hub = Hub(
        store,
        pool,
        JsonWire(),
        bots=bots.roster,
        pace=settings.pace,
        gone_after=settings.gone_after,
    )

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        bots.begin()
        try:
            if not settings.fresh:
                await asyncio.to_thread(pages.kept_site)
            await hub.start()
            yield
            await hub.close()
        finally:
            await bots.close()

    app = FastAPI(
        title="Expedition",
        version=version("expedition"),
        description=_DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    context = app.state.context = Context(settings, hub)
    for part in (table_routes, streams, review_routes, site_routes, sockets, pages):
        app.include_router(part.router)
    _answer_faults(app)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    return Application(app, context)


def _openapi(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document, with the command frames in it."""
    if app.openapi_schema is None:
        schema = get_openapi(
            title=app.title, version=app.version, description=_DESCRIPTION, routes=app.routes
        )
        schema["components"]["schemas"].update(command_schemas() | record_schemas())
        app.openapi_schema = schema
    return app.openapi_schema


def _answer_faults(app: FastAPI) -> None:
    @app.exception_handler(Refused)
    async def refused(request: Request, fault: Refused) -> Response:
        return refusal_reply(request, fault)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, fault: RequestValidationError) -> Response:
        first = fault.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return error_reply(request, 422, "bad", f"{where}: {first['msg']}.")

    @app.exception_handler(HTTPException)
    async def not_found(request: Request, fault: HTTPException) -> Response:
        codes = {404: "not-found", 405: "not-found", 413: "too-large"}
        code = codes.get(fault.status_code, "bad")
        return error_reply(request, fault.status_code, code, str(fault.detail))

    @app.exception_handler(Exception)
    async def crashed(request: Request, fault: Exception) -> Response:
        log.error("A request failed: %s %s", request.method, request.url.path, exc_info=fault)
        return error_reply(request, 500, "failed", "The server made a mistake. It is logged.")
