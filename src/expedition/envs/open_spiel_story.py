"""A round as one seat saw it, told step by step: who did what, with which cards."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from expedition.fast.trace import HIDDEN_PAIR
from expedition.game import DrawDeck, DrawPile, HandOver, Play

if TYPE_CHECKING:
    from expedition.fast import Information


class What(Enum):
    """What became of a card."""

    USE = auto()
    """It was laid or discarded."""
    TAKE = auto()
    """It was taken off a pile."""
    DRAW = auto()
    """It was drawn off the deck."""
    GIVE = auto()
    """Two were handed over, and the seat saw which."""
    HIDE = auto()
    """Two were handed over in the dark."""


class Happening(NamedTuple):
    """One step: the number of its action, who, what, and the kinds of the cards, where seen."""

    number: int
    seat: int
    what: What
    kinds: tuple[int, ...] = ()
    place: int = -1
    """The place in the deal of a card drawn off the deck."""


def story(known: Information) -> list[Happening]:
    """Return what happened in a round, as far as the seat knows."""
    ruleset = known.ruleset
    kinds = ruleset.kind_order
    piles: dict[object, list[int]] = {suit: [] for suit in ruleset.suits}
    told = []
    seat, deck_at = known.starter, ruleset.seats * ruleset.hand_size
    deck_end = deck_at + ruleset.deck_size
    for number, action_id in enumerate(known.actions.tolist()):
        ends = True
        action = None if action_id == HIDDEN_PAIR else ruleset.action_space.action(action_id)
        if action is None:
            told.append(Happening(number, seat, What.HIDE))
        elif isinstance(action, HandOver):
            pair = kinds[action.first], kinds[action.second]
            told.append(Happening(number, seat, What.GIVE, pair))
        elif isinstance(action, DrawDeck):
            told.append(Happening(number, seat, What.DRAW, place=deck_at))
            deck_at += 1
        elif isinstance(action, DrawPile):
            told.append(Happening(number, seat, What.TAKE, (piles[action.suit].pop(),)))
        else:
            kind = kinds[action.card]
            if not isinstance(action, Play):
                piles[action.card.suit].append(kind)
            told.append(Happening(number, seat, What.USE, (kind,)))
            ends = deck_at == deck_end  # hands are played out: nothing is left to draw
        seat = (seat + ends) % ruleset.seats
    return told
