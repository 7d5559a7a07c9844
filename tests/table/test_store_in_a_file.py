"""What the store in a file promises beyond what every store does."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import TYPE_CHECKING

from expedition.table.sql_store import open_store
from expedition.table.store import Append, DailyDeal, NewTable

if TYPE_CHECKING:
    from pathlib import Path

    from expedition.table.store import Store

NEW = NewTable("anna", 1000, ({"kind": "created"}, {"kind": "dealt"}), {0: b"x"})
TURN = Append("anna", 2, 2000, ({"kind": "turn", "actions": ["R7", "."]},), key="k1")
DEAL = DailyDeal("2026-11-30", "standard-solo", ("2S", "KH", "A$"), "salt", "abc")


def test_what_is_closed_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "100% für uns #1?.db"

    async def first() -> None:
        store = open_store(path)
        await asyncio.gather(store.create(NEW), store.keep_daily(DEAL))
        # What is asked for before closing is done before closing.
        asking = asyncio.ensure_future(store.append(TURN))
        await asyncio.sleep(0)
        await store.close()
        await asking
        assert not path.with_name(path.name + "-wal").exists()

    async def second() -> None:
        store = open_store(path)
        table = await store.load("anna")
        assert table
        assert len(table.events) == 3
        assert await store.daily(DEAL.day) == DEAL
        await store.close()

    asyncio.run(first())
    asyncio.run(second())


def test_bodies_are_compact(tmp_path: Path) -> None:
    async def body() -> None:
        store = open_store(tmp_path / "tables.db")
        await store.create(NewTable("a", 1, ({"a": [1, {"b": "ü"}]},)))
        texts = await store._read(
            lambda connection: connection.exec_driver_sql("SELECT data FROM events").scalars().all()
        )
        assert texts == ['{"a":[1,{"b":"\\u00fc"}]}']
        assert json.loads(texts[0]) == {"a": [1, {"b": "ü"}]}
        await store.close()

    asyncio.run(body())


def test_somebody_who_stops_waiting_disturbs_nobody(tmp_path: Path) -> None:
    async def body() -> None:
        store = open_store(tmp_path / "tables.db")
        await store.create(NEW)
        gone = asyncio.ensure_future(store.append(TURN))
        await asyncio.sleep(0)
        gone.cancel()
        await store.create(replace(NEW, id="berta"))
        assert gone.cancelled()
        await store.close()

    async def left_behind(store: Store) -> None:
        asking = asyncio.ensure_future(store.create(replace(NEW, id="carl")))
        await asyncio.sleep(0)
        assert not asking.done()

    asyncio.run(body())
    store = open_store(tmp_path / "tables.db")
    asyncio.run(left_behind(store))  # that loop ends before the answer can come
    assert asyncio.run(store.load("anna"))
    asyncio.run(store.close())
