"""Pools of bots for tests: what to ask them, and what may be left of them afterwards."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from expedition.bots import find_bot
from expedition.game import (
    EDITIONS,
    Action,
    Deal,
    Observation,
    Ruleset,
    State,
    find_edition,
    observe,
)
from expedition.table.bot_pool import BotPool
from expedition.table.bot_worker import FOLDER_PREFIX

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    T = TypeVar("T")

CLASSIC = find_edition("classic")
VILLAINS = Path(__file__).with_name("villain_bots.py")
DEADLINE = 0.4

posix = pytest.mark.skipif(sys.platform == "win32", reason="uses signals and commands of POSIX")
every_edition = pytest.mark.parametrize("ruleset", EDITIONS.values(), ids=EDITIONS)


def seen(ruleset: Ruleset = CLASSIC, seed: int = 1) -> Observation:
    """Return what the first to act sees of a round just dealt."""
    return observe(State.new(Deal.shuffled(ruleset, Random(seed)), 0), 0)


def villains(found: Path = Path("unused")) -> tuple[str, ...]:
    return (sys.executable, "-P", str(VILLAINS), str(found))


def run(use: Callable[[BotPool], Coroutine[Any, Any, T]], **options: Any) -> T:
    """Use a pool in a loop of its own, and close it."""
    defaults: dict[str, Any] = {"deadline": DEADLINE, "on_fault": print}

    async def used() -> T:
        pool = BotPool(**(defaults | options))
        try:
            return await use(pool)
        finally:
            await pool.close()

    return asyncio.run(used())


def own_choice(bot: str, observation: Observation, seed: int) -> Action:
    """Return what a bot chooses when it's asked in this process."""
    return find_bot(bot).choose(observation, observation.legal_actions, Random(seed))


def pids(pool: BotPool) -> list[int]:
    """Return the processes of a pool."""
    return [process._transport.get_pid() for process in pool._running if process._transport]


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    # One that nobody has waited for yet is dead too.
    status = Path(f"/proc/{process}/stat")
    return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")


def soon(done: Callable[[], bool], limit: float = 3.0) -> bool:
    end = time.monotonic() + limit
    while not done() and time.monotonic() < end:
        time.sleep(0.02)
    return done()


def folders(where: Path) -> list[Path]:
    return list(where.glob(f"{FOLDER_PREFIX}*"))


@pytest.fixture
def nothing_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Have workers run in folders below a test's own, and see that none is left."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    yield
    assert folders(tmp_path) == []


OUTCOMES = {
    "slow": "it took longer than 0.4 s",
    "endless": "it took longer than 0.4 s",
    "crashing": "it raised ValueError",
    "telling": "it raised an error of its own",
    "quitting": "it raised SystemExit",
    "exiting": "its process ended",
    "illegal": "it answered with an illegal action",
    "mute": "it answered something that is no action",
    "broken-on-import": "it is not installed here, or can't be loaded",
    "exiting-on-import": "it raised SystemExit",
    "nobody": "it is not installed here, or can't be loaded",
    "shouting": "it said too much",
    "forging": "it answered another question",
    "babbling": "it answered something that is no action",
}
if sys.platform == "linux":
    OUTCOMES["hungry"] = "it raised MemoryError"
