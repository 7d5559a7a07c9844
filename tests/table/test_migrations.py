"""A database of any release becomes one of this release, and a copy of it is made before."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import event

from expedition.table import sql_migration, sql_reading
from expedition.table.sql_connections import migration_engine, reader_engine
from expedition.table.sql_schema import APPLICATION_ID, metadata
from expedition.table.sql_store import open_store
from expedition.table.store import (
    Append,
    DailyDeal,
    DailyResult,
    LoggedEvent,
    StoredTable,
    StoreFault,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

RELEASED = Path(__file__).with_name("released")

# A release that is still to come: it adds a column, and rebuilds a table that others refer to.
NEXT = """
import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "{revision}", "{before}", None, None

def upgrade():
    op.add_column("events", sa.Column("note", sa.Text()))
    {then}
    with op.batch_alter_table("tables") as batch:
        batch.alter_column("daily", new_column_name="day")
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def revision_of(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        assert isinstance(revision, str)
        return revision


def restore(dump: Path, path: Path) -> None:
    """Make a database from a dump, as the release of that name would have left it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(dump.read_text())
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def content(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def with_next_release(folder: Path, then: str = "", after: str | None = None) -> Path:
    """Copy the revisions, and add one that comes after them."""
    shutil.copytree(sql_migration.MIGRATIONS, folder)
    before = after or _head()
    text = NEXT.format(revision="next", before=before, then=then)
    (folder / "versions" / "next.py").write_text(text)
    return folder


def _head() -> str:
    return max(dump.stem for dump in RELEASED.glob("*.sql"))


def test_the_migrated_schema_is_the_one_the_program_uses(path: Path) -> None:
    asyncio.run(open_store(path).close())
    engine = reader_engine(path)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        there = connection.exec_driver_sql(
            "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name != 'alembic_version'"
        )
        migrated = {" ".join(sql.split()) for sql in there.scalars()}
    engine.dispose()
    # What comparing does not see: conditions of indexes, and tables without row numbers.
    fresh = path.with_name("fresh.db")
    fresh.touch()
    engine = migration_engine(fresh)
    metadata.create_all(engine)
    with engine.connect() as connection:
        made = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
        expected = {" ".join(sql.split()) for sql in made.scalars()}
    engine.dispose()
    assert migrated == expected


def test_what_is_asked_for_often_is_found_by_its_index(path: Path) -> None:
    asyncio.run(open_store(path).close())
    asked: list[tuple[Callable[[Connection], object], str]] = [
        (sql_reading.owing_bots, "ix_tables_bot_owes"),
        (lambda connection: sql_reading.listed(connection, 5, 1), "ix_tables_shown"),
        (lambda connection: sql_reading.best(connection, "2026-11-30", 5), "ix_results_best"),
    ]
    engine = reader_engine(path)
    statements: list[str] = []
    event.listen(engine, "before_cursor_execute", lambda *given: statements.append(given[2]))
    with engine.connect() as connection:
        for ask, index in asked:
            ask(connection)
            question = statements[-1].replace("?", "1")
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {question}").fetchall()
            assert any(index in row[3] for row in plan), plan
    engine.dispose()


def test_a_new_file_is_ready(path: Path) -> None:
    asyncio.run(open_store(path).close())
    assert revision_of(path) == _head()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    # No copy was made of nothing, and none is made of what is up to date.
    asyncio.run(open_store(path).close())
    assert list(path.parent.glob("*.db")) == [path]


@pytest.mark.parametrize("dump", sorted(RELEASED.glob("*.sql")), ids=lambda dump: dump.stem)
def test_every_released_schema_with_data(path: Path, dump: Path) -> None:
    restore(dump, path)

    async def look() -> None:
        store = open_store(path)
        assert await store.load("anna") == StoredTable(
            id="anna",
            at=1764500000000,
            events=(
                LoggedEvent(1, 1764500000000, {"kind": "created"}),
                LoggedEvent(2, 1764500000000, {"kind": "sat", "seat": 0, "name": "Zoë"}),
                LoggedEvent(3, 1764500001000, {"kind": "turn", "actions": ["R7", "."]}, "k1"),
                LoggedEvent(4, 1764500001000, {"kind": "dealt"}),
            ),
            tokens={0: b"\x00\xff", 1: b"one"},
            invite=b"invite",
            listed=True,
            daily="2025-11-30",
            ended=True,
        )
        assert await store.owing_bots() == ("berta",)
        assert await store.listed(9) == ("berta",)
        deal = DailyDeal("2025-11-30", "standard-solo", ("2S", "A$"), "salt", "commitment")
        assert await store.daily("2025-11-30") == deal
        result = DailyResult("2025-11-30", "anna", "Zoë", 42, 1764500001000)
        assert await store.best("2025-11-30", 9) == (result,)
        await store.append(Append("berta", 1, 1764500002000, ({},)))
        await store.close()

    asyncio.run(look())
    assert revision_of(path) == _head()


def test_an_older_file_is_copied_then_migrated(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    restore(RELEASED / f"{_head()}.sql", path)
    before = content(path)
    monkeypatch.setattr(sql_migration, "MIGRATIONS", with_next_release(tmp_path / "next 100%"))
    asyncio.run(open_store(path).close())
    assert revision_of(path) == "next"
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT day FROM tables ORDER BY id").fetchall() == [
            ("2025-11-30",),
            (None,),
        ]
        assert connection.execute("SELECT count(*), count(note) FROM events").fetchone() == (5, 0)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    copy = tmp_path / f"tables-schema-{_head()}.db"
    assert content(copy) == before
    assert sorted(tmp_path.glob("*.db")) == [copy, path]
    if sys.platform != "win32":
        assert copy.stat().st_mode & 0o077 == 0

    # The copy put in the file's place is how one goes back to the older program.
    monkeypatch.undo()
    message = opening(path)
    assert "newer version of Expedition" in message
    assert "next" in message
    assert revision_of(path) == "next"
    shutil.copy(copy, path)
    asyncio.run(open_store(path).close())
    assert revision_of(path) == _head()


def test_a_copy_does_not_replace_another(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    restore(RELEASED / f"{_head()}.sql", path)
    monkeypatch.setattr(sql_migration, "MIGRATIONS", with_next_release(tmp_path / "next"))
    (tmp_path / f"tables-schema-{_head()}.db").write_text("mine")
    asyncio.run(open_store(path).close())
    assert (tmp_path / f"tables-schema-{_head()}.db").read_text() == "mine"
    assert revision_of(tmp_path / f"tables-schema-{_head()}-2.db") == _head()


def test_a_migration_that_fails_changes_nothing(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    restore(RELEASED / f"{_head()}.sql", path)
    before = content(path)
    with monkeypatch.context() as patched:
        folder = with_next_release(tmp_path / "next", then='op.execute("no such statement")')
        patched.setattr(sql_migration, "MIGRATIONS", folder)
        assert "can't be used" in opening(path)
    assert content(path) == before
    with monkeypatch.context() as patched:
        orphan = "op.execute(\"UPDATE tokens SET table_id = 'nobody' WHERE seat = 1\")"
        folder = with_next_release(tmp_path / "orphans", then=orphan)
        patched.setattr(sql_migration, "MIGRATIONS", folder)
        assert "refers to one that is not there" in opening(path)
    assert content(path) == before
    asyncio.run(open_store(path).close())


def test_a_migration_that_is_killed_changes_nothing(path: Path, tmp_path: Path) -> None:
    restore(RELEASED / f"{_head()}.sql", path)
    before = content(path)
    folder = with_next_release(tmp_path / "next", then="import os; os._exit(9)")
    code = (
        "import sys; from pathlib import Path;"
        "from expedition.table import sql_migration, sql_store;"
        "sql_migration.MIGRATIONS = Path(sys.argv[2]);"
        "sql_store.open_store(Path(sys.argv[1]))"
    )
    arguments = [sys.executable, "-c", code, str(path), str(folder)]
    assert subprocess.run(arguments, check=False).returncode == 9
    asyncio.run(open_store(path).close())
    assert content(path) == before


def opening(path: Path) -> str:
    with pytest.raises(StoreFault) as caught:
        open_store(path)
    return str(caught.value)
