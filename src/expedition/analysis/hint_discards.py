"""Reasons for and against discarding a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from expedition.analysis.hint_facts import Facts, points_of
from expedition.analysis.hint_reasons import Weighed, counted

if TYPE_CHECKING:
    from expedition.game import Card


def weigh_discard(facts: Facts, card: Card) -> Weighed:
    """Return the reasons for and against discarding a card of the hand."""
    weighed = Weighed()
    mine = facts.fits_mine(card)
    their_begun = facts.fits_theirs(card, begun=True) is not None
    their_new = facts.fits_theirs(card, begun=False) is not None
    if not (mine or their_begun or their_new):
        weighed.pro("nobody-can-lay")
    elif not mine:
        weighed.pro("you-cant-lay", suit=card.suit.letter)
    _own_use(facts, card, weighed, mine=mine)
    if facts.others and facts.rules.draw_from_piles:
        if not any(facts.side_turns(side) for side in facts.others):
            weighed.pro("nobody-takes")
        else:
            _their_use(facts, card, weighed, mine=mine)
            _cover(facts, card, weighed)
    _time(facts, weighed)
    return weighed


def _own_use(facts: Facts, card: Card, weighed: Weighed, *, mine: bool) -> None:
    if not mine:
        return
    suit, letter = card.suit, card.suit.letter
    laid = facts.mine[suit]
    rest = list(facts.hand)
    rest.remove(card)
    if card in rest and not card.is_wager:
        weighed.pro("spare-copy")
        return
    if laid and card.is_wager:
        weighed.con("gives-up-times", suit=letter, times=facts.multiplier(laid) + 1)
    elif laid:
        weighed.con("gives-up", suit=letter, n=card.points * facts.multiplier(laid))
    elif facts.side_turns_after:
        others = facts.suited(suit, rest)
        if others:
            held = (*others, card)
            weighed.con("breaks-up", suit=letter, n=len(held), sum=points_of(held))
        else:
            weighed.pro("only-one", suit=letter)
    partner = facts.chain(laid, facts.suited(suit, facts.partner))
    if partner and not laid:
        weighed.con("partner-collects", **counted(partner))
    if not facts.rules.draw_from_piles:
        weighed.con("out-of-round")


def _their_use(facts: Facts, card: Card, weighed: Weighed, *, mine: bool) -> None:
    letter = card.suit.letter
    known = facts.suited(card.suit, facts.theirs)
    begun = facts.fits_theirs(card, begun=True)
    if begun is not None:
        times = facts.multiplier(begun)
        if card.is_wager:
            weighed.con("feeds-times", suit=letter, times=times + 1)
        else:
            weighed.con("feeds", suit=letter, n=card.points * times)
        held = facts.chain(begun, known)
        if held:
            weighed.con("they-hold", **counted(held))
    elif facts.fits_theirs(card, begun=False) is not None:
        if known:
            weighed.con("they-collect", suit=letter, **counted(facts.rules.sort(known)))
        else:
            weighed.pro("not-begun-there", suit=letter)
    elif mine:
        weighed.pro("they-cant-lay")


def _cover(facts: Facts, card: Card, weighed: Weighed) -> None:
    # A discard hides the card below it from whoever wants that.
    pile = facts.piles[card.suit]
    if not pile:
        return
    if facts.fits_mine(pile[-1]):
        weighed.con("covers-yours", card=str(pile[-1]))
    if facts.fits_theirs(pile[-1], begun=True) is not None:
        weighed.pro("covers-theirs", card=str(pile[-1]))


def _time(facts: Facts, weighed: Weighed) -> None:
    if facts.waiting == 0 and any(facts.mine.values()):
        weighed.pro("nothing-fits")
    elif facts.waiting >= facts.turns and not facts.rules.play_out_hands and facts.waiting:
        weighed.con("time-short", n=facts.waiting, turns=facts.turns)
