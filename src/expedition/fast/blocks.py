"""What a seat sees, suit by suit: the form in which networks read it.

Suits are alike in every rule, so a network that treats them alike learns three times as fast. Each
suit is a block of the same numbers, in the same order, then come some of the whole round. All of it
can be known by the seat: `tests/fast/test_blocks.py` deals the hidden cards again and compares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from numba import int64, uint64

from expedition.fast.bits import ONE, copies, count_bits
from expedition.fast.compiled import compiled
from expedition.fast.kernel import ZERO, expedition_score, side_of
from expedition.fast.layout import DRAW_STEP

if TYPE_CHECKING:
    from expedition.game import Ruleset

#: Numbers for each kind of a suit: held, laid by us, laid by them, whether we could lay it, whether
#: they could, known with them, known with the partner, ours that they know, in the pile, whether it
#: is its top, the one below, not seen.
BY_KIND = 12
#: Numbers for each suit as a whole.
BY_SUIT = 14
#: Numbers of the round.
OVERALL = 10
#: Numbers for each kind of what a seat may not know: how many cards of it the next seat holds, and
#: how soon those in the deck come, from 1 for the very next towards 0.
HIDDEN_BY_KIND = 2
#: So that most numbers are around 1, as learning likes it.
_POINTS, _SCORES = 50.0, 100.0


def block_sizes(ruleset: Ruleset) -> tuple[int, int, int]:
    """Return how many suits, numbers a suit, and numbers of the round there are."""
    suits = len(ruleset.suits)
    return suits, BY_KIND * (len(ruleset.kinds) // suits) + BY_SUIT, OVERALL


def hidden_sizes(ruleset: Ruleset) -> tuple[int, int]:
    """Return how many suits there are, and how many numbers a suit that a seat may not know."""
    suits = len(ruleset.suits)
    return suits, HIDDEN_BY_KIND * (len(ruleset.kinds) // suits)


@compiled
def write_blocks(rules, state, seat, blocks, overall):
    """Write what a seat sees: `blocks` has a row for each suit, `overall` the rest (float32)."""
    side = side_of(rules, seat)
    rank_count = rules.kinds // rules.suits
    total_ours = 0
    total_theirs = 0
    blocks[:] = 0
    overall[:] = 0
    for suit in range(rules.suits):
        row = blocks[suit]
        mine, theirs = _write_suit(rules, state, seat, side, suit, rank_count, row)
        total_ours += mine
        total_theirs += theirs
    deck = rules.deck_end - int64(state.deck_at)
    away = int64(seat) - int64(state.to_act)
    if away < 0:
        away += rules.seats
    overall[0] = deck / 40.0
    overall[1] = (deck - away + rules.seats - 1) // rules.seats / 20.0
    overall[2] = state.step == DRAW_STEP
    overall[3] = away == 0
    overall[4] = total_ours / _SCORES
    overall[5] = total_theirs / _SCORES
    overall[6] = (total_ours - total_theirs) / _SCORES
    overall[7] = state.idle_turns / 8.0 if state.idle_turns < 16 else 2.0
    overall[8] = state.handed_over[seat]
    overall[9] = count_bits(state.hands[seat, 0]) / 8.0


@compiled
def _write_suit(rules, state, seat, side, suit, rank_count, row):
    """Write the block of one suit; returns the points of both sides in it."""
    other = 1 - side if rules.sides == 2 else side
    first = suit * rank_count
    size = int64(state.pile_sizes[suit])
    playable_sum = 0
    hidden_sum = 0
    hand = 0
    known = 0
    for rank in range(rank_count):
        kind = first + rank
        bit = ONE << uint64(kind)
        at = rank * BY_KIND
        held = copies(state.hands[seat], bit)
        ours = copies(state.laid[side], bit)
        theirs = copies(state.laid[other], bit) if rules.sides == 2 else 0
        row[at] = held
        row[at + 1] = ours
        row[at + 2] = theirs
        row[at + 3] = state.open[side] & bit != ZERO
        with_them = 0
        with_partner = 0
        for away in range(1, rules.seats):
            mate = int64(seat) + away
            if mate >= rules.seats:
                mate -= rules.seats
            if side_of(rules, mate) == side:
                with_partner += copies(state.partner[mate], bit)
            else:
                with_them += copies(state.known[mate], bit)
        if rules.sides == 2:
            row[at + 4] = state.open[other] & bit != ZERO
            if rules.partners:
                with_them += copies(state.pooled[other], bit)
        row[at + 5] = with_them
        row[at + 6] = with_partner
        row[at + 7] = copies(state.known[seat], bit)
        piled = 0
        for place in range(size):
            piled += int64(state.piles[suit, place]) == kind
        row[at + 8] = piled
        seen = held + ours + theirs + with_them + with_partner + piled
        unseen = int64(rules.copies[kind]) - seen
        row[at + 11] = unseen
        hand += held
        known += with_them
        if state.open[side] & bit:
            playable_sum += held * int64(rules.points[kind])
            hidden_sum += unseen * int64(rules.points[kind])
    if size > 0:
        row[(int64(state.piles[suit, size - 1]) - first) * BY_KIND + 9] = 1
    if size > 1:
        row[(int64(state.piles[suit, size - 2]) - first) * BY_KIND + 10] = 1
    at = rank_count * BY_KIND
    mine = expedition_score(rules, state, side, suit)
    yours = expedition_score(rules, state, other, suit) if rules.sides == 2 else 0
    cards = rules.numbers[suit] | rules.wagers[suit]
    row[at] = state.laid[side, 0] & cards != ZERO
    row[at + 1] = rules.sides == 2 and state.laid[other, 0] & cards != ZERO
    row[at + 2] = mine / _POINTS
    row[at + 3] = yours / _POINTS
    row[at + 4] = _wagers(rules, state, side, suit)
    row[at + 5] = _wagers(rules, state, other, suit) if rules.sides == 2 else 0
    row[at + 6] = hand / 4.0
    row[at + 7] = playable_sum / _POINTS
    row[at + 8] = hidden_sum / _POINTS
    row[at + 9] = size / 4.0
    row[at + 10] = (state.closed >> uint64(suit)) & ONE == ONE
    row[at + 11] = known / 4.0
    row[at + 12] = _laid(rules, state, side, suit) / 8.0
    row[at + 13] = _laid(rules, state, other, suit) / 8.0 if rules.sides == 2 else 0
    return mine, yours


@compiled
def write_hidden(rules, state, seat, hidden):
    """Write what a seat may not know, a row for each suit (float32)."""
    rank_count = rules.kinds // rules.suits
    hidden[:] = 0
    mate = int64(seat) + 1 if int64(seat) + 1 < rules.seats else 0
    if rules.seats > 1:
        for kind in range(rules.kinds):
            held = copies(state.hands[mate], ONE << uint64(kind))
            hidden[kind // rank_count, kind % rank_count * HIDDEN_BY_KIND] = held
    for place in range(int64(state.deck_at), rules.deck_end):
        kind = int64(state.deal[place])
        soon = 1.0 - (place - int64(state.deck_at)) / rules.deck_end
        hidden[kind // rank_count, kind % rank_count * HIDDEN_BY_KIND + 1] += soon


@compiled
def _wagers(rules, state, side, suit):
    """Return how many wagers of a suit a side has laid."""
    count = 0
    for n in range(3):
        count += int64(count_bits(state.laid[side, n] & rules.wagers[suit]))
    return count


@compiled
def _laid(rules, state, side, suit):
    """Return how many cards of a suit a side has laid."""
    cards = rules.numbers[suit] | rules.wagers[suit]
    count = 0
    for n in range(3):
        count += int64(count_bits(state.laid[side, n] & cards))
    return count
