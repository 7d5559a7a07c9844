"""Bots by name: those of this package, and those that other packages announce.

A package adds a bot with an entry point in the group `expedition.bots` whose value is a class, or
a function without arguments, that makes one. See docs/bots.md.
"""

from __future__ import annotations

from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from expedition.bots.protocol import Bot

GROUP = "expedition.bots"


class UnknownBot(ValueError):
    """There is no bot of that name, or it can't be loaded."""


def bot_names() -> tuple[str, ...]:
    """Return the names of every bot installed, in alphabetical order."""
    return tuple(sorted(_announced()))


def find_bot(name: str) -> Bot:
    """Make the bot of this name, or raise UnknownBot with a sentence."""
    announced = _announced()
    key = name.strip().lower()
    if key not in announced:
        close = get_close_matches(key, announced, n=1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        msg = f"There is no bot {name!r}.{hint} The bots are {', '.join(sorted(announced))}."
        raise UnknownBot(msg)
    try:
        bot = announced[key].load()()
    except Exception as error:
        # Whatever another package's code raises is its fault, not a crash of ours.
        msg = f"The bot {name!r} ({announced[key].value}) can't be loaded: {error}."
        raise UnknownBot(msg) from error
    if not callable(getattr(bot, "choose", None)):
        msg = f"The bot {name!r} ({announced[key].value}) has no method choose()."
        raise UnknownBot(msg)
    return cast("Bot", bot)


def _announced() -> dict[str, EntryPoint]:
    points = sorted(entry_points(group=GROUP), key=_is_ours)
    return {point.name.lower(): point for point in points}


def _is_ours(point: EntryPoint) -> bool:
    # Ours come last, so no other package puts itself in the place of `careful`.
    return point.value.startswith("expedition.")
