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
    ZERO,
    apply,
    begin,
    below,
    end_turn,
    first_pair,
    next_random,
    pair_of,
    pool_known,
    side_of,
)
from expedition.fast.layout import MAX_KINDS, MAX_PACK, MAX_SEATS, MAX_SIDES, UNSEEN

#: An action in what a seat knows: a hand-over whose cards it didn't see.
HIDDEN_PAIR = -1
_HALF = uint64(32)


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
