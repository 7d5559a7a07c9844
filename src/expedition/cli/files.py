"""Reading what somebody names on the command line: a file, or `-` for standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from expedition.cli.failure import CommandError


def read_bytes(name: str, limit: int) -> bytes:
    """Return the content of a file, or raise CommandError. `limit` is in bytes."""
    try:
        if name == "-":
            content = sys.stdin.buffer.read(limit + 1)
        else:
            if Path(name).is_dir():
                raise IsADirectoryError(21, "Is a directory")
            with Path(name).open("rb") as file:
                content = file.read(limit + 1)
    except OSError as error:
        msg = f"Can't read {name}: {error.strerror or error}."
        raise CommandError(msg) from None
    if len(content) > limit:
        msg = f"{name} is too large: {limit // 2**20} MB is the most."
        raise CommandError(msg)
    return content
