"""Why the rules said no: exceptions whose message is a sentence for people.

Every refusal also carries a `Fault`, so that a front end can point at the right card or pile
without reading the sentence.
"""

from __future__ import annotations

from enum import Enum


class Fault(Enum):
    """The reason why an action is illegal, one member for each way to go wrong."""

    ROUND_OVER = "round over"
    NOT_YOUR_TURN = "not your turn"
    CARD_STEP = "a card comes first"
    DRAW_STEP = "a draw comes next"
    NO_SUCH_ACTION = "no such action"
    NO_SUCH_CARD = "no such card"
    NOT_IN_HAND = "not in hand"
    NOT_HIGHER = "not higher"
    WAGER_AFTER_NUMBER = "wager after number"
    WAGER_NOT_HIGHER = "wager not higher"
    NO_SUCH_PILE = "no such pile"
    PILES_SHUT = "piles shut"
    PILE_EMPTY = "pile empty"
    PILE_CLOSED = "pile closed"
    NO_HAND_OVER = "no hand-over"
    HAND_TOO_SMALL = "hand too small"
    HAND_OVER_TWICE = "hand-over twice"

    @property
    def code(self) -> str:
        """The reason as programs read it: `not-higher`."""
        return self.value.replace(" ", "-")


class GameError(ValueError):
    """Base of every error that this package raises on purpose."""


class InvalidNotation(GameError):
    """A text is not a card, an action or a record."""


class InvalidSetup(GameError):
    """A ruleset, a deal or a match cannot be set up as asked."""


class IllegalAction(GameError):
    """An action that the rules do not allow now. Nothing has changed.

    `fault` says which rule refused it.
    """

    def __init__(self, message: str, fault: Fault) -> None:
        super().__init__(message)
        self.fault = fault

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[str, Fault]]:
        return type(self), (str(self), self.fault)


class RoundOver(IllegalAction):
    """An action after the end of the round."""

    def __init__(self, message: str, fault: Fault = Fault.ROUND_OVER) -> None:
        super().__init__(message, fault)
