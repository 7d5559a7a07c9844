"""Whatever is asked in whatever order: the store in memory and the one in a file say the same."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from expedition.table.memory_store import MemoryStore
from expedition.table.sql_store import open_store
from expedition.table.store import (
    Append,
    Conflict,
    DailyDeal,
    DailyResult,
    NewTable,
    Store,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Ask = Callable[[Store], Awaitable[object]]

NAMES = st.sampled_from(["a", "b", "c"])
DAYS = st.sampled_from(["2026-11-30", "2026-12-01"])
EVENTS = st.lists(
    st.dictionaries(st.text(max_size=3), st.none() | st.integers() | st.text(max_size=3)),
    max_size=3,
).map(tuple)
TOKENS = st.dictionaries(st.integers(0, 3), st.binary(max_size=4), max_size=2)
MOMENTS = st.integers(0, 5)

NEW_TABLES = st.builds(
    NewTable,
    id=NAMES,
    at=MOMENTS,
    events=EVENTS,
    tokens=TOKENS,
    invite=st.none() | st.binary(max_size=4),
    listed=st.booleans(),
    daily=st.none() | DAYS,
    bot_owes=st.booleans(),
)


@st.composite
def appends(draw: st.DrawFn) -> Append:
    table, events = draw(NAMES), draw(EVENTS)
    result = st.builds(
        DailyResult,
        day=DAYS,
        table=st.just(table),
        name=st.sampled_from("xyz"),
        total=st.integers(-2, 2),
        at=MOMENTS,
    )
    return Append(
        table=table,
        after=draw(st.integers(0, 4)),
        at=draw(MOMENTS),
        events=events,
        key=draw(st.none() | st.sampled_from(["k1", "k2", "k3"])) if events else None,
        tokens=draw(TOKENS),
        ended=draw(st.integers(0, 4)) == 0,
        bot_owes=draw(st.none() | st.booleans()),
        result=draw(st.none() | result),
    )


DEALS = st.builds(
    DailyDeal,
    day=DAYS,
    edition=st.sampled_from(["standard-solo"]),
    deal=st.lists(st.sampled_from(["2S", "A$"])).map(tuple),
    salt=st.sampled_from("st"),
    commitment=st.just("c"),
)

ASKED: st.SearchStrategy[Ask] = st.one_of(
    st.builds(lambda new: lambda store: store.create(new), NEW_TABLES),
    st.builds(lambda new, add: lambda store: store.create(new, add), NEW_TABLES, appends()),
    st.builds(lambda add: lambda store: store.append(add), appends()),
    st.builds(lambda add: lambda store: store.append(add), appends()),
    st.builds(lambda deal: lambda store: store.keep_daily(deal), DEALS),
)


async def said(awaitable: Awaitable[object]) -> object:
    try:
        return await awaitable
    except Conflict:
        return Conflict


async def everything(store: Store) -> list[Any]:
    return [
        *[await store.load(name) for name in "abcd"],
        sorted(await store.owing_bots()),
        await store.listed(2),
        await store.listed(9),
        *[await store.daily(day) for day in ("2026-11-30", "2026-12-01")],
        *[await store.best(day, n) for day in ("2026-11-30", "2026-12-01") for n in (1, 9)],
    ]


@settings(deadline=None, max_examples=50)
@given(st.lists(ASKED, max_size=15))
def test_the_stores_agree(asked: list[Ask]) -> None:
    async def body(path: Path) -> None:
        memory, file = MemoryStore(), open_store(path)
        try:
            for ask in asked:
                assert await said(ask(memory)) == await said(ask(file))
            assert await everything(memory) == await everything(file)
        finally:
            await file.close()
        again = open_store(path)
        try:
            assert await everything(memory) == await everything(again)
        finally:
            await again.close()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(body(Path(folder) / "tables.db"))
