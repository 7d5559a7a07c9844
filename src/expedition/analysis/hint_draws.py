"""Reasons for and against each draw, once a card has been played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from expedition.analysis.hint_reasons import Weighed, counted
from expedition.game import score_side

if TYPE_CHECKING:
    from expedition.analysis.hint_facts import Facts
    from expedition.game import Suit

#: A stall is told of when everybody has this many turns left before it, or fewer.
NEAR_STALL = 2


def weigh_deck(facts: Facts) -> Weighed:
    """Return the reasons for and against drawing off the deck."""
    weighed = Weighed()
    rules = facts.rules
    if facts.observation.deck_size == 1 and not rules.play_out_hands:
        _end(facts, weighed)
        return weighed
    if any(facts.mine.values()):
        fitting = sum(
            count
            for card, count in facts.unseen.items()
            if facts.mine[card.suit] and facts.fits_mine(card)
        )
        total = sum(facts.unseen.values())
        if fitting:
            weighed.pro("deck-fits", n=fitting, total=total)
        else:
            weighed.con("deck-fits-none", n=total)
    if rules.play_out_hands:
        return weighed
    if facts.waiting > facts.turns_after:
        weighed.con("deck-shortens", n=facts.waiting, turns=facts.turns_after)
    for side in facts.others:
        theirs, turns = facts.waiting_theirs(side), facts.side_turns(side)
        if theirs > turns:
            weighed.pro("deck-hurries", n=theirs, turns=turns)
    return weighed


def _end(facts: Facts, weighed: Weighed) -> None:
    # The last card of the deck ends the round as things lie.
    points = facts.total()
    view = facts.observation
    best = max(
        (score_side(facts.rules, view.expeditions[side]).total for side in facts.others),
        default=points,
    )
    if points > best:
        weighed.pro("ends-ahead", points=points, theirs=best)
    elif points < best:
        weighed.con("ends-behind", points=points, theirs=best)
    else:
        weighed.con("ends-level", points=points)
    if facts.waiting:
        weighed.con("left-in-hand", n=facts.waiting)


def weigh_pile(facts: Facts, suit: Suit) -> Weighed:
    """Return the reasons for and against taking the top of a discard pile."""
    weighed = Weighed()
    pile = facts.piles[suit]
    card, letter = pile[-1], suit.letter
    laid = facts.mine[suit]
    turns = facts.turns_after_taking()
    if not facts.fits_mine(card):
        weighed.con("take-useless", card=str(card))
    elif not turns:
        weighed.con("take-too-late", card=str(card))
    elif laid and card.is_wager:
        weighed.pro("take-times", suit=letter, times=facts.multiplier(laid) + 1)
    elif laid:
        weighed.pro("take-adds", suit=letter, n=card.points * facts.multiplier(laid))
    else:
        held = facts.suited(suit, facts.hand)
        if held:
            weighed.pro("take-joins", **counted(facts.rules.sort(held)))
        weighed.con("take-starts", suit=letter, cost=facts.rules.cost)
    if facts.fits_theirs(card, begun=True) is not None:
        weighed.pro("take-denies", suit=letter)
    if turns > facts.turns_after and facts.waiting > facts.turns_after:
        weighed.pro("take-time", n=facts.waiting, turns=turns)
    if len(pile) > 1 and facts.fits_theirs(pile[-2], begun=True) is not None:
        weighed.con("take-uncovers", card=str(pile[-2]))
    if facts.observation.open_hands is None:
        weighed.con("take-seen", card=str(card))
    _stall(facts, weighed)
    return weighed


def _stall(facts: Facts, weighed: Weighed) -> None:
    limit = facts.rules.stall_limit
    # Only a discard, and so a closed pile, counts with a draw off a pile.
    if not limit or facts.closed is None:
        return
    left = limit - facts.observation.idle_turns - 1
    if left <= 0:
        weighed.con("stall-ends")
    elif left <= NEAR_STALL * facts.rules.seats:
        weighed.con("stall-near", n=left)
