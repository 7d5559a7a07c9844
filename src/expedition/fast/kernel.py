"""The rules again, compiled: one record of rules, one of a state, changed in place.

Nothing here checks what it is given: `batch` does that at the door. Tests hold every function to
`expedition.game`, step by step. Clauses are those of docs/rules.md.
"""

from __future__ import annotations

import numpy as np
from numba import int64, uint8, uint32, uint64

from expedition.fast.bits import ONE, count_bits, heap_size, lowest_bit, put_in, take_out
from expedition.fast.compiled import compiled, inlined
from expedition.fast.layout import (
    DECK_EMPTY,
    DRAW_STEP,
    GOING_ON,
    HANDS_EMPTY,
    PLAY_STEP,
    STALLED,
)

ZERO = uint64(0)
_HALF = uint64(32)


# Chance


@inlined
def next_random(state):
    """Return the next 64 random bits of a state (xorshift, Marsaglia 2003)."""
    word = state.random
    word ^= word << uint64(13)
    word ^= word >> uint64(7)
    word ^= word << uint64(17)
    state.random = word
    return word


@inlined
def below(half, n):
    """Return a number from 0 to n - 1 from 32 random bits, n at most 2**16."""
    return int64((half * uint64(n)) >> _HALF)


@compiled
def shuffle(rules, state):
    """Put the whole pack in a random order."""
    pack = rules.pack
    for place in range(pack):
        state.deal[place] = rules.pack_kinds[place]
    for place in range(pack - 1, 0, -1):
        other = below(next_random(state) >> _HALF, place + 1)
        kind = state.deal[place]
        state.deal[place] = state.deal[other]
        state.deal[other] = kind


# Setting up


@compiled
def begin(rules, state, starter):
    """Deal a round from the order of the pack in `deal`; all else of the state is made new."""
    for seat in range(state.hands.shape[0]):
        for n in range(3):
            state.hands[seat, n] = ZERO
            state.known[seat, n] = ZERO
            state.partner[seat, n] = ZERO
        state.handed_over[seat] = uint8(0)
    for side in range(state.open.shape[0]):
        state.open[side] = rules.all_kinds
        for n in range(3):
            state.laid[side, n] = ZERO
            state.pooled[side, n] = ZERO
    for pile in range(state.pile_sizes.shape[0]):
        state.pile_sizes[pile] = 0
    state.piles_filled = ZERO
    state.closed = ZERO
    state.to_act = starter
    state.starter = starter
    state.step = PLAY_STEP
    state.over = GOING_ON
    state.idle_turns = 0
    state.turns = 0
    state.deck_at = rules.deck_from
    place = 0
    for seat in range(rules.seats):
        for _ in range(rules.hand_size):
            put_in(state.hands[seat], ONE << uint64(state.deal[place]))
            place += 1


# What may be done


@inlined
def side_of(rules, seat):
    """Return the side of a seat: partners sit opposite."""
    return uint32(seat) if seat < rules.sides else uint32(seat - rules.sides)


@inlined
def playable(rules, state):
    """Return the kinds that the seat to act could lay, as a word (rules 3.3 to 3.6)."""
    return state.hands[state.to_act, 0] & state.open[side_of(rules, state.to_act)]


@inlined
def open_piles(rules, state):
    """Return the piles that may be drawn from, as a word (rules 4.2 to 4.5)."""
    return state.piles_filled & ~state.closed if rules.draw_from_piles else ZERO


@inlined
def may_hand_over(rules, state):
    """Return whether the turn may be spent handing cards over (rules 8.2 to 8.5)."""
    if rules.hand_over_from == 0:
        return False
    if not rules.hand_over_twice and state.handed_over[state.to_act]:
        return False
    return int64(heap_size(state.hands[state.to_act])) >= rules.hand_over_from


@inlined
def first_pair(rules):
    """Return the id of the first hand-over action."""
    return 2 * rules.kinds + 1 + rules.suits


@compiled
def pair_of(place):
    """Return the two kinds (low, high) of a pair by its place among the pairs."""
    high = int64((np.sqrt(8.0 * place + 1.0) - 1.0) / 2.0)
    if high * (high + 1) // 2 > place:
        high -= 1
    elif (high + 1) * (high + 2) // 2 <= place:
        high += 1
    return place - high * (high + 1) // 2, high


@compiled
def is_legal(rules, state, action):
    """Return whether the seat to act may take the action of this id."""
    if state.over != GOING_ON or action < 0 or action >= rules.actions:
        return False
    kinds = rules.kinds
    hand = state.hands[state.to_act]
    if action < 2 * kinds or action >= first_pair(rules):
        if state.step != PLAY_STEP:
            return False
        if action < kinds:
            return (playable(rules, state) >> uint64(action)) & ONE == ONE
        if action < 2 * kinds:
            return (hand[0] >> uint64(action - kinds)) & ONE == ONE
        if not may_hand_over(rules, state):
            return False
        low, high = pair_of(action - first_pair(rules))
        if low == high:
            return (hand[1] >> uint64(low)) & ONE == ONE
        return (hand[0] >> uint64(low)) & (hand[0] >> uint64(high)) & ONE == ONE
    if state.step != DRAW_STEP:
        return False
    if action == 2 * kinds:
        return True
    pile = uint64(action - 2 * kinds - 1)
    return (open_piles(rules, state) >> pile) & ONE == ONE


@compiled
def write_legal(rules, state, mask):
    """Write 1 for every legal action and 0 for every other one; returns how many are legal."""
    mask[:] = 0
    if state.over != GOING_ON:
        return 0
    kinds = rules.kinds
    count = 0
    if state.step == DRAW_STEP:
        mask[2 * kinds] = 1
        piles = open_piles(rules, state)
        while piles != ZERO:
            mask[2 * kinds + 1 + int64(lowest_bit(piles))] = 1
            piles &= piles - ONE
            count += 1
        return count + 1
    plays = playable(rules, state)
    while plays != ZERO:
        mask[int64(lowest_bit(plays))] = 1
        plays &= plays - ONE
        count += 1
    hand = state.hands[state.to_act, 0]
    while hand != ZERO:
        mask[kinds + int64(lowest_bit(hand))] = 1
        hand &= hand - ONE
        count += 1
    if may_hand_over(rules, state):
        count += _write_pairs(rules, state, mask)
    return count


@compiled
def _write_pairs(rules, state, mask):
    count = 0
    first = first_pair(rules)
    highs = state.hands[state.to_act, 0]
    twice = state.hands[state.to_act, 1]
    lower = ZERO
    while highs != ZERO:
        bit = highs & (ZERO - highs)
        high = int64(lowest_bit(highs))
        base = first + high * (high + 1) // 2
        lows = lower
        while lows != ZERO:
            mask[base + int64(lowest_bit(lows))] = 1
            lows &= lows - ONE
            count += 1
        if twice & bit:
            mask[base + high] = 1
            count += 1
        lower |= bit
        highs &= ~bit
    return count


# Going on


@inlined
def lay(rules, state, kind):
    """Lay a card on the expedition of the side to act."""
    bit = ONE << uint64(kind)
    side = side_of(rules, state.to_act)
    put_in(state.laid[side], bit)
    state.open[side] &= rules.later[kind]
    _card_gone(rules, state, side, bit)


@inlined
def discard(rules, state, kind):
    """Put a card on the pile of its suit, which is closed for this turn."""
    pile = rules.suit_of[kind]
    size = state.pile_sizes[pile]
    state.piles[pile, size] = uint8(kind)
    state.pile_sizes[pile] = size + 1
    state.closed = ONE << uint64(pile)
    state.piles_filled |= state.closed
    _card_gone(rules, state, side_of(rules, state.to_act), ONE << uint64(kind))


@inlined
def _card_gone(rules, state, side, bit):
    seat = state.to_act
    take_out(state.hands[seat], bit)
    if state.known[seat, 0] & bit:
        take_out(state.known[seat], bit)
    elif rules.partners and state.pooled[side, 0] & bit:
        take_out(state.pooled[side], bit)
    if rules.partners and state.partner[seat, 0] & bit:
        take_out(state.partner[seat], bit)
    if state.deck_at == rules.deck_end:
        # Only where hands are played out is there a turn without a deck, and it ends here.
        end_turn(rules, state, False, False)
    else:
        state.step = DRAW_STEP


@inlined
def draw_deck(rules, state):
    """Draw the top card of the deck."""
    put_in(state.hands[state.to_act], ONE << uint64(state.deal[state.deck_at]))
    state.deck_at += 1
    end_turn(rules, state, False, False)


@inlined
def draw_pile(rules, state, pile):
    """Take the top card of a pile, which everybody sees."""
    seat = state.to_act
    size = uint32(state.pile_sizes[pile] - 1)
    state.pile_sizes[pile] = size
    if size == 0:
        state.piles_filled &= ~(ONE << uint64(pile))
    bit = ONE << uint64(state.piles[pile, size])
    put_in(state.hands[seat], bit)
    put_in(state.known[seat], bit)
    if rules.partners:
        put_in(state.partner[seat], bit)
    end_turn(rules, state, state.closed != ZERO, False)


@compiled
def hand_over(rules, state, low, high):
    """Hand two cards to the partner, face down; only the two of them know which."""
    seat = state.to_act
    side = side_of(rules, seat)
    other = seat + rules.sides if seat < rules.sides else seat - rules.sides
    for kind in (low, high):
        bit = ONE << uint64(kind)
        take_out(state.hands[seat], bit)
        put_in(state.hands[other], bit)
        if state.partner[seat, 0] & bit:
            take_out(state.partner[seat], bit)
        put_in(state.partner[other], bit)
    pool_known(state, seat, side)
    end_turn(rules, state, False, True)


@compiled
def pool_known(state, seat, side):
    """Make what was known of a hand known of the two partners together."""
    known = state.known[seat]
    while known[0] != ZERO:
        bit = known[0] & (ZERO - known[0])
        take_out(known, bit)
        put_in(state.pooled[side], bit)


@inlined
def end_turn(rules, state, idle, handed_over):
    """Pass the turn on, or end the round (rules 5.1 to 5.3)."""
    state.idle_turns = state.idle_turns + 1 if idle else 0
    if rules.hand_over_from:
        state.handed_over[state.to_act] = uint8(handed_over)
    following = state.to_act + 1
    if following == rules.seats:
        following = 0
    state.to_act = following
    state.step = PLAY_STEP
    state.closed = ZERO
    state.turns += 1
    if rules.play_out_hands:
        if state.hands[following, 0] == ZERO:
            state.over = HANDS_EMPTY
    elif state.deck_at == rules.deck_end:
        state.over = DECK_EMPTY
    elif rules.stall_limit and state.idle_turns >= rules.stall_limit:
        state.over = STALLED


@compiled
def apply(rules, state, action):
    """Take the action of this id, which is legal."""
    kinds = rules.kinds
    if action < kinds:
        lay(rules, state, uint64(action))
    elif action < 2 * kinds:
        discard(rules, state, uint64(action - kinds))
    elif action == 2 * kinds:
        draw_deck(rules, state)
    elif action < first_pair(rules):
        draw_pile(rules, state, uint64(action - 2 * kinds - 1))
    else:
        low, high = pair_of(action - first_pair(rules))
        hand_over(rules, state, low, high)


# Scoring


@compiled
def expedition_score(rules, state, side, suit):
    """Return what an expedition is worth (rules 6.1 to 6.4)."""
    numbers = state.laid[side, 0] & rules.numbers[suit]
    wagers = (
        count_bits(state.laid[side, 0] & rules.wagers[suit])
        + count_bits(state.laid[side, 1] & rules.wagers[suit])
        + count_bits(state.laid[side, 2] & rules.wagers[suit])
    )
    cards = int64(count_bits(numbers) + wagers)
    if cards == 0:
        return 0
    points = 0
    while numbers != ZERO:
        points += int64(rules.points[int64(lowest_bit(numbers))])
        numbers &= numbers - ONE
    bonus = rules.bonus if cards >= rules.bonus_cards else 0
    return (points - rules.cost) * (1 + int64(wagers)) + bonus


@compiled
def side_score(rules, state, side):
    """Return the points of a side as its expeditions lie."""
    total = 0
    for suit in range(rules.suits):
        total += expedition_score(rules, state, side, suit)
    return total


@compiled
def margin(rules, state, seat):
    """Return the points of a seat's side less the other's; where there is one side, its points."""
    side = side_of(rules, seat)
    points = side_score(rules, state, side)
    return points - side_score(rules, state, 1 - side) if rules.sides == 2 else points
