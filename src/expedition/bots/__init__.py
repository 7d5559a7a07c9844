"""Things that choose actions from observations."""

from expedition.bots.protocol import Bot
from expedition.bots.registry import (
    About,
    UnknownBot,
    about_bot,
    bot_names,
    can_think,
    find_bot,
)

__all__ = ["About", "Bot", "UnknownBot", "about_bot", "bot_names", "can_think", "find_bot"]
