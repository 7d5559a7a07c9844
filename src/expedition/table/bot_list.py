"""The list of bots as the server gets it: asked for in a process of its own, and read with care."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from expedition.bots import bot_names
from expedition.game import EDITIONS
from expedition.table.bot_process import apart, environment
from expedition.table.bot_worker import FOLDER_PREFIX
from expedition.table.errors import Code, Refused
from expedition.table.roster import Listed, Roster

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: How to start the process that lists bots; their names follow.
LISTING = (sys.executable, "-P", str(Path(__file__).with_name("bot_listing.py")))
#: Seconds that all bots may take to be loaded, before the one that is being loaded is left out.
LIST_LIMIT = 10.0

_LONGEST_TITLE, _LONGEST_STYLE = 40, 200
_log = logging.getLogger(__name__)


class BotList:
    """Which bots there are, asked once, and again only while nobody could be asked.

    Belongs to one event loop. `names` gives the names of bots, `command` starts the process that
    is asked about them.
    """

    def __init__(
        self,
        names: Callable[[], Sequence[str]] = bot_names,
        *,
        command: Sequence[str] = LISTING,
        limit: float = LIST_LIMIT,
    ) -> None:
        self._names = names
        self._command = tuple(command)
        self._limit = limit
        self._asked: asyncio.Task[Roster] | None = None

    def begin(self) -> asyncio.Task[Roster]:
        """Ask now, so that nobody has to wait for it later."""
        failed = self._asked is not None and self._asked.done() and _fault(self._asked)
        if self._asked is None or failed:
            self._asked = asyncio.get_running_loop().create_task(self._list())
            self._asked.add_done_callback(_fault)
        return self._asked

    async def roster(self) -> Roster:
        """Return every bot that can be loaded. Raises Refused if nobody can be asked."""
        return await asyncio.shield(self.begin())

    async def close(self) -> None:
        """End the process that is being asked, if there is one."""
        if self._asked:
            self._asked.cancel()
            await asyncio.gather(self._asked, return_exceptions=True)

    async def _list(self) -> Roster:
        left, listed, missing = list(self._names()), list[Listed](), dict[str, str]()
        while left:
            lines, fault = await self._ask(left)
            for line in lines:
                told = _read(line, left)
                if isinstance(told, Listed):
                    listed.append(told)
                    left.remove(told.id)
                elif told:
                    missing.update(told)
                    left = [name for name in left if name not in missing]
            if left:
                # It was this one's turn when the process ended; the others get another.
                missing[left.pop(0)] = fault
        for name, why in missing.items():
            _log.info("The bot %r is left out: %s", name, why)
        if missing:
            first = next(iter(missing))
            _log.warning("Bots that are left out: %s. %s", ", ".join(missing), missing[first])
        return Roster(listed)

    async def _ask(self, names: Sequence[str]) -> tuple[list[bytes], str]:
        """Return the lines that a process says about bots, and what to say of one left out."""
        try:
            with tempfile.TemporaryDirectory(
                prefix=FOLDER_PREFIX, ignore_cleanup_errors=True
            ) as folder:
                process = await asyncio.create_subprocess_exec(
                    *self._command,
                    *names,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    cwd=folder,
                    env=environment(folder),
                    **apart(),
                )
                try:
                    return await self._hear(process)
                finally:
                    _end(process)
                    await process.wait()
        except (OSError, NotImplementedError) as error:
            why = getattr(error, "strerror", None) or type(error).__name__
            _log.error("The bots can't be listed: %s.", why)
            msg = "The bots can't be listed now. Try again in a moment."
            raise Refused(Code.UNAVAILABLE, msg) from error

    async def _hear(self, process: asyncio.subprocess.Process) -> tuple[list[bytes], str]:
        said = cast("asyncio.StreamReader", process.stdout)  # it was asked for
        lines = list[bytes]()
        try:
            async with asyncio.timeout(self._limit):
                while line := await said.readline():
                    lines.append(line)
        except TimeoutError:
            return lines, f"It wasn't loaded within {self._limit:g} s."
        except ValueError:  # a line of more than asyncio holds
            return lines, "It said too much of itself."
        return lines, "Loading it ended the process."


def _end(process: asyncio.subprocess.Process) -> None:
    """Kill a process that still runs, and what it started."""
    if process.returncode is None:
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)


def _read(line: bytes, expected: Sequence[str]) -> Listed | dict[str, str] | None:
    """Return what a line says: a bot, or why there is none; None if it says nothing."""
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return None
    match told:
        case {"bot": str(name), "missing": str(why)} if name in expected:
            return {name: why}
        case {
            "bot": str(name),
            "title": str(title),
            "style": str(style),
            "thinks": bool(thinks),
            "editions": list(editions),
        } if name in expected:
            plays = tuple(edition for edition in EDITIONS if edition in editions)
            return Listed(name, title[:_LONGEST_TITLE], style[:_LONGEST_STYLE], thinks, plays)
    return None


def _fault(task: asyncio.Task[Any]) -> bool:
    """Return whether a task has failed; then nothing else needs to look at why."""
    return task.cancelled() or task.exception() is not None
