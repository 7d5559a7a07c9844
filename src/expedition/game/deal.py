"""A deal: the order of the pack for one round, which is all the chance there is in it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from expedition.game.errors import InvalidSetup

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from expedition.game.cards import Card
    from expedition.game.ruleset import Ruleset


@dataclass(frozen=True)
class Deal:
    """The shuffled pack: the hands of seat 0, 1, ..., then the deck, top first.

    Cards set aside are the last. Raises InvalidSetup when `cards` is not the ruleset's pack.
    """

    ruleset: Ruleset
    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        have, want = Counter(self.cards), Counter(self.ruleset.pack)
        if have != want:
            msg = f"Not a pack of {self.ruleset.id}: {_difference(have, want)}."
            raise InvalidSetup(msg)

    @classmethod
    def shuffled(cls, ruleset: Ruleset, rng: Random) -> Deal:
        """Shuffle the pack with a generator; equal generators give equal deals everywhere."""
        # Fisher-Yates over random(), the one method whose sequence Python promises to keep.
        cards = list(ruleset.pack)
        for last in range(len(cards) - 1, 0, -1):
            other = int(rng.random() * (last + 1))
            cards[last], cards[other] = cards[other], cards[last]
        return cls(ruleset, tuple(cards))

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The dealt hand of each seat, in the order of the ruleset's kinds."""
        size = self.ruleset.hand_size
        return tuple(
            self.ruleset.sort(self.cards[seat * size : (seat + 1) * size])
            for seat in range(self.ruleset.seats)
        )

    @property
    def deck(self) -> tuple[Card, ...]:
        """The deck after dealing, top first."""
        first = self.ruleset.seats * self.ruleset.hand_size
        return self.cards[first : first + self.ruleset.deck_size]

    @property
    def aside(self) -> tuple[Card, ...]:
        """The cards that nobody sees in this round."""
        return self.cards[len(self.cards) - self.ruleset.set_aside :]

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))


def _difference(have: Counter[Card], want: Counter[Card]) -> str:
    parts = [
        f"{word} {_listed((left - right).elements())}"
        for word, left, right in (("missing", want, have), ("too many", have, want))
        if left - right
    ]
    return "; ".join(parts)


def _listed(cards: Iterable[Card]) -> str:
    names = [str(card) for card in cards]
    shown = ", ".join(names[:6])
    return shown if len(names) <= 6 else f"{shown} and {len(names) - 6} more"
