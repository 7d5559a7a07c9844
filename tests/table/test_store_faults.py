"""A disk that is full, a file that is locked, read-only, damaged or gone: a sentence, no harm."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from expedition.table import sql_connections, sql_writer
from expedition.table.sql_store import SqlStore, open_store
from expedition.table.store import Append, NewTable, StoreFault, Trouble, Unavailable

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from pathlib import Path

    from sqlalchemy import Connection

BIG = {"text": "x" * 3000}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sql_connections, "PATIENCE", 0.2)
    monkeypatch.setattr(sql_writer, "RECHECK", 0.0)
    return tmp_path / "tables.db"


def with_store(path: Path, body: Coroutine[Any, Any, None], store: SqlStore) -> None:
    async def run() -> None:
        try:
            await body
        finally:
            await store.close()

    asyncio.run(run())
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


async def fill(store: SqlStore, table: str, after: int) -> int:
    """Append until the store refuses; return the number of the last event that was kept."""
    for seq in range(after, after + 10_000):
        try:
            await store.append(Append(table, seq, 1, (BIG,), key=f"k{seq + 1}"))
        except Unavailable as error:
            assert error.trouble is Trouble.FULL
            assert "no room" in str(error)
            return seq
    raise AssertionError


async def length(store: SqlStore, table: str) -> int:
    found = await store.load(table)
    assert found
    return len(found.events)


async def refused(awaitable: Coroutine[Any, Any, Any], trouble: Trouble) -> None:
    with pytest.raises(Unavailable) as caught:
        await awaitable
    assert caught.value.trouble is trouble


def test_a_full_disk_passes_without_a_restart(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as patched:
        limit = (*sql_connections.WRITER_PRAGMAS, "max_page_count = 60")
        patched.setattr(sql_connections, "WRITER_PRAGMAS", limit)
        store = open_store(path)

        async def body() -> None:
            await store.create(NewTable("a", 1, ({},)))
            await store.create(NewTable("b", 1, ({},)))
            last = await fill(store, "a", 1)
            assert last > 10
            outcomes = await asyncio.gather(
                *(store.append(Append("b", 1, 1, (BIG,) * 9, key=f"x{n}")) for n in range(5)),
                return_exceptions=True,
            )
            assert {type(outcome) for outcome in outcomes} == {Unavailable}
            # The log says why, but nothing of what was to be written.
            assert "disk is full" in caplog.text
            assert "xxx" not in caplog.text
            assert len(caplog.records) == 1
            # Reading goes on, and shows what was acknowledged.
            assert await length(store, "a") == last
            assert await length(store, "b") == 1
            patched.undo()
            await store.append(Append("a", last, 1, (BIG,), key=f"k{last + 1}"))
            await store.append(Append("b", 1, 1, (BIG,) * 9, key="x0"))
            assert await length(store, "a") == last + 1
            assert "can be written again" in caplog.records[-1].message

        with_store(path, body(), store)


def test_a_lock_held_by_another_program_passes(path: Path) -> None:
    store = open_store(path)

    async def body() -> None:
        await store.create(NewTable("a", 1, ({},)))
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await refused(store.append(Append("a", 1, 1, ({},))), Trouble.LOCKED)
            assert await length(store, "a") == 1
            # What is asked for while it waits is done once the other lets go.
            asking = asyncio.ensure_future(store.append(Append("a", 1, 1, ({},))))
            await asyncio.sleep(0.05)
            other.execute("ROLLBACK")
            await asking
        await store.append(Append("a", 2, 1, ({},)))
        assert await length(store, "a") == 3

    with_store(path, body(), store)


def test_a_read_only_database_passes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store(path)

    async def body() -> None:
        await store.create(NewTable("a", 1, ({},)))
        with monkeypatch.context() as patched:
            patched.setattr(sql_connections, "WRITER_PRAGMAS", ("query_only = ON",))
            await refused(store._writer.run(_break), Trouble.FAILED)  # so that it connects anew
            for _ in range(2):
                await refused(store.append(Append("a", 1, 1, ({},))), Trouble.READ_ONLY)
            assert await length(store, "a") == 1
        await store.append(Append("a", 1, 1, ({},)))

    with_store(path, body(), store)


def _break(connection: Connection) -> None:
    connection.exec_driver_sql("no such statement")


def test_a_damaged_database_is_not_written_until_it_is_sound_again(
    path: Path, tmp_path: Path
) -> None:
    store = open_store(path)

    async def body() -> None:
        await store.create(NewTable("a", 1, (BIG,) * 40))
        with closing(sqlite3.connect(path)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        sound = tmp_path / "sound"
        shutil.copy(path, sound)
        # By another process: closing a file here would drop the locks that SQLite has on it.
        _python(
            "import sys; f = open(sys.argv[1], 'r+b'); size = len(f.read()); f.seek(4096);"
            "f.write(b'?' * (size - 4096))",
            path,
        )
        await store._writer.run(
            lambda connection: connection.exec_driver_sql("PRAGMA shrink_memory")
        )
        await refused(store.append(Append("a", 40, 1, ({},))), Trouble.DAMAGED)
        await refused(store.append(Append("a", 40, 1, ({},))), Trouble.DAMAGED)
        await refused(store.load("a"), Trouble.DAMAGED)
        _python(
            "import sys; open(sys.argv[1], 'r+b').write(open(sys.argv[2], 'rb').read())",
            path,
            sound,
        )
        await store.append(Append("a", 40, 1, ({},)))
        assert await length(store, "a") == 41

    with_store(path, body(), store)


def _python(code: str, *arguments: Path) -> None:
    subprocess.run([sys.executable, "-c", code, *map(str, arguments)], check=True)


@pytest.mark.skipif(sys.platform == "win32", reason="an open file can't be moved there")
def test_a_file_that_was_moved_away_is_missed(path: Path, tmp_path: Path) -> None:
    store = open_store(path)

    async def body() -> None:
        await store.create(NewTable("a", 1, ({},)))
        elsewhere = tmp_path / "elsewhere.db"
        path.rename(elsewhere)
        await refused(store.append(Append("a", 1, 1, ({},))), Trouble.GONE)
        await refused(store.append(Append("a", 1, 1, ({},))), Trouble.GONE)
        assert not path.exists()  # no empty one was made in its place
        shutil.copy(elsewhere, path)  # nor is any other written to
        await refused(store.append(Append("a", 1, 1, ({},))), Trouble.GONE)
        elsewhere.rename(path)
        await store.append(Append("a", 1, 1, ({},)))
        assert await length(store, "a") == 2

    with_store(path, body(), store)


def test_a_log_with_a_gap_or_without_json_is_damaged(path: Path) -> None:
    store = open_store(path)

    async def body() -> None:
        for name in ("gap", "short", "text", "sound"):
            await store.create(NewTable(name, 1, ({}, {}, {})))
        with closing(sqlite3.connect(path)) as other, other:
            other.execute("DELETE FROM events WHERE table_id = 'gap' AND seq = 2")
            other.execute("DELETE FROM events WHERE table_id = 'short' AND seq = 3")
            other.execute("UPDATE events SET data = '{' WHERE table_id = 'text' AND seq = 1")
        for name in ("gap", "short", "text"):
            await refused(store.load(name), Trouble.DAMAGED)
        assert await length(store, "sound") == 3

    with_store(path, body(), store)


def test_the_writer_outlives_every_mistake(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store(path)

    def fall(connection: Connection) -> None:
        connection.exec_driver_sql("UPDATE tables SET seq = 99")
        raise LookupError

    def leave(connection: Connection) -> None:
        connection.exec_driver_sql("UPDATE tables SET seq = 99")
        raise SystemExit

    async def body() -> None:
        await store.create(NewTable("a", 1, ({},)))
        with pytest.raises(LookupError):
            await store._writer.run(fall)
        await refused(store._writer.run(leave), Trouble.FAILED)
        with monkeypatch.context() as patched:
            patched.setattr(sql_writer.Writer, "_commit", _too_much)
            await refused(store.append(Append("a", 1, 1, ({},))), Trouble.FAILED)
        await store.append(Append("a", 1, 1, ({},)))
        assert await length(store, "a") == 2
        assert sum(thread.name == "store-writer" for thread in threading.enumerate()) == 1

    with_store(path, body(), store)


def _too_much(*_: object) -> None:
    raise MemoryError


def opening(path: Path) -> str:
    with pytest.raises(StoreFault) as caught:
        open_store(path)
    message = str(caught.value)
    assert str(path) in message
    assert message.endswith(".")
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"# Notes\n" * 1000, "is no database of tables"),
        (b"SQLite format 3\0" + b"?" * 5000, "is no database of tables|is damaged"),
        (b"SQLite format 3\0", "is no database of tables|is damaged"),
    ],
)
def test_a_file_that_is_no_database(path: Path, content: bytes, words: str) -> None:
    path.write_bytes(content)
    message = opening(path)
    assert any(word in message for word in words.split("|")), message
    assert path.read_bytes() == content


def test_a_damaged_file_is_found_when_it_is_opened(path: Path) -> None:
    store = open_store(path)
    with_store(path, store.create(NewTable("a", 1, (BIG,) * 40)), store)
    whole = path.read_bytes()
    broken = whole[:8192] + b"?" * (len(whole) - 8192)
    path.write_bytes(broken)
    assert "damaged" in opening(path)
    assert path.read_bytes() == broken
    path.write_bytes(whole[:-4096])
    assert "damaged" in opening(path)


def test_another_programs_database_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE photos (name)")
    content = path.read_bytes()
    assert "another program's database" in opening(path)
    assert path.read_bytes() == content


def test_one_server_a_file(path: Path) -> None:
    store = open_store(path)
    assert "Another server uses" in opening(path)
    code = "import sys; from pathlib import Path; from expedition.table.sql_store import open_store"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; open_store(Path(sys.argv[1]))", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "StoreFault: Another server uses" in done.stderr
    asyncio.run(store.close())
    asyncio.run(open_store(path).close())


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right of their own there")
def test_one_server_a_file_through_links(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    link = folder / "link.db"
    link.symlink_to(path)
    store = open_store(link)
    assert "Another server uses" in opening(path)
    asyncio.run(store.close())


def _settings(connection: Connection) -> list[object]:
    names = ("synchronous", "foreign_keys", "journal_mode")
    return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]


def test_commits_reach_the_disk(path: Path) -> None:
    store = open_store(path)

    async def body() -> None:
        assert await store._writer.run(_settings) == [2, 1, "wal"]
        assert await store._read(_settings) == [2, 1, "wal"]

    with_store(path, body(), store)


def test_a_folder_is_no_file(path: Path) -> None:
    path.mkdir()
    assert "is a folder" in opening(path)


def test_a_folder_that_cannot_be_made(path: Path) -> None:
    path.write_text("a file")
    assert "can't be kept in" in opening(path / "tables.db")


@pytest.mark.skipif(sys.platform == "win32", reason="folders have no such modes there")
def test_a_folder_that_cannot_be_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    # Simulated, as to the system's administrator everything is writable.
    monkeypatch.setattr("expedition.table.sql_opening.os.open", refuse)
    assert "can't be written" in opening(path)
    monkeypatch.undo()
    asyncio.run(open_store(path).close())


def test_a_file_that_another_program_holds_when_it_is_opened(path: Path) -> None:
    asyncio.run(open_store(path).close())
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        assert "Another program holds" in opening(path)
    asyncio.run(open_store(path).close())


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")
def test_only_this_user_may_read_the_file(path: Path) -> None:
    store = open_store(path)

    async def body() -> None:
        await store.create(NewTable("a", 1, ({},)))
        for name in (path.name, f"{path.name}-wal"):
            assert path.with_name(name).stat().st_mode & 0o077 == 0

    with_store(path, body(), store)
