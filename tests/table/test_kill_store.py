"""The server's process is killed at random instants: nothing that it acknowledged is lost."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from expedition.table.sql_store import open_store

if TYPE_CHECKING:
    from pathlib import Path

    from expedition.table.store import Store, StoredTable

TABLES = 10

# Writes turns of one to three events at ten tables at once, and says which are kept.
CHILD = """
import asyncio, random, sys
from pathlib import Path
from expedition.table.sql_store import open_store
from expedition.table.store import Append, NewTable

async def write(store, name, run):
    table = await store.load(name)
    if table is None:
        await store.create(NewTable(name, 1, ({"of": 1, "part": 0},)))
        print(name, 1, "-", flush=True)
        after = 1
    else:
        after = len(table.events)
    generator = random.Random(f"{name} {run}")
    while True:
        of = generator.randint(1, 3)
        key = f"{run}-{after}"
        events = tuple({"of": of, "part": part, "cards": "x" * 150} for part in range(of))
        await store.append(Append(name, after, 2, events, key=key, tokens={0: key.encode()}))
        after += of
        print(name, after, key, flush=True)

async def main(path, tables, run):
    store = open_store(Path(path))
    await asyncio.gather(*(write(store, f"t{n}", run) for n in range(int(tables))))

asyncio.run(main(*sys.argv[1:]))
"""


class Acknowledged:
    """What the child said of one table: its last event, and the key of each turn."""

    def __init__(self) -> None:
        self.last = 0
        self.keys: set[str] = set()


def run_and_kill(path: Path, run: int, wait: float, *, writing: bool) -> list[list[str]]:
    """Let a child write, kill it so many seconds after its first word or after its start.

    Returns what it said, line by line.
    """
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, str(path), str(TABLES), str(run)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as child:
        assert child.stdout
        said = child.stdout.readline() if writing else ""
        time.sleep(wait)
        child.kill()
        said += child.stdout.read()
    return [line.split() for line in said.split("\n")[:-1]]  # the last one may be half of a line


def check(table: StoredTable | None, told: Acknowledged) -> int:
    """Hold a table against what was acknowledged; return its number of events."""
    if table is None:
        assert told.last == 0
        return 0
    assert [event.seq for event in table.events] == list(range(1, len(table.events) + 1))
    assert len(table.events) >= told.last
    keys = [event.key for event in table.events if event.key]
    assert len(set(keys)) == len(keys)
    assert told.keys <= set(keys)
    # Each turn is there whole, and so is what was changed with it.
    parts = iter(table.events)
    for first in parts:
        assert first.data["part"] == 0
        for part in range(1, first.data["of"]):
            assert next(parts).data["part"] == part
    if keys:
        assert table.tokens == {0: str(keys[-1]).encode()}
    return len(table.events)


def kill_again_and_again(path: Path, times: int) -> None:
    generator = random.Random(20)
    told = {f"t{n}": Acknowledged() for n in range(TABLES)}
    events = acknowledged = 0
    for run in range(times):
        # One in four is killed while it starts, and some of those before they begin.
        writing = run % 4 != 3
        wait = generator.uniform(0.0, 0.5 if writing else 1.0)
        for name, last, key in run_and_kill(path, run, wait, writing=writing):
            told[name].last = max(told[name].last, int(last))
            if key != "-":
                told[name].keys.add(key)
            acknowledged += 1
        store = open_store(path)

        async def look(store: Store = store) -> int:
            found = [check(await store.load(name), told[name]) for name in told]
            await store.close()
            return sum(found)

        total = asyncio.run(look())
        assert total >= events
        events = total
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    print(f"{times} kills, {acknowledged} writes acknowledged, {events} events, none lost")  # noqa: T201
    assert acknowledged > times


def test_twenty_kills_lose_nothing(tmp_path: Path) -> None:
    kill_again_and_again(tmp_path / "tables.db", 20)


@pytest.mark.long
def test_two_hundred_kills_lose_nothing(tmp_path: Path) -> None:
    kill_again_and_again(tmp_path / "tables.db", 200)
