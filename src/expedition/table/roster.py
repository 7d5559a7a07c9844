"""The bots that can be seated: what is known of each, and which editions it plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from expedition.game import EDITIONS
from expedition.table.errors import Code, Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from expedition.game import Ruleset


@dataclass(frozen=True, slots=True)
class Listed:
    """A bot, as it says of itself."""

    id: str
    title: str
    style: str = ""
    """How it plays, in a sentence; empty where it doesn't say."""
    thinks: bool = False
    """Whether it could be told how long to think."""
    editions: tuple[str, ...] = tuple(EDITIONS)
    """The ids of the editions that it plays."""


class Roster:
    """Every bot of a server."""

    def __init__(self, bots: Iterable[Listed] = ()) -> None:
        self._bots = {bot.id: bot for bot in bots}

    def __iter__(self) -> Iterator[Listed]:
        """Iterate over the bots, in alphabetical order."""
        return iter(sorted(self._bots.values(), key=lambda bot: bot.id))

    def check(self, bot: str, ruleset: Ruleset) -> None:
        """Raise Refused unless there is such a bot and it plays this."""
        listed = self._bots.get(bot)
        if listed is None:
            raise Refused(Code.BAD, f"There is no bot {bot[:40]!r} on this server.")
        if ruleset.id not in listed.editions:
            plays = ", ".join(EDITIONS[each].name for each in listed.editions)
            only = f"only {plays}" if plays else "nor anything else"
            raise Refused(Code.BAD, f"The bot {bot!r} doesn't play {ruleset.name}, {only}.")
