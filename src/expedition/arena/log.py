"""A contest's log: a header, then a line of JSON for each pair, as it was finished.

Lines may be in any order. A last line without its end was being written when the power went, and
is dropped; anything else that can't be read is refused, and the file is left as it is.
"""

from __future__ import annotations

import json
import os
import platform
from importlib.metadata import version
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filelock import FileLock, Timeout

from expedition.arena.errors import ArenaError, ContestBroken
from expedition.arena.results import Pair, from_data, to_data
from expedition.game import RULES_VERSION

if TYPE_CHECKING:
    from expedition.arena.settings import Schedule, Settings

#: Goes up when older logs can't be gone on with.
LOG_VERSION = 1


def versions() -> dict[str, Any]:
    """Return what results may depend on beside the settings."""
    return {
        "expedition": version("expedition"),
        "rules": RULES_VERSION,
        "python": platform.python_version(),
    }


class ContestLog:
    """A log file that nobody else writes while this is open. Raises ArenaError.

    What it held when it was opened is in `pairs`, until a contest takes it.
    """

    def __init__(self, path: Path, settings: Settings, schedule: Schedule) -> None:
        self.name = str(path)
        # A link stays a link.
        self._path = path.resolve()
        self._settings = settings
        self._schedule = schedule
        self._has_header = False
        self._lock = FileLock(self._path.with_name(f".{self._path.name}.lock"), timeout=0)
        self._file: FileIO | None = None
        self.pairs: list[Pair] = []
        try:
            # The file first: the lock would make folders that were only mistyped.
            self._file = self._open()
            self._lock.acquire()
            complete = self._read(self._file)
            self._file.seek(complete)
            self._file.truncate()
            self._has_header = complete > 0
        except Timeout:
            self.close()
            msg = f"{path} is being written by another contest."
            raise ArenaError(msg) from None
        except OSError as error:
            self.close()
            raise ArenaError(self._fault(error)) from None
        except ArenaError:
            self.close()
            raise

    def add(self, pair: Pair) -> None:
        """Write a pair; it is with the operating system when this returns. Raises ContestBroken."""
        try:
            if not self._has_header:
                # Not before: a name that was mistyped is no contest yet.
                self._write(self._header())
                self._has_header = True
            self._write(to_data(pair))
        except OSError as error:
            raise ContestBroken(self._fault(error)) from None

    def close(self) -> None:
        """Let others have the file."""
        if self._file is not None:
            try:
                os.fsync(self._file.fileno())
                self._file.close()
            except OSError as error:
                raise ContestBroken(self._fault(error)) from None
            finally:
                self._file = None
                self._unlock()
        else:
            self._unlock()

    def _header(self) -> dict[str, Any]:
        return {
            "arena": LOG_VERSION,
            "settings": self._settings.as_data(),
            "schedule": self._schedule.as_data(),
            "versions": versions(),
        }

    def _unlock(self) -> None:
        if self._lock.is_locked:
            # First the file, then the lock: a lock file left behind would do no harm.
            Path(self._lock.lock_file).unlink(missing_ok=True)
            self._lock.release()

    def _open(self) -> FileIO:
        if self._path.exists() and not self._path.is_file():
            msg = f"{self.name} is not a file to keep a log in."
            raise ArenaError(msg)
        # Unbuffered: a line is one write, so that Ctrl-C cuts none in two.
        return FileIO(self._path, "r+" if self._path.exists() else "x+")

    def _write(self, data: dict[str, Any]) -> None:
        if self._file is not None:
            line = memoryview(json.dumps(data, separators=(",", ":")).encode() + b"\n")
            while line:
                line = line[self._file.write(line) :]

    def _read(self, file: FileIO) -> int:
        """Read what is there, and return how many bytes of it are whole lines."""
        lines = file.readall()
        whole, newline, _ = lines.rpartition(b"\n")
        if not newline:
            self._refuse_unless_a_beginning(lines)
            return 0
        header, *rest = whole.split(b"\n")
        self._check_header(header)
        seen: set[tuple[int, tuple[int, int]]] = set()
        for number, line in enumerate(rest, start=2):
            try:
                pair = from_data(json.loads(line))
                key = pair.number, pair.between
                if pair.between not in self._settings.pairings or key in seen:
                    msg = "it doesn't belong here, or is here twice"
                    raise ValueError(msg)
            except (ValueError, RecursionError) as error:
                msg = f"{self.name} is damaged in line {number}, and left as it is: {error}."
                raise ArenaError(msg) from None
            seen.add(key)
            self.pairs.append(pair)
        return len(whole) + 1

    def _refuse_unless_a_beginning(self, content: bytes) -> None:
        """Raise ArenaError unless the file is empty or begins as a log does."""
        start = b'{"arena":'
        if content[: len(start)] != start[: len(content)]:
            msg = f"{self.name} is there already, and no log of the arena; it is left as it is."
            raise ArenaError(msg)

    def _check_header(self, line: bytes) -> None:
        try:
            header = json.loads(line)
            found = header["arena"], header["settings"], header["versions"]
            settings, made_by = dict(found[1]), dict(found[2])
        except (ValueError, KeyError, TypeError, RecursionError):
            msg = f"{self.name} is there already, and no log of the arena; it is left as it is."
            raise ArenaError(msg) from None
        if found[0] != LOG_VERSION:
            msg = (
                f"{self.name} is a log of form {found[0]!r}, and this version writes {LOG_VERSION}."
            )
            raise ArenaError(msg)
        self._refuse_difference("other settings", settings, self._settings.as_data())
        now = versions()
        # Python may be another: it changes no result.
        self._refuse_difference("another version", made_by | {"python": now["python"]}, now)

    def _refuse_difference(self, what: str, there: dict[str, Any], here: dict[str, Any]) -> None:
        for name in here:
            if there.get(name) != here[name]:
                was = _shown(there.get(name))
                msg = (
                    f"{self.name} is the log of {what}: there {name} is {was}, here "
                    f"{_shown(here[name])}. Name another file."
                )
                raise ArenaError(msg)

    def _fault(self, error: OSError) -> str:
        return f"Can't keep the log in {self.name}: {error.strerror or error}."


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
