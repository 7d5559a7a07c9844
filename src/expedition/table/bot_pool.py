"""The pool of bot processes: whoever asks it for a bot's choice gets a legal action, and soon.

A bot gets its seat's observation and a seed, nothing else, in a process that knows nothing of the
table and runs no other bot: none can spoil another's answers. One that is slow, dead, lying or gone
is replaced: by `careful` in a process of its own, and should that fail too, by chance in this one.
So a table never waits for more than the deadline and a second, whatever a bot does.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from typing import TYPE_CHECKING

from expedition.table.bot_process import (
    GONE_LIMIT,
    START_LIMIT,
    WORKER,
    BotFailure,
    BotProcess,
    Question,
    StartFailure,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from expedition.game import Action, Observation

#: The bot that answers for others.
REPLACEMENT = "careful"
#: Seconds that a replacement may take, on top of the deadline.
REPLACEMENT_LIMIT = 1.0
#: A bot that fails so many times in a row is benched: the replacement answers for it at once.
FAILURES_TO_BENCH = 3
#: Seconds until a benched bot is tried again.
BENCHED_FOR = 300.0
#: Idle processes that are kept, beside as many as there are workers.
SPARE = 3

_log = logging.getLogger(__name__)


class PoolClosed(RuntimeError):
    """The pool was closed before the bot had answered."""


class BotPool:
    """Asks bots in processes of their own. Belongs to one event loop.

    `workers` bots think at once, each in a process of its own. Processes start when first needed,
    and those used last stay. `deadline` is the seconds that a bot may take for one action, loading
    it included. `command` starts a worker. `on_fault` gets a sentence whenever a bot has failed,
    with neither cards nor words of the bot's in it. `clock` counts seconds.
    """

    def __init__(
        self,
        *,
        workers: int = 1,
        deadline: float = 5.0,
        command: Sequence[str] | None = None,
        on_fault: Callable[[str], None] = _log.warning,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if workers < 1:
            msg = f"A pool of bots needs at least one worker, not {workers}."
            raise ValueError(msg)
        self.deadline = deadline
        self._command = tuple(command or WORKER)
        self._on_fault = on_fault
        self._closed = False
        self._kept = workers + SPARE
        self._idle: list[tuple[str, BotProcess]] = []
        self._free = asyncio.Semaphore(workers)  # first come, first served
        # One more process for the replacement, which nobody else waits for.
        self._reserve: list[tuple[str, BotProcess]] = []
        self._reserve_free = asyncio.Lock()
        self._bench = _Bench(clock)
        self._running: set[BotProcess] = set()

    async def choose(self, bot: str, observation: Observation, seed: int | None = None) -> Action:
        """Return one of `observation.legal_actions`: the bot's choice, or a replacement's.

        It takes at most the deadline and a second, and the start of a process where one has to be
        started; and up to another deadline while every worker is taken by other calls. Without a
        `seed` the operating system's generator gives one. Raises ValueError when it isn't the
        seat's turn, and PoolClosed.
        """
        if not observation.legal_actions:
            msg = f"Seat {observation.seat} has nothing to choose: it is not its turn."
            raise ValueError(msg)
        drawn = secrets.randbits(64) if seed is None else seed
        question = Question(bot, observation, drawn)
        if self._bench.holds(bot):
            return await self._replace(question)
        began = asyncio.get_running_loop().time()
        start_limit = START_LIMIT
        try:
            return await self._ask_a_worker(question)
        except BotFailure as failure:
            self._on_fault(f"The bot {bot!r} failed: {failure}. {_who_answers(bot)}")
            self._count_failure(bot)
        except StartFailure as failure:
            self._on_fault(f"{failure} {_who_answers(bot)}")
            # One start is all that a call waits for.
            start_limit = max(0.0, START_LIMIT - (asyncio.get_running_loop().time() - began))
        except TimeoutError:
            self._on_fault(f"Too many bots are thinking to ask {bot!r} now. {_who_answers(bot)}")
        return await self._replace(question, start_limit)

    async def close(self) -> None:
        """End every process. Calls that wait for an answer raise PoolClosed."""
        self._closed = True
        running = tuple(self._running)
        for process in running:
            process.end("the pool was closed")
        if running:
            await asyncio.wait([process.ended for process in running], timeout=GONE_LIMIT)

    async def _ask_a_worker(self, question: Question) -> Action:
        """Return the bot's own answer, or raise what kept it from answering."""
        async with asyncio.timeout(self.deadline):
            await self._free.acquire()
        try:
            action = await self._ask(self._idle, question, self.deadline)
        finally:
            self._free.release()
        self._bench.clear(question.bot)
        return action

    async def _replace(self, question: Question, start_limit: float = START_LIMIT) -> Action:
        """Return what the replacement answers, or any legal action."""
        question = Question(REPLACEMENT, question.observation, question.seed)
        limit = REPLACEMENT_LIMIT + (0 if self._reserve else start_limit)
        try:
            async with asyncio.timeout(limit), self._reserve_free:
                return await self._ask(self._reserve, question, REPLACEMENT_LIMIT)
        except BotFailure as failure:
            why = f"The bot {REPLACEMENT!r} failed too: {failure}."
        except StartFailure as failure:
            why = str(failure)
        except TimeoutError:
            why = f"The bot {REPLACEMENT!r} had no time."
        self._on_fault(f"{why} Chance answers in its place.")
        return secrets.choice(question.observation.legal_actions)

    async def _ask(
        self, idle: list[tuple[str, BotProcess]], question: Question, limit: float
    ) -> Action:
        """Ask a bot in its idle process or a new one, which is idle again when it has answered."""
        self._check_open()
        process = self._take(idle, question.bot)
        try:
            if process is None:
                process = self._new_process()
                await process.start(self._command)
            told = process.stands_in
            action = await process.ask(question, limit)
        except (BotFailure, StartFailure):
            self._check_open()
            raise
        if process.stands_in and not told:
            _log.info(
                "The bot %r is still warming up; %r answers in its place.",
                question.bot,
                process.stands_in,
            )
        idle.append((question.bot, process))
        while len(idle) > self._kept:
            idle.pop(0)[1].end()
        return action

    def _take(self, idle: list[tuple[str, BotProcess]], bot: str) -> BotProcess | None:
        """Return the process that a bot was in last, if it still runs."""
        for place in reversed(range(len(idle))):
            if idle[place][0] == bot:
                process = idle.pop(place)[1]
                if process.fault is None:
                    return process
                self._on_fault(
                    f"A process of the bot {bot!r} is replaced: {process.fault} while it was not "
                    "asked anything."
                )
        return None

    def _new_process(self) -> BotProcess:
        process = BotProcess()
        # It is known before it starts, so that close() can end it even then.
        self._running.add(process)
        process.ended.add_done_callback(lambda _: self._running.discard(process))
        return process

    def _count_failure(self, bot: str) -> None:
        if bot == REPLACEMENT:
            return
        failures = self._bench.count(bot)
        if failures >= FAILURES_TO_BENCH:
            self._on_fault(
                f"The bot {bot!r} has failed {failures} times in a row. For the next "
                f"{BENCHED_FOR / 60:g} minutes {REPLACEMENT!r} answers in its place at once."
            )

    def _check_open(self) -> None:
        if self._closed:
            msg = "The pool of bots is closed."
            raise PoolClosed(msg)


class _Bench:
    """Which bots have failed too often to be asked for now."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._failures: dict[str, int] = {}
        self._until: dict[str, float] = {}

    def holds(self, bot: str) -> bool:
        """Whether a bot is benched. When its time is up, one call is told that it isn't."""
        until = self._until.get(bot)
        if until is None:
            return False
        if self._clock() < until:
            return True
        self._until[bot] = self._clock() + BENCHED_FOR
        return False

    def count(self, bot: str) -> int:
        """Count a failure, which may bench the bot; return how many there were in a row."""
        failures = self._failures[bot] = self._failures.get(bot, 0) + 1
        if failures >= FAILURES_TO_BENCH:
            self._until[bot] = self._clock() + BENCHED_FOR
        return failures

    def clear(self, bot: str) -> None:
        """Forget a bot's failures: it has answered."""
        self._failures.pop(bot, None)
        self._until.pop(bot, None)


def _who_answers(bot: str) -> str:
    if bot == REPLACEMENT:
        return "It is asked again in another process."
    return f"{REPLACEMENT!r} answers in its place."
