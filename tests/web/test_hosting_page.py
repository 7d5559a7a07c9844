"""docs/hosting.md, held against the server: what it says, and what one is told to do."""

from __future__ import annotations

import asyncio
import re
import socket
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from expedition.table.sql_faults import fault, unavailable
from expedition.table.sql_store import open_store
from expedition.table.store import StoreFault, Trouble
from expedition.web.serving import CannotServe, listen
from expedition.web.settings import Rates, Settings
from web.serving import api, running_server, set_up

if TYPE_CHECKING:
    from collections.abc import Callable

PAGE = (Path(__file__).parents[2] / "docs/hosting.md").read_text("utf-8")
#: The sentences of the table, each in code marks.
SENTENCES = re.findall(r"^\| `([^`]+)` \|", PAGE, re.MULTILINE)


def _taken(_: Path) -> str:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        with pytest.raises(CannotServe) as error:
            listen(Settings(port=port))
    return str(error.value).replace(str(port), "8000", 1)


def _refused(path: Path) -> str:
    with pytest.raises(StoreFault) as error:
        open_store(path)
    return str(error.value).replace(str(path), "PATH")


def _open_twice(path: Path) -> str:
    first = open_store(path)
    sentence = _refused(path)
    asyncio.run(first.close())
    return sentence


def _newer(path: Path) -> str:
    asyncio.run(open_store(path).close())
    with sqlite3.connect(path) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    return _refused(path)


def _no_database(path: Path) -> str:
    path.write_text("This is no database.")
    return _refused(path)


def _trouble(trouble: Trouble) -> Callable[[Path], str]:
    return lambda _: str(unavailable(trouble, Path("PATH"))) + str(fault(trouble, Path("PATH")))


HAPPENS = {
    "Port 8000 is taken": _taken,
    "Another server uses PATH already.": _open_twice,
    "PATH can't be written.": _trouble(Trouble.READ_ONLY),
    "PATH was written by a newer version of Expedition": _newer,
    "PATH is no database of tables.": _no_database,
    "The database PATH is damaged": _trouble(Trouble.DAMAGED),
    "The disk has no room left for PATH": _trouble(Trouble.FULL),
    "Another program holds PATH and does not let go": _trouble(Trouble.LOCKED),
    "The database PATH is not where it was, or can't be opened": _trouble(Trouble.GONE),
}


def test_every_sentence_is_tried() -> None:
    assert list(HAPPENS) == SENTENCES


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_server_says_it_so(sentence: str, tmp_path: Path) -> None:
    assert HAPPENS[sentence](tmp_path / "tables.sqlite3").startswith(sentence)


def test_the_limits_are_those_of_the_server() -> None:
    rates = Rates()
    text = " ".join(PAGE.split())
    for said in (
        f"{rates.requests.per_second:.0f} requests a second beyond the first "
        f"{rates.requests.burst:.0f}",
        f"{rates.tables.per_second * 3600:.0f} new tables an hour beyond the first "
        f"{rates.tables.burst:.0f}",
        f"{rates.connections} connections at once",
        f"{rates.guesses.per_second * 60:.0f} wrong links a minute beyond the first "
        f"{rates.guesses.burst:.0f}",
        f"every other second beyond the first {rates.reviews.burst:.0f}",
    ):
        assert said in text
    assert rates.reviews.per_second == 0.5


def test_old_tables_go_and_the_others_stay(tmp_path: Path) -> None:
    """As the page says it, on a file with one table that is old and one that is not."""
    path = tmp_path / "tables.sqlite3"

    async def two_tables(address: str) -> list[str]:
        tables = [await set_up(address, "classic", "me", "friend") for _ in range(2)]
        return [table["table"] for table in tables]

    async def statuses(address: str, tables: list[str]) -> list[int]:
        async with api(address) as client:
            return [(await client.get(f"/api/tables/{t}")).status_code for t in tables]

    with running_server(store=open_store(path)) as address:
        tables = asyncio.run(two_tables(address))
    (script,) = re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL)
    with sqlite3.connect(path) as database:
        year = 366 * 86_400_000
        database.execute(
            "UPDATE tables SET active_at = active_at - ? WHERE id = ?", (year, tables[0])
        )
        database.commit()
        database.executescript(script)
        for kept in ("tables", "events", "tokens"):
            column = "id" if kept == "tables" else "table_id"
            found = database.execute(f"SELECT DISTINCT {column} FROM {kept}").fetchall()  # noqa: S608
            assert found == [(tables[1],)]
    database.close()
    with running_server(store=open_store(path)) as address:
        assert asyncio.run(statuses(address, tables)) == [404, 200]


def test_a_copy_is_put_back_as_the_page_says(tmp_path: Path) -> None:
    """After a kill a log lies beside the file, which would be mixed into the copy."""
    assert "remove `tables.sqlite3-wal` and `tables.sqlite3-shm`" in " ".join(PAGE.split())
    path, copy = tmp_path / "tables.sqlite3", tmp_path / "backup.sqlite3"

    async def one(address: str) -> str:
        return str((await set_up(address, "classic", "me", "friend"))["table"])

    async def status(address: str, table: str) -> int:
        async with api(address) as client:
            return (await client.get(f"/api/tables/{table}")).status_code

    with running_server(store=open_store(path)) as address:
        kept = asyncio.run(one(address))
        with sqlite3.connect(path) as database:
            database.execute("VACUUM INTO ?", (str(copy),))
        database.close()
        later = asyncio.run(one(address))
        # What a kill would leave behind.
        left = {name: path.with_name(name).read_bytes() for name in _beside(path)}
        assert f"{path.name}-wal" in left
    for name, content in left.items():
        path.with_name(name).write_bytes(content)
    for name in left:
        path.with_name(name).unlink()
    copy.replace(path)
    with running_server(store=open_store(path)) as address:
        assert asyncio.run(status(address, kept)) == 200
        assert asyncio.run(status(address, later)) == 404


def _beside(path: Path) -> list[str]:
    return [f"{path.name}{end}" for end in ("-wal", "-shm") if Path(f"{path}{end}").exists()]
