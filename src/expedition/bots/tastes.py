"""What makes one level play unlike another: what it doesn't see, and what it likes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from expedition.game import Discard, DrawPile, Play
from expedition.game.legality import lay_fault

if TYPE_CHECKING:
    from collections.abc import Iterable

    from expedition.game import Action, Card, Observation

#: Cards of a pile that everybody remembers, from the top.
_REMEMBERED = 2


@dataclass(frozen=True)
class Blindness:
    """What of the table a player does not look at, or doesn't remember."""

    theirs: bool = False
    """What the other side has laid, and which cards the two sides know of each other."""
    unseen: bool = False
    """What lies deep in the piles: it could still come, for all that it remembers."""
    deck: bool = False
    """How much of the deck is left: to it the round is always half over."""

    def __call__(self, observation: Observation) -> Observation:
        """Return what is left of what a seat sees."""
        ruleset, side, seen = observation.ruleset, observation.side, observation
        if self.theirs:
            mine = [ruleset.side(seat) == side for seat in range(ruleset.seats)]
            seen = replace(
                seen,
                expeditions=tuple(
                    laid if whose == side else ((),) * len(laid)
                    for whose, laid in enumerate(seen.expeditions)
                ),
                known=tuple(
                    cards if own else () for cards, own in zip(seen.known, mine, strict=True)
                ),
                pooled=tuple(
                    cards if whose == side else () for whose, cards in enumerate(seen.pooled)
                ),
                exposed=(),
            )
        if self.unseen:
            seen = replace(seen, piles=tuple(pile[-_REMEMBERED:] for pile in seen.piles))
        if self.deck:
            whole = len(ruleset.pack) - ruleset.set_aside - ruleset.seats * ruleset.hand_size
            seen = replace(seen, deck_size=whole // 2)
        return seen


@dataclass(frozen=True)
class Taste:
    """What a player likes more than the network does: added to logarithms of chances."""

    wager: float = 0.0
    """For laying a wager."""
    open: float = 0.0
    """For beginning an expedition."""
    feed: float = 0.0
    """For each point of a discard that the other side could lay; twice that in a suit it began."""
    rob: float = 0.0
    """The same for each point of a card drawn off a pile."""

    def __call__(self, observation: Observation, legal: Iterable[Action]) -> dict[Action, float]:
        """Return what is added for each action that it has a liking for, or a dislike."""
        likings: dict[Action, float] = {}
        for action in legal:
            more = 0.0
            if isinstance(action, Play):
                more += self.wager * action.card.is_wager
                begun = observation.expedition(observation.side, action.card.suit)
                more += self.open * (not begun)
            elif isinstance(action, Discard) and self.feed:
                more += self.feed * _use_to_them(observation, action.card)
            elif isinstance(action, DrawPile) and self.rob:
                more += self.rob * _use_to_them(observation, observation.pile(action.suit)[-1])
            if more:
                likings[action] = more
        return likings


#: Points that a card counts for as loot, be it a wager or a 2.
_LEAST_USE = 5


def _use_to_them(observation: Observation, card: Card) -> int:
    """Return what a card could bring the other side: nothing where it can't be laid."""
    if observation.ruleset.sides != 2:
        return 0
    laid = observation.expedition(1 - observation.side, card.suit)
    if lay_fault(laid, card, wagers_ascend=observation.ruleset.wagers_ascend) is not None:
        return 0
    # What lies already makes it sure that the card is wanted.
    return max(card.points, _LEAST_USE) * (2 if laid else 1)
