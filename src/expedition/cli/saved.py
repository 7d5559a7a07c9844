"""Matches kept on this machine: written before a turn is acknowledged, so that none is lost."""

from __future__ import annotations

import os
import stat
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout
from platformdirs import user_data_path

from expedition.cli.failure import CommandError
from expedition.notation import (
    MAX_RECORD_BYTES,
    Record,
    RecordError,
    parse_record,
    record_to_json,
    record_to_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


def data_folder() -> Path:
    """Return the folder of this user's data; EXPEDITION_DATA names another."""
    named = os.environ.get("EXPEDITION_DATA")
    return Path(named) if named else user_data_path("expedition", appauthor=False)


def matches_folder() -> Path:
    """Return the folder of this user's matches."""
    return data_folder() / "matches"


class SavedMatch:
    """One match's file, which nobody else writes while this is open.

    Raises CommandError with a sentence when the file can't be read, written or had alone.
    """

    def __init__(self, path: Path) -> None:
        # A link stays a link: what it points to is replaced.
        self.path = path.resolve()
        self._lock = FileLock(self.path.with_name(f".{self.path.name}.lock"), timeout=0)
        self._content: bytes | None = None

    @classmethod
    def create(cls, record: Record, path: Path | None) -> SavedMatch:
        """Keep a new match in this file, or in one of its own named after time and edition."""
        if path is not None:
            saved = cls(path)
            saved.save(record)
            return saved
        now = datetime.now(UTC).astimezone().strftime("%Y-%m-%d-%H%M%S")
        name = f"{now}-{record.match.ruleset.id}"
        for number in range(1, 1000):
            saved = cls(matches_folder() / f"{name}{f'-{number}' if number > 1 else ''}.json")
            # Another match may begin in the same second: whoever makes the file has it.
            if not saved.path.exists():
                try:
                    saved.save(record)
                except _AlreadyThere:
                    continue
                return saved
        msg = f"There are too many matches named {name}. Name a file with --record FILE."
        raise CommandError(msg)

    @classmethod
    def open(cls, path: Path) -> tuple[SavedMatch, Record]:
        """Return a file with the record in it."""
        saved = cls(path)
        try:
            if not stat.S_ISREG(saved.path.stat().st_mode):
                msg = f"{path} is not a file to keep a match in."
                raise CommandError(msg)
            saved._take()
            with saved.path.open("rb") as file:
                saved._content = file.read(MAX_RECORD_BYTES + 1)
            return saved, parse_record(saved._content)
        except OSError as error:
            msg = f"Can't read {path}: {error.strerror or error}."
        except RecordError as error:
            msg = f"{path}: {error}"
        saved.close()
        raise CommandError(msg)

    def save(self, record: Record) -> None:
        """Write the record in place of the former one; after this it survives a power cut."""
        as_text = self._content is not None and not self._content.lstrip().startswith(b"{")
        content = (record_to_text if as_text else record_to_json)(record).encode()
        try:
            if self._content is None:
                self._create(content)
            else:
                self._refuse_if_changed()
                _replace(self.path, content)
        except OSError as error:
            msg = (
                f"Can't keep the match in {self.path}: {error.strerror or error}. "
                "Name another file with --record FILE."
            )
            raise CommandError(msg) from None
        self._content = content

    def close(self) -> None:
        """Let others have the file."""
        if self._lock.is_locked:
            # First the file, then the lock: a lock file left behind would do no harm.
            Path(self._lock.lock_file).unlink(missing_ok=True)
            self._lock.release()

    def _take(self) -> None:
        try:
            self._lock.acquire()
        except Timeout:
            msg = f"The match in {self.path} is open in another terminal."
            raise CommandError(msg) from None

    def _create(self, content: bytes) -> None:
        if self.path.parent == matches_folder().resolve():
            self.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with self.path.open("xb") as file:
                self._take()
                _write(file.fileno(), content)
        except FileExistsError:
            msg = f"{self.path} is there already. Name another file, or resume it with --resume."
            raise _AlreadyThere(msg) from None
        _sync_folder(self.path.parent)

    def _refuse_if_changed(self) -> None:
        there = self.path.read_bytes() if self.path.exists() else None
        if there != self._content:
            msg = f"{self.path} was changed by another program, so it is left as it is."
            raise CommandError(msg)


class _AlreadyThere(CommandError):
    """The file of a new match exists."""


def recent_matches() -> Iterator[Path]:
    """Return this user's matches, the one played last first."""
    yield from sorted(matches_folder().glob("*.json"), key=_age, reverse=True)


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _replace(path: Path, content: bytes) -> None:
    """Replace a file at once: a reader, or a crash, finds the old content or the new."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        try:
            _write(descriptor, content)
        finally:
            os.close(descriptor)
        Path(name).chmod(stat.S_IMODE(path.stat().st_mode))
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _write(descriptor: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
    os.fsync(descriptor)


def _sync_folder(folder: Path) -> None:
    # Without this a power cut can undo the renaming. Windows can't open a folder, and needn't.
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
