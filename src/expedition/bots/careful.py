"""`careful`: the hand-written bot that newcomers meet first, and that others are measured by.

It asks of each action what it changes in the expected final scores of both sides, and takes the
best. The expectation is `outlook`'s; the numbers below say what it leaves out. It remembers
nothing between calls, and plays every edition by its parameters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from expedition.bots.outlook import BURIED_CHANCE, TOP_CHANCE, Outlook, Prospects, turns_to_use
from expedition.game import Card, Discard, DrawDeck, DrawPile, HandOver, Play, score_expedition

if TYPE_CHECKING:
    from random import Random

    from expedition.game import Action, Observation, Suit

# All in points. Playing both ways from the same positions showed that laying a card is worth a
# little more than the outlooks say: it gives nothing away, and keeps the hand free for what comes.
PLAY_BONUS = 1.5
# More for a wager that begins an expedition: nothing gains so much from coming early.
FIRST_WAGER_BONUS = 2.5
# The bonus for a beginning sinks to nothing while this last part of the deck is drawn.
BEGIN_UNTIL = 0.4

# What a turn is worth even when there seem to be enough of them, and how much of the least wanted
# card's value when there are not.
LEAST_PRICE = 1.5
PRICE_WEIGHT = 0.8
# In the last turn no card but the best is laid, for certain: the others are worth less than it.
LAST_PRICE_WEIGHT = 1.01
# The value of laying a wager, where what turns are wanted for is counted.
WAGER_WORTH = 10.0
# Turns are wanted for a suit that has not begun once it promises this much.
LIKELY_BEGUN = 5.0

# The chance that the other side lays a card that it's given, and what its draw would have brought.
TAKE_CHANCE = 0.9
THEIR_DRAW = 3.0
# What an unknown card off the deck brings.
DECK_WORTH = 5.0
# A draw off a pile leaves the deck as it is: a turn more, for one side or the other.
STALL_WEIGHT = 0.25
# A hand-over passes the turn, at the price of a card less.
HAND_OVER_COST = 4.0

_NEVER = -1000.0


class CarefulBot:
    """Weighs what each action changes in the expected scores of both sides."""

    title = "Careful"
    style = "Plays a sensible game by rules that people wrote, and counts the turns."

    def choose(self, observation: Observation, legal: tuple[Action, ...], rng: Random) -> Action:
        """Return the action of `legal` that promises most; of equals, the first."""
        if len(legal) == 1:
            return legal[0]
        return max(legal, key=Judgement(observation).gain)


class Judgement:
    """What one seat makes of its situation, worked out once for all that it may do."""

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        self.ruleset = observation.ruleset
        self.prospects = Prospects(observation)
        self.mine = {
            suit: self.prospects.outlook(observation.side, suit) for suit in self.ruleset.suits
        }
        turns = turns_to_use(observation)
        self.is_last_turn = turns == 1 and not self.ruleset.play_out_hands
        self.price = self._price_of_a_turn(turns)
        self.value = {suit: outlook.value(self.price) for suit, outlook in self.mine.items()}
        self._theirs: dict[tuple[int, Suit], Outlook] = {}

    def gain(self, action: Action) -> float:
        """Return what an action promises, to compare with others of the same step."""
        match action:
            case Play(card):
                return self._play(card)
            case Discard(card):
                return self._discard(card)
            case DrawDeck():
                return DECK_WORTH
            case DrawPile(suit):
                return self._take(self.observation.pile(suit)[-1])
            case HandOver(first, second):
                return self._hand_over(first, second)
        assert_never(action)

    # The card step. Every card costs a turn, so the price of it is left out of all of them; what
    # an outlook is to be charged for laying a card comes back as gain when it has been laid.

    def _play(self, card: Card) -> float:
        if self.is_last_turn:
            # Nothing follows, so nothing is to be estimated.
            laid = self.observation.expedition(self.observation.side, card.suit)
            before = score_expedition(self.ruleset, laid)
            return score_expedition(self.ruleset, (*laid, card)).total - before.total
        outlook = self.mine[card.suit]
        after = outlook.with_laid(card, self._wagers_after(card))
        return after.value(self.price) - self.value[card.suit] + self._bonus(card, outlook)

    def _bonus(self, card: Card, outlook: Outlook) -> float:
        if outlook.laid:
            return PLAY_BONUS
        left = self.observation.deck_size / self.ruleset.deck_size
        bonus = FIRST_WAGER_BONUS if card.is_wager else PLAY_BONUS
        return bonus * min(1.0, left / BEGIN_UNTIL)

    def _wagers_after(self, card: Card) -> float:
        if not card.is_wager:
            return 0.0
        more = self.prospects.more_wagers(self.observation.side, card.suit, card)
        # Where wagers ascend, those that may follow don't include this one anyway.
        return more if self.ruleset.wagers_ascend else max(0.0, more - 1)

    def _discard(self, card: Card) -> float:
        if card in self.observation.exposed:
            # It was taken off a pile. Cards that went round and round would never let a round end.
            return _NEVER
        gain = 0.0
        # In the last turn what is kept in hand is worth nothing.
        lost = card.is_wager or self.observation.hand.count(card) == 1
        if lost and not self.is_last_turn:
            after = self.mine[card.suit].with_chance(card, 0.0, before=1.0)
            gain = after.value(self.price) - self.value[card.suit]
        if not self.ruleset.draw_from_piles:
            return gain
        return gain - sum(self._feed(side, card) for side in self._others)

    def _feed(self, side: int, card: Card) -> float:
        """Return what a discard is worth to another side, over what it would draw anyway."""
        seats = range(side, self.ruleset.seats, self.ruleset.sides)
        if not any(self.observation.turns_left(seat) for seat in seats):
            return 0.0
        theirs = self._their_outlook(side, card.suit)
        fed = theirs.with_chance(card, TAKE_CHANCE, before=0.0).value() - theirs.value()
        return max(0.0, fed - THEIR_DRAW)

    def _hand_over(self, first: Card, second: Card) -> float:
        if len(self.observation.hand) != self.ruleset.hand_size:
            # Once for each pair of partners, or two of them could go on for ever.
            return _NEVER
        # The high cards, which are laid last, so that the partner has time for them.
        return (first.points + second.points) / 100 - HAND_OVER_COST

    # The draw step

    def _take(self, card: Card) -> float:
        known = len(self.observation.exposed)
        if 2 * (known + 1) > len(self.observation.hand) + 1:
            # Cards taken are never discarded, so half the hand is kept free of them.
            return _NEVER
        gain = self.mine[card.suit].with_chance(card, 1.0, TOP_CHANCE).value(self.price)
        gain -= self.value[card.suit]
        if gain <= 0:
            return _NEVER
        denied = sum(self._denied(side, card) for side in self._others)
        return gain + denied + STALL_WEIGHT * self.price

    def _denied(self, side: int, card: Card) -> float:
        theirs = self._their_outlook(side, card.suit)
        without = theirs.with_chance(card, BURIED_CHANCE, before=TOP_CHANCE)
        return max(0.0, theirs.value() - without.value())

    # What both look at

    @property
    def _others(self) -> tuple[int, ...]:
        return tuple(side for side in range(self.ruleset.sides) if side != self.observation.side)

    def _their_outlook(self, side: int, suit: Suit) -> Outlook:
        if (side, suit) not in self._theirs:
            self._theirs[side, suit] = self.prospects.outlook(side, suit)
        return self._theirs[side, suit]

    def _price_of_a_turn(self, turns: float) -> float:
        """Return the value of the card that is just not laid for want of turns."""
        if self.ruleset.play_out_hands:
            return 0.0  # Then there is a turn for every card.
        wanted = []
        for outlook in self.mine.values():
            if not outlook.laid and outlook.value() < LIKELY_BEGUN:
                continue
            multiplier = 1 + outlook.wagers + outlook.more_wagers
            wanted += [(rank * multiplier, chance) for rank, chance in outlook.chances.items()]
            wanted.append((WAGER_WORTH, outlook.more_wagers))
        last = self.observation.turns_left(self.observation.seat) == 1
        weight = LAST_PRICE_WEIGHT if last else PRICE_WEIGHT
        for value, chance in sorted(wanted, reverse=True):
            turns -= chance
            if turns < 0:
                return max(LEAST_PRICE, weight * value)
        return LEAST_PRICE
