"""What a seat knows of a round, and where the cards of the others can have come from.

Information is a deal with the cards that the seat has seen, and the actions as it saw them. It is
followed through by the public rules alone, so that what can be no round is found out.
"""

from __future__ import annotations

import numpy as np
from numba import int64, uint64

from expedition.fast.bits import ONE
from expedition.fast.compiled import compiled
from expedition.fast.kernel import ZERO, first_pair, pair_of, side_of
from expedition.fast.layout import MAX_KINDS, MAX_SEATS, MAX_SIDES, UNSEEN

#: An action in what a seat knows: a hand-over whose cards it didn't see.
HIDDEN_PAIR = -1


@compiled
def write_information(rules, state, actions, seat, deal, seen):
    """Write what a seat has seen of a deal, and the actions as it saw them."""
    deal[:] = UNSEEN
    size = rules.hand_size
    counts = np.zeros(MAX_KINDS, np.int64)
    for place in range(seat * size, (seat + 1) * size):
        counts[state.deal[place]] += 1
    place = seat * size
    for kind in range(rules.kinds):  # in the order of kinds: a hand has no other order
        for _ in range(counts[kind]):
            deal[place] = kind
            place += 1
    to_act = state.starter
    deck_at = rules.deck_from
    for n in range(actions.shape[0]):
        action = int64(actions[n])
        seen[n] = action
        if action < 2 * rules.kinds:
            if deck_at < rules.deck_end:
                continue
        elif action == 2 * rules.kinds:
            if to_act == seat:
                deal[deck_at] = state.deal[deck_at]
            deck_at += 1
        elif action >= first_pair(rules) and side_of(rules, to_act) != side_of(rules, seat):
            seen[n] = HIDDEN_PAIR
        to_act = to_act + 1 if to_act + 1 < rules.seats else 0


@compiled
def trace(rules, seat, starter, actions, deal, places, sizes, gone, held, pooled, traced):
    """Follow the cards of every seat through the actions, as one seat saw them.

    Writes for each seat the places of the deal whose cards came to it, in order, and how many in
    `sizes[seat, 0]`; cards in its hand in `sizes[seat, 1]`; the cards used by others without having
    been seen to be taken (seat, kind, places of the seat by then); the cards known to be held by
    each seat and by each side; and whether a seat's hand-overs were seen. Returns how many cards
    were used so, or -1 as soon as an action is none that the rules allow: then it's no round.
    """
    for other in range(rules.seats):
        for n in range(rules.hand_size):
            places[other, n] = other * rules.hand_size + n
        sizes[other, 0] = rules.hand_size
        sizes[other, 1] = rules.hand_size
        traced[other] = True
    mine = np.zeros(MAX_KINDS, np.int64)
    for place in range(seat * rules.hand_size, (seat + 1) * rules.hand_size):
        mine[deal[place]] += 1
    unplaced = np.zeros(MAX_SEATS, np.int64)  # cards used so far whose place is open
    still_open = np.full(MAX_SIDES, rules.all_kinds, np.uint64)
    handed_over = np.zeros(MAX_SEATS, np.bool_)
    piles = np.zeros((rules.suits, rules.pile_most), np.int64)
    heights = np.zeros(rules.suits, np.int64)
    to_act = starter
    deck_at = rules.deck_from
    used = 0
    closed = -1
    drawing = False
    idle = 0
    for n in range(actions.shape[0]):
        action = int64(actions[n])
        side = side_of(rules, to_act)
        partner = to_act + rules.sides if to_act < rules.sides else to_act - rules.sides
        pair = action == HIDDEN_PAIR or action >= first_pair(rules)
        card = 0 <= action < 2 * rules.kinds
        if _round_is_over(rules, deck_at, idle, sizes[to_act, 1], drawing):
            return -1
        if drawing == (pair or card):
            return -1
        ends = True
        if pair:
            if rules.hand_over_from == 0 or sizes[to_act, 1] < rules.hand_over_from:
                return -1
            if handed_over[to_act] and not rules.hand_over_twice:
                return -1
            if (action == HIDDEN_PAIR) == (side == side_of(rules, seat)):
                return -1
            sizes[to_act, 1] -= 2
            sizes[partner, 1] += 2
        if action == HIDDEN_PAIR:
            traced[to_act] = False
            traced[partner] = False
            for kind in range(rules.kinds):
                pooled[side, kind] += held[to_act, kind]
                held[to_act, kind] = 0
        elif card:
            kind = action if action < rules.kinds else action - rules.kinds
            if not _leaves(
                to_act, side, kind, seat, mine, sizes, unplaced, gone, used, held, pooled
            ):
                return -1
            used += gone[used, 2] > 0
            if action < rules.kinds:
                if (still_open[side] >> uint64(kind)) & ONE == ZERO:
                    return -1
                still_open[side] &= rules.later[kind]
                closed = -1
            else:
                closed = int64(rules.suit_of[kind])
                if heights[closed] == rules.pile_most:
                    return -1
                piles[closed, heights[closed]] = kind
                heights[closed] += 1
            sizes[to_act, 1] -= 1
            ends = deck_at == rules.deck_end
            drawing = not ends
        elif action == 2 * rules.kinds:
            if deck_at >= rules.deck_end or (to_act == seat) != (deal[deck_at] != UNSEEN):
                return -1
            if to_act == seat:
                mine[deal[deck_at]] += 1
            places[to_act, sizes[to_act, 0]] = deck_at
            sizes[to_act, 0] += 1
            sizes[to_act, 1] += 1
            deck_at += 1
        elif action < first_pair(rules):
            pile = action - 2 * rules.kinds - 1
            if not rules.draw_from_piles or pile == closed or heights[pile] == 0:
                return -1
            heights[pile] -= 1
            held[to_act, piles[pile, heights[pile]]] += 1
            if to_act == seat:
                mine[piles[pile, heights[pile]]] += 1
            sizes[to_act, 1] += 1
        else:
            low, high = pair_of(action - first_pair(rules))
            for kind in (low, high):
                if not _leaves(
                    to_act, side, kind, seat, mine, sizes, unplaced, gone, used, held, pooled
                ):
                    return -1
                used += gone[used, 2] > 0
                held[partner, kind] += 1
                if partner == seat:
                    mine[kind] += 1
        if ends:
            idle = idle + 1 if closed >= 0 and 2 * rules.kinds < action < first_pair(rules) else 0
            handed_over[to_act] = pair
            drawing = False
            closed = -1
            to_act = to_act + 1 if to_act + 1 < rules.seats else 0
    for place in range(deck_at, rules.pack):
        if deal[place] != UNSEEN:
            return -1
    return used


@compiled
def _round_is_over(rules, deck_at, idle, hand, drawing):
    """Return whether no action can follow (rules 5.1 to 5.3)."""
    if drawing:
        return False
    if rules.play_out_hands:
        return hand == 0
    return deck_at == rules.deck_end or (rules.stall_limit > 0 and idle >= rules.stall_limit)


@compiled
def _leaves(seat, side, kind, looking, mine, sizes, unplaced, gone, used, held, pooled):
    """Note that a card left a hand, a known one whenever it could be; whether it can have.

    `gone[used]` is filled in, and its last number not 0, if it wasn't a known one of another seat.
    """
    gone[used, 2] = 0
    if seat == looking:
        if mine[kind] == 0:
            return False
        mine[kind] -= 1
    if held[seat, kind] > 0:
        held[seat, kind] -= 1
    elif pooled[side, kind] > 0:
        pooled[side, kind] -= 1
    elif seat != looking:
        # Every card used before has taken one of the places that the seat had by then.
        if unplaced[seat] >= sizes[seat, 0] or used + 1 >= gone.shape[0]:
            return False
        unplaced[seat] += 1
        gone[used, 0] = seat
        gone[used, 1] = kind
        gone[used, 2] = sizes[seat, 0]
    return True
