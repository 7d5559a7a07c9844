"""Reasons for and against laying a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from expedition.analysis.hint_facts import Facts, points_of
from expedition.analysis.hint_reasons import Weighed, counted
from expedition.game import score_expedition

if TYPE_CHECKING:
    from expedition.game import Card, Suit

    Cards = tuple[Card, ...]

#: The bonus is told of when the hand has the cards for it, or when so few are missing.
NEAR_BONUS = 2


def weigh_play(facts: Facts, card: Card) -> Weighed:
    """Return the reasons for and against laying a card that can be laid."""
    weighed = Weighed()
    laying = _Laying(facts, card, weighed)
    if laying.is_last:
        laying.result()
        laying.bonus()
        return weighed
    laying.points()
    laying.prospect()
    laying.time()
    laying.skips()
    laying.bonus()
    laying.company()
    return weighed


class _Laying:
    """One card laid on one expedition, before and after."""

    def __init__(self, facts: Facts, card: Card, weighed: Weighed) -> None:
        self.facts = facts
        self.rules = facts.rules
        self.card = card
        self.suit: Suit = card.suit
        self.letter = card.suit.letter
        self.before: Cards = facts.mine[card.suit]
        self.laid: Cards = (*self.before, card)
        self.times = facts.multiplier(self.laid)
        rest = list(facts.hand)
        rest.remove(card)
        self.rest = facts.suited(card.suit, rest)
        self.follows = facts.chain(self.laid, self.rest)
        self.weighed = weighed
        self.is_last = facts.side_turns_after == 0

    def result(self) -> None:
        """Tell what it changes in the side's last turn, which is known to the point."""
        change = score_expedition(self.rules, self.laid).total
        change -= score_expedition(self.rules, self.before).total
        if change > 0:
            self.weighed.pro("last-gain", suit=self.letter, n=change)
        elif change < 0:
            self.weighed.con("last-loss", suit=self.letter, n=-change)

    def points(self) -> None:
        """Tell what it adds or costs as things lie."""
        weighed, cost = self.weighed, self.rules.cost
        had, has = points_of(self.before), points_of(self.laid)
        if self.card.is_wager:
            weighed.pro("multiplies", suit=self.letter, times=self.times)
            worst = cost * self.times
            if self.before:
                weighed.con("risk-grows", suit=self.letter, points=worst)
            else:
                weighed.con("starts-costs-times", suit=self.letter, points=worst, times=self.times)
            return
        if not self.before:
            weighed.con("starts-costs", suit=self.letter, cost=cost)
            return
        if self.times == 1:
            weighed.pro("adds", suit=self.letter, n=self.card.points)
        else:
            points = self.card.points * self.times
            rank = self.card.points
            weighed.pro("adds-times", suit=self.letter, rank=rank, times=self.times, points=points)
        if had < cost <= has:
            weighed.pro("breaks-even", suit=self.letter, cost=cost)
        elif has < cost:
            weighed.pro("toward-even", suit=self.letter, n=cost - has)

    def prospect(self) -> None:
        """Tell whether the expedition can make up for its cost."""
        facts, weighed, cost = self.facts, self.weighed, self.rules.cost
        has = points_of(self.laid)
        held = facts.most(self.laid, self.rest, facts.turns_after)
        # Before the first number, or with it, there's still a choice whether to go this way.
        open_still = not points_of(self.before)
        if has < cost <= held:
            weighed.pro("hand-covers", suit=self.letter, sum=held, cost=cost)
        if not open_still or has >= cost:
            return
        kinds = facts.suited(self.suit, facts.to_come)
        numbers = sorted(
            (kind.points for kind in facts.chain(self.laid, kinds) if facts.to_come[kind] > 0),
            reverse=True,
        )
        if has + sum(numbers) < cost:
            weighed.con("cant-cover", suit=self.letter, cost=cost)
            return
        if held < cost:
            weighed.con("needs-more", suit=self.letter, sum=held, n=cost - held)
        need, missing = 0, cost - has
        while missing > 0:
            missing -= numbers[need]
            need += 1
        if need > facts.side_turns_after:
            weighed.con("too-late", n=need, turns=facts.side_turns_after)

    def time(self) -> None:
        """Tell whether there is time for it now, and for it later."""
        facts, weighed = self.facts, self.weighed
        if self.rules.play_out_hands:
            return  # Then there is a turn for every card that is held.
        if not self.before:
            if 2 * facts.turns_after <= self.rules.hand_size:
                weighed.con("starts-late", n=facts.turns_after)
            elif facts.turns_after >= self.rules.hand_size:
                weighed.pro("starts-early", n=facts.turns_after)
        elif facts.waiting >= facts.turns:
            weighed.pro("time-short", n=facts.waiting, turns=facts.turns)
        else:
            weighed.con("can-wait", n=facts.waiting, turns=facts.turns)

    def skips(self) -> None:
        """Tell what can't be laid any more after it."""
        facts, weighed = self.facts, self.weighed
        lost = facts.shut_out(self.before, self.card)
        pile = facts.piles[self.suit]
        held = [kind for kind in lost if kind in self.rest]
        partner = [kind for kind in lost if kind in facts.partner]
        unseen = [kind for kind in lost if facts.unseen[kind]]
        if held:
            weighed.con("skips-held", **counted(held))
        if partner:
            weighed.con("skips-partner", **counted(partner))
        if self.rules.draw_from_piles and pile and pile[-1] in lost:
            weighed.con("skips-pile", card=str(pile[-1]))
        if unseen:
            weighed.con("skips-unseen", **counted(unseen))
        if not self.card.is_wager and not any(facts.to_come[kind] > 0 for kind in lost):
            weighed.pro("skips-nothing")

    def bonus(self) -> None:
        """Tell how it stands with the bonus for a long expedition."""
        facts, weighed, need = self.facts, self.weighed, self.rules.bonus_cards
        bonus, missing = self.rules.bonus, need - len(self.laid)
        if missing == 0:
            weighed.pro("bonus-reached", suit=self.letter, length=need, bonus=bonus)
        if missing <= 0 or self.is_last:
            return
        cards = [
            kind
            for kind in facts.suited(self.suit, facts.to_come)
            for _ in range(facts.to_come[kind])
        ]
        could = len(self.before) + len(facts.chain(self.before, cards)) >= need
        cards.remove(self.card)
        longest = len(facts.chain(self.laid, cards))
        if longest < missing:
            if could:
                weighed.con("bonus-out-of-reach", suit=self.letter, bonus=bonus)
            return
        near = missing <= NEAR_BONUS or missing <= len(self.follows)
        if near and missing <= facts.side_turns_after:
            weighed.pro("bonus-near", suit=self.letter, n=missing, bonus=bonus)

    def company(self) -> None:
        """Tell what it means for the partner and for the other side."""
        facts, weighed = self.facts, self.weighed
        partner = facts.chain(self.laid, facts.suited(self.suit, facts.partner))
        if partner:
            weighed.pro("partner-follows", **counted(partner))
        if self.rules.draw_from_piles and facts.fits_theirs(self.card, begun=True) is not None:
            weighed.pro("denies", suit=self.letter)
