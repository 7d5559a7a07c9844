"""Processes that play pairs side by side. What they find doesn't depend on how many there are."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, cast

from expedition.arena.errors import ContestBroken
from expedition.arena.pairs import Job, play_pair
from expedition.arena.players import Bench

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess
    from types import FrameType

    from expedition.arena.results import Pair
    from expedition.arena.settings import Settings

#: Seconds that a worker has to let its bots go, before it is killed.
_PATIENCE = 3.0


class _Stopped(BaseException):
    """The contest is over, or was left. No bot can take it for an error of its own."""


def play(settings: Settings, jobs: Iterator[Job], workers: int) -> Generator[Pair]:
    """Yield the pairs of all jobs, as they are finished.

    With one worker it is this process that plays. Whoever closes the generator ends the workers,
    and what they had not finished is lost. Raises ContestBroken when a worker dies.
    """
    if workers > 1:
        yield from _play_side_by_side(settings, jobs, workers)
        return
    bench = Bench(settings)
    try:
        for job in jobs:
            yield play_pair(settings, job, bench)
    finally:
        bench.close()


class _Worker:
    """A process, the pipe to it, and what it is playing."""

    def __init__(self, settings: Settings) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(
            target=_work, args=(theirs, settings), daemon=True
        )
        self.job: Job | None = None
        with _no_interrupts():
            self.process.start()
        theirs.close()

    def give(self, job: Job) -> None:
        """Let it play a pair."""
        self.job = job
        with suppress(OSError):  # It is dead, and its end is noticed where answers are read.
            self.pipe.send(job)

    def answer(self, settings: Settings) -> Pair:
        """Return what it has played. Raises ContestBroken when it is dead."""
        try:
            pair: Pair = self.pipe.recv()
        except (EOFError, OSError):
            raise ContestBroken(self._obituary(settings)) from None
        self.job = None
        return pair

    def end(self) -> None:
        """End the process, with its bots if it is willing."""
        self.pipe.close()
        self.process.terminate()
        self.process.join(_PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()

    def _obituary(self, settings: Settings) -> str:
        self.process.join(_PATIENCE)
        code = self.process.exitcode
        how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        doing = "before it had begun"
        if self.job is not None:
            one, other = (settings.bots[place] for place in self.job.between)
            doing = f"while {one} and {other} played pair {self.job.number}"
        return f"A worker process died {doing} ({how})."


def _play_side_by_side(settings: Settings, jobs: Iterator[Job], workers: int) -> Generator[Pair]:
    crew: list[_Worker] = []
    try:
        # No more processes than there is work for, and each has something to do at once.
        for job in jobs:
            crew.append(_Worker(settings))
            crew[-1].give(job)
            if len(crew) == workers:
                break
        while busy := {worker.pipe: worker for worker in crew if worker.job is not None}:
            for pipe in wait(list(busy)):
                worker = busy[cast("Connection", pipe)]  # wait gives back what it got
                pair = worker.answer(settings)
                job_or_none = next(jobs, None)
                if job_or_none is not None:
                    worker.give(job_or_none)
                yield pair
    finally:
        for worker in crew:
            worker.process.terminate()
        for worker in crew:
            worker.end()


def _work(pipe: Connection, settings: Settings) -> None:
    """Play what the pipe asks for until it is closed. Runs in a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Whoever ends the contest closes the pipe and stops this process at once, so that may come
    # anywhere below, in the leaving too. It comes as an exception once at most.
    with suppress(_Stopped):
        signal.signal(signal.SIGTERM, _stop)
        # Should the contest be killed, a bot that thinks for long would go on for nobody.
        threading.Thread(target=_end_with_parent, daemon=True).start()
        bench = Bench(settings)
        try:
            with suppress(EOFError, BrokenPipeError, _Stopped):
                while True:
                    pipe.send(play_pair(settings, pipe.recv(), bench))
        finally:
            try:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
            finally:
                bench.close()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _stop(signum: int, frame: FrameType | None) -> None:  # noqa: ARG001  signal's signature
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise _Stopped


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Start processes that Ctrl-C, which goes to all of a terminal's, leaves alone.

    A signal that is ignored stays so in a new process, even before its first line has run.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
