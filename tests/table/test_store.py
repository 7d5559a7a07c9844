"""What every store promises, asked of each of them."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from expedition.table.memory_store import MemoryStore
from expedition.table.sql_store import open_store
from expedition.table.store import (
    Append,
    Conflict,
    DailyDeal,
    DailyResult,
    LoggedEvent,
    NewTable,
    Store,
    StoredTable,
    Trouble,
    Unavailable,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine
    from pathlib import Path

    from _pytest.fixtures import FixtureRequest

    Check = Callable[[Store], Coroutine[Any, Any, None]]

NEW = NewTable(
    id="anna",
    at=1000,
    events=({"kind": "created"}, {"kind": "sat", "seat": 0, "name": "Zoë \ud800 🂡"}),
    tokens={0: b"\x00hash of 0"},
    invite=b"hash of invite",
    listed=True,
    daily="2026-11-30",
    bot_owes=True,
)
TURN = Append("anna", 2, 2000, ({"kind": "turn", "actions": ["R7", "."]},), key="k1")
DEAL = DailyDeal("2026-11-30", "standard-solo", ("2S", "KH", "A$"), "salt", "abc")


@pytest.fixture(params=["memory", "sql"])
def check(request: FixtureRequest, tmp_path: Path) -> Callable[[Check], None]:
    """Run a coroutine with a store of each kind, and close the store."""

    async def run(body: Check) -> None:
        store: Store = (
            MemoryStore() if request.param == "memory" else open_store(tmp_path / "tables.db")
        )
        try:
            await body(store)
        finally:
            await store.close()

    return lambda body: asyncio.run(run(body))


async def fails(awaitable: Awaitable[object], error: type[Exception] = Conflict) -> None:
    with pytest.raises(error) as caught:
        await awaitable
    assert str(caught.value).endswith(".")


def test_a_table_comes_back_as_it_was_kept(check: Callable[[Check], None]) -> None:
    async def body(store: Store) -> None:
        assert await store.load("anna") is None
        await store.create(NEW)
        await store.append(TURN)
        assert await store.load("anna") == StoredTable(
            id="anna",
            at=1000,
            events=(
                LoggedEvent(1, 1000, NEW.events[0]),
                LoggedEvent(2, 1000, NEW.events[1]),
                LoggedEvent(3, 2000, TURN.events[0], "k1"),
            ),
            tokens={0: b"\x00hash of 0"},
            invite=b"hash of invite",
            listed=True,
            daily="2026-11-30",
            ended=False,
        )

    check(body)


def test_a_key_is_on_the_first_event_of_its_command(check: Callable[[Check], None]) -> None:
    async def body(store: Store) -> None:
        await store.create(NEW)
        await store.append(replace(TURN, events=({"n": 1}, {"n": 2}, {"n": 3})))
        table = await store.load("anna")
        assert table
        assert [(event.seq, event.key) for event in table.events[2:]] == [
            (3, "k1"),
            (4, None),
            (5, None),
        ]

    check(body)


@pytest.mark.parametrize(
    "wrong",
    [
        replace(TURN, table="berta"),
        replace(TURN, after=1, key=None),
        replace(TURN, after=0, key=None),
        replace(TURN, after=4, key=None),
        replace(TURN, after=3),
        replace(TURN, after=3, events=({}, {}), key="k1"),
        replace(TURN, after=2, events=(), key=None, tokens={1: b"x"}),
    ],
    ids=["no table", "before", "first", "gap", "key", "key of two", "tokens"],
)
def test_a_conflict_keeps_nothing(check: Callable[[Check], None], wrong: Append) -> None:
    async def body(store: Store) -> None:
        await store.create(NEW)
        await store.append(TURN)
        before = await store.load("anna")
        await fails(store.append(replace(wrong, tokens={0: b"other"}, ended=True)))
        await fails(store.create(replace(NEW, id="carl"), wrong))
        assert await store.load("anna") == before
        assert await store.load("carl") is None
        await fails(store.create(replace(NEW, events=())))
        assert await store.load("anna") == before

    check(body)


def test_a_key_belongs_to_one_table(check: Callable[[Check], None]) -> None:
    async def body(store: Store) -> None:
        await store.create(NEW)
        await store.create(replace(NEW, id="berta"))
        await store.append(TURN)
        await store.append(replace(TURN, table="berta"))

    check(body)


def test_a_rematch_does_both_or_none(check: Callable[[Check], None]) -> None:
    async def body(store: Store) -> None:
        await store.create(NEW)
        next_one = replace(NEW, id="berta")
        await store.create(next_one, TURN)
        await fails(store.create(next_one, replace(TURN, after=3, key="k2")))
        tables = [await store.load("anna"), await store.load("berta")]
        assert [len(table.events) for table in tables if table] == [3, 2]
        await fails(store.create(replace(NEW, id="carl"), replace(TURN, table="carl")))
        assert await store.load("carl") is None

    check(body)


def test_tokens_change_with_and_without_events(check: Callable[[Check], None]) -> None:
    async def body(store: Store) -> None:
        await store.create(NEW)
        await store.append(replace(TURN, tokens={1: b"one"}))
        await store.append(Append("anna", 3, 3000, (), tokens={0: b"new", 3: b"three"}))
        table = await store.load("anna")
        assert table
        assert table.tokens == {0: b"new", 1: b"one", 3: b"three"}
        assert len(table.events) == 3

    check(body)


def test_unfinished_tables_with_bots(check: Callable[[Check], None]) -> None:
    async def body(store: Store) -> None:
        for name, bot_owes in (("a", True), ("b", False), ("c", True), ("d", False), ("e", True)):
            await store.create(NewTable(name, 1, ({},), bot_owes=bot_owes))
        await store.append(Append("c", 1, 2, ({},), ended=True))
        await store.append(Append("d", 1, 2, ({},), bot_owes=True))
        await store.append(Append("e", 1, 2, ({},), bot_owes=False))
        # Bots are there, or not, until it is said again; an end is for good.
        await store.append(Append("d", 2, 3, ({},)))
        await store.append(Append("c", 2, 3, ({},)))
        assert set(await store.owing_bots()) == {"a", "d"}
        ended = await store.load("c")
        assert ended
        assert ended.ended

    check(body)


def test_listed_tables_are_the_liveliest_first(check: Callable[[Check], None]) -> None:
    async def body(store: Store) -> None:
        assert await store.listed(10) == ()
        for at, name in enumerate("abcdef"):
            await store.create(NewTable(name, at, ({},), listed=name != "e"))
        await store.append(Append("b", 1, 50, ({},)))
        await store.append(Append("c", 1, 40, ({},)))
        await store.append(Append("d", 1, 60, ({},), ended=True))
        await store.append(Append("a", 1, 99, (), tokens={0: b"x"}))
        assert await store.listed(10) == ("b", "c", "f", "a")
        assert await store.listed(2) == ("b", "c")
        assert await store.listed(10, after=40) == ("b", "c")

    check(body)


def test_the_first_deal_of_a_day_is_kept(check: Callable[[Check], None]) -> None:
    async def body(store: Store) -> None:
        assert await store.daily(DEAL.day) is None
        others = [replace(DEAL, salt=f"other {n}") for n in range(5)]
        kept = await asyncio.gather(*(store.keep_daily(deal) for deal in (DEAL, *others)))
        assert kept == [DEAL] * 6
        assert await store.daily(DEAL.day) == DEAL
        assert await store.daily("2026-12-01") is None

    check(body)


def test_best_results_of_a_day(check: Callable[[Check], None]) -> None:
    async def body(store: Store) -> None:
        results = [
            DailyResult("2026-11-30", "a", "Ada", 40, 9),
            DailyResult("2026-11-30", "b", "Bo", 55, 8),
            DailyResult("2026-11-30", "c", "Cy", 40, 7),
            DailyResult("2026-12-01", "d", "Di", 90, 6),
            DailyResult("2026-11-30", "e", "Ed", -12, 5),
        ]
        for result in results:
            await store.create(NewTable(result.table, 1, ({},)))
            await store.append(Append(result.table, 1, 2, ({},), result=result))
        a, b, c, d, e = results
        assert await store.best("2026-11-30", 10) == (b, c, a, e)
        assert await store.best("2026-11-30", 1) == (b,)
        assert await store.best("2026-12-01", 10) == (d,)
        assert await store.best("2026-12-02", 10) == ()
        await fails(store.append(Append("a", 2, 3, ({},), result=replace(a, total=99))))
        assert await store.best("2026-11-30", 1) == (b,)

    check(body)


def test_what_json_cannot_say_is_refused_and_hurts_nobody(check: Callable[[Check], None]) -> None:
    async def body(store: Store) -> None:
        await store.create(NEW)
        good = [replace(NEW, id=f"t{n}") for n in range(20)]
        outcomes = await asyncio.gather(
            *(store.create(new) for new in good[:10]),
            store.append(replace(TURN, events=({"x": object()},))),
            store.append(replace(TURN, events=({"x": float("nan")},))),
            store.append(replace(TURN, after=9)),
            *(store.create(new) for new in good[10:]),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes if outcome is not None] == [
            TypeError,
            ValueError,
            Conflict,
        ]
        assert all([await store.load(new.id) for new in good])
        await store.append(TURN)

    check(body)


def test_what_was_given_can_change_without_harm(check: Callable[[Check], None]) -> None:
    async def body(store: Store) -> None:
        data: dict[str, Any] = {"cards": ["R7"]}
        tokens = {0: b"x"}
        await store.create(NewTable("a", 1, (data,), tokens=tokens))
        data["cards"].append("R8")
        tokens[1] = b"y"
        first = await store.load("a")
        assert first
        first.events[0].data.clear()
        first.tokens.clear()
        again = await store.load("a")
        assert again
        assert again.events[0].data == {"cards": ["R7"]}
        assert again.tokens == {0: b"x"}

    check(body)


def test_many_writers_at_once_keep_logs_without_gaps(check: Callable[[Check], None]) -> None:
    """Two writers for each table: whoever comes second in a race is told, and tries again."""

    async def body(store: Store) -> None:
        names = [f"t{n}" for n in range(20)]
        await asyncio.gather(*(store.create(NewTable(name, 1, ())) for name in names))
        refused = 0

        async def write(name: str, who: str) -> None:
            nonlocal refused
            generator, done, after = random.Random(name + who), 0, 0
            while done < 10:
                events = tuple({"who": who} for _ in range(generator.randint(1, 3)))
                try:
                    await store.append(Append(name, after, 1, events, key=f"{who}-{done}"))
                    done += 1
                    after += len(events)
                except Conflict:
                    refused += 1
                    table = await store.load(name)
                    assert table
                    after = len(table.events)

        await asyncio.gather(*(write(name, who) for name in names for who in "xy"))
        assert refused
        for name in names:
            table = await store.load(name)
            assert table
            assert [event.seq for event in table.events] == list(range(1, len(table.events) + 1))
            assert sorted(event.key for event in table.events if event.key) == sorted(
                f"{who}-{n}" for who in "xy" for n in range(10)
            )

    check(body)


def test_a_closed_store_says_so(check: Callable[[Check], None]) -> None:
    async def body(store: Store) -> None:
        await store.create(NEW)
        await store.close()
        await store.close()
        calls: list[Callable[[], Awaitable[object]]] = [
            lambda: store.create(NEW),
            lambda: store.append(TURN),
            lambda: store.load("anna"),
            lambda: store.owing_bots(),
            lambda: store.listed(1),
            lambda: store.keep_daily(DEAL),
            lambda: store.daily("x"),
            lambda: store.best("x", 1),
        ]
        for call in calls:
            with pytest.raises(Unavailable) as caught:
                await call()
            assert caught.value.trouble is Trouble.CLOSED

    check(body)


def test_appends_that_make_no_sense_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="needs an event"):
        Append("a", 1, 1, (), key="k")
    with pytest.raises(ValueError, match="can't come from"):
        Append("a", 1, 1, ({},), result=DailyResult("2026-11-30", "b", "Bo", 1, 1))
