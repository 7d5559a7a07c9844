"""Sampling worlds that a seat can't tell from the one it is in.

A world is a deal, all else follows from the actions. A deal agrees with what a seat knows if its
own cards are where it saw them and every card that another seat used, without having been seen to
take it, had come to that seat by then, in its dealt hand or off the deck. Each such deal is as
likely as any other. They are sampled like this:

1. Every card used is given a place of its seat, at random among those that had come by then, in the
   order of use. There are as many ways at every step whatever was chosen before, so all are alike.
2. The other unseen cards are shuffled over the places left: hands, deck, cards set aside.
3. Of a kind with equal cards it may be that another of them could have been the one used. Then the
   deal is reached in several ways, and is kept with one chance in so many; else all begins anew.

A hand-over that the seat didn't see leaves open which hand a card came to. For the two partners the
places before now are then left out: their cards in hand are drawn from the unseen ones, those that
are known to be with one or the other go to either by chance. docs/adr/0007 says what that costs.
"""

from __future__ import annotations

import numpy as np
from numba import int64, uint64

from expedition.fast.bits import ONE, put_in
from expedition.fast.compiled import compiled
from expedition.fast.kernel import (
    apply,
    begin,
    below,
    end_turn,
    next_random,
    pool_known,
    side_of,
)
from expedition.fast.layout import MAX_KINDS, MAX_PACK, MAX_SEATS, MAX_SIDES, UNSEEN
from expedition.fast.trace import HIDDEN_PAIR, trace

_HALF = uint64(32)


@compiled
def determinize_all(rules, seat, starter, actions, deal, states):
    """Make every state a sample, each with its own generator.

    Returns whether that can be done: what the seat knows may be no possible round. If not, no state
    has changed.
    """
    rule = rules[0]
    places = np.zeros((MAX_SEATS, MAX_PACK), np.uint8)
    sizes = np.zeros((MAX_SEATS, 2), np.int64)
    gone = np.zeros((MAX_PACK + 2, 3), np.int64)
    held = np.zeros((MAX_SEATS, MAX_KINDS), np.int64)
    pooled = np.zeros((MAX_SIDES, MAX_KINDS), np.int64)
    traced = np.ones(MAX_SEATS, np.bool_)
    used = trace(rule, seat, starter, actions, deal, places, sizes, gone, held, pooled, traced)
    if used < 0:
        return False
    gone = gone[:used]
    unseen = np.zeros(MAX_PACK, np.uint8)
    count = _unseen_cards(rule, deal, gone, unseen)
    if count < 0:
        return False
    unseen = unseen[:count]
    hidden = np.zeros(MAX_SEATS, np.int64)  # cards in hand that aren't known, where it matters
    for other in range(rule.seats):
        if not traced[other]:
            hidden[other] = sizes[other, 1] - held[other].sum()
            if hidden[other] < 0:
                return False
    for side in range(rule.sides):
        if not traced[side] and hidden[side] + hidden[side + rule.sides] < pooled[side].sum():
            return False
    room = np.zeros(MAX_SEATS, np.int64)
    filled = np.zeros(MAX_PACK, np.uint8)
    hands = np.zeros((MAX_SEATS, MAX_PACK), np.uint8)
    for n in range(states.shape[0]):
        state = states[n]
        while True:
            filled[:] = deal
            room[:] = hidden
            _place_used(state, places, gone, traced, filled)
            _share(rule, state, pooled, traced, hands, room)
            _place_rest(rule, state, places, sizes, gone, traced, room, unseen, filled, hands)
            ways = _ways(places, gone, traced, filled)
            if ways == 1 or below(next_random(state) >> _HALF, ways) == 0:
                break
        _replay(rule, state, starter, actions, filled)
        for other in range(rule.seats):
            if not traced[other]:
                _set_hand(rule, state, other, held[other], hands[other], hidden[other])
    return True


@compiled
def _unseen_cards(rules, deal, gone, unseen):
    """Write the cards of the pack that the seat has not seen, less those used; returns how many."""
    counts = np.zeros(MAX_KINDS, np.int64)
    for place in range(rules.pack):
        counts[rules.pack_kinds[place]] += 1
        if deal[place] != UNSEEN:
            counts[deal[place]] -= 1
    for n in range(gone.shape[0]):
        counts[gone[n, 1]] -= 1
    count = 0
    for kind in range(rules.kinds):
        if counts[kind] < 0:
            return -1
        for _ in range(counts[kind]):
            unseen[count] = kind
            count += 1
    return count


@compiled
def _place_used(state, places, gone, traced, filled):
    """Put every card that a seat used in a place whose card had come to it by then."""
    for n in range(gone.shape[0]):
        seat = gone[n, 0]
        if not traced[seat]:
            continue
        free = 0
        for m in range(gone[n, 2]):
            free += filled[places[seat, m]] == UNSEEN
        left = below(next_random(state) >> _HALF, free)
        for m in range(gone[n, 2]):
            if filled[places[seat, m]] == UNSEEN:
                if left == 0:
                    filled[places[seat, m]] = gone[n, 1]
                    break
                left -= 1


@compiled
def _share(rules, state, pooled, traced, hands, room):
    """Give every card that one of two partners holds to either, as there is room in their hands."""
    for side in range(rules.sides):
        other = side + rules.sides
        if other >= rules.seats or traced[side]:
            continue
        for kind in range(rules.kinds):
            for _ in range(pooled[side, kind]):
                first = below(next_random(state) >> _HALF, room[side] + room[other]) < room[side]
                taker = side if first else other
                room[taker] -= 1
                hands[taker, room[taker]] = kind


@compiled
def _place_rest(rules, state, places, sizes, gone, traced, room, unseen, filled, hands):
    """Shuffle the other unseen cards over hands, deck and cards set aside.

    Where places are not traced their cards are the hands' and those used, in any order: only the
    pack has to be whole.
    """
    for last in range(unseen.shape[0] - 1, 0, -1):
        other = below(next_random(state) >> _HALF, last + 1)
        kind = unseen[last]
        unseen[last] = unseen[other]
        unseen[other] = kind
    at = 0
    for seat in range(rules.seats):
        if traced[seat]:
            for n in range(sizes[seat, 0]):
                if filled[places[seat, n]] == UNSEEN:
                    filled[places[seat, n]] = unseen[at]
                    at += 1
    untraced = at
    for seat in range(rules.seats):
        if not traced[seat]:
            for n in range(room[seat]):
                hands[seat, n] = unseen[at]
                at += 1
    used = 0
    for seat in range(rules.seats):
        if not traced[seat]:
            for n in range(sizes[seat, 0]):
                while used < gone.shape[0] and traced[gone[used, 0]]:
                    used += 1
                if used < gone.shape[0]:
                    filled[places[seat, n]] = gone[used, 1]
                    used += 1
                else:
                    filled[places[seat, n]] = unseen[untraced]
                    untraced += 1
    for place in range(rules.pack):  # the deck, and what was set aside
        if filled[place] == UNSEEN:
            filled[place] = unseen[at]
            at += 1


@compiled
def _ways(places, gone, traced, filled):
    """Return in how many ways the cards used can be found among equal ones in a deal."""
    ways = 1
    for n in range(gone.shape[0]):
        seat, kind = gone[n, 0], gone[n, 1]
        if not traced[seat]:
            continue
        equal = 0
        for m in range(gone[n, 2]):
            equal += filled[places[seat, m]] == kind
        for earlier in range(n):
            equal -= gone[earlier, 0] == seat and gone[earlier, 1] == kind
        ways *= equal
    return ways


@compiled
def _replay(rules, state, starter, actions, filled):
    """Bring a state to where the actions lead from a deal."""
    for place in range(rules.pack):
        state.deal[place] = filled[place]
    begin(rules, state, starter)
    for n in range(actions.shape[0]):
        action = int64(actions[n])
        if action == HIDDEN_PAIR:
            pool_known(state, state.to_act, side_of(rules, state.to_act))
            end_turn(rules, state, False, True)
        else:
            apply(rules, state, action)


@compiled
def _set_hand(rules, state, seat, held, cards, count):
    """Give a seat the cards that it is known to hold and those sampled for it."""
    for n in range(3):
        state.hands[seat, n] = uint64(0)
        state.partner[seat, n] = state.known[seat, n]
    for kind in range(rules.kinds):
        for _ in range(held[kind]):
            put_in(state.hands[seat], ONE << uint64(kind))
    for n in range(count):
        put_in(state.hands[seat], ONE << uint64(cards[n]))
