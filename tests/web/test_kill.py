"""The server is killed at random instants under running tables: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import random
from statistics import quantiles
from typing import TYPE_CHECKING

import pytest

from web.crowd import Crowd
from web.kept_logs import check_answers, check_everything, copy_database
from web.server_process import ServerProcess

if TYPE_CHECKING:
    from pathlib import Path

    from web.steady_client import SteadyClient

#: Tables that run when the server is killed.
TABLES = 50


async def kill_again_and_again(
    folder: Path, kills: int, seed: int
) -> tuple[ServerProcess, list[SteadyClient]]:
    generator = random.Random(seed)
    back: list[float] = []
    acks = owed = 0
    with ServerProcess(folder / "data") as server:
        async with asyncio.TaskGroup() as group:
            crowd = Crowd(server, seed)
            await crowd.sit_down(TABLES, group)
            for kill in range(kills):
                # One in four when all are back, one in four while it starts, the others in between.
                if kill % 4 == 0:
                    await asyncio.to_thread(server.wait_for_address)
                    waited = await crowd.all_back()
                    back += waited if kill else []
                    await asyncio.sleep(generator.uniform(0, 0.4))
                elif kill % 4 == 1:
                    await asyncio.sleep(generator.uniform(0, 1.2))
                else:
                    await asyncio.to_thread(server.wait_for_address)
                    await asyncio.sleep(generator.uniform(0, 1.0))
                await asyncio.to_thread(server.kill)
                left = copy_database(server.database, folder / "left")
                server.launch()
                acks, owing = await asyncio.to_thread(check_answers, left, crowd.clients)
                owed += owing
            await asyncio.to_thread(server.wait_for_address)
            back += await crowd.all_back()
            await crowd.rest()
            crowd.go_home()
    centiles = quantiles(back, n=20)
    print(  # noqa: T201
        f"{kills} kills under {TABLES} tables and {len(crowd.clients)} people: {acks} commands "
        f"acknowledged, none lost; bots owed {owed} turns; back in play after {centiles[9]:.2f} s "
        f"(median), {centiles[18]:.2f} s (p95), {max(back):.2f} s (most)"
    )
    assert acks > kills
    assert owed > 0
    assert "Traceback" not in server.complaints()
    return server, crowd.clients


def run(folder: Path, kills: int, seed: int) -> None:
    server, clients = asyncio.run(kill_again_and_again(folder, kills, seed))
    check_everything(server.database, clients)


def test_forty_kills_lose_nothing(tmp_path: Path) -> None:
    run(tmp_path, 40, seed=40)


@pytest.mark.long
def test_two_hundred_kills_lose_nothing(tmp_path: Path) -> None:
    run(tmp_path, 200, seed=200)
