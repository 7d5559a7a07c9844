"""What a server does when it starts, and what it says when it makes a mistake."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from expedition.table.errors import Code, Refused
from expedition.table.memory_store import MemoryStore
from expedition.web import pages
from expedition.web.settings import Settings
from expedition.web.site_routes import seconds_left
from table.sittings import Sitting
from web.serving import api, running_server
from web.without_sockets import Server, data_of

if TYPE_CHECKING:
    from expedition.table.live import Live
    from expedition.table.store import StoredTable


@pytest.mark.parametrize(("fresh", "read"), [(False, 1), (True, 0)])
def test_the_page_is_read_before_anybody_asks(read: int, *, fresh: bool) -> None:
    pages.kept_site.cache_clear()
    with running_server(Settings(fresh=fresh)):
        assert pages.kept_site.cache_info().currsize == read


class _Mistaken(MemoryStore):
    async def load(self, table: str) -> StoredTable | None:
        raise ZeroDivisionError(table)


def test_a_mistake_has_a_code_of_its_own(caplog: pytest.LogCaptureFixture) -> None:
    """`unavailable` says that nothing was changed, which nobody knows then."""

    async def look(address: str) -> Any:
        async with api(address) as client:
            return await client.get("/api/tables/none")

    with running_server(store=_Mistaken()) as address:
        reply = asyncio.run(look(address))
    assert reply.status_code == 500
    assert reply.json()["error"] == {
        "code": "failed",
        "message": "The server made a mistake. It is logged.",
        "params": {},
    }
    assert "ZeroDivisionError" in caplog.text


def test_a_table_that_can_not_be_read_is_no_reason_to_show_none() -> None:
    async def play() -> list[str]:
        server = Server()
        await server.keep(Sitting("standard-solo", "me", listed=True).log, "sound")
        look = server.hub.look

        async def listed(limit: int) -> tuple[str, ...]:
            return ("broken", "sound")[:limit]

        async def look_or_not(table: str) -> Live:
            if table == "broken":
                raise Refused(Code.UNAVAILABLE, "This table's log can't be read.")
            return await look(table)

        server.hub.listed = listed  # type: ignore[method-assign]
        server.hub.look = look_or_not  # type: ignore[method-assign]
        tables = data_of(await server.request("GET", "/api/tables"))["tables"]
        await server.close()
        return [table["table"] for table in tables]

    assert asyncio.run(play()) == ["sound"]


@pytest.mark.parametrize(
    ("day", "now", "left"),
    [
        ("2026-11-30", datetime(2026, 11, 30, tzinfo=UTC), 86_400),
        ("2026-11-30", datetime(2026, 11, 30, 23, 59, 58, tzinfo=UTC), 2),
        ("2026-11-30", datetime(2026, 12, 1, 0, 0, 1, tzinfo=UTC), 0),
    ],
)
def test_how_long_a_day_lasts(day: str, now: datetime, left: int) -> None:
    assert seconds_left(day, now) == left


def test_the_deal_of_the_day_closes_when_its_day_is_over() -> None:
    async def play() -> Any:
        server = Server(today="2026-11-30")
        server.context.now = lambda: datetime(2026, 11, 30, 18, tzinfo=UTC)
        reply = data_of(await server.request("GET", "/api/daily"))
        await server.close()
        return reply

    reply = asyncio.run(play())
    assert (reply["day"], reply["closes_in"]) == ("2026-11-30", 6 * 3600)
