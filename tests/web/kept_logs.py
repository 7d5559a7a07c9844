"""What a server has kept, read from its database file, and what clients say held against it."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

from expedition.table.events import event_from_data
from expedition.table.happening import unfold
from expedition.table.hub import utc_today
from expedition.table.sql_store import open_store
from expedition.web.views import event_data, table_view

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from expedition.table.happening import Happening
    from expedition.table.store import StoredTable
    from expedition.table.table import Table
    from web.steady_client import SteadyClient

Json = dict[str, Any]
#: The events of each table, each with the key of its command, in the order of their numbers.
Logs = dict[str, list[tuple[str | None, Json]]]


def copy_database(database: Path, to: Path) -> Path:
    """Copy a file that nobody has open as it was left, with what is not yet merged into it."""
    to.mkdir(exist_ok=True)
    for name in (database.name, f"{database.name}-wal"):
        (to / name).unlink(missing_ok=True)
        if database.with_name(name).exists():
            shutil.copyfile(database.with_name(name), to / name)
    return to / database.name


def read_logs(database: Path) -> Logs:
    """Return all logs, after looking whether the file is sound and none of them has a gap."""
    logs: Logs = {}
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        rows = connection.execute("SELECT table_id, seq, key, data FROM events ORDER BY 1, 2")
        for table, seq, key, data in rows:
            log = logs.setdefault(table, [])
            log.append((key, json.loads(data)))
            assert seq == len(log), f"The log of {table} has a gap before event {seq}."
        last = dict(connection.execute("SELECT id, seq FROM tables").fetchall())
    assert last == {table: len(log) for table, log in logs.items()}
    return logs


def hold_answers_against(log: list[tuple[str | None, Json]], client: SteadyClient) -> int:
    """Hold everything that was answered to one seat against its table's log.

    Returns how many commands were acknowledged.
    """
    seat = client.view["me"]
    kept = {key: seq for seq, (key, _) in enumerate(log, 1) if key}
    acknowledged = 0
    # A copy, because answers may come meanwhile.
    for command_id, answers in list(client.answers.items()):
        if not command_id:  # the answer to a frame that was no command
            continue
        command, first = client.commands[command_id], answers[0]
        said = {(answer["type"], answer["seq"]) for answer in answers if answer["type"] == "ack"}
        assert len(said) <= 1, answers
        assert len({answer["type"] for answer in answers}) == 1, answers
        if first["type"] == "rej":
            assert f"{seat}:{command_id}" not in kept, first
            continue
        acknowledged += 1
        assert kept.get(f"{seat}:{command_id}") == first["seq"], f"{command} was lost."
        event = log[first["seq"] - 1][1]
        if command["type"] == "turn":
            assert event["kind"] == "turn"
            assert event["seat"] == seat
            assert event["actions"] == command["actions"]
    return acknowledged


def fold_all(database: Path, tables: Iterable[str]) -> dict[str, tuple[Table, list[Happening]]]:
    """Return each table as its log makes it, read by a store of its own."""

    async def load() -> list[StoredTable]:
        store = open_store(database)
        try:
            found = [await store.load(table) for table in tables]
        finally:
            await store.close()
        return [each for each in found if each is not None]

    folded = {}
    for stored in asyncio.run(load()):
        keys = [event.key for event in stored.events if event.key]
        assert len(keys) == len(set(keys))
        folded[stored.id] = unfold(event_from_data(event.data) for event in stored.events)
    return folded


def hold_view_against(fold: tuple[Table, list[Happening]], client: SteadyClient) -> None:
    """Hold the view of a client that is here, as all others are, and all that it was told."""
    table, happened = fold
    assert client.faults == [], client.faults
    seat = client.view["me"]
    for seq, event in client.told.items():
        assert event == _plain(event_data(happened[seq - 1], seat, table.ruleset)), seq
    view = {"table": client.table, **table_view(table, seat, frozenset(), utc_today())}
    assert client.view == _plain(view)


def check_answers(database: Path, clients: list[SteadyClient]) -> tuple[int, int]:
    """Hold a database against all answers; return acks, and the turns that bots owe."""
    logs = read_logs(database)
    acks = sum(hold_answers_against(logs[client.table], client) for client in clients)
    return acks, sum(map(_bot_owes, logs.values()))


def _bot_owes(log: list[tuple[str | None, Json]]) -> bool:
    last, chairs = log[-1][1], log[0][1]["chairs"]
    next_chair = chairs[(last["seat"] + 1) % len(chairs)] if last["kind"] == "turn" else {}
    return bool(next_chair.get("bot"))


def check_everything(database: Path, clients: list[SteadyClient]) -> None:
    """Hold all that anybody saw against the logs, folded again; no bot owes a turn."""
    check_answers(database, clients)
    folds = fold_all(database, {client.table for client in clients})
    for client in clients:
        hold_view_against(folds[client.table], client)
    assert [fold.bot_to_act for fold, _ in folds.values() if fold.bot_to_act is not None] == []


def _plain(data: Json) -> Json:
    plain: Json = json.loads(json.dumps(data))
    return plain
