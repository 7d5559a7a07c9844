"""Sampled worlds: all that agree with what a seat knows, each as likely as the others."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from expedition.fast import (
    Batch,
    Information,
    determinize,
    observation_sections,
    pack,
    unpack,
)
from expedition.game import (
    Deal,
    EventKind,
    HandOver,
    HandOverRule,
    Ruleset,
    State,
    Wager,
    find_edition,
    observe,
)
from expedition.notation import parse_action, parse_cards
from fast.enumeration import agreeing_deals, canonical
from fast.rounds import choose
from properties.strategies import every_edition
from properties.twins import twins

SUITS = find_edition("classic").suits
#: Two suits of three wagers and two numbers: a pack of ten, so that every deal can be tried.
TINY = Ruleset(
    id="tiny",
    name="Tiny",
    summary="For tests.",
    suits=SUITS[:2],
    ranks=(2, 3),
    hand_size=2,
)
#: Four seats with a card each, and one set aside.
TINY_PARTNERS = Ruleset(
    id="tiny-partners",
    name="Tiny partners",
    summary="For tests.",
    suits=SUITS[:2],
    ranks=(2, 3),
    wagers=(Wager.PLAIN, Wager.PLAIN),
    seats=4,
    hand_size=1,
    set_aside=1,
)
#: Two seats of one side, who see what they hand over.
TINY_PAIR = Ruleset(
    id="tiny-pair",
    name="Tiny pair",
    summary="For tests.",
    suits=SUITS[:2],
    ranks=(2,),
    seats=2,
    sides=1,
    hand_size=3,
    hand_over=HandOverRule(min_hand=3, twice_running=True),
)
#: 1 in 1,000 that a right sampler fails; the seeds are fixed, so it does so always or never.
_UNLIKELY = 3.1


def samples(state: State, seat: int, count: int, seed: int = 1) -> Batch:
    batch = Batch(state.ruleset, count, seed=seed)
    determinize(batch, Information.of(observe(state, seat)))
    return batch


def worlds(batch: Batch) -> Counter[tuple[int, ...]]:
    """Count the deals of the samples; within a dealt hand the order means nothing."""
    ruleset = batch.ruleset
    size, dealt = ruleset.hand_size, ruleset.seats * ruleset.hand_size
    deals = batch.states["deal"][:, : len(ruleset.pack)].astype(np.int64)
    for at in range(0, dealt, size):
        deals[:, at : at + size] = np.sort(deals[:, at : at + size], axis=1)
    return Counter(map(tuple, deals.tolist()))


def expected_shares(state: State, seat: int) -> Counter[tuple[int, ...]]:
    """Count for every deal, hands sorted, the orders of the pack that agree and come to it."""
    kinds = state.ruleset.kind_order
    return Counter(
        tuple(kinds[card] for card in canonical(deal, state.ruleset))
        for deal in agreeing_deals(state, seat)
    )


def chi_square(seen: Counter[tuple[int, ...]], shares: Counter[tuple[int, ...]]) -> float:
    """Return how far off the shares are, as a normal deviate (Wilson and Hilferty, 1931)."""
    assert set(seen) <= set(shares), "a sample that does not agree with what is known"
    total, weights = seen.total(), shares.total()
    statistic = sum(
        (seen[deal] - total * share / weights) ** 2 / (total * share / weights)
        for deal, share in shares.items()
    )
    if (freedom := len(shares) - 1) == 0:
        return 0.0
    spread = 2 / (9 * freedom)
    return float(((statistic / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


def played(ruleset: Ruleset, seed: int, most: int) -> State:
    """Play a round at random until so many actions before its end, or so many are made."""
    rng = Random(seed)
    state = State.new(Deal.shuffled(ruleset, rng), int(rng.random() * ruleset.seats))
    while not state.is_over and len(state.events) < most:
        state = state.apply(choose(state.legal_actions(), 0.4, rng))
    return state


@pytest.mark.parametrize("actions", [0, 4, 7, 8, 11, 14])
@pytest.mark.parametrize("ruleset", [TINY, TINY_PARTNERS], ids=["two", "partners"])
def test_every_deal_that_agrees_is_as_likely_as_any_other(ruleset: Ruleset, actions: int) -> None:
    for seed in range(3):
        state = played(ruleset, seed, actions)
        for seat in range(2):
            shares = expected_shares(state, seat)
            seen = worlds(samples(state, seat, 20 * len(shares) + 2000, seed))
            assert chi_square(seen, shares) < _UNLIKELY, (seed, seat)


def course(*texts: str) -> State:
    """Play a round of TINY, seat 1 first: hands of seat 0 and 1 and the deck, then actions.

    A card is the letter of its suit and its rank; an action is written as in records.
    """
    cards, actions = parse_cards(texts[0], TINY), texts[1:]
    state = State.new(Deal(TINY, cards), 1)
    return state.replay(parse_action(text, TINY) for text in actions)


def check_shares(state: State, seat: int) -> None:
    shares = expected_shares(state, seat)
    assert chi_square(worlds(samples(state, seat, 60 * len(shares))), shares) < _UNLIKELY


def test_equal_cards_are_counted_as_often_as_they_could_have_been_the_one_used() -> None:
    # Seat 1 lays a wager as its second turn: it came in its hand or off the deck. Worlds where it
    # had two by then are neither twice as likely nor left out.
    state = course("W2 W3 Y$ W$ Y$ W$ Y2 Y3 Y$ W$", "xW$", ".", "xW2", ".", "Y$", ".")
    check_shares(state, 0)


def test_what_was_taken_off_a_pile_is_still_held() -> None:
    state = course("W2 W3 Y$ W$ Y$ W$ Y2 Y3 Y$ W$", "xW$", ".", "xW2", ".", "xY$", "<W")
    (taken,) = parse_cards("W2", TINY)
    assert state.knowledge.public[1] == (taken,)
    batch = samples(state, 0, 500)
    assert all(taken in unpack(batch, n).hands[1] for n in range(500))
    check_shares(state, 0)


def test_a_wager_taken_and_one_laid_may_be_the_same_or_not() -> None:
    state = course(
        "W$ W$ Y$ W$ Y$ Y2 W2 W3 Y$ Y3", "xY$", ".", "xW$", ".", "xY$", "<W", "xW$", "<Y", "W$", "."
    )
    check_shares(state, 0)
    check_shares(state, 1)


@every_edition
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_samples(ruleset: Ruleset) -> None:
    rng = Random(3)
    compared = 0
    for _ in range(12):
        seat = int(rng.random() * ruleset.seats)
        pair = twins(ruleset, seat, rng, open_hands=False)
        known = []
        for match in (pair.match, pair.other):
            batch = Batch(ruleset)
            pack(batch, 0, match.played[-1])
            known += [
                Information.in_batch(batch, 0, seat),
                Information.of(observe(match.played[-1], seat)),
            ]
        assert len(set(known)) == 1
        compared += pair.match.played[-1] != pair.other.played[-1]
        drawn = []
        for each in known:
            batch = Batch(ruleset, 5, seed=4)
            determinize(batch, each)
            rows = [batch.observe([other] * 5).tobytes() for other in range(ruleset.seats)]
            drawn.append((rows, batch.states["deal"].tobytes(), batch.states["hands"].tobytes()))
        assert all(each == drawn[0] for each in drawn)
    assert compared >= 6


@every_edition
def test_samples_agree_with_all_that_the_seat_knows(ruleset: Ruleset) -> None:
    rng = Random(5)
    for _ in range(12):
        seat = int(rng.random() * ruleset.seats)
        state = twins(ruleset, seat, rng, open_hands=False).match.played[-1]
        batch = samples(state, seat, 6, seed=2)
        view = observe(state, seat)
        origin = Batch(ruleset)
        pack(origin, 0, state)
        rows = batch.observe([seat] * 6)
        assert (rows == origin.observe([seat])[0]).all()
        unseen_pairs = any(
            event.kind is EventKind.HAND_OVER and not event.cards for event in view.events
        )
        for n in range(6):
            if not unseen_pairs:
                assert observe(unpack(batch, n), seat) == view
            check_conserved(batch, n)
        if not state.is_over:
            batch.play()  # what was sampled is a round that can go on
            assert batch.over.all()
            for n in range(6):
                check_conserved(batch, n)


def check_conserved(batch: Batch, n: int) -> None:
    """Hold a state to it: hands, expeditions, piles, deck and cards set aside are the pack."""
    ruleset, record = batch.ruleset, batch.states[n]
    counts = Counter(record["deal"][record["deck_at"] : len(ruleset.pack)].tolist())
    for words in (*record["hands"], *record["laid"]):
        for word in words:
            counts.update(kind for kind in range(len(ruleset.kinds)) if int(word) >> kind & 1)
    for pile, size in enumerate(record["pile_sizes"]):
        counts.update(record["piles"][pile, :size].tolist())
    assert counts == Counter(ruleset.kind_order[card] for card in ruleset.pack)
    sizes = [
        sum(int(word).bit_count() for word in record["hands"][seat])
        for seat in range(ruleset.seats)
    ]
    row = batch.observe([0] * len(batch))[n]
    assert sum(sizes) == sum(row[_sizes_at(ruleset)])


def _sizes_at(ruleset: Ruleset) -> slice:
    section = next(each for each in observation_sections(ruleset) if each.name == "hand_sizes")
    return slice(section.start, section.start + section.length)


@pytest.mark.parametrize("actions", [4, 6, 9])
def test_hand_overs_that_a_seat_sees_leave_every_deal_as_likely(actions: int) -> None:
    seen = 0
    for seed in range(6):
        state = played(TINY_PAIR, seed + 200 * actions, actions)
        seen += sum(isinstance(action, HandOver) for action in state.history)
        for seat in range(2):
            shares = expected_shares(state, seat)
            drawn = worlds(samples(state, seat, 20 * len(shares) + 2000, seed))
            assert chi_square(drawn, shares) < _UNLIKELY, (seed, seat)
    assert seen


def test_after_an_unseen_hand_over_partners_hold_what_they_are_known_to() -> None:
    rules = Ruleset(
        id="tiny-hand-over",
        name="Tiny",
        summary="For tests.",
        suits=SUITS[:3],
        ranks=(2, 3, 4, 5),
        wagers=(Wager.PLAIN, Wager.PLAIN),
        seats=4,
        hand_size=3,
        hand_over=HandOverRule(min_hand=3, twice_running=True),
    )
    kinds = {str(card): card for card in rules.kinds}
    hands = "Y2 Y3 Y4 W2 W3 W4 B2 B3 B4 Y5 W5 B5"
    rest = Counter(rules.pack) - Counter(kinds[text] for text in hands.split())
    state = State.new(Deal(rules, (*(kinds[text] for text in hands.split()), *rest.elements())), 0)
    card = kinds["Y2"]
    state = state.replay(
        parse_action(text, rules)
        for text in ("xY2", ".", "xW2", "<Y", "xB2", ".", "xY5", ".", "xY3", ".", ">W3+W4")
    )
    view = observe(state, 0)
    assert view.pooled[1] == (card,)
    batch = samples(state, 0, 2000)
    held = [batch.states["hands"][:, seat, 0] >> rules.kind_order[card] & 1 for seat in (1, 3)]
    assert ((held[0] + held[1]) >= 1).all()
    share = float(held[1].mean())
    assert 0.8 < share < 0.87  # one place in the hand of seat 1, five in that of seat 3


def test_editions_of_one_seat_have_only_the_deck_to_sample() -> None:
    solo = find_edition("standard-solo")
    state = played(solo, 3, 20)
    batch = samples(state, 0, 50)
    at = int(batch.states["deck_at"][0])
    assert (batch.states["deal"][:, :at] == batch.states["deal"][0, :at]).all()
    assert len({row.tobytes() for row in batch.states["deal"][:, at:]}) == 50
