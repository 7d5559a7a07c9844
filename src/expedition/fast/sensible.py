"""A fast policy that plays as people begin to: a few comparisons for each card, no estimates.

It lays the next card of what it has started if that skips little, starts a suit only when its hand
carries it and turns are left for it, discards what nobody can use, and takes a top card that fits
at once. Near the end it lays whatever gains.
"""

from __future__ import annotations

from numba import int64, uint64

from expedition.fast.bits import ONE, count_bits, lowest_bit
from expedition.fast.compiled import compiled
from expedition.fast.kernel import (
    ZERO,
    below,
    discard,
    draw_deck,
    draw_pile,
    lay,
    next_random,
    open_piles,
    playable,
    side_of,
)
from expedition.fast.layout import DRAW_STEP, GOING_ON

_NEVER = -1_000_000
_HALF = uint64(32)


@compiled
def points_of(rules, word):
    """Return the sum of the numbers among some kinds."""
    points = 0
    while word != ZERO:
        points += int64(rules.points[int64(lowest_bit(word))])
        word &= word - ONE
    return points


@compiled
def _lay_value(rules, state, kind, turns):
    """Return how good laying a card is, in rough points."""
    seat = state.to_act
    side = side_of(rules, seat)
    suit = int64(rules.suit_of[kind])
    suit_kinds = rules.numbers[suit] | rules.wagers[suit]
    laid = state.laid[side, 0] & suit_kinds
    later = state.hands[seat, 0] & state.open[side] & rules.later[kind] & suit_kinds
    behind = points_of(rules, later & rules.numbers[suit])
    if laid != ZERO:
        # What lies below the card and could still come to my hand is lost with it.
        skipped = state.open[side] & suit_kinds & ~rules.later[kind] & ~(ONE << uint64(kind))
        mine = points_of(rules, skipped & state.hands[seat, 0] & rules.numbers[suit])
        gain = int64(rules.points[kind])
        hurry = 12 if turns <= int64(count_bits(later)) + 1 else 0
        return 30 + hurry + gain - 4 * int64(count_bits(skipped)) - 3 * mine
    # A start has to carry itself: what I hold of the suit, and some of what may come.
    hold = behind + int64(rules.points[kind])
    cards = int64(count_bits(later)) + 1
    if cards > turns:
        return _NEVER
    hoped = min(turns // 3, 10)
    is_wager = (rules.wagers[suit] >> uint64(kind)) & ONE == ONE
    need = rules.cost + (6 if is_wager else 0)
    return 3 * (hold + hoped - need) + (8 if is_wager else 0)


@compiled
def _discard_value(rules, state, kind):
    """Return how good discarding a card is: bad if somebody can use it."""
    seat = state.to_act
    side = side_of(rules, seat)
    bit = ONE << uint64(kind)
    suit = int64(rules.suit_of[kind])
    suit_kinds = rules.numbers[suit] | rules.wagers[suit]
    value = 0
    if state.open[side] & bit:
        value -= 6 + int64(rules.points[kind]) // 2
        if state.laid[side, 0] & suit_kinds:
            value -= 12
    if rules.sides == 2 and rules.draw_from_piles:
        other = 1 - side
        if state.open[other] & bit:
            value -= 3
            if state.laid[other, 0] & suit_kinds:
                value -= 10 + int64(rules.points[kind])
    return value


@compiled
def sensible_turn(rules, state):
    """Take a turn, or the rest of one, by the policy; equal choices by chance."""
    if state.step != DRAW_STEP:
        seat = state.to_act
        turns = (rules.deck_end - state.deck_at + rules.seats - 1) // rules.seats
        if rules.play_out_hands:
            turns += int64(count_bits(state.hands[seat, 0]))
        plays = playable(rules, state)
        hand = state.hands[seat, 0]
        best, choice = 2 * _NEVER, 0
        left = hand
        while left != ZERO:
            kind = int64(lowest_bit(left))
            bit = left & (ZERO - left)
            jitter = int64(below(next_random(state) >> _HALF, 3))
            value = 2 * _discard_value(rules, state, kind) + jitter
            if value > best:
                best, choice = value, rules.kinds + kind
            if plays & bit:
                value = 2 * _lay_value(rules, state, kind, turns) + jitter
                if value > best:
                    best, choice = value, kind
            left &= left - ONE
        if choice < rules.kinds:
            lay(rules, state, uint64(choice))
        else:
            discard(rules, state, uint64(choice - rules.kinds))
        if state.step != DRAW_STEP:
            return
    pile = _wanted_pile(rules, state)
    if pile >= 0:
        draw_pile(rules, state, uint64(pile))
    else:
        draw_deck(rules, state)


@compiled
def _wanted_pile(rules, state):
    """Return the pile whose top card fits an expedition begun, the best of them, or -1."""
    side = side_of(rules, state.to_act)
    piles = open_piles(rules, state)
    best, found = 3, -1
    while piles != ZERO:
        pile = int64(lowest_bit(piles))
        kind = int64(state.piles[pile, state.pile_sizes[pile] - 1])
        suit_kinds = rules.numbers[pile] | rules.wagers[pile]
        begun = state.laid[side, 0] & suit_kinds != ZERO
        if begun and state.open[side] & (ONE << uint64(kind)):
            value = int64(rules.points[kind])
            if value > best:
                best, found = value, pile
        piles &= piles - ONE
    return found


@compiled
def play_sensibly(rules, state, most_turns):
    """Play on by the policy until the round is over or so many turns are made."""
    turns = 0
    while state.over == GOING_ON and turns < most_turns:
        sensible_turn(rules, state)
        turns += 1
    return turns
