"""How rules and states lie in memory: fixed records, the same for every edition.

A set of kinds of card is one 64-bit word, bit k for the kind with the id k. What can hold several
equal cards is three such words: in the first is what is there at least once, in the second at least
twice, in the third three times. No ruleset here has more than three equal cards or 64 kinds.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from expedition.fast.sections import pile_most
from expedition.game import InvalidSetup
from expedition.game.legality import lay_fault

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from expedition.game import Ruleset

MAX_SEATS, MAX_SIDES, MAX_SUITS = 4, 2, 6
MAX_KINDS, MAX_COPIES = 64, 3
MAX_PACK, MAX_PILE = 80, 16
#: In a deal, a place whose card has not been seen.
UNSEEN = 255

#: Why a round ended; 0 while it goes on. The order of expedition.game.Termination.
GOING_ON, DECK_EMPTY, HANDS_EMPTY, STALLED = 0, 1, 2, 3
#: The halves of a turn.
PLAY_STEP, DRAW_STEP = 0, 1
#: Who plays on: the order of batch.POLICIES.
RANDOM, SENSIBLE, CAREFUL = 0, 1, 2

_WORD, _INT = np.uint64, np.int64
#: Places in arrays, without a sign: Numba asks of a signed one whether it counts from the end.
_PLACE = np.uint32

RULES = np.dtype(
    [
        ("kinds", _INT),
        ("suits", _INT),
        ("seats", _INT),
        ("sides", _INT),
        ("hand_size", _INT),
        ("pack", _INT),
        ("pile_most", _INT),
        ("deck_from", _INT),  # the places in a deal where the deck begins and ends
        ("deck_end", _INT),
        ("partners", _INT),
        ("draw_from_piles", _INT),
        ("play_out_hands", _INT),
        ("hand_over_from", _INT),  # cards in hand that a hand-over takes; 0: never
        ("hand_over_twice", _INT),
        ("stall_limit", _INT),  # 0: never
        ("cost", _INT),
        ("bonus", _INT),
        ("bonus_cards", _INT),
        ("actions", _INT),
        ("all_kinds", _WORD),
        ("suit_of", np.uint8, MAX_KINDS),
        ("points", np.uint8, MAX_KINDS),
        ("copies", np.uint8, MAX_KINDS),
        ("later", _WORD, MAX_KINDS),  # what can still be laid once this kind lies
        ("numbers", _WORD, MAX_SUITS),
        ("wagers", _WORD, MAX_SUITS),
        ("pack_kinds", np.uint8, MAX_PACK),
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("hands", _WORD, (MAX_SEATS, MAX_COPIES)),
        ("open", _WORD, MAX_SIDES),  # kinds that a side could lay
        ("laid", _WORD, (MAX_SIDES, MAX_COPIES)),
        ("known", _WORD, (MAX_SEATS, MAX_COPIES)),  # as game.knowledge: public, pooled, partner
        ("pooled", _WORD, (MAX_SIDES, MAX_COPIES)),
        ("partner", _WORD, (MAX_SEATS, MAX_COPIES)),
        ("piles_filled", _WORD),  # bit p: pile p has cards
        ("closed", _WORD),  # bit p: pile p was discarded to in this turn
        ("random", _WORD),  # the generator of this state, never 0
        ("to_act", _PLACE),
        ("starter", _PLACE),
        ("step", _INT),
        ("over", _INT),
        ("idle_turns", _INT),
        ("turns", _INT),  # turns made
        ("deck_at", _PLACE),  # the place in `deal` of the next card off the deck
        ("pile_sizes", _PLACE, MAX_SUITS),
        ("handed_over", np.uint8, MAX_SEATS),
        ("piles", np.uint8, (MAX_SUITS, MAX_PILE)),
        ("deal", np.uint8, MAX_PACK),
    ],
    align=True,
)


@cache
def rules_record(ruleset: Ruleset) -> NDArray[Any]:
    """Return the ruleset as an array of one record, dtype RULES. Raises InvalidSetup.

    Every table in it is asked of the rules: what can be laid on what is `lay_fault`'s answer.
    """
    _check(ruleset)
    rules = np.zeros(1, RULES)
    record = rules[0]
    hand_over = ruleset.hand_over
    for name, value in (
        ("kinds", len(ruleset.kinds)),
        ("suits", len(ruleset.suits)),
        ("seats", ruleset.seats),
        ("sides", ruleset.sides),
        ("hand_size", ruleset.hand_size),
        ("pack", len(ruleset.pack)),
        ("pile_most", pile_most(ruleset)),
        ("deck_from", ruleset.seats * ruleset.hand_size),
        ("deck_end", len(ruleset.pack) - ruleset.set_aside),
        ("partners", ruleset.seats > ruleset.sides),
        ("draw_from_piles", ruleset.draw_from_piles),
        ("play_out_hands", ruleset.play_out_hands),
        ("hand_over_from", hand_over.min_hand if hand_over else 0),
        ("hand_over_twice", bool(hand_over and hand_over.twice_running)),
        ("stall_limit", ruleset.stall_limit),
        ("cost", ruleset.cost),
        ("bonus", ruleset.bonus),
        ("bonus_cards", ruleset.bonus_cards),
        ("actions", len(ruleset.action_space)),
        ("all_kinds", (1 << len(ruleset.kinds)) - 1),
    ):
        record[name] = value
    for kind, card in enumerate(ruleset.kinds):
        suit = ruleset.suit_order[card.suit]
        record["suit_of"][kind] = suit
        record["points"][kind] = card.points
        record["copies"][kind] = ruleset.copies[card]
        record["wagers" if card.is_wager else "numbers"][suit] |= _WORD(1 << kind)
        record["later"][kind] = _WORD(
            sum(
                1 << other
                for other, after in enumerate(ruleset.kinds)
                if after.suit is not card.suit
                or lay_fault((card,), after, wagers_ascend=ruleset.wagers_ascend) is None
            )
        )
    record["pack_kinds"][: len(ruleset.pack)] = [ruleset.kind_order[card] for card in ruleset.pack]
    rules.flags.writeable = False
    return rules


def _check(ruleset: Ruleset) -> None:
    points = [card.points for card in ruleset.kinds]
    for wrong, what in (
        (min(points) < 0 or max(points) > 255, "ranks of 0 to 255"),
        (min(ruleset.stall_turns, ruleset.cost) < 0, "no cost or limit below 0"),
        (
            max(abs(ruleset.bonus), ruleset.cost, ruleset.stall_turns, ruleset.bonus_cards) > 10**6,
            "a cost, a bonus and limits of a million at most",
        ),
    ):
        if wrong:
            msg = f"The compiled engine takes {what}; {ruleset.id} doesn't fit."
            raise InvalidSetup(msg)
    longest = max(
        sum(copies for card, copies in ruleset.copies.items() if card.suit is suit)
        for suit in ruleset.suits
    )
    for what, value, most in (
        ("seats", ruleset.seats, MAX_SEATS),
        ("sides", ruleset.sides, MAX_SIDES),
        ("suits", len(ruleset.suits), MAX_SUITS),
        ("kinds of card", len(ruleset.kinds), MAX_KINDS),
        ("cards", len(ruleset.pack), MAX_PACK),
        ("cards of a suit", longest, MAX_PILE),
        ("equal cards", max(ruleset.copies.values()), MAX_COPIES),
    ):
        if value > most:
            msg = f"The compiled engine takes {most} {what} at most; {ruleset.id} has {value}."
            raise InvalidSetup(msg)
