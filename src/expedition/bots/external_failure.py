"""How an external bot fails: with a kind that can be counted, and one sentence."""

from __future__ import annotations

from enum import Enum


class FailureKind(Enum):
    """What an external bot did wrong."""

    NOT_STARTED = "not started"
    """Its program can't be started."""
    DECLINED = "declined"
    """It says that it doesn't play this edition."""
    CRASHED = "crashed"
    """Its process ended, or closed its output."""
    LATE = "late"
    """It gave no answer in time."""
    ILLEGAL = "illegal"
    """It chose an action that is not legal now."""
    RUBBISH = "rubbish"
    """It wrote something that is no answer, or that nobody asked for."""
    GIVEN_UP = "given up"
    """It failed so often that it isn't started again."""


class Trouble(Exception):
    """What went wrong with a process, before it is known whose it is.

    The reason is the end of a sentence: "it took longer than 5 s".
    """

    def __init__(self, kind: FailureKind, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind
        self.reason = reason


class BotFailed(Exception):
    """An external bot gave no legal action. Its text is one sentence that names what came.

    The text may name cards of the bot's hand, so it is for the log and for whoever wrote the bot,
    and not for the others at the table.
    """

    def __init__(
        self, bot: str, kind: FailureKind, reason: str, request: str = "", last_words: str = ""
    ) -> None:
        super().__init__(f"The bot {bot} failed: {reason}.")
        self.bot = bot
        self.kind = kind
        self.reason = reason
        """The sentence without its beginning and its full stop."""
        self.request = request
        """The line that it was asked to answer; empty where there was none."""
        self.last_words = last_words
        """The end of what it wrote to its standard error."""

    def __reduce__(self) -> tuple[type[BotFailed], tuple[object, ...]]:
        # Without this it could not come back from another process.
        return type(self), (self.bot, self.kind, self.reason, self.request, self.last_words)
