"""The halves of a turn, and the ends of a round."""

from __future__ import annotations

from expedition.game.cards import Named


class Step(Named):
    """The halves of a turn."""

    PLAY = "play"
    DRAW = "draw"


class Termination(Named):
    """Why a round ended (rules 5.1 to 5.3)."""

    DECK_EMPTY = "the last card of the deck was drawn"
    HANDS_EMPTY = "the last card in hand was played"
    STALLED = "too many turns in a row were a discard and a draw off a pile"

    @property
    def code(self) -> str:
        """The reason as programs and records read it: `deck-empty`."""
        return self.name.lower().replace("_", "-")
