"""Faults 10 to 14 seen in other programs for this game, each ruled out with its whole kind.

A number is a fault; the names of its tests say what must hold instead.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random, SystemRandom
from typing import TYPE_CHECKING

import pytest

from cases.rounds import (
    more_seats,
    random_rounds,
    some_states,
    written,
)
from expedition.bots import find_bot
from expedition.game import (
    Card,
    Deal,
    Discard,
    Event,
    EventKind,
    Ruleset,
    State,
    find_edition,
    observe,
    public_view,
)
from properties.redeal import other_world
from rules.positions import (
    a_card,
    after,
    begin,
    dig,
    editions_with,
    every_edition,
    in_turns,
    until_deck,
    until_seat,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from expedition.bots import Bot

#: So many steps at most of a random round: some editions let it go on for very long.

# 10


@every_edition
def test_10_unseeded_deals_differ_and_equal_seeds_agree(ruleset: Ruleset) -> None:
    chance = SystemRandom()
    unseeded = {Deal.shuffled(ruleset, chance).cards for _ in range(20)}
    assert len(unseeded) == 20
    seeded = [Deal.shuffled(ruleset, Random(seed)) for seed in range(20)]
    assert len({deal.cards for deal in seeded}) == 20
    assert seeded == [Deal.shuffled(ruleset, Random(seed)) for seed in range(20)]


@every_edition
def test_10_a_deal_takes_all_its_chance_from_its_generator(ruleset: Ruleset) -> None:
    rng = Random(10)
    first, second = Deal.shuffled(ruleset, rng), Deal.shuffled(ruleset, rng)
    assert first != second
    again = Random(10)
    assert [Deal.shuffled(ruleset, again), Deal.shuffled(ruleset, again)] == [first, second]


@every_edition
def test_10_every_card_may_come_anywhere(ruleset: Ruleset) -> None:
    rng = Random(1010)
    deals = [Deal.shuffled(ruleset, rng).cards for _ in range(400)]
    for place in (0, len(ruleset.pack) // 2, len(ruleset.pack) - 1):
        came = Counter(cards[place] for cards in deals)
        assert len(came) > 0.9 * len(ruleset.kinds)
        assert max(came.values()) < 60


# 11


def turns_of(state: State) -> int:
    """How many turns a round has had."""
    return sum(
        event.kind not in (EventKind.DRAW_DECK, EventKind.DRAW_PILE) for event in state.events
    )


def played_by(ruleset: Ruleset, bots: tuple[Bot, ...], seed: int, cap: int) -> State:
    """A round between bots, cut off after so many turns."""
    rng = Random(seed)
    state = State.new(Deal.shuffled(ruleset, rng), seed % ruleset.seats)
    while not state.is_over and turns_of(state) < cap:
        seen = observe(state, state.to_act)
        bot = bots[state.to_act % len(bots)]
        state = state.apply(bot.choose(seen, seen.legal_actions, rng))
    return state


@every_edition
@pytest.mark.parametrize("names", [("careful", "careful"), ("careful", "random")], ids=" ".join)
def test_11_bots_do_not_keep_a_round_going_for_ever(
    ruleset: Ruleset, names: tuple[str, ...]
) -> None:
    bots = tuple(find_bot(name) for name in names)
    for seed in range(4):
        state = played_by(ruleset, bots, seed, cap=400)
        assert state.is_over, f"seed {seed}: {len(state.deck)} cards in the deck after 400 turns"


def test_11_nor_when_there_is_nothing_to_gain_by_ending_it() -> None:
    # The bot takes every seat over when the deck is nearly gone, all piles are full, and no
    # expedition is begun or will ever pay.
    careful = find_bot("careful")
    for name in ("classic", "classic-partners", "five-suit"):
        ruleset = find_edition(name)
        for seed in range(4):
            rng = Random(seed)
            state = until_deck(State.new(Deal.shuffled(ruleset, rng)), 8)
            begun = turns_of(state)
            while not state.is_over and turns_of(state) - begun < 400:
                seen = observe(state, state.to_act)
                state = state.apply(careful.choose(seen, seen.legal_actions, rng))
            assert state.is_over, f"{name}, seed {seed}"


def test_11_a_round_that_is_cut_off_says_so() -> None:
    # A cap is the caller's, so a capped round is told from an ended one by its termination.
    state = until_deck(begin(find_edition("classic"), "a2 b2 c2", "a3 b3 c3"), 20)
    for _ in range(400):
        state = dig(state)
    assert state.termination is None
    assert not state.is_over
    assert state.idle_turns == 400


# 12


@editions_with(lambda ruleset: ruleset.seats > 1 and len(set(ruleset.wagers)) == 1)
def test_12_known_wagers_are_counted_not_told_apart(ruleset: Ruleset) -> None:
    wager = a_card(ruleset, "aJ")
    # Seat 1 is dealt one wager and takes two equal ones off the pile.
    state = until_seat(in_turns(begin(ruleset, "aJ aQ", "aK b2 b3"), "xaJ .", "xaQ ."), 1)
    state = until_seat(after(state, "xb2 <a"), 1)
    state = until_seat(after(state, "xb3 <a"), 1)
    assert state.hands[1].count(wager) == 3
    assert public_view(state).known[1] == (wager, wager)
    for text, known in (("aJ", 1), ("xaJ", 0), ("aJ", 0)):
        state = after(state, text)
        assert public_view(state).known[1] == (wager,) * known
        state = until_seat(after(state, "."), 1)


@more_seats
def test_12_a_card_played_is_a_known_one_whenever_it_could_be(ruleset: Ruleset) -> None:
    for states in random_rounds(ruleset):
        for before, state in pairwise(states):
            event = state.events[-1]
            if event.kind not in (EventKind.PLAY, EventKind.DISCARD):
                continue
            card, seat = event.cards[0], event.seat
            known = Counter(public_view(before).known[seat])
            expected = known - Counter(event.cards)
            assert Counter(public_view(state).known[seat]) == expected
            assert Counter(public_view(state).known[seat]) <= Counter(state.hands[seat])
            assert public_view(before).known[seat].count(card) <= before.hands[seat].count(card)


# 13


def taken_and_kept(events: Iterable[Event], seat: int) -> Counter[Card]:
    """Count the cards that a seat was seen to take and not to play since."""
    kept: Counter[Card] = Counter()
    for event in events:
        if event.seat != seat:
            continue
        if event.kind is EventKind.DRAW_PILE:
            kept.update(event.cards)
        elif event.kind in (EventKind.PLAY, EventKind.DISCARD):
            kept -= Counter(event.cards)
    return kept


@editions_with(lambda ruleset: ruleset.seats == 2)
def test_13_cards_that_the_other_side_was_seen_to_take_are_never_forgotten(
    ruleset: Ruleset,
) -> None:
    most = 0
    for state in some_states(ruleset, 7):
        for seat in range(2):
            seen = observe(state, seat)
            for other in range(2):
                taken = taken_and_kept(seen.events, other)
                assert Counter(seen.known[other]) == taken
                most = max(most, taken.total())
            assert Counter(seen.exposed) == taken_and_kept(seen.events, seat)
    assert most >= 3


@editions_with(lambda ruleset: ruleset.hand_over)
def test_13_nor_when_they_may_have_been_handed_over(ruleset: Ruleset) -> None:
    pooled = 0
    for state in some_states(ruleset, 7):
        for seat in range(4):
            seen = observe(state, seat)
            for side in range(2):
                pair = [other for other in range(4) if ruleset.side(other) == side]
                known = Counter(seen.pooled[side])
                for other in pair:
                    assert Counter(seen.known[other]) <= Counter(state.hands[other])
                    known.update(seen.known[other])
                hands = Counter(card for other in pair for card in state.hands[other])
                assert known <= hands
                if side != seen.side:
                    # What the pair took and neither of them has played is all there.
                    taken: Counter[Card] = Counter()
                    for event in seen.events:
                        if ruleset.side(event.seat) == side:
                            if event.kind is EventKind.DRAW_PILE:
                                taken.update(event.cards)
                            elif event.cards:
                                taken -= Counter(event.cards)
                    assert known >= taken
                    pooled += len(seen.pooled[side])
    assert pooled


@every_edition
def test_13_a_redeal_of_what_is_hidden_has_them_where_they_are(ruleset: Ruleset) -> None:
    rng = Random(13)
    for state in some_states(ruleset, 53):
        for seat in range(ruleset.seats):
            world = other_world(state, seat, rng)
            assert world is not None
            known = observe(state, seat).known
            for hand, cards in zip(world[-1].hands, known, strict=True):
                assert Counter(cards) <= Counter(hand)


# 14


@every_edition
def test_14_equal_cards_are_one_choice(ruleset: Ruleset) -> None:
    state = begin(ruleset, "aJ aQ aK" + (" a2 a2" if ruleset.doubled_ranks else ""))
    names = [str(action) for action in state.legal_actions()]
    assert len(names) == len(set(names))
    different = set(state.hand)
    assert sum(isinstance(action, Discard) for action in state.legal_actions()) == len(different)


@every_edition
def test_14_one_action_for_each_choice_and_one_id(ruleset: Ruleset) -> None:
    space = ruleset.action_space
    every = [space.action(action_id) for action_id in range(len(space))]
    assert len(set(every)) == len(every) == len({str(action) for action in every})
    for state in some_states(ruleset, 11):
        listed = state.legal_actions()
        ids = [space.id(action) for action in listed]
        assert ids == sorted(set(ids))
        # Two choices that lead to one and the same state would be one choice.
        assert len({written(state.apply(action)) for action in listed}) == len(listed)
