"""Names to bots, and the bots that a process keeps while it plays."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from expedition.bots import UnknownBot, find_bot
from expedition.bots.external import BotFailed, ExternalBot

if TYPE_CHECKING:
    from expedition.arena.settings import Settings
    from expedition.bots import Bot

#: What a name begins with that is a command: a program that plays over JSON lines.
COMMAND = "cmd:"


def plain_name(name: str) -> str:
    """Return a bot's name as settings and logs have it, however it was typed."""
    name = name.strip()
    return name if name.startswith(COMMAND) else name.lower()


def make_bot(name: str, settings: Settings) -> Bot:
    """Make the bot of this name. Raises UnknownBot or BotFailed, each with a sentence.

    The one place of the arena where a name becomes a bot: one of the registry, or with `cmd:` an
    external one.
    """
    if name.startswith(COMMAND):
        return ExternalBot(name.removeprefix(COMMAND).strip(), settings.deadline)
    return find_bot(name, settings.ruleset)


def check_bots(settings: Settings) -> None:
    """Make every bot once and let it go. Raises UnknownBot for one that can't be made.

    Nor may an external one decline the edition; what it does later is a matter of forfeits.
    """
    for name in dict.fromkeys(settings.bots):
        try:
            bot = make_bot(name, settings)
            try:
                if isinstance(bot, ExternalBot):
                    bot.meet(settings.ruleset)
            finally:
                _close(bot)
        except BotFailed as error:
            raise UnknownBot(str(error)) from None


class Bench:
    """The bots of one process, made when first needed.

    Each player has a bot of its own: a contestant in a partner edition has two. A bot that has
    failed is let go, and the next round begins with a new one, however often: if it were given
    up after some failures, results would depend on which process had seen them.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._bots: dict[tuple[int, int], Bot] = {}

    def bot(self, contestant: int, player: int) -> Bot:
        """Return the bot of a contestant's player, both from 0. Raises as `make_bot`."""
        key = contestant, player
        if key not in self._bots:
            self._bots[key] = make_bot(self._settings.bots[contestant], self._settings)
        return self._bots[key]

    def drop(self, contestant: int, player: int) -> None:
        """Let a bot go."""
        bot = self._bots.pop((contestant, player), None)
        if bot is not None:
            _close(bot)

    def close(self) -> None:
        """Let all bots go."""
        for key in tuple(self._bots):
            self.drop(*key)


def _close(bot: Bot) -> None:
    """End what a bot holds, such as a process, where it has a method for that."""
    close = getattr(bot, "close", None)
    if callable(close):
        # What goes wrong in a bot that is not wanted any more is nobody's concern.
        with suppress(Exception, SystemExit):
            close()
