"""The policy of the bot `careful` again, compiled: the same choices, some thousand times as fast.

`expedition.bots.careful` says what it does and why; here is only what compiling asks for. The
numbers and the order of every sum are its own. It leaves nothing to chance, and looks at nothing
that the seat to act can't know.
"""

from __future__ import annotations

import numpy as np
from numba import int64, uint64

from expedition.fast.bits import ONE, copies, count_bits, heap_size, lowest_bit
from expedition.fast.careful_outlook import (
    BURIED_CHANCE,
    CHANCES,
    IS_VALUED,
    LAID,
    MORE,
    TOP_CHANCE,
    VALUE,
    WAGERS,
    change_chance,
    count_unseen,
    lay_number,
    lay_wager,
    more_wagers,
    share_of_unseen,
    turns_with_deck,
    value,
    write_outlook,
)
from expedition.fast.compiled import compiled, inlined
from expedition.fast.kernel import (
    ZERO,
    apply,
    expedition_score,
    first_pair,
    may_hand_over,
    open_piles,
    playable,
    side_of,
)
from expedition.fast.layout import DRAW_STEP, GOING_ON, MAX_KINDS, MAX_SUITS

PLAY_BONUS = 1.5
FIRST_WAGER_BONUS = 2.5
BEGIN_UNTIL = 0.4
LEAST_PRICE = 1.5
PRICE_WEIGHT = 0.8
LAST_PRICE_WEIGHT = 1.01
WAGER_WORTH = 10.0
LIKELY_BEGUN = 5.0
TAKE_CHANCE = 0.9
THEIR_DRAW = 3.0
DECK_WORTH = 5.0
STALL_WEIGHT = 0.25
HAND_OVER_COST = 4.0
_NEVER = -1000.0

#: More than adding up some chances in another order can change their sum by.
_ROUNDING = 1e-6


@compiled
def play_carefully(rules, state, most_turns):
    """Play on by the policy until the round is over or so many turns are made."""
    turns = 0
    while state.over == GOING_ON and turns < most_turns:
        careful_turn(rules, state)
        turns += 1
    return turns


@compiled
def careful_turn(rules, state):
    """Take a turn, or the rest of one, by the policy."""
    goes_on = True
    while goes_on:
        apply(rules, state, careful_choice(rules, state))
        goes_on = state.step == DRAW_STEP


@compiled
def careful_choice(rules, state):
    """Return the id of the action that promises most; of equals, the first."""
    drawing = state.step == DRAW_STEP
    if drawing and open_piles(rules, state) == ZERO:
        return 2 * rules.kinds
    unseen = np.empty(MAX_KINDS, np.int64)
    unseen_cards = count_unseen(rules, state, unseen)
    ranks = int64(count_bits(rules.numbers[0]))
    # The suits of the own side, those of the other, and room for a changed one.
    outlooks = np.empty((2 * MAX_SUITS + 1, CHANCES + ranks))
    side = int64(side_of(rules, state.to_act))
    mine = share_of_unseen(rules, state, side, unseen_cards)
    theirs = share_of_unseen(rules, state, 1 - side, unseen_cards) if rules.sides == 2 else 0.0
    for suit in range(rules.suits):
        write_outlook(rules, state, side, suit, unseen, mine, outlooks[suit])
        outlooks[MAX_SUITS + suit, IS_VALUED] = -1  # not written yet
    price = _price_of_a_turn(rules, state, outlooks)
    if drawing:
        return _draw(rules, state, outlooks, unseen, theirs, price)
    for suit in range(rules.suits):
        outlooks[suit, VALUE] = value(rules, outlooks[suit], price)
    choice, best = _card(rules, state, outlooks, unseen, mine, theirs, price)
    if may_hand_over(rules, state):
        return _hand_over(rules, state, choice, best)
    return choice


# Turns


@inlined
def _turns_left(rules, state, seat):
    """Return how many turns a seat still has if all draw off the deck."""
    to_act = int64(state.to_act)
    turns = turns_with_deck(rules, to_act, seat, rules.deck_end - int64(state.deck_at))
    if rules.play_out_hands:
        turns += int64(heap_size(state.hands[seat]))
        turns += seat == to_act and state.step == DRAW_STEP
    return turns


@compiled
def _side_turns(rules, state, side):
    """Return how many cards a side can still lay, if all draw off the deck."""
    turns = 0
    for seat in range(side, rules.seats, rules.sides):
        turns += _turns_left(rules, state, seat)
    if state.step == DRAW_STEP and side == int64(side_of(rules, state.to_act)):
        turns -= 1
    return turns


@compiled
def _price_of_a_turn(rules, state, outlooks):
    """Return the value of the card that is just not laid for want of turns."""
    if rules.play_out_hands:
        return 0.0
    ranks = outlooks.shape[1] - CHANCES
    first = rules.kinds // rules.suits - ranks
    turns = float(_side_turns(rules, state, int64(side_of(rules, state.to_act))))
    # For each suit, the place of its highest number that is not counted yet; -1: none.
    places = np.empty(MAX_SUITS, np.int64)
    wagers = np.empty(MAX_SUITS, np.bool_)
    wanted = 0.0
    for suit in range(rules.suits):
        row = outlooks[suit]
        wagers[suit] = row[LAID] > 0 or value(rules, row, 0.0) >= LIKELY_BEGUN
        places[suit] = ranks - 1 if wagers[suit] else -1
        if wagers[suit]:
            wanted += row[MORE]
            for place in range(ranks):
                wanted += row[CHANCES + place]
    if wanted < turns - _ROUNDING:
        return LEAST_PRICE
    last = _turns_left(rules, state, int64(state.to_act)) == 1
    weight = LAST_PRICE_WEIGHT if last else PRICE_WEIGHT
    while True:
        # The greatest value first, and of equal ones that of the greatest chance.
        found, is_wager, worth, chance = -1, False, -1.0, 0.0
        for suit in range(rules.suits):
            row = outlooks[suit]
            place = places[suit]
            while place >= 0 and row[CHANCES + place] == 0.0:
                place -= 1
            places[suit] = place
            if place >= 0:
                each = rules.points[first + place] * (1 + row[WAGERS] + row[MORE])
                its = row[CHANCES + place]
                if each > worth or (each == worth and its > chance):
                    found, is_wager, worth, chance = suit, False, each, its
            if wagers[suit] and (
                worth < WAGER_WORTH or (worth == WAGER_WORTH and row[MORE] > chance)
            ):
                found, is_wager, worth, chance = suit, True, WAGER_WORTH, row[MORE]
        if found < 0:
            return LEAST_PRICE
        turns -= chance
        if turns < 0:
            return max(LEAST_PRICE, weight * worth)
        if is_wager:
            wagers[found] = False
        else:
            places[found] -= 1


# The card step


@compiled
def _card(rules, state, outlooks, unseen, mine, theirs, price):
    """Return the best card to lay or to discard, as an action, and what it promises."""
    seat = state.to_act
    side = int64(side_of(rules, seat))
    is_last_turn = _side_turns(rules, state, side) == 1 and not rules.play_out_hands
    deck = rules.deck_end - rules.deck_from
    begin = min(1.0, (rules.deck_end - int64(state.deck_at)) / deck / BEGIN_UNTIL)
    choice, best = -1, 0.0
    left = playable(rules, state)
    while left != ZERO:
        kind = int64(lowest_bit(left))
        if is_last_turn:
            gain = float(_certain_gain(rules, state, side, kind))
        else:
            gain = _lay_gain(rules, state, side, kind, outlooks, unseen, mine, price, begin)
        if choice < 0 or gain > best:
            choice, best = kind, gain
        left &= left - ONE
    feeding = False
    if rules.draw_from_piles and rules.sides == 2:
        for other in range(1 - side, rules.seats, rules.sides):
            feeding = feeding or _turns_left(rules, state, other) > 0
    left = state.hands[seat, 0]
    while left != ZERO:
        kind = int64(lowest_bit(left))
        bit = left & (ZERO - left)
        if state.known[seat, 0] & bit:
            gain = _NEVER
        else:
            gain = 0.0
            if not is_last_turn:
                gain = _keep_loss(rules, state, kind, outlooks, price)
            # Feeding takes from the gain, so that what is no better without it needs no look.
            if feeding and (choice < 0 or gain > best):
                gain -= _feed(rules, state, kind, outlooks, unseen, theirs)
        if choice < 0 or gain > best:
            choice, best = rules.kinds + kind, gain
        left &= left - ONE
    return choice, best


@compiled
def _certain_gain(rules, state, side, kind):
    """Return the points that a card brings at once, when nothing follows."""
    suit = int64(rules.suit_of[kind])
    numbers = state.laid[side, 0] & rules.numbers[suit]
    wagers = 0
    for n in range(3):
        wagers += int64(count_bits(state.laid[side, n] & rules.wagers[suit]))
    cards = int64(count_bits(numbers)) + wagers + 1
    points = int64(rules.points[kind])
    while numbers != ZERO:
        points += int64(rules.points[int64(lowest_bit(numbers))])
        numbers &= numbers - ONE
    wagers += int64((rules.wagers[suit] >> uint64(kind)) & ONE)
    bonus = rules.bonus if cards >= rules.bonus_cards else 0
    after = (points - rules.cost) * (1 + wagers) + bonus
    return after - expedition_score(rules, state, side, suit)


@compiled
def _lay_gain(rules, state, side, kind, outlooks, unseen, mine, price, begin):
    suit = int64(rules.suit_of[kind])
    row, after = outlooks[suit], outlooks[2 * MAX_SUITS]
    is_wager = (rules.wagers[suit] >> uint64(kind)) & ONE == ONE
    if is_wager:
        later = rules.later[kind]
        more = more_wagers(rules, state, side, suit, unseen, mine, later)
        if (later >> uint64(kind)) & ONE:  # wagers don't ascend: this one was counted
            more = max(0.0, more - 1)
        lay_wager(row, more, after)
    else:
        size = rules.kinds // rules.suits
        place = kind % size - (size - (row.shape[0] - CHANCES))
        lay_number(row, place, float(rules.points[kind]), after)
    bonus = PLAY_BONUS
    if row[LAID] == 0:
        bonus = (FIRST_WAGER_BONUS if is_wager else PLAY_BONUS) * begin
    return value(rules, after, price) - row[VALUE] + bonus


@compiled
def _keep_loss(rules, state, kind, outlooks, price):
    """Return what losing a card changes in the own outlook."""
    suit = int64(rules.suit_of[kind])
    bit = ONE << uint64(kind)
    if not rules.wagers[suit] & bit and copies(state.hands[state.to_act], bit) > 1:
        return 0.0
    row, after = outlooks[suit], outlooks[2 * MAX_SUITS]
    if not change_chance(rules, row, kind, 0.0, 1.0, after):
        return 0.0
    return value(rules, after, price) - row[VALUE]


@compiled
def _feed(rules, state, kind, outlooks, unseen, theirs):
    """Return what a discard is worth to the other side, over what it would draw anyway."""
    row = _their_outlook(rules, state, kind, outlooks, unseen, theirs)
    after = outlooks[2 * MAX_SUITS]
    if not change_chance(rules, row, kind, TAKE_CHANCE, 0.0, after):
        return 0.0
    return max(0.0, value(rules, after, 0.0) - row[VALUE] - THEIR_DRAW)


@compiled
def _their_outlook(rules, state, kind, outlooks, unseen, theirs):
    """Return the other side's outlook for the suit of a card, with its value without a price."""
    suit = int64(rules.suit_of[kind])
    row = outlooks[MAX_SUITS + suit]
    if row[IS_VALUED] < 0:
        other = 1 - int64(side_of(rules, state.to_act))
        write_outlook(rules, state, other, suit, unseen, theirs, row)
        row[VALUE] = value(rules, row, 0.0)
    return row


@compiled
def _hand_over(rules, state, choice, best):
    """Return the best pair to hand over, as an action, or the choice that promises as much."""
    hand = state.hands[state.to_act]
    full = int64(heap_size(hand)) == rules.hand_size
    highs = hand[0]
    while highs != ZERO:
        high = int64(lowest_bit(highs))
        lows = hand[0]
        while lows != ZERO:
            low = int64(lowest_bit(lows))
            if low > high:
                break
            if low < high or (hand[1] >> uint64(high)) & ONE:
                gain = _NEVER
                if full:
                    points = int64(rules.points[low]) + int64(rules.points[high])
                    gain = points / 100 - HAND_OVER_COST
                if gain > best:
                    choice, best = first_pair(rules) + high * (high + 1) // 2 + low, gain
            lows &= lows - ONE
        highs &= highs - ONE
    return choice


# The draw step


@compiled
def _draw(rules, state, outlooks, unseen, theirs, price):
    """Return the best draw, as an action."""
    seat = state.to_act
    choice, best = 2 * rules.kinds, DECK_WORTH
    known = int64(heap_size(state.known[seat]))
    if 2 * (known + 1) > int64(heap_size(state.hands[seat])) + 1:
        return choice
    after = outlooks[2 * MAX_SUITS]
    piles = open_piles(rules, state)
    while piles != ZERO:
        pile = int64(lowest_bit(piles))
        kind = int64(state.piles[pile, state.pile_sizes[pile] - 1])
        row = outlooks[pile]
        gain = 0.0
        if change_chance(rules, row, kind, 1.0, TOP_CHANCE, after):
            gain = value(rules, after, price) - value(rules, row, price)
        if gain > 0:
            denied = 0.0
            if rules.sides == 2:
                their = _their_outlook(rules, state, kind, outlooks, unseen, theirs)
                if change_chance(rules, their, kind, BURIED_CHANCE, TOP_CHANCE, after):
                    denied = max(0.0, their[VALUE] - value(rules, after, 0.0))
            gain = gain + denied + STALL_WEIGHT * price
            if gain > best:
                choice, best = 2 * rules.kinds + 1 + pile, gain
        piles &= piles - ONE
    return choice
