"""Bot processes: they lie, don't start, are killed, and leave nothing behind."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from expedition.table.bot_pool import BotPool, PoolClosed
from expedition.table.bot_process import BotFailure, BotProcess, Question
from expedition.table.bot_worker import digest
from table.bot_pools import (
    OUTCOMES,
    folders,
    is_alive,
    nothing_left_behind,  # noqa: F401  a fixture
    own_choice,
    pids,
    posix,
    run,
    seen,
    soon,
    villains,
)

if TYPE_CHECKING:
    from pathlib import Path

    from expedition.game import Action

pytestmark = pytest.mark.usefixtures("nothing_left_behind")


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"\n",
        b"\xff\n",
        b"null\n",
        b"[" * 200 + b"\n",
        b'{"to": 1, "action": "R7"}\n',
        b'{"to": "TO", "action": 7}\n',
        b'{"to": "TO", "action": "' + "é".encode() * 90 + b'"}\n',
        b'{"to": "TO", "action": "R99"}\n',
        b'{"to": "TO", "action": "' + b"9" * 100 + b'"}\n',
        b'{"to": "TO", "error": "R7 is in my hand"}\n',
        b'{"to": "TO", "error": "print"}\n',
        b'{"action": "."}\n',
        b'{"to": "TO", "action": "."}\n',
        b'{"to": "TO", "action": "."}\n{"to": "TO", "action": "."}\n',
        b"x" * 100_000,
    ],
    ids=lambda answer: answer[:36].decode(errors="replace"),
)
def test_no_answer_is_trusted(answer: bytes) -> None:
    """Whatever comes through the pipe, there's a failure with a text of our own, or an action."""
    question = Question("liar", seen(), 1)
    to = digest(*question.frames()).encode()

    async def ask() -> Action:
        process = BotProcess()
        process.connection_made(Liar(process, answer.replace(b"TO", to)))
        try:
            return await process.ask(question, 0.05)
        finally:
            process.process_exited()
            await process.ended

    with pytest.raises(BotFailure) as caught:
        asyncio.run(ask())
    own = {*OUTCOMES.values(), "it spoke without being asked", "it took longer than 0.05 s"}
    assert str(caught.value) in own


@pytest.mark.parametrize(
    ("said", "believed"),
    [
        (b"", None),
        (b', "stands_in": null', None),
        (b', "stands_in": "careful"', "careful"),
        (b', "stands_in": "hal"', None),
        (b', "stands_in": "R7 is in my hand"', None),
        (b', "stands_in": ["careful"]', None),
        (b', "stands_in": "careful", "more": 1', "careful"),
    ],
)
def test_who_stood_in_is_believed_only_if_there_is_such_a_bot(
    said: bytes, believed: str | None
) -> None:
    question = Question("liar", seen(), 1)
    to, action = digest(*question.frames()), str(question.observation.legal_actions[0])
    answer = f'{{"to": "{to}", "action": "{action}"'.encode() + said + b"}\n"

    async def ask() -> str | None:
        process = BotProcess()
        process.connection_made(Liar(process, answer))
        assert str(await process.ask(question, 0.05)) == action
        process.process_exited()
        await process.ended
        return process.stands_in

    assert asyncio.run(ask()) == believed


class Liar(asyncio.SubprocessTransport):
    """In place of a process: whatever is written to it, it says the same."""

    def __init__(self, process: BotProcess, answer: bytes) -> None:
        super().__init__()
        self._process, self._answer = process, answer

    def get_pipe_transport(self, fd: int) -> Any:
        return self

    def write(self, data: bytes) -> None:
        if self._answer:
            self._process.pipe_data_received(1, self._answer)

    def get_returncode(self) -> int:
        return 0

    def close(self) -> None:
        self._process.connection_lost(None)


# Processes that don't start


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (("/nowhere/python",), "can't be started: No such file or directory"),
        ((sys.executable, "-c", "pass"), "did not start: its process ended"),
        ((sys.executable, "-c", "input()"), "did not start: it took longer than 0.3 s"),
        (
            (sys.executable, "-c", "print('hello', flush=True); input()"),
            "did not start: it answered something that is no action",
        ),
    ],
    ids=["missing", "ending", "silent", "other"],
)
def test_chance_answers_where_no_process_starts(
    command: tuple[str, ...], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As long as it takes to wait for one that never says that it's ready.
    silent = command[-1] == "input()"
    for module in ("bot_pool", "bot_process"):
        monkeypatch.setattr(f"expedition.table.{module}.START_LIMIT", 0.3 if silent else 10.0)
    observation, faults = seen(), list[str]()

    async def ask(pool: BotPool) -> set[Action]:
        return {await pool.choose("random", observation) for _ in range(1 if silent else 6)}

    answers = run(ask, command=command, on_fault=faults.append)
    assert answers <= set(observation.legal_actions)
    assert silent or len(answers) > 1
    assert why in faults[0]
    assert faults[0].endswith("'careful' answers in its place.")
    assert faults[1].endswith("Chance answers in its place.")
    assert not any("times in a row" in fault for fault in faults), "no bot is to blame"


def test_chance_answers_where_no_folder_can_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "full"))
    observation, faults = seen(), list[str]()
    answer = run(lambda pool: pool.choose("random", observation), on_fault=faults.append)
    assert answer in observation.legal_actions
    assert faults[1] == (
        "A bot process can't be started: No such file or directory. Chance answers in its place."
    )


# Processes that go


async def written(file: Path) -> None:
    """Wait until a bot has written down what it found, and goes on thinking."""
    while not (file.exists() and file.read_text()):
        await asyncio.sleep(0.02)


@posix
def test_a_worker_that_is_killed_is_replaced(tmp_path: Path) -> None:
    faults, found = list[str](), tmp_path / "found.json"

    async def ask(pool: BotPool) -> None:
        await pool.choose("random", seen())
        os.kill(pids(pool)[0], signal.SIGKILL)
        await asyncio.sleep(0.2)
        assert await pool.choose("random", seen(), 3) == own_choice("random", seen(), 3)
        assert faults == [
            "A process of the bot 'random' is replaced: its process ended while it was not asked "
            "anything."
        ]
        before = pids(pool)
        thinking = asyncio.create_task(pool.choose("littering", seen(), 3))
        await written(found)
        (thinks,) = set(pids(pool)) - set(before)
        began = time.monotonic()
        os.kill(thinks, signal.SIGKILL)
        assert await thinking == own_choice("careful", seen(), 3)
        assert time.monotonic() - began < 2
        assert "The bot 'littering' failed: its process ended." in faults[1]

    run(ask, command=villains(found), deadline=60, on_fault=faults.append)


@posix
def test_closing_leaves_no_process_and_no_folder(tmp_path: Path) -> None:
    found = tmp_path / "found.json"

    async def use() -> list[int]:
        pool = BotPool(workers=2, command=villains(found), deadline=60, on_fault=pytest.fail)
        thinking = asyncio.create_task(pool.choose("littering", seen()))
        waiting = asyncio.create_task(pool.choose("slow", seen()))
        await written(found)
        processes = pids(pool)
        assert len(processes) == len(folders(tmp_path)) == 2
        await pool.close()
        assert folders(tmp_path) == []
        assert not any(map(is_alive, processes))
        for call in (thinking, waiting):
            with pytest.raises(PoolClosed, match="The pool of bots is closed"):
                await call
        with pytest.raises(PoolClosed):
            await pool.choose("random", seen())
        await pool.close()
        return processes

    asyncio.run(use())
    # What a bot had started is gone with it.
    child = json.loads(found.read_text())["child"]
    assert soon(lambda: not is_alive(child))


def test_closing_while_a_process_starts_leaves_nothing(tmp_path: Path) -> None:
    async def use() -> None:
        for hundredth in range(0, 12, 2):
            pool = BotPool(on_fault=pytest.fail, deadline=60)
            call = asyncio.create_task(pool.choose("random", seen()))
            await asyncio.sleep(hundredth / 100)
            await pool.close()
            assert folders(tmp_path) == []
            try:
                assert await call in seen().legal_actions
            except PoolClosed:
                continue

    asyncio.run(use())


@posix
@pytest.mark.parametrize("bot", ["random", "slow"])
def test_a_pool_that_nobody_closes_ends_with_its_loop(bot: str) -> None:
    async def use() -> list[int]:
        pool = BotPool(command=villains(), deadline=60)
        call = asyncio.create_task(pool.choose(bot, seen()))
        await asyncio.sleep(0.3)
        processes = pids(pool)
        assert len(processes) == 1
        call.cancel()
        return processes

    assert not any(map(is_alive, asyncio.run(use())))


@posix
@pytest.mark.parametrize("after", [0.0, 0.4], ids=["starting", "thinking"])
def test_workers_do_not_outlive_a_server_that_is_killed(after: float, tmp_path: Path) -> None:
    """Not even one that has just been started, or whose bot thinks for ever."""
    code = f"""
import asyncio, sys, tempfile
sys.path[:0] = {sys.path!r}
from expedition.table.bot_pool import BotPool
from table.bot_pools import pids, seen, villains
async def serve():
    tempfile.tempdir = {str(tmp_path)!r}
    pool = BotPool(command=villains(), deadline=60)
    asyncio.create_task(pool.choose("endless", seen()))
    while not pids(pool):
        await asyncio.sleep(0)
    await asyncio.sleep({after})
    print(*pids(pool), flush=True)
    await asyncio.sleep(60)
asyncio.run(serve())
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as server:
        assert server.stdout
        worker = int(server.stdout.readline())
        assert is_alive(worker)
        server.kill()
    assert soon(lambda: not is_alive(worker) and not folders(tmp_path))
