"""What is known of hands without looking: cards that were seen to go into one and not come out.

Known cards are multisets of kinds. Two equal wagers can't be told apart, so a card that leaves a
hand counts as a known one whenever it could be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from expedition.game.rows import put

if TYPE_CHECKING:
    from expedition.game.cards import Card
    from expedition.game.ruleset import Ruleset

Cards = tuple["Card", ...]


class Knowledge(NamedTuple):
    """Known cards, each tuple in the order in which they became known.

    `public` has, for each seat, what everybody knows it holds. After a face-down hand-over nobody
    else can say which of two partners holds a card: it moves to `pooled`, kept for each side.
    `partner` has, for each seat, what its partner knows it holds, who sees the hand-overs.
    Both are lower bounds, and exact where there are no partners.
    """

    public: tuple[Cards, ...]
    pooled: tuple[Cards, ...]
    partner: tuple[Cards, ...]

    @classmethod
    def none(cls, ruleset: Ruleset) -> Knowledge:
        """Nothing is known, as when the hands have just been dealt."""
        return cls(((),) * ruleset.seats, ((),) * ruleset.sides, ((),) * ruleset.seats)

    def took(self, seat: int, card: Card) -> Knowledge:
        """Return what is known after a seat took this card off a discard pile."""
        return Knowledge(
            put(self.public, seat, (*self.public[seat], card)),
            self.pooled,
            put(self.partner, seat, (*self.partner[seat], card)),
        )

    def used(self, seat: int, side: int, card: Card) -> Knowledge:
        """Return what is known after a seat laid or discarded this card."""
        public, pooled, partner = self
        if card in public[seat]:
            public = put(public, seat, _without(public[seat], card))
        elif card in pooled[side]:
            pooled = put(pooled, side, _without(pooled[side], card))
        if card in partner[seat]:
            partner = put(partner, seat, _without(partner[seat], card))
        return Knowledge(public, pooled, partner)

    def handed_over(self, seat: int, partner: int, side: int, cards: Cards) -> Knowledge:
        """Return what is known after a seat handed these cards to its partner, face down."""
        seen = self.partner[seat]
        for card in cards:
            seen = _without(seen, card)
        return Knowledge(
            put(self.public, seat, ()),
            put(self.pooled, side, self.pooled[side] + self.public[seat]),
            put(put(self.partner, seat, seen), partner, self.partner[partner] + cards),
        )


def _without(cards: Cards, card: Card) -> Cards:
    """Return the cards less one copy of `card`, or as they are when it is not among them."""
    if card not in cards:
        return cards
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]
