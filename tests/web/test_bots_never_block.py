"""The processes of the bots are killed while people play: no table waits for them for long."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
from contextlib import suppress
from statistics import quantiles
from typing import TYPE_CHECKING

import pytest

from expedition.table.hub import Hub
from expedition.table.memory_store import MemoryStore
from expedition.table.setup import SeatKind, SeatWish, Setup
from expedition.table.store import Append
from expedition.web.wire import JsonWire
from table.sittings import roster
from web.crowd import Crowd
from web.kept_logs import check_everything, fold_all
from web.server_process import ServerProcess

if TYPE_CHECKING:
    from pathlib import Path

    from expedition.game import Action, Observation

listed_by_ps = pytest.mark.skipif(sys.platform == "win32", reason="Processes are listed by ps.")

KINDS = (
    ("classic", "me", "careful"),
    ("classic", "me", "here"),
    ("standard", "me", "random"),
    ("standard-partners", "me", "careful", "here", "random"),
)
TABLES = 12


def bot_processes(server: ServerProcess) -> list[int]:
    """Return the processes in which bots think: a server has no other children."""
    told = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid="],  # noqa: S607
        capture_output=True,
        text=True,
        check=True,
    )
    rows = (line.split() for line in told.stdout.splitlines())
    return [int(process) for process, parent in rows if int(parent) == server.pid]


async def kill_bots(server: ServerProcess, seconds: float, seed: int) -> int:
    """Kill every bot's process again and again; return how many that were."""
    generator = random.Random(seed)
    killed = 0
    async with asyncio.timeout(seconds + 180):
        while seconds > 0 or killed == 0:
            wait = generator.uniform(0.1, 0.5)
            await asyncio.sleep(wait)
            seconds -= wait
            for process in await asyncio.to_thread(bot_processes, server):
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                    killed += 1
    return killed


def bot_turns(crowd: Crowd) -> dict[str, int]:
    """Return how many turns of bots were told at each table with bots."""
    turns: dict[str, int] = {}
    for client in crowd.clients:
        bots = [seat for seat, sitter in enumerate(client.view["seats"]) if sitter["bot"]]
        if bots:
            told = [e for e in client.told.values() if e["kind"] == "turn" and e["seat"] in bots]
            turns[client.table] = len(told)
    return turns


async def all_bots_go_on(crowd: Crowd) -> None:
    """Wait until the bots of every table have taken another turn."""
    before = bot_turns(crowd)
    async with asyncio.timeout(180):
        while any(count <= before[table] for table, count in bot_turns(crowd).items()):
            await asyncio.sleep(0.05)


async def play(server: ServerProcess, seconds: float) -> Crowd:
    async with asyncio.TaskGroup() as group:
        crowd = Crowd(server, seed=7)
        await crowd.sit_down(TABLES, group, KINDS)
        await crowd.all_back()
        await all_bots_go_on(crowd)
        before = len(crowd.waits)
        killed = await kill_bots(server, seconds, seed=7)
        waits = crowd.waits[before:]
        await all_bots_go_on(crowd)
        # Now the server too, with turns that are owed: all are taken once it is back.
        await kill_bots(server, 0, seed=8)
        await asyncio.to_thread(server.kill)
        crowd.resting = True
        folds = await asyncio.to_thread(fold_all, server.database, list(bot_turns(crowd)))
        owed = sum(fold.bot_to_act is not None for fold, _ in folds.values())
        server.launch()
        await asyncio.to_thread(server.wait_for_address)
        await crowd.all_back()
        await crowd.rest()
        crowd.go_home()
    centiles = quantiles(waits, n=100)
    print(  # noqa: T201
        f"{killed} bot processes killed; meanwhile {len(waits)} acks, after "
        f"{1000 * centiles[49]:.0f} ms (median), {1000 * centiles[98]:.0f} ms (p99); "
        f"{owed} turns owed by bots when the server was killed, and taken"
    )
    assert waits
    return crowd


def run(folder: Path, seconds: float) -> None:
    with ServerProcess(folder / "data") as server:
        crowd = asyncio.run(play(server, seconds))
    check_everything(server.database, crowd.clients)
    assert "Traceback" not in server.complaints()


class WaitingThinker:
    """Chooses the first action, once it is let."""

    def __init__(self) -> None:
        self.go = asyncio.Event()

    async def choose(self, bot: str, observation: Observation) -> Action:
        await self.go.wait()
        return observation.legal_actions[0]

    async def close(self) -> None:
        pass


def test_a_table_that_was_given_up_in_a_fault_goes_on_when_somebody_comes() -> None:
    async def play() -> None:
        store, thinker = MemoryStore(), WaitingThinker()
        hub = Hub(store, thinker, JsonWire(), bots=roster)
        seats = SeatWish(SeatKind.ME, "A"), SeatWish(SeatKind.BOT, bot="careful")
        opened = await hub.create(Setup("classic", seats, first_starter=1))
        live, _ = await hub.enter(opened.table, None)
        # Written past the hub, as after a failure that was none: the log is not what it thinks.
        greeting = {"kind": "greeted", "seat": 0, "text": "hello"}
        await store.append(Append(opened.table, live.table.seq, 1, (greeting,)))
        thinker.go.set()
        async with asyncio.timeout(20):
            while live in hub.shelf:
                await asyncio.sleep(0.01)
            again, _ = await hub.enter(opened.table, None)
            while again.table.bot_to_act is not None:
                await asyncio.sleep(0.01)
        assert again.table.seq == live.table.seq + 2
        await hub.close()

    asyncio.run(play())


@listed_by_ps
def test_people_play_on_while_bots_are_killed(tmp_path: Path) -> None:
    run(tmp_path, seconds=4)


@pytest.mark.long
@listed_by_ps
def test_people_play_on_while_bots_are_killed_for_a_minute(tmp_path: Path) -> None:
    run(tmp_path, seconds=60)
