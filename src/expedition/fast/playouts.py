"""Whole rounds by themselves, uniformly at random over the legal actions."""

from __future__ import annotations

from numba import int64, uint64

from expedition.fast.bits import count_bits, nth_bit
from expedition.fast.compiled import compiled, inlined
from expedition.fast.kernel import (
    below,
    discard,
    draw_deck,
    draw_pile,
    hand_over,
    lay,
    may_hand_over,
    next_random,
    open_piles,
    playable,
)
from expedition.fast.layout import DRAW_STEP, GOING_ON

_HALF = uint64(32)
_LOW_HALF = uint64(0xFFFFFFFF)


@inlined
def random_turn(rules, state):
    """Take a turn, or the rest of one: each action uniformly among those that are legal.

    Returns how many actions that was.
    """
    actions = 0
    word = next_random(state)
    if state.step != DRAW_STEP:
        hand = state.hands[state.to_act, 0]
        plays = playable(rules, state)
        laying = int64(count_bits(plays))
        discarding = int64(count_bits(hand))
        pairs = 0
        if may_hand_over(rules, state):
            twice = int64(count_bits(state.hands[state.to_act, 1]))
            pairs = discarding * (discarding - 1) // 2 + twice
        chosen = below(word & _LOW_HALF, laying + discarding + pairs)
        if chosen < laying:
            lay(rules, state, nth_bit(plays, chosen))
        elif chosen < laying + discarding:
            discard(rules, state, nth_bit(hand, chosen - laying))
        else:
            _random_pair(rules, state, chosen - laying - discarding)
        actions = 1
        if state.step != DRAW_STEP:
            return actions
    piles = open_piles(rules, state)
    chosen = below(word >> _HALF, int64(count_bits(piles)) + 1)
    if chosen == 0:
        draw_deck(rules, state)
    else:
        draw_pile(rules, state, nth_bit(piles, chosen - 1))
    return actions + 1


@compiled
def _random_pair(rules, state, chosen):
    """Hand over the pair of this place: first the pairs of two kinds, then those of one."""
    hand = state.hands[state.to_act, 0]
    different = int64(count_bits(hand))
    pairs = different * (different - 1) // 2
    if chosen >= pairs:
        kind = int64(nth_bit(state.hands[state.to_act, 1], chosen - pairs))
        hand_over(rules, state, kind, kind)
        return
    high = 1
    while chosen >= high:
        chosen -= high
        high += 1
    hand_over(rules, state, int64(nth_bit(hand, chosen)), int64(nth_bit(hand, high)))


@compiled
def play_randomly(rules, state, most_turns):
    """Play on until the round is over or so many turns more are made; returns the turns."""
    turns = 0
    while state.over == GOING_ON and turns < most_turns:
        random_turn(rules, state)
        turns += 1
    return turns
