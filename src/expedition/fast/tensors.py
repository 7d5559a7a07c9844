"""What a seat sees, and all that it has seen and done, as rows of small whole numbers.

The sections and their lengths are in `sections.py`; docs/environments.md has the table. Numbers are
written as they are (counts, sizes, 0 and 1), into uint8 or float32 arrays alike.
"""

from __future__ import annotations

from numba import int64, uint64

from expedition.fast.bits import ONE, heap_size, lowest_bit
from expedition.fast.compiled import compiled
from expedition.fast.kernel import ZERO, first_pair, pair_of, side_of
from expedition.fast.layout import DRAW_STEP, GOING_ON
from expedition.fast.sections import EVENT

# Kinds of events in a history, in the order of game.EventKind.
PLAYED, DISCARDED, DREW_DECK, DREW_PILE, HANDED_OVER = 1, 2, 3, 4, 5
_MOST = 255


@compiled
def _write_heap(kinds, heap, out, at):
    """Write how many cards of each kind are in a heap; returns the place after them."""
    for n in range(3):
        left = heap[n]
        while left != ZERO:
            out[at + int64(lowest_bit(left))] += 1
            left &= left - ONE
    return at + kinds


@compiled
def write_observation(rules, state, seat, out):
    """Write what a seat sees, over the whole of `out` or its first part; returns how long it is."""
    kinds, seats, sides = rules.kinds, rules.seats, rules.sides
    side = side_of(rules, seat)
    out[:] = 0
    at = _write_heap(kinds, state.hands[seat], out, 0)
    at = _write_heap(kinds, state.laid[side], out, at)
    if sides == 2:
        at = _write_heap(kinds, state.laid[1 - side], out, at)
    at = _write_piles(rules, state, out, at)
    at = _write_known(rules, state, seat, side, out, at)
    for away in range(seats):
        other = seat + away
        if other >= seats:
            other -= seats
        out[at + away] = heap_size(state.hands[other])
        out[at + seats + away] = state.to_act == other and state.over == GOING_ON
        out[at + 2 * seats + away] = state.starter == other
        out[at + 3 * seats + away] = state.handed_over[other]
    at += 4 * seats
    for suit in range(rules.suits):
        out[at + suit] = (state.closed >> uint64(suit)) & ONE == ONE
    at += rules.suits
    out[at] = rules.deck_end - state.deck_at
    out[at + 1] = state.step == DRAW_STEP
    out[at + 2] = min(state.idle_turns, _MOST)
    return at + 3


@compiled
def _write_piles(rules, state, out, at):
    """Write the piles: their tops, then every pile from the top down, a kind as 1 + its id."""
    kinds, deep = rules.kinds, rules.pile_most
    for suit in range(rules.suits):
        size = state.pile_sizes[suit]
        if size > 0:
            out[at + int64(state.piles[suit, size - 1])] = 1
        row = at + kinds + suit * deep
        for place in range(size):
            out[row + place] = 1 + state.piles[suit, size - 1 - place]
    return at + kinds + rules.suits * deep


@compiled
def _write_known(rules, state, seat, side, out, at):
    """Write the cards that others are known to hold, then those of one's own that others know."""
    kinds, seats, sides = rules.kinds, rules.seats, rules.sides
    partners = seats > sides
    for away in range(1, seats):
        other = seat + away
        if other >= seats:
            other -= seats
        if partners and side_of(rules, other) == side:
            at = _write_heap(kinds, state.partner[other], out, at)
        else:
            at = _write_heap(kinds, state.known[other], out, at)
    at = _write_heap(kinds, state.known[seat], out, at)
    if partners:
        at = _write_heap(kinds, state.pooled[side], out, at)
        at = _write_heap(kinds, state.pooled[1 - side], out, at)
    return at


@compiled
def write_recall(rules, state, seat, actions, out, at):
    """Write the hand that a seat was dealt and every action as it saw it, from a place on."""
    kinds = rules.kinds
    out[at:] = 0
    for place in range(seat * rules.hand_size, (seat + 1) * rules.hand_size):
        out[at + int64(state.deal[place])] += 1
    at += kinds
    side = side_of(rules, seat)
    to_act = state.starter
    deck_at = rules.deck_from
    for n in range(actions.shape[0]):
        action = int64(actions[n])
        ends = True
        if action < 2 * kinds:
            out[at] = PLAYED if action < kinds else DISCARDED
            out[at + 1] = 1 + (action if action < kinds else action - kinds)
            ends = deck_at == rules.deck_end
        elif action == 2 * kinds:
            out[at] = DREW_DECK
            if to_act == seat:
                out[at + 1] = 1 + state.deal[deck_at]
            deck_at += 1
        elif action < first_pair(rules):
            out[at] = DREW_PILE
            out[at + 1] = action - 2 * kinds
        else:
            out[at] = HANDED_OVER
            if side_of(rules, to_act) == side:
                low, high = pair_of(action - first_pair(rules))
                out[at + 1] = 1 + low
                out[at + 2] = 1 + high
        at += EVENT
        if ends:
            to_act = to_act + 1 if to_act + 1 < rules.seats else 0
