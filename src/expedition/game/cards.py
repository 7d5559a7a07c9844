"""Suits, wagers and cards: the smallest words of the game.

A card is a suit and a rank; the rank of a multiplier card is a `Wager`. Which cards a round is
played with is the ruleset's business, not this module's.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Named(Enum):
    """An enumeration whose members show as they are written: `Suit.RED`."""

    # Members are unique objects; the inherited hash is a Python call, and they are keys all over.
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Suit(Named):
    """A suit: one of the published game's colours, or a suit of a standard deck.

    A letter is unique within an edition, not over all of them: P is purple, or caps.
    """

    YELLOW = ("Y", "Yellow", "")
    WHITE = ("W", "White", "")
    BLUE = ("B", "Blue", "")
    GREEN = ("G", "Green", "")
    RED = ("R", "Red", "")
    PURPLE = ("P", "Purple", "")
    CLUBS = ("C", "Clubs", "♣")
    DIAMONDS = ("D", "Diamonds", "♦")
    HEARTS = ("H", "Hearts", "♥")
    SPADES = ("S", "Spades", "♠")
    CAPS = ("P", "Caps", "■")

    def __init__(self, letter: str, label: str, symbol: str) -> None:
        self.letter = letter
        self.label = label
        self.symbol = symbol

    def __str__(self) -> str:
        return self.label


class Wager(Named):
    """What is printed on a multiplier card: a plain mark, or the court card that stands for it."""

    PLAIN = "$"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"

    def __str__(self) -> str:
        return self.value


#: The rank of a card: a number from 2 to 10, or a wager.
Rank = int | Wager

# Where a card stands among those of its suit: wagers first, in the order J, Q, K, then numbers.
_WAGER_ORDER = {wager: place for place, wager in enumerate(Wager)}
_SUIT_ORDER = {suit: place for place, suit in enumerate(Suit)}


class Card(NamedTuple):
    """One card. Two cards of the same suit and rank are the same card to the rules.

    >>> str(Card(Suit.RED, 10)), Card(Suit.RED, 10).name
    ('R10', 'Red 10')
    >>> Card(Suit.CLUBS, Wager.JACK)
    Card(Suit.CLUBS, Wager.JACK)
    """

    suit: Suit
    rank: Rank

    @property
    def is_wager(self) -> bool:
        """Whether this is a multiplier card."""
        return isinstance(self.rank, Wager)

    @property
    def points(self) -> int:
        """What the card adds to its expedition's sum: its number, or 0 for a wager."""
        return 0 if isinstance(self.rank, Wager) else self.rank

    @property
    def name(self) -> str:
        """The card in words: "Blue 5", "Blue wager", "7 of Hearts", "Jack of Clubs"."""
        if self.rank is Wager.PLAIN:
            return f"{self.suit} wager"
        rank = self.rank.name.capitalize() if isinstance(self.rank, Wager) else self.rank
        return f"{rank} of {self.suit}" if self.suit.symbol else f"{self.suit} {rank}"

    @property
    def order(self) -> tuple[int, int, int]:
        """A key that sorts cards by suit, wagers before numbers, low before high."""
        suit = _SUIT_ORDER[self.suit]
        if isinstance(self.rank, Wager):
            return suit, 0, _WAGER_ORDER[self.rank]
        return suit, 1, self.rank

    def __str__(self) -> str:
        return f"{self.suit.letter}{self.rank}"

    def __repr__(self) -> str:
        return f"Card({self.suit!r}, {self.rank!r})"
