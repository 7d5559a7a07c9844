"""What expeditions are worth, with every part of the sum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from expedition.game.cards import Card
    from expedition.game.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class ExpeditionScore:
    """The worked score of one expedition, in points (rules 6.1 to 6.4).

    An expedition that was not started has nothing in any part.
    """

    cards: int = 0
    sum: int = 0
    cost: int = 0
    multiplier: int = 1
    bonus: int = 0

    @property
    def value(self) -> int:
        """What the numbers bring beyond the cost: sum - cost."""
        return self.sum - self.cost

    @property
    def multiplied(self) -> int:
        """The value times the multiplier."""
        return self.value * self.multiplier

    @property
    def total(self) -> int:
        """(sum - cost) x multiplier + bonus."""
        return self.multiplied + self.bonus


@dataclass(frozen=True, slots=True)
class RoundScore:
    """One side's round: its expeditions in the ruleset's order of suits."""

    expeditions: tuple[ExpeditionScore, ...]

    @property
    def total(self) -> int:
        """Points of the round."""
        return sum(expedition.total for expedition in self.expeditions)


def score_expedition(ruleset: Ruleset, cards: Iterable[Card]) -> ExpeditionScore:
    """Score the cards of one expedition, in any order."""
    count = points = wagers = 0
    for card in cards:
        count += 1
        points += card.points
        wagers += card.is_wager
    if not count:
        return ExpeditionScore()
    bonus = ruleset.bonus if count >= ruleset.bonus_cards else 0
    return ExpeditionScore(count, points, ruleset.cost, 1 + wagers, bonus)


def score_side(ruleset: Ruleset, expeditions: Iterable[Iterable[Card]]) -> RoundScore:
    """Score a side's expeditions, one for each suit of the ruleset."""
    return RoundScore(tuple(score_expedition(ruleset, cards) for cards in expeditions))
