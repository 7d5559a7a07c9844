"""What a suit can still become for a side: an estimate from what one seat knows.

Every card that a side could still lay has a chance that it will be laid: 1 for a card in the hand
of whoever asks, less for one that has yet to come. A suit's outlook is the score that those
chances make on average. Unseen cards count as spread evenly over the deck, the hands that are
hidden and the cards set aside, but for a guess at what others hold from what they lay.

The numbers here and in `careful` were settled by paired rounds against versions with others, in
classic; none of them is sharp.
"""

from __future__ import annotations

from math import erf, exp, pi, sqrt
from typing import TYPE_CHECKING, NamedTuple

from expedition.game import Card, Step, Wager

if TYPE_CHECKING:
    from expedition.game import Observation, Ruleset, Suit

# The chance that a card is laid, by where it is now.
KNOWN_CHANCE = 0.9  # in a hand of this side that was seen to take it
TOP_CHANCE = 0.3  # on top of its discard pile, for whoever is next to want it
BURIED_CHANCE = 0.03  # further down there
USABLE = 0.75  # of the cards that come: others come too late, or below one already laid
# What the others lay tells what they hold: how much likelier an unseen card is to be with a side
# that has begun its suit, or with one that has not.
BEGUN = 1.4
NOT_BEGUN = 0.8
# A wager must come before the first number, so it comes in time only half as often.
WAGER_USABLE = USABLE / 2

# An expedition that has not begun can be left alone, so what may come counts for its good half.
# But one has to decide early: only this part of the spread is known by then.
HINDSIGHT = 0.4

# Keeps the chance of the bonus off certainty where few cards are in doubt.
_BONUS_DOUBT = 0.1


class Outlook(NamedTuple):
    """One side's suit: what lies there, and what may come on top of it."""

    ruleset: Ruleset
    laid: int
    """Cards laid."""
    points: int
    """Their sum."""
    wagers: int
    """The wagers among them."""
    top: int
    """The highest number laid, or 0."""
    chances: dict[int, float]
    """For each number that may still be laid, the chance that it is."""
    more_wagers: float
    """Wagers that may still be laid, weighted likewise."""

    def value(self, price: float = 0.0) -> float:
        """Return the expected final score, less `price` for each turn that is spent on it.

        The price is what a turn brings elsewhere: a card that brings less is left in hand.
        """
        rules = self.ruleset
        multiplier = 1 + self.wagers + self.more_wagers
        points, numbers, points_spread, cards_spread = float(self.points), 0.0, 0.0, 0.0
        for rank, chance in self.chances.items():
            if rank * multiplier > price:
                points += rank * chance
                numbers += chance
                doubt = chance * (1 - chance)
                points_spread += rank * rank * doubt
                cards_spread += doubt
        profit = points - rules.cost
        wagers = self.more_wagers
        if self.laid and profit <= price:
            # Already under way and losing, or winning too little: no more wagers on this.
            multiplier, wagers = 1.0 + self.wagers, 0.0
        turns = numbers + wagers
        score = profit * multiplier - price * turns
        missing = rules.bonus_cards - 0.5 - self.laid - turns
        score += rules.bonus * _below(-missing / sqrt(cards_spread + _BONUS_DOUBT))
        if self.laid:
            return score
        return _good_half(score, HINDSIGHT * multiplier * sqrt(points_spread))

    def with_laid(self, card: Card, more_wagers: float) -> Outlook:
        """Return the outlook once a card is laid, when so many wagers may still follow."""
        rank = card.rank
        if isinstance(rank, Wager):
            return self._replace(
                laid=self.laid + 1, wagers=self.wagers + 1, more_wagers=more_wagers
            )
        return self._replace(
            laid=self.laid + 1,
            points=self.points + rank,
            top=rank,
            chances={other: chance for other, chance in self.chances.items() if other > rank},
            more_wagers=0.0,
        )

    def with_chance(self, card: Card, chance: float, before: float) -> Outlook:
        """Return the outlook when the chance of a card becomes `chance`, from `before`."""
        rank = card.rank
        if isinstance(rank, Wager):
            more = 0.0 if self.top else max(0.0, self.more_wagers + chance - before)
            return self._replace(more_wagers=more)
        if rank <= self.top:
            return self
        return self._replace(chances=self.chances | {rank: chance})


class Prospects:
    """Where the cards are that a seat doesn't hold, as far as it can tell."""

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        self.ruleset = observation.ruleset
        self.known = _known_cards(observation)
        self.unseen = _unseen_cards(observation, self.known)
        total = max(1, sum(self.unseen.values()))
        self._even = tuple(self._to_come(side) / total for side in range(self.ruleset.sides))

    def outlook(self, side: int, suit: Suit) -> Outlook:
        """Return what a suit can still become for a side."""
        wagers = points = top = 0
        highest_wager = None
        laid = self.observation.expedition(side, suit)
        for card in laid:
            if isinstance(card.rank, Wager):
                wagers += 1
                highest_wager = card
            else:
                points += card.rank
                top = card.rank
        share = self._share(side, suit)
        chances = {
            rank: chance
            for rank in self.ruleset.ranks
            if rank > top and (chance := self._chance(side, Card(suit, rank), share))
        }
        more = 0.0 if top else self.more_wagers(side, suit, highest_wager)
        return Outlook(self.ruleset, len(laid), points, wagers, top, chances, more)

    def more_wagers(self, side: int, suit: Suit, after: Card | None) -> float:
        """Return how many wagers a side may still lay in a suit, `after` being its last."""
        hand = self.observation.hand if side == self.observation.side else ()
        known, pile = self.known[side], self.observation.pile(suit)
        share = self._share(side, suit)
        more = 0.0
        for wager in dict.fromkeys(self.ruleset.wagers):
            card = Card(suit, wager)
            if after and self.ruleset.wagers_ascend and card.order <= after.order:
                continue
            more += hand.count(card) + KNOWN_CHANCE * known.count(card)
            more += self.unseen[card] * share * WAGER_USABLE
            more += TOP_CHANCE * (card in pile[-1:])
        return more

    def _chance(self, side: int, card: Card, share: float) -> float:
        observation = self.observation
        if side == observation.side and card in observation.hand:
            return 1.0
        # Doubled ranks have several copies, each of them somewhere: one is enough.
        miss = (1 - USABLE * share) ** self.unseen[card]
        if card in self.known[side]:
            miss *= 1 - KNOWN_CHANCE
        pile = observation.pile(card.suit)
        if card in pile:
            miss *= 1 - (TOP_CHANCE if card == pile[-1] else BURIED_CHANCE)
        return 1 - miss

    def _share(self, side: int, suit: Suit) -> float:
        """Return the chance that an unseen card of a suit is, or will be, in a hand of a side."""
        even = self._even[side]
        if side != self.observation.side:
            even *= BEGUN if self.observation.expedition(side, suit) else NOT_BEGUN
        return min(1.0, even)

    def _to_come(self, side: int) -> float:
        """Return how many unseen cards a side holds or will draw, if all draw off the deck."""
        observation, rules = self.observation, self.ruleset
        cards = -len(self.known[side])
        for seat in range(side, rules.seats, rules.sides):
            away = (seat - observation.to_act) % rules.seats
            draws = len(range(away, observation.deck_size, rules.seats))
            # The card drawn in the last turn can't be laid, unless hands are played out.
            cards += draws if rules.play_out_hands else max(0, draws - 1)
            if seat != observation.seat:
                cards += observation.hand_sizes[seat]
        return max(0.0, cards)


def turns_to_use(observation: Observation) -> int:
    """Return how many cards the seat's side can still lay, if all draw off the deck."""
    rules = observation.ruleset
    turns = sum(
        observation.turns_left(seat) for seat in range(observation.side, rules.seats, rules.sides)
    )
    return turns - (observation.step is Step.DRAW)


def _known_cards(observation: Observation) -> tuple[tuple[Card, ...], ...]:
    """Return, for each side, the cards that it's known to hold outside the seat's own hand."""
    rules = observation.ruleset
    hands = observation.known if observation.open_hands is None else observation.open_hands
    known: list[tuple[Card, ...]] = list(
        ((),) * rules.sides if observation.open_hands else observation.pooled
    )
    for seat, cards in enumerate(hands):
        if seat != observation.seat:
            known[rules.side(seat)] += cards
    return tuple(known)


def _unseen_cards(observation: Observation, known: tuple[tuple[Card, ...], ...]) -> dict[Card, int]:
    """Return how many copies of each card the seat can't place."""
    unseen = dict(observation.ruleset.copies)
    laid = [cards for expeditions in observation.expeditions for cards in expeditions]
    for cards in (observation.hand, *laid, *observation.piles, *known):
        for card in cards:
            unseen[card] -= 1
    return unseen


def _below(deviations: float) -> float:
    """Return the chance that a normal variable is below its mean plus so many deviations."""
    return 0.5 * (1 + erf(deviations / sqrt(2)))


def _good_half(mean: float, deviation: float) -> float:
    """Return the mean of a normal variable once every loss is turned into nothing."""
    if deviation <= 0:
        return max(0.0, mean)
    z = mean / deviation
    return mean * _below(z) + deviation * exp(-z * z / 2) / sqrt(2 * pi)
