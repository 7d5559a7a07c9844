"""A process that lists bots, some of which misbehave when they are loaded. Run as a script."""

from __future__ import annotations

import os
import time
from importlib.metadata import EntryPoint
from typing import Any

from expedition.bots import UnknownBot, registry
from expedition.table import bot_listing


def _exits() -> None:
    os._exit(0)


def _sleeps() -> None:
    time.sleep(3600)


def _prints() -> None:
    print('{"bot": "shouting", "missing": "R7"}')  # noqa: T201
    os.write(1, b'{"bot": "careful", "missing": "I say so"}\n')


def _lies() -> None:
    """Write past the door, to every pipe that there is."""
    for line in (
        b"[" * 200,
        b'{"bot": "hal", "missing": ""}',
        b'{"bot": "lying", "title": 1}',
        b"{}",
    ):
        for fd in range(3, 20):
            try:
                os.write(fd, line + b"\n")
            except OSError:
                continue


def _fails() -> None:
    msg = "no reason"
    raise LookupError(msg)


LOADING = {
    "exiting": _exits,
    "hanging": _sleeps,
    "shouting": _prints,
    "lying": _lies,
    "failing": _fails,
}


OURS = ("careful", "random")


class Picky:
    title = "Picky " * 20
    style = "Plays what it likes."
    thinks = True

    def declines(self, ruleset: Any) -> str | None:
        return None if ruleset.id == "five-suit" else "it is too simple."

    def choose(self, *_: object) -> None:
        """Choose nothing."""


def _point(plain: str) -> EntryPoint:
    return _POINT(plain) if plain in OURS else EntryPoint(plain, plain, registry.GROUP)


def _load(point: Any) -> Any:
    if point.name in LOADING:
        LOADING[point.name]()
        return Picky
    if point.name == "absent":
        msg = "The bot 'absent' can't be loaded: No module named 'absent'."
        raise UnknownBot(msg)
    return _LOAD(point) if point.name in OURS else Picky


_POINT, _LOAD = registry._point, registry._load


if __name__ == "__main__":
    registry._point = _point
    registry._load = _load
    bot_listing.main()
