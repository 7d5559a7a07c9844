"""The pipes of an external bot, each served by a thread, so that none of them can hold us up.

What comes in is limited: a program that never stops writing fills a buffer of fixed size, and is
then no longer read.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from expedition.bots.external_failure import FailureKind, Trouble
from expedition.notation import shown

if sys.platform != "win32":
    import select

if TYPE_CHECKING:
    from io import FileIO

#: Bytes in a line that a bot may write: far more than an answer has.
LONGEST_LINE = 16 * 1024
#: Bytes that a bot may write for one request, blank lines and all.
MOST_OUTPUT = 64 * 1024
#: Bytes that are kept of what it wrote last to its standard error.
LAST_WORDS = 4 * 1024

_CHUNK = 64 * 1024


class EndOfOutput(Exception):
    """The bot's output has ended, and no answer will come any more."""


class Stop:
    """Ends the waiting of threads at pipes.

    A pipe ends when nobody holds its other end any more. That a bot is gone is not enough where
    it has started programs of its own, so threads wait for this too.
    """

    def __init__(self) -> None:
        self._read, self._write = os.pipe()

    def fileno(self) -> int:
        """Return what can be waited for."""
        return self._read

    def set(self) -> None:
        """Wake all who wait, now and from now on."""
        os.close(self._write)

    def close(self) -> None:
        """Close what is left, when nobody waits any more."""
        os.close(self._read)


class Pipe:
    """One end of a pipe, and the waiting for it."""

    def __init__(self, file: FileIO, stop: Stop) -> None:
        self._file = file
        if sys.platform != "win32":
            self._stop = stop.fileno()
            self._poll = select.poll()
            self._poll.register(self._stop, select.POLLIN)
            self._poll.register(file.fileno(), select.POLLIN if file.readable() else select.POLLOUT)

    def read(self) -> bytes:
        """Return what has come, waiting for it; nothing at the end, or when it is time to stop."""
        return (self._file.read(_CHUNK) or b"") if self._is_ready() else b""

    def write(self, data: bytes) -> bool:
        """Write all of it, waiting for the reader; return False when it is time to stop."""
        most = len(data)
        if sys.platform != "win32":
            most = select.PIPE_BUF  # A pipe that is ready takes this much at once.
        while data and self._is_ready():
            written = self._file.write(data[:most])
            data = data[written or 0 :]
        return not data

    def _is_ready(self) -> bool:
        stops = False
        if sys.platform != "win32":
            stops = self._stop in dict(self._poll.poll())
        return not stops


class Inbox:
    """The lines that a bot has written and nobody has taken yet."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._lines: deque[bytes] = deque()
        self._rest = b""
        self._size = 0
        self._fault: str | None = None
        self._ended = False

    def fill(self, pipe: Pipe) -> None:
        """Take lines off a pipe until it ends or too much has come. For a thread of its own."""
        with suppress(OSError):
            while data := pipe.read():
                if not self._add(data):
                    break
        with self._changed:
            self._ended = True
            self._changed.notify()

    def open(self) -> None:
        """Get ready for an answer. Raises Trouble when something has come that nobody asked for."""
        with self._changed:
            # A flood, or the end of all, is found when the answer is to be taken.
            early = [*self._lines, *([self._rest] if self._rest.strip() else [])]
            if early and not self._fault:
                msg = f"it wrote {quoted(early[0])} without being asked"
                raise Trouble(FailureKind.RUBBISH, msg)
            self._size = 0

    def take(self, limit: float) -> bytes:
        """Return the one line that comes within so many seconds. Raises Trouble or EndOfOutput."""
        until = time.monotonic() + limit
        with self._changed:
            while True:
                if len(self._lines) > 1:
                    msg = f"it wrote {quoted(self._lines[1])} after its answer"
                    raise Trouble(FailureKind.RUBBISH, msg)
                if self._fault:
                    raise Trouble(FailureKind.RUBBISH, self._fault)
                if self._lines:
                    return self._lines.popleft()
                if self._ended:
                    raise EndOfOutput
                left = until - time.monotonic()
                if left <= 0:
                    raise Trouble(FailureKind.LATE, self._late(limit))
                self._changed.wait(left)

    def _add(self, data: bytes) -> bool:
        """Add what has come, and return whether more may come."""
        with self._changed:
            self._size += len(data)
            *lines, self._rest = (self._rest + data).split(b"\n")
            # Blank lines say nothing, but count.
            self._lines.extend(line for line in lines if line.strip())
            if any(len(line) > LONGEST_LINE for line in (*lines, self._rest)):
                self._fault = f"it wrote a line of more than {LONGEST_LINE} bytes"
            elif self._size > MOST_OUTPUT:
                self._fault = f"it wrote more than {MOST_OUTPUT} bytes for one answer"
            self._changed.notify()
            return self._fault is None

    def _late(self, limit: float) -> str:
        if self._rest.strip():
            return f"after {limit:g} s it had written {quoted(self._rest)}, which is no whole line"
        return f"it took longer than {limit:g} s"


class Outbox:
    """The lines that a bot is still to read."""

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()

    def put(self, line: bytes) -> None:
        """Add a line; it is written when the bot reads."""
        self._lines.put(line)

    def close(self) -> None:
        """Close the pipe when all is written."""
        self._lines.put(None)

    def empty(self, file: FileIO, pipe: Pipe) -> None:
        """Write lines to a pipe until it is closed. For a thread of its own."""
        with suppress(OSError):
            while (line := self._lines.get()) is not None and pipe.write(line):
                pass
        with suppress(OSError):
            file.close()


class LastWords:
    """The end of what a bot wrote to its standard error; the rest is read and dropped."""

    def __init__(self) -> None:
        self._kept = b""

    def fill(self, pipe: Pipe) -> None:
        """Keep the end of what comes until the pipe ends. For a thread of its own."""
        with suppress(OSError):
            while data := pipe.read():
                self._kept = (self._kept + data)[-LAST_WORDS:]

    def __str__(self) -> str:
        text = self._kept.decode("utf-8", errors="replace")
        lines = ("".join(c if c.isprintable() else " " for c in line) for line in text.splitlines())
        return "\n".join(line.rstrip() for line in lines).strip()


def quoted(line: bytes) -> str:
    """Return the beginning of a line that a bot wrote, in quotes, for a sentence."""
    return shown(line[:200].decode("utf-8", errors="backslashreplace").strip())
