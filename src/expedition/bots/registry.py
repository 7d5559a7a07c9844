"""Bots by name: those of this package, and those that other packages announce.

A package adds a bot with an entry point in the group `expedition.bots` whose value is a class, or
a function without arguments, that makes one. See docs/bots.md.
"""

from __future__ import annotations

import math
from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from collections.abc import Callable

    from expedition.bots.protocol import Bot
    from expedition.game import Ruleset

GROUP = "expedition.bots"
#: What comes between a bot's name and the seconds that it is to think: search@0.5
AT = "@"
#: The longest that a bot can be told to think about an action, in seconds.
MOST_SECONDS = 60.0


class UnknownBot(ValueError):
    """There is no bot of that name, it can't be loaded, or it doesn't play that."""


class About(NamedTuple):
    """What a bot says of itself; empty where it says nothing."""

    title: str
    style: str
    """How it plays, in a sentence."""


def bot_names() -> tuple[str, ...]:
    """Return the names of every bot installed, in alphabetical order."""
    return tuple(sorted(_announced()))


def find_bot(name: str, ruleset: Ruleset | None = None) -> Bot:
    """Make the bot of this name, or raise UnknownBot with a sentence.

    `name@seconds` is a bot that is told how long to think about an action, if it can be told. With
    a ruleset it also raises where the bot doesn't play that.
    """
    plain, seconds = _parted(name)
    point = _point(plain)
    makes = _load(point)
    told = {} if seconds is None else {"think": _think(plain, makes, seconds)}
    try:
        bot = makes(**told)
    except Exception as error:
        raise _unloaded(point, error) from error
    if not callable(getattr(bot, "choose", None)):
        msg = f"The bot {plain!r} ({point.value}) has no method choose()."
        raise UnknownBot(msg)
    declines = getattr(bot, "declines", None)
    if ruleset is not None and declines is not None and (why := declines(ruleset)):
        msg = f"The bot {plain!r} doesn't play {ruleset.id}: {why}"
        raise UnknownBot(msg)
    return cast("Bot", bot)


def about_bot(name: str) -> About:
    """Return what a bot says of itself. Raises UnknownBot."""
    plain, _ = _parted(name)
    makes = _load(_point(plain))
    title, style = getattr(makes, "title", ""), getattr(makes, "style", "")
    return About(str(title) or plain.capitalize(), str(style))


def can_think(name: str) -> bool:
    """Whether a bot can be told how long to think. Raises UnknownBot."""
    plain, _ = _parted(name)
    return bool(getattr(_load(_point(plain)), "thinks", False))


def _parted(name: str) -> tuple[str, str | None]:
    plain, at, seconds = name.strip().lower().partition(AT)
    return plain.strip(), seconds.strip() if at else None


def _point(plain: str) -> EntryPoint:
    announced = _announced()
    if plain not in announced:
        close = get_close_matches(plain, announced, n=1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        msg = f"There is no bot {plain!r}.{hint} The bots are {', '.join(sorted(announced))}."
        raise UnknownBot(msg)
    return announced[plain]


def _load(point: EntryPoint) -> Callable[..., object]:
    try:
        makes: Callable[..., object] = point.load()
    except Exception as error:
        raise _unloaded(point, error) from error
    return makes


def _unloaded(point: EntryPoint, error: Exception) -> UnknownBot:
    # Whatever another package's code raises is its fault, not a crash of ours.
    why = str(error).rstrip(".")
    return UnknownBot(f"The bot {point.name.lower()!r} ({point.value}) can't be loaded: {why}.")


def _think(plain: str, makes: object, seconds: str) -> float:
    if not getattr(makes, "thinks", False):
        msg = f"The bot {plain!r} can't be told how long to think; leave {AT}{seconds} out."
        raise UnknownBot(msg)
    try:
        number = float(seconds)
    except ValueError:
        number = math.nan
    if not 0 < number <= MOST_SECONDS:
        msg = (
            f"{plain}{AT}{seconds}: after {AT} come the seconds to think, "
            f"more than 0 and at most {MOST_SECONDS:g}."
        )
        raise UnknownBot(msg)
    return number


def _announced() -> dict[str, EntryPoint]:
    points = sorted(entry_points(group=GROUP), key=_is_ours)
    return {point.name.lower(): point for point in points}


def _is_ours(point: EntryPoint) -> bool:
    # Ours come last, so no other package puts itself in the place of `careful`.
    return point.value.startswith("expedition.")
