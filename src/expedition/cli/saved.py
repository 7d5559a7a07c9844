"""Matches kept on this machine: written before a turn is acknowledged, so that none is lost."""

from __future__ import annotations

import os
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from platformdirs import user_data_path

from expedition.cli.failure import CommandError
from expedition.notation import (
    MAX_RECORD_BYTES,
    Record,
    RecordError,
    parse_record,
    record_to_json,
)


def matches_folder() -> Path:
    """Return the folder of this user's matches; EXPEDITION_DATA names another data folder."""
    named = os.environ.get("EXPEDITION_DATA")
    data = Path(named) if named else user_data_path("expedition", appauthor=False)
    return data / "matches"


def new_path(edition: str) -> Path:
    """Return a path in that folder that is not taken, named after the time and the edition."""
    now = datetime.now(UTC).astimezone().strftime("%Y-%m-%d-%H%M%S")
    path = matches_folder() / f"{now}-{edition}.json"
    number = 1
    while path.exists():
        number += 1
        path = matches_folder() / f"{now}-{edition}-{number}.json"
    return path


class SavedMatch:
    """One match's file. Raises CommandError with a sentence when it can't be read or written."""

    def __init__(self, path: Path, content: bytes | None = None) -> None:
        self.path = path
        self._content = content

    @classmethod
    def load(cls, path: Path) -> tuple[SavedMatch, Record]:
        """Return a file with the record in it."""
        try:
            with path.open("rb") as file:
                content = file.read(MAX_RECORD_BYTES + 1)
            return cls(path, content), parse_record(content)
        except OSError as error:
            msg = f"Can't read {path}: {error.strerror or error}."
            raise CommandError(msg) from None
        except RecordError as error:
            msg = f"{path}: {error}"
            raise CommandError(msg) from None

    @classmethod
    def latest_unfinished(cls) -> tuple[SavedMatch, Record]:
        """Return the match that was played last and is not over."""
        broken = None
        for path in sorted(matches_folder().glob("*.json"), key=_age, reverse=True):
            try:
                saved, record = cls.load(path)
            except CommandError as error:
                broken = broken or error
                continue
            if not record.match.is_over:
                return saved, record
        if broken:
            raise broken
        msg = "There is no match to resume. `expedition play` starts one."
        raise CommandError(msg)

    def save(self, record: Record) -> None:
        """Write the record in place of the former one; after this it survives a power cut."""
        content = record_to_json(record).encode()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._refuse_if_changed()
            _write(self.path, content)
        except OSError as error:
            msg = (
                f"Can't keep the match in {self.path}: {error.strerror or error}. "
                "Make room or name another file with --record FILE."
            )
            raise CommandError(msg) from None
        self._content = content

    def _refuse_if_changed(self) -> None:
        # Two terminals that resume one match would overwrite each other's turns.
        there = self.path.read_bytes() if self.path.exists() else None
        if there == self._content:
            return
        if self._content is None:
            msg = f"{self.path} is there already. Name another file, or resume it with --resume."
        else:
            msg = f"{self.path} has changed meanwhile: is the match open in another terminal?"
        raise CommandError(msg)


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _write(path: Path, content: bytes) -> None:
    """Replace a file at once: a reader, or a crash, finds the old content or the new."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
