"""Things that choose actions from observations."""

from expedition.bots.protocol import Bot
from expedition.bots.registry import UnknownBot, bot_names, find_bot

__all__ = ["Bot", "UnknownBot", "bot_names", "find_bot"]
