"""One process of an external bot: started, told, asked, and ended, whatever it does."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from expedition.bots.external_failure import FailureKind, Trouble
from expedition.bots.external_pipes import EndOfOutput, Inbox, LastWords, Outbox, Pipe, Stop
from expedition.notation import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from io import FileIO

#: Seconds that a process has to end by itself when it's told to quit, and again when it's stopped.
GRACE = 0.5

# Seconds: a process whose output has ended is usually gone at once; a killed one always is.
_EXIT_LIMIT = 0.5
_GONE_LIMIT = 5.0


class ExternalProcess:
    """A program that runs, with its three pipes. Raises Trouble when it can't be started."""

    def __init__(self, command: str | Sequence[str]) -> None:
        self._popen, self._stop = _start(command)
        self._inbox, self._outbox, self._words = Inbox(), Outbox(), LastWords()
        self._files = cast(
            "tuple[FileIO, FileIO, FileIO]",
            (self._popen.stdin, self._popen.stdout, self._popen.stderr),
        )
        pipes = [Pipe(file, self._stop) for file in self._files]
        self._threads = [
            _thread(self._outbox.empty, self._files[0], pipes[0]),
            _thread(self._inbox.fill, pipes[1]),
            _thread(self._words.fill, pipes[2]),
        ]
        self._is_ended = False

    @property
    def last_words(self) -> str:
        """The end of what it wrote to its standard error so far."""
        return str(self._words)

    def tell(self, line: bytes) -> None:
        """Let it read a line."""
        self._outbox.put(line)

    def ask(self, line: bytes, limit: float) -> bytes:
        """Let it read a line, and return the line that it answers within `limit` seconds.

        Raises Trouble when none comes, or more than one, or the process is no more.
        """
        self._inbox.open()
        self.tell(line)
        try:
            return self._inbox.take(limit)
        except EndOfOutput:
            raise Trouble(FailureKind.CRASHED, self._how_it_went()) from None

    def end(self, farewell: bytes = b"") -> None:
        """End the process and what it started, and close everything. It may be called twice.

        With a farewell it may end by itself; otherwise it is stopped, and killed if that does
        not help.
        """
        if self._is_ended:
            return
        self._is_ended = True
        if farewell:
            self.tell(farewell)
        self._outbox.close()
        if not (farewell and self._is_gone(GRACE)):
            self._signal("SIGTERM")
            if not self._is_gone(GRACE):
                self._signal("SIGKILL")
                self._is_gone(_GONE_LIMIT)
        # What it has started may still be there, in its process group.
        self._signal("SIGKILL")
        self._stop.set()
        for thread in self._threads:
            thread.join(GRACE)
        for file, thread in zip(self._files, self._threads, strict=True):
            # On Windows a thread may wait in it for a program that the bot has left behind.
            if not thread.is_alive():
                file.close()
        self._stop.close()

    def _how_it_went(self) -> str:
        """Return how the process ended, now that its output has."""
        if not self._is_gone(_EXIT_LIMIT):
            return "it closed its output"
        self._threads[2].join(_EXIT_LIMIT)
        code = self._popen.returncode
        how = f"its process ended with exit code {code}"
        if code < 0:
            with suppress(ValueError):
                how = f"its process was ended by {signal.Signals(-code).name}"
        words = self.last_words.splitlines()
        return f"{how}, and it last wrote {shown(words[-1])}" if words else how

    def _is_gone(self, limit: float) -> bool:
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(limit)
        return self._popen.returncode is not None

    def _signal(self, name: str) -> None:
        """Signal the process and all that it has started in its group."""
        with suppress(OSError):
            if sys.platform == "win32":
                self._popen.kill()
            else:
                os.killpg(self._popen.pid, signal.Signals[name])


def words(command: str | Sequence[str]) -> str | list[str]:
    """Return a command as it is given to the system. Raises Trouble when there is none in it."""
    try:
        # Windows takes a program's arguments as one text, and each program splits it by itself.
        keep = sys.platform == "win32" and isinstance(command, str)
        split = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError:
        msg = f"its command {shown(str(command))} has a quote that isn't closed"
        raise Trouble(FailureKind.NOT_STARTED, msg) from None
    if not split or not split[0]:
        raise Trouble(FailureKind.NOT_STARTED, "its command is empty")
    return str(command) if keep else split


def _start(command: str | Sequence[str]) -> tuple[subprocess.Popen[bytes], Stop]:
    split = words(command)
    program = shown(split if isinstance(split, str) else split[0])
    pipe = subprocess.PIPE
    stop = None
    try:
        stop = Stop()
        process = subprocess.Popen(  # noqa: S603  it is what the user asks for
            split, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, **_apart()
        )
    except FileNotFoundError:
        msg = f"there is no program {program}"
    except PermissionError:
        msg = f"{program} may not be executed"
    except (OSError, ValueError) as error:
        msg = f"{program} can't be started: {getattr(error, 'strerror', None) or error}"
    else:
        return process, stop
    if stop:
        stop.set()
        stop.close()
    raise Trouble(FailureKind.NOT_STARTED, msg) from None


def _apart() -> dict[str, Any]:
    """Return what makes a process the head of a group, and keeps Ctrl-C from it."""
    apart: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return apart


def _thread(serve: Callable[..., None], *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=serve, args=arguments, daemon=True, name="external bot")
    thread.start()
    return thread
