"""Whether cards can lie in expeditions at all: for scores of cards whose laying nobody recorded."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from expedition.game.errors import InvalidSetup
from expedition.game.legality import lay_fault

if TYPE_CHECKING:
    from collections.abc import Iterable

    from expedition.game.cards import Card
    from expedition.game.ruleset import Ruleset


def as_expeditions(ruleset: Ruleset, cards: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
    """Return one side's cards as expeditions, one for each suit, in an order that can be laid.

    Raises InvalidSetup, naming the card, where there is no such order: a card that is there more
    often than an expedition can hold it.
    """
    laid: dict[object, tuple[Card, ...]] = dict.fromkeys(ruleset.suits, ())
    counts = Counter(cards)
    for card in ruleset.sort([card for card in counts if card in ruleset.copies]):
        expedition = laid[card.suit]
        for placed in range(counts[card]):
            fault = lay_fault(expedition, card, wagers_ascend=ruleset.wagers_ascend)
            if fault is not None or placed == ruleset.copies[card]:
                msg = f"{card.name} is there {counts[card]} times; an expedition can hold {placed}."
                raise InvalidSetup(msg)
            expedition = (*expedition, card)
        laid[card.suit] = expedition
    for card in counts:
        if card not in ruleset.copies:
            msg = f"There is no {card.name} in {ruleset.id}."
            raise InvalidSetup(msg)
    return tuple(laid[suit] for suit in ruleset.suits)
