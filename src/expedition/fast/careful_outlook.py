"""What a suit can still become for a side: `expedition.bots.outlook` again, compiled.

The numbers and the order of every sum are those of the original, which says what they mean, so that
both make the same of equal values. `tests/fast/test_careful.py` holds them to each other. Nothing
here looks at a card that the seat to act can't know.
"""

from __future__ import annotations

from math import erf, exp, pi, pow, sqrt  # noqa: A004  Python's ** is pow, Numba's is not

from numba import int64, uint64

from expedition.fast.bits import ONE, copies, count_bits, heap_size, lowest_bit
from expedition.fast.compiled import compiled, inlined
from expedition.fast.kernel import ZERO, side_of

KNOWN_CHANCE = 0.9
TOP_CHANCE = 0.3
BURIED_CHANCE = 0.03
USABLE = 0.75
BEGUN = 1.4
NOT_BEGUN = 0.8
WAGER_USABLE = USABLE / 2
HINDSIGHT = 0.4
_BONUS_DOUBT = 0.1

#: An outlook is a row of floats: cards laid, the sum of their numbers, wagers among them, the
#: highest number, wagers that may still be laid; the place of the number whose chance is added up
#: last, or -1; a value to keep, and whether it was worked out; then the chance of each number.
LAID, POINTS, WAGERS, TOP, MORE, LAST, VALUE, IS_VALUED, CHANCES = range(9)


# What an outlook is worth


@compiled
def value(rules, row, price):
    """Return the expected final score, less `price` for each turn that is spent on it."""
    ranks = row.shape[0] - CHANCES
    first = rules.kinds // rules.suits - ranks
    last = int64(row[LAST])
    multiplier = 1 + row[WAGERS] + row[MORE]
    points, numbers, points_spread, cards_spread = row[POINTS], 0.0, 0.0, 0.0
    for n in range(ranks + 1):
        # A sum depends on its order in the last bit, and a choice between equals on that bit.
        place = n
        if n == ranks:
            if last < 0:
                break
            place = last
        elif n == last:
            continue
        chance = row[CHANCES + place]
        if chance == 0.0:
            continue
        rank = float(rules.points[first + place])
        if rank * multiplier > price:
            points += rank * chance
            numbers += chance
            doubt = chance * (1 - chance)
            points_spread += rank * rank * doubt
            cards_spread += doubt
    profit = points - rules.cost
    wagers = row[MORE]
    begun = row[LAID] > 0
    if begun and profit <= price:
        multiplier, wagers = 1.0 + row[WAGERS], 0.0
    turns = numbers + wagers
    score = profit * multiplier - price * turns
    missing = rules.bonus_cards - 0.5 - row[LAID] - turns
    score += rules.bonus * _below(-missing / sqrt(cards_spread + _BONUS_DOUBT))
    if begun:
        return score
    return _good_half(score, HINDSIGHT * multiplier * sqrt(points_spread))


@inlined
def _below(deviations):
    """Return the chance that a normal variable is below its mean plus so many deviations."""
    return 0.5 * (1 + erf(deviations / sqrt(2.0)))


@inlined
def _good_half(mean, deviation):
    """Return the mean of a normal variable once every loss is turned into nothing."""
    if deviation <= 0:
        return max(0.0, mean)
    z = mean / deviation
    return mean * _below(z) + deviation * exp(-z * z / 2) / sqrt(2 * pi)


# What it becomes: the changes are made in a copy, so that the outlook itself stays


@compiled
def _copy(row, after):
    for n in range(row.shape[0]):
        after[n] = row[n]


@compiled
def lay_number(row, place, rank, after):
    """Write the outlook once a number is laid, the one at this place among the numbers."""
    _copy(row, after)
    after[LAID] += 1
    after[POINTS] += rank
    after[TOP] = rank
    after[MORE] = 0.0
    for below in range(place + 1):
        after[CHANCES + below] = 0.0


@compiled
def lay_wager(row, more_wagers, after):
    """Write the outlook once a wager is laid, when so many may still follow."""
    _copy(row, after)
    after[LAID] += 1
    after[WAGERS] += 1
    after[MORE] = more_wagers


@compiled
def change_chance(rules, row, kind, chance, before, after):
    """Write the outlook when the chance of a card becomes `chance`, from `before`.

    Returns whether that is another outlook.
    """
    ranks = row.shape[0] - CHANCES
    size = rules.kinds // rules.suits
    place = kind % size - (size - ranks)
    if place < 0:
        more = 0.0 if row[TOP] > 0 else max(0.0, row[MORE] + chance - before)
        if more == row[MORE]:
            return False
        _copy(row, after)
        after[MORE] = more
        return True
    if rules.points[kind] <= row[TOP]:
        return False
    _copy(row, after)
    if row[CHANCES + place] == 0.0:
        after[LAST] = place
    after[CHANCES + place] = chance
    return True


# What it is made of


@compiled
def count_unseen(rules, state, unseen):
    """Write how many copies of each kind the seat to act can't place; returns their sum."""
    kinds = rules.kinds
    total = 0
    for kind in range(kinds):
        unseen[kind] = rules.copies[kind]
        total += unseen[kind]
    seat = state.to_act
    side = side_of(rules, seat)
    total -= _take_away(state.hands[seat], unseen)
    for other in range(rules.sides):
        total -= _take_away(state.laid[other], unseen)
        if other != side:
            total -= _take_away(state.known[other], unseen)
            if rules.partners:
                total -= _take_away(state.known[other + rules.sides], unseen)
                total -= _take_away(state.pooled[other], unseen)
    if rules.partners:
        total -= _take_away(state.partner[_partner(rules, seat)], unseen)
    for pile in range(rules.suits):
        for place in range(state.pile_sizes[pile]):
            unseen[state.piles[pile, place]] -= 1
            total -= 1
    return total


@inlined
def _take_away(heap, unseen):
    """Take the cards of a heap out of what is unseen; returns how many."""
    cards = 0
    for n in range(3):
        word = heap[n]
        while word != ZERO:
            unseen[int64(lowest_bit(word))] -= 1
            word &= word - ONE
            cards += 1
    return cards


@inlined
def _partner(rules, seat):
    return seat + rules.sides if seat < rules.sides else seat - rules.sides


@compiled
def share_of_unseen(rules, state, side, unseen_cards):
    """Return the chance that an unseen card is, or will be, in a hand of a side."""
    seat = int64(state.to_act)
    own = int64(side_of(rules, seat)) == side
    deck = rules.deck_end - int64(state.deck_at)
    if own:
        cards = 0
        if rules.partners:
            cards -= int64(heap_size(state.partner[_partner(rules, seat)]))
    else:
        cards = -int64(heap_size(state.known[side]))
        if rules.partners:
            cards -= int64(heap_size(state.known[side + rules.sides]))
            cards -= int64(heap_size(state.pooled[side]))
    for other in range(side, rules.seats, rules.sides):
        draws = turns_with_deck(rules, seat, other, deck)
        cards += draws if rules.play_out_hands else max(0, draws - 1)
        if other != seat:
            cards += int64(heap_size(state.hands[other]))
    return max(0, cards) / max(1, unseen_cards)


@inlined
def turns_with_deck(rules, to_act, seat, deck):
    """Return how many turns a seat has while such a deck lasts."""
    away = seat - to_act if seat >= to_act else seat - to_act + rules.seats
    return (deck - away + rules.seats - 1) // rules.seats if deck > away else 0


@compiled
def share_of_suit(rules, state, side, suit, share):
    """Return the share of a side in a suit: what the others lay tells what they hold."""
    if int64(side_of(rules, state.to_act)) != side:
        cards = rules.numbers[suit] | rules.wagers[suit]
        share *= BEGUN if state.laid[side, 0] & cards != ZERO else NOT_BEGUN
    return min(1.0, share)


@compiled
def write_outlook(rules, state, side, suit, unseen, even, row):
    """Write what a suit can still become for a side, whose even share of unseen cards is given."""
    seat = state.to_act
    own = int64(side_of(rules, seat)) == side
    ranks = row.shape[0] - CHANCES
    size = rules.kinds // rules.suits
    first = suit * size + size - ranks
    wagers = 0
    for n in range(3):
        wagers += int64(count_bits(state.laid[side, n] & rules.wagers[suit]))
    cards, points, top = wagers, 0, 0
    numbers = state.laid[side, 0] & rules.numbers[suit]
    while numbers != ZERO:
        top = int64(rules.points[int64(lowest_bit(numbers))])
        points += top
        cards += 1
        numbers &= numbers - ONE
    row[LAID], row[POINTS], row[WAGERS], row[TOP] = cards, points, wagers, top
    row[LAST], row[IS_VALUED] = -1, 0
    hand = state.hands[seat, 0] if own else ZERO
    known = _known_kinds(rules, state, side)
    piled = ZERO
    top_bit = ZERO
    for place in range(state.pile_sizes[suit]):
        top_bit = ONE << uint64(state.piles[suit, place])
        piled |= top_bit
    share = share_of_suit(rules, state, side, suit, even)
    one_missed = 1 - USABLE * share
    for n in range(ranks):
        kind = first + n
        bit = ONE << uint64(kind)
        if int64(rules.points[kind]) <= top:
            chance = 0.0
        elif hand & bit:
            chance = 1.0
        else:
            left = unseen[kind]
            miss = 1.0
            if left == 1:
                miss = one_missed
            elif left:
                miss = pow(one_missed, float(left))
            if known & bit:
                miss *= 1 - KNOWN_CHANCE
            if piled & bit:
                miss *= 1 - (TOP_CHANCE if bit == top_bit else BURIED_CHANCE)
            chance = 1 - miss
        row[CHANCES + n] = chance
    row[MORE] = more_wagers(rules, state, side, suit, unseen, even, rules.all_kinds)


@inlined
def _known_kinds(rules, state, side):
    """Return the kinds that a side is known to hold outside the hand of the seat to act."""
    seat = state.to_act
    if int64(side_of(rules, seat)) == side:
        return state.partner[_partner(rules, seat), 0] if rules.partners else ZERO
    known = state.known[side, 0]
    if rules.partners:
        known |= state.known[side + rules.sides, 0] | state.pooled[side, 0]
    return known


@inlined
def _known_copies(rules, state, side, bit):
    seat = state.to_act
    if int64(side_of(rules, seat)) == side:
        return copies(state.partner[_partner(rules, seat)], bit) if rules.partners else 0
    known = copies(state.known[side], bit)
    if rules.partners:
        known += copies(state.known[side + rules.sides], bit) + copies(state.pooled[side], bit)
    return known


@compiled
def more_wagers(rules, state, side, suit, unseen, even, among):
    """Return how many wagers among these kinds a side may still lay in a suit."""
    seat = state.to_act
    own = int64(side_of(rules, seat)) == side
    share = share_of_suit(rules, state, side, suit, even)
    size = int64(state.pile_sizes[suit])
    top = int64(state.piles[suit, size - 1]) if size else -1
    left = rules.wagers[suit] & state.open[side] & among
    more = 0.0
    while left != ZERO:
        kind = int64(lowest_bit(left))
        bit = left & (ZERO - left)
        held = copies(state.hands[seat], bit) if own else 0
        more += held + KNOWN_CHANCE * _known_copies(rules, state, side, bit)
        more += unseen[kind] * share * WAGER_USABLE
        if kind == top:
            more += TOP_CHANCE
        left &= left - ONE
    return more
