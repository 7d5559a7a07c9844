"""What a seat can work out from what it sees: the ground that reasons stand on.

Nothing here is an estimate. Where cards may be is what the seat has not seen go elsewhere, and
turns are those left if everybody draws off the deck.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from expedition.bots.outlook import Prospects, turns_to_use
from expedition.game import Discard, Play, Step, score_expedition

# The rule itself, since what could be laid later is asked here of cards that nobody holds yet.
from expedition.game.legality import lay_fault

if TYPE_CHECKING:
    from collections.abc import Iterable

    from expedition.game import Card, Observation, Suit

    Cards = tuple[Card, ...]


class Facts:
    """A position as the seat to act sees it, or as it will be once the seat has played a card."""

    def __init__(self, observation: Observation, after: Play | Discard | None = None) -> None:
        self.observation = observation
        self.rules = rules = observation.ruleset
        self.hand: Cards = observation.hand
        self.piles: dict[Suit, Cards] = dict(zip(rules.suits, observation.piles, strict=True))
        self.closed: Suit | None = observation.closed_suit
        laid = observation.expeditions
        self.mine: dict[Suit, Cards] = dict(zip(rules.suits, laid[observation.side], strict=True))
        self.others = tuple(side for side in range(rules.sides) if side != observation.side)
        if after is not None:
            self._play(after)
        drawing = observation.step is Step.DRAW
        self.turns = observation.turns_left(observation.seat)
        """The seat's turns, this one included."""
        self.turns_after = self.turns - 1
        self.side_turns_after = turns_to_use(observation) - (not drawing)
        """The turns of the seat's side that follow this one, a partner's among them."""

    def _play(self, action: Play | Discard) -> None:
        card = action.card
        hand = list(self.hand)
        hand.remove(card)
        self.hand = tuple(hand)
        if isinstance(action, Play):
            self.mine[card.suit] += (card,)
        else:
            self.piles[card.suit] += (card,)
            self.closed = card.suit

    # Where cards are

    @cached_property
    def _prospects(self) -> Prospects:
        return Prospects(self.observation)

    @property
    def unseen(self) -> dict[Card, int]:
        """How many copies of each card the seat can't place: in the deck, or in hidden hands."""
        return self._prospects.unseen

    @property
    def partner(self) -> Cards:
        """Cards that the partner is known to hold."""
        return self._prospects.known[self.observation.side]

    @cached_property
    def theirs(self) -> Cards:
        """Cards that other sides are known to hold."""
        return tuple(card for side in self.others for card in self._prospects.known[side])

    @cached_property
    def to_come(self) -> Counter[Card]:
        """How many copies of each card aren't laid yet and can still be, as far as one knows."""
        left = Counter(self.rules.copies)
        left.subtract(
            card for side in self.observation.expeditions for laid in side for card in laid
        )
        if not self.rules.draw_from_piles:
            left.subtract(card for pile in self.observation.piles for card in pile)
        return left

    # What can be laid

    def fits(self, laid: Cards, card: Card) -> bool:
        """Whether a card can be laid on these."""
        return lay_fault(laid, card, wagers_ascend=self.rules.wagers_ascend) is None

    def fits_mine(self, card: Card) -> bool:
        """Whether the seat's side could lay a card."""
        return self.fits(self.mine[card.suit], card)

    def fits_theirs(self, card: Card, *, begun: bool) -> Cards | None:
        """Return the expedition of another side that takes a card, if there is one.

        With `begun` it is one that has been started, otherwise one that has not.
        """
        for side in self.others:
            laid = self.observation.expedition(side, card.suit)
            if bool(laid) is begun and self.fits(laid, card):
                return laid
        return None

    def chain(self, laid: Cards, cards: Iterable[Card]) -> Cards:
        """Return those of the cards that can all be laid on an expedition, one after another.

        Cards of other suits than the expedition's are to be left out by the caller.
        """
        found: list[Card] = []
        for card in self.rules.sort(tuple(cards)):
            if self.fits(laid, card):
                laid = (*laid, card)
                found.append(card)
        return tuple(found)

    def suited(self, suit: Suit, cards: Iterable[Card]) -> Cards:
        """Return the cards of a suit."""
        return tuple(card for card in cards if card.suit is suit)

    def shut_out(self, laid: Cards, card: Card) -> Cards:
        """Return the kinds that could be laid now and can't any more once the card has been."""
        after = (*laid, card)
        return tuple(
            kind
            for kind in self.suited(card.suit, self.rules.kinds)
            if kind != card and self.fits(laid, kind) and not self.fits(after, kind)
        )

    @cached_property
    def waiting(self) -> int:
        """How many cards in hand can be laid, one after another, on expeditions already begun."""
        return sum(
            len(self.chain(laid, self.suited(suit, self.hand)))
            for suit, laid in self.mine.items()
            if laid
        )

    def waiting_theirs(self, side: int) -> int:
        """Count likewise for another side: of the cards that it's known to hold."""
        known = self._prospects.known[side]
        return sum(
            len(self.chain(laid, self.suited(suit, known)))
            for suit, laid in zip(self.rules.suits, self.observation.expeditions[side], strict=True)
            if laid
        )

    def side_turns(self, side: int) -> int:
        """Return the turns of another side."""
        seats = range(side, self.rules.seats, self.rules.sides)
        return sum(self.observation.turns_left(seat) for seat in seats)

    def turns_after_taking(self) -> int:
        """Return the seat's turns after this one if it takes from a pile now, and all draw then."""
        return len(range(self.rules.seats - 1, self.observation.deck_size, self.rules.seats))

    # What it is worth

    def most(self, laid: Cards, cards: Iterable[Card], turns: int) -> int:
        """Return the most points that an expedition has after so many of the cards are laid."""
        numbers = sorted((card.points for card in self.chain(laid, cards)), reverse=True)
        return points_of(laid) + sum(numbers[: max(0, turns)])

    def total(self) -> int:
        """Return what the seat's side has as its expeditions lie."""
        return sum(score_expedition(self.rules, laid).total for laid in self.mine.values())

    def multiplier(self, laid: Cards) -> int:
        """Return by how much an expedition's points are multiplied."""
        return 1 + sum(card.is_wager for card in laid)


def points_of(laid: Iterable[Card]) -> int:
    """Return the sum of the numbers."""
    return sum(card.points for card in laid)
