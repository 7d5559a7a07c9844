"""What makes one level play unlike another: what it doesn't see, and what it likes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from expedition.bots.reading import BY_KIND, BY_SUIT, Reading
from expedition.game import Discard, DrawPile, Play
from expedition.game.legality import lay_fault

if TYPE_CHECKING:
    from collections.abc import Iterable

    from expedition.game import Action, Card, Observation

#: Places in a kind's numbers and in a suit's own, as `expedition.fast.blocks` has them.
_THEIRS_OF_KIND, _THEIRS_OF_SUIT = (2, 4, 5, 7), (1, 3, 5, 11, 13)
_PILED, _UNSEEN = 8, 11
#: Places in the numbers of the round.
_DECK, _TURNS, _MY_POINTS, _THEIR_POINTS, _LEAD = 0, 1, 4, 5, 6


@dataclass(frozen=True)
class Blindness:
    """What of the table a player does not look at."""

    theirs: bool = False
    """What the other side has laid, and is known to hold."""
    unseen: bool = False
    """Which cards are gone: all that it doesn't see itself may still come."""
    deck: bool = False
    """How much of the deck is left: to it the round is always half over."""

    def __call__(self, reading: Reading) -> Reading:
        """Return what is left of what a seat sees."""
        blocks, overall = reading.blocks.copy(), reading.overall.copy()
        suits = blocks[:, -BY_SUIT:]
        kinds = blocks[:, :-BY_SUIT].reshape(len(blocks), -1, BY_KIND)
        if self.unseen:
            kinds[:, :, _UNSEEN] += kinds[:, :, _PILED]
            kinds[:, :, _PILED] = 0
        if self.theirs:
            kinds[:, :, _THEIRS_OF_KIND] = 0
            suits[:, _THEIRS_OF_SUIT] = 0
            overall[_THEIR_POINTS], overall[_LEAD] = 0, overall[_MY_POINTS]
        if self.deck:
            overall[_DECK] = overall[_TURNS] = 0.5
        blocks[:, :-BY_SUIT] = kinds.reshape(len(blocks), -1)
        return Reading(blocks, overall)


@dataclass(frozen=True)
class Taste:
    """What a player likes more than the network does: added to logarithms of chances."""

    wager: float = 0.0
    """For laying a wager."""
    open: float = 0.0
    """For beginning an expedition."""
    feed: float = 0.0
    """For each point of a discard that the other side could lay."""
    rob: float = 0.0
    """For each point of a card drawn off a pile that the other side could lay."""

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
