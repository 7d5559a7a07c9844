"""One bot process as the server sees it: started, asked, and ended when it misbehaves.

Nothing that the process says is trusted. It is read as text, never unpickled; it may be late, too
long, about another question, or come unasked, and each of these ends the process.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import pickle
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from platformdirs import user_cache_path

import expedition
from expedition.bots import bot_names
from expedition.game import GameError
from expedition.notation import parse_action
from expedition.table.bot_worker import (
    FOLDER_PREFIX,
    NOT_LOADED,
    OWN_ERROR,
    READY,
    digest,
    is_built_in,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from expedition.game import Action, Observation

#: How to start a worker. As a script it imports no more than it needs, and with -P nothing that
#: lies beside it or in the folder it runs in.
WORKER = (sys.executable, "-P", str(Path(__file__).with_name("bot_worker.py")))
#: How a BotFailure tells of an answer that can't be read.
NO_ACTION = "it answered something that is no action"
#: Seconds that a process may take to start. Under half of one is usual.
START_LIMIT = 10.0
#: Seconds that a process may take to be gone once it has been killed, before it's given up.
GONE_LIMIT = 5.0

# An answer has 64 characters of digest, an action and the name of a bot; nothing else is ever said.
_LONGEST_LINE = 256
# What Python needs to start, where it is set: no names of people, folders, data or services.
_NEEDED = (
    "SYSTEMROOT",
    "SYSTEMDRIVE",
    "WINDIR",
    "PYTHONHOME",
    "PYTHONPATH",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
)
#: Names the folder that compiled functions are kept in (see fast/compiled.py), and that of networks
#: in place of those that ship (see bots/shipped.py).
_CACHE, _WEIGHTS = "EXPEDITION_CACHE", "EXPEDITION_WEIGHTS"
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


class BotFailure(Exception):
    """A bot gave no legal action. Its text ends the sentence "The bot X failed: ...".

    The text is one of a few of the server's own: nothing that a bot says is in it.
    """


class StartFailure(Exception):
    """No process could be started, which is no bot's fault. Its text is a sentence."""


@dataclass(frozen=True)
class Question:
    """What a worker is told: which bot is to choose, a seed, and what its seat sees."""

    bot: str
    observation: Observation = field(repr=False)
    seed: int = field(default_factory=lambda: secrets.randbits(64))

    def frames(self) -> tuple[bytes, bytes]:
        """Return the question as bytes: equal for equal bots, seeds and observations."""
        head = json.dumps({"bot": self.bot, "seed": self.seed}).encode()
        # A memo would tell equal cards that are one object from equal cards that are not, which
        # depends on how the server came to the state, so there is none. Of an observation only
        # the fields are sent, whatever else may hang on it.
        written = io.BytesIO()
        pickler = pickle.Pickler(written, 5)
        pickler.fast = True
        pickler.dump(replace(self.observation))
        return head, written.getvalue()

    def legal(self, text: str) -> Action:
        """Return the legal action that a text names, or raise BotFailure."""
        try:
            action = parse_action(text, self.observation.ruleset)
        except GameError:
            raise BotFailure(NO_ACTION) from None
        if action not in self.observation.legal_actions:
            msg = "it answered with an illegal action"
            raise BotFailure(msg)
        return action


class BotProcess(asyncio.SubprocessProtocol):
    """A worker that runs, or ran until `fault` says why it doesn't any more."""

    def __init__(self) -> None:
        self.fault: str | None = None
        self.stands_in: str | None = None
        """The bot that was the first to answer here in place of the one that was asked, if any."""
        self._folder: str | None = None
        self._transport: asyncio.SubprocessTransport | None = None
        self._said = b""
        # What it's to say next: first of all that it has started. Empty when it never will.
        self._line: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._gone = asyncio.Event()
        self.ended = asyncio.get_running_loop().create_task(self._tidy())
        """Done when the process is gone and its folder is removed."""

    async def start(self, command: Sequence[str] = WORKER) -> None:
        """Start the worker, once, and wait until it's ready; or raise StartFailure."""
        try:
            self._folder = tempfile.mkdtemp(prefix=FOLDER_PREFIX)
            await asyncio.get_running_loop().subprocess_exec(
                lambda: self,
                *command,
                stderr=subprocess.DEVNULL,
                cwd=self._folder,
                env=environment(self._folder),
                **apart(),
            )
            if await self._hear(START_LIMIT) != READY.strip():
                raise BotFailure(NO_ACTION)
        except (OSError, NotImplementedError) as error:
            # An event loop that can't start processes says so by the latter.
            self.end()
            why = getattr(error, "strerror", None) or type(error).__name__
            msg = f"A bot process can't be started: {why}."
            raise StartFailure(msg) from error
        except BotFailure as failure:
            self.end()
            msg = f"A bot process did not start: {failure}."
            raise StartFailure(msg) from None
        except BaseException:
            self.end()
            raise
        finally:
            if self._transport is None:
                self._gone.set()

    async def ask(self, question: Question, limit: float) -> Action:
        """Return the bot's legal action, or raise BotFailure; then the process has been ended.

        So it has when the call is cancelled: the answer would come to the next question.
        """
        if self.fault or not self._transport:
            raise BotFailure(self.fault or "its process has not started")
        try:
            head, observation = question.frames()
            self._line = asyncio.get_running_loop().create_future()
            pipe = cast("asyncio.WriteTransport", self._transport.get_pipe_transport(0))
            frames = (len(part).to_bytes(4, "big") + part for part in (head, observation))
            pipe.write(b"".join(frames))
            said = await self._hear(limit)
            action = question.legal(_action_text(said, digest(head, observation)))
            self.stands_in = self.stands_in or _stand_in(said)
            return action
        except BaseException:
            self.end()
            raise

    def end(self, fault: str = "it was stopped") -> None:
        """Kill the process, and what it started, at once. What is left of it goes by itself."""
        if self.fault is None:
            self.fault = fault
        if not self._line.done():
            self._line.set_result(b"")
        if self._transport and self._transport.get_returncode() is None:
            with suppress(OSError):
                if sys.platform == "win32":
                    self._transport.kill()
                else:
                    os.killpg(self._transport.get_pid(), signal.SIGKILL)

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the process that was started."""
        self._transport = cast("asyncio.SubprocessTransport", transport)
        if self.fault:  # It was ended before it had begun.
            self.end()

    def pipe_data_received(self, fd: int, data: bytes) -> None:  # noqa: ARG002  asyncio's signature
        """Take what the process says: one line when it is asked, and nothing else ever."""
        if self.fault:
            return
        self._said += data
        line, newline, rest = self._said.partition(b"\n")
        if self._line.done() or rest:
            self.end("it spoke without being asked")
        elif len(line) > _LONGEST_LINE:
            self.end("it said too much")
        elif newline:
            self._said = b""
            self._line.set_result(line)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:  # noqa: ARG002  asyncio's signature
        """Take note that a pipe is closed: the process is no use without."""
        self.end("its process ended")

    def process_exited(self) -> None:
        """Take note that the process is gone."""
        self.end("its process ended")
        # Not before: closed while it runs, the transport would look after it behind asyncio's back.
        if self._transport:
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  asyncio's signature
        """Take note that nothing of the process is left."""
        self._gone.set()

    async def _hear(self, limit: float) -> bytes:
        """Return the line that is awaited, or raise BotFailure."""
        try:
            async with asyncio.timeout(limit):
                line = await self._line
        except TimeoutError:
            self.end(f"it took longer than {limit:g} s")
            line = b""
        if not line:
            raise BotFailure(self.fault or NO_ACTION)
        return line

    async def _tidy(self) -> None:
        try:
            await self._gone.wait()
            if self._folder:
                await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)
        except asyncio.CancelledError:
            # The loop is being closed, and nobody has closed the pool.
            self.end()
            with suppress(TimeoutError):
                async with asyncio.timeout(GONE_LIMIT):
                    await self._gone.wait()
            if self._folder:
                shutil.rmtree(self._folder, ignore_errors=True)
            raise


def environment(folder: str) -> dict[str, str]:
    """Return the variables that a worker gets: what Python and our bots need, and its own folder.

    Its home is empty, and gone with it. What bots compile is kept where the server's user has it,
    or every process would compile anew.
    """
    kept = {name: os.environ[name] for name in _NEEDED if name in os.environ}
    if "PYTHONPATH" in kept:  # It is run in another folder than the server.
        parts = kept["PYTHONPATH"].split(os.pathsep)
        kept["PYTHONPATH"] = os.pathsep.join(str(Path(part).absolute()) for part in parts)
    if _WEIGHTS in os.environ:
        kept[_WEIGHTS] = str(Path(os.environ[_WEIGHTS]).absolute())
    if (compiled := cache_base(os.environ.get(_CACHE))) is not None:
        kept[_CACHE] = compiled
    own = dict.fromkeys(("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP"), folder)
    return kept | own | dict.fromkeys(_ONE_THREAD, "1") | {"PYTHONUTF8": "1"}


@cache
def cache_base(named: str | None) -> str | None:
    """Return the folder that the server itself would keep what is compiled in, or None.

    As fast/compiled.py finds it, which can't be asked here: it would load the compiler. With None a
    worker keeps it in a folder of its own.
    """
    if named:
        return str(Path(named).absolute())
    beside = Path(expedition.__file__).parent / "fast" / "__pycache__"
    try:
        bases = [user_cache_path("expedition", appauthor=False), beside]
    except RuntimeError:  # nobody can say where the home is
        bases = [beside]
    return next((str(base.absolute()) for base in bases if _can_be_written(base)), None)


def _can_be_written(base: Path) -> bool:
    try:
        base.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=base):
            return True
    except OSError:
        return False


def apart() -> dict[str, Any]:
    """Return what keeps a process out of the server's process group, so that Ctrl-C is not its."""
    apart: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        apart = {"creationflags": flags | subprocess.BELOW_NORMAL_PRIORITY_CLASS}
    return apart


def _action_text(line: bytes, to: str) -> str:
    """Return the action in an answer, or raise BotFailure."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    match answer:
        case {"to": str(other)} if other != to:
            msg = "it answered another question"
        case {"to": str(), "action": str(text)}:
            return text
        case {"to": str(), "error": str(kind)} if kind == NOT_LOADED:
            msg = "it is not installed here, or can't be loaded"
        case {"to": str(), "error": str(kind)}:
            # Any text could come from a worker that has been taken over; a name of Python's can't
            # tell a card.
            msg = f"it raised {kind if is_built_in(kind) else OWN_ERROR}"
        case _:
            msg = NO_ACTION
    raise BotFailure(msg)


def _stand_in(line: bytes) -> str | None:
    """Return the bot that an answer says was asked in place of its own, if there is such a bot."""
    # Read before, so that it is JSON; but what is said may be anything.
    match json.loads(line):
        case {"stands_in": str(name)} if name in bot_names():
            return name
    return None
