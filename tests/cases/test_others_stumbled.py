"""Eighteen faults seen in other programs for this game, each ruled out with its whole kind.

A number is a fault; the names of its tests say what must hold instead.
"""

from __future__ import annotations

import copy
import importlib
import pkgutil
import subprocess
import sys
from collections import Counter
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from importlib.metadata import distribution
from itertools import combinations, pairwise, product
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, get_type_hints

import pytest

import expedition
from expedition.bots import bot_names, find_bot
from expedition.game import (
    EDITIONS,
    Action,
    Card,
    Deal,
    Discard,
    DrawDeck,
    DrawPile,
    Event,
    EventKind,
    Fault,
    HandOver,
    Match,
    Observation,
    Play,
    RoundOver,
    Ruleset,
    State,
    Step,
    Termination,
    find_edition,
    observe,
    public_view,
    score_expedition,
)
from expedition.game.knowledge import Knowledge
from properties.redeal import other_world
from rules.positions import (
    a_card,
    after,
    allows,
    begin,
    dig,
    editions_with,
    every_edition,
    in_turns,
    laid_out,
    pass_by,
    refusal_of,
    some_cards,
    stacked,
    until_deck,
    until_seat,
    whole_pack,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from expedition.bots import Bot

#: So many steps at most of a random round: some editions let it go on for very long.
STEPS = 600

piles_open = editions_with(lambda ruleset: ruleset.draw_from_piles)
more_seats = editions_with(lambda ruleset: ruleset.seats > 1)


@cache
def random_round(ruleset: Ruleset, seed: int) -> tuple[State, ...]:
    """Every state of a round of random play, from the deal on."""
    rng = Random(seed)
    states = [State.new(Deal.shuffled(ruleset, rng), rng.randrange(ruleset.seats))]
    while not states[-1].is_over and len(states) < STEPS:
        legal = states[-1].legal_actions()
        # Half the time a card is laid or the deck drawn from where possible, so that rounds fill
        # expeditions, and end; else anything, so that they also dig, throw away and hand over.
        actions = legal[:1] if rng.random() < 0.5 else legal
        states.append(states[-1].apply(rng.choice(actions)))
    return tuple(states)


def random_rounds(ruleset: Ruleset, count: int = 6) -> Iterator[tuple[State, ...]]:
    for seed in range(count):
        yield random_round(ruleset, seed)


def some_states(ruleset: Ruleset, every: int, rounds: int = 6) -> Iterator[State]:
    for states in random_rounds(ruleset, rounds):
        yield from states[::every]
        yield states[-1]


def written(state: State) -> str:
    """Everything in a state, as text."""
    return repr([getattr(state, each.name) for each in fields(state)])


# 1


@editions_with(lambda ruleset: not ruleset.play_out_hands)
def test_01_the_round_is_over_the_instant_the_deck_is_empty(ruleset: Ruleset) -> None:
    for states in random_rounds(ruleset):
        for state in states:
            assert state.is_over is (not state.deck or state.termination is Termination.STALLED)
        assert len({len(state.deck) for state in states}) > 1
    state = until_deck(begin(ruleset), 0)
    assert state.termination is Termination.DECK_EMPTY
    assert all(state.hands)
    assert state.legal_actions() == ()
    for action_id in range(len(ruleset.action_space)):
        assert isinstance(refusal_of(state, ruleset.action_space.action(action_id)), RoundOver)


@editions_with(lambda ruleset: not ruleset.play_out_hands)
def test_01_nor_does_it_stop_with_cards_left(ruleset: Ruleset) -> None:
    state = begin(ruleset)
    for left in range(ruleset.deck_size, 0, -1):
        assert not state.is_over
        assert len(state.deck) == left
        state = pass_by(state)
    assert state.is_over


# 2


@piles_open
def test_02_the_card_just_discarded_can_not_be_drawn_back(ruleset: Ruleset) -> None:
    discards = 0
    for states in random_rounds(ruleset):
        for state in states:
            if state.is_over or state.step is not Step.DRAW:
                continue
            event = state.events[-1]
            thrown = event.cards[0].suit if event.kind is EventKind.DISCARD else None
            discards += thrown is not None
            for suit in ruleset.suits:
                draw = DrawPile(suit)
                assert state.is_legal(draw) is (suit is not thrown and bool(state.pile(suit)))
                if suit is thrown:
                    assert refusal_of(state, draw).fault is Fault.PILE_CLOSED
    assert discards > 50


@piles_open
def test_02_but_it_can_next_turn_and_a_laid_suits_pile_is_open(ruleset: Ruleset) -> None:
    state = after(begin(ruleset, "a5 b7", "a9 b6"), "xa5 .")
    assert allows(after(state, "xb6"), "<a")
    assert allows(after(state, "a9"), "<a")
    assert not allows(after(state, "xa9"), "<a")
    # One's own, a whole turn of the table later.
    state = until_seat(state, 0)
    assert allows(after(state, "xb7"), "<a")


# 3


@every_edition
def test_03_a_wager_on_wagers_is_legal_and_after_a_number_is_not(ruleset: Ruleset) -> None:
    for letter in "abcdef"[: len(ruleset.suits)]:
        other = "b" if letter == "a" else "a"
        wagers = [f"{letter}{mark}" for mark in "JQK"]
        # One each turn, and with turns between that have nothing to do with them.
        state = begin(ruleset, " ".join((*wagers, f"{letter}2")))
        in_turns(state, *(f"{wager} ." for wager in wagers), f"{letter}2 .")
        state = begin(ruleset, f"{' '.join(wagers)} {other}5 {other}6", deck="_ " * 4)
        state = in_turns(state, f"{wagers[0]} .", f"{other}5 .", f"{wagers[1]} .", f"x{other}6 .")
        assert allows(until_seat(state, 0), wagers[2])
        for count in range(3):
            laid = [*wagers[:count], f"{letter}10"]
            state = begin(ruleset, " ".join((*laid, wagers[2])))
            state = until_seat(in_turns(state, *(f"{name} ." for name in laid)), 0)
            assert refusal_of(state, wagers[2]).fault is Fault.WAGER_AFTER_NUMBER


# 4


@every_edition
@pytest.mark.parametrize(
    ("laid", "total"),
    [
        ("aJ aQ aK", -80),
        ("a2", -18),
        ("aJ a10", -20),
        ("aJ aQ aK a2 a3 a4 a5 a6 a7 a8 a9 a10", 156),
        ("aJ aQ aK a2 a3 a4 a5 a6", 20),
    ],
)
def test_04_every_part_of_a_score_is_there(ruleset: Ruleset, laid: str, total: int) -> None:
    assert laid_out(ruleset, laid).scores[0].total == total


@editions_with(lambda ruleset: ruleset.bonus_cards == 8)
def test_04_seven_cards_that_sum_to_20_score_0(ruleset: Ruleset) -> None:
    sums = 0
    numbers = [f"a{rank}" for rank in ruleset.ranks]
    for wagers in range(4):
        for chosen in combinations(numbers, 7 - wagers):
            if sum(int(name[1:]) for name in chosen) == 20:
                laid = " ".join(("aJ", "aQ", "aK")[:wagers] + chosen)
                assert laid_out(ruleset, laid).scores[0].total == 0
                sums += 1
    assert sums


@every_edition
def test_04_in_every_expedition_that_there_can_be(ruleset: Ruleset) -> None:
    suit = [a_card(ruleset, f"a{rank}") for rank in ("J", "Q", "K", *range(2, 11))]
    for chosen in product((False, True), repeat=12):
        cards = [card for card, taken in zip(suit, chosen, strict=True) if taken]
        ranks = [card.rank for card in cards if isinstance(card.rank, int)]
        total = 0
        if cards:
            total = (sum(ranks) - 20) * (1 + len(cards) - len(ranks))
            total += 20 if len(cards) >= ruleset.bonus_cards else 0
        assert score_expedition(ruleset, cards).total == total


# 5


@piles_open
def test_05_a_pile_gives_the_last_card_in(ruleset: Ruleset) -> None:
    state = begin(ruleset, "a3 a10 a2 a7", "b2 b3")
    state = until_seat(in_turns(state, "xa3 .", "xa10 .", "xa2 .", "xa7 ."), 1)
    state = after(state, "xb2 <a")
    assert a_card(ruleset, "a7") in state.hands[1]
    state = after(until_seat(state, 1), "xb3 <a")
    assert a_card(ruleset, "a2") in state.hands[1]


@piles_open
def test_05_whatever_was_put_and_taken_before(ruleset: Ruleset) -> None:
    deepest = 0
    for states in random_rounds(ruleset):
        piles: dict[object, list[Card]] = {suit: [] for suit in ruleset.suits}
        for state in states[1:]:
            event = state.events[-1]
            if event.kind is EventKind.DISCARD:
                piles[event.cards[0].suit].append(event.cards[0])
            elif event.kind is EventKind.DRAW_PILE:
                assert piles[event.cards[0].suit].pop() == event.cards[0]
            assert state.piles == tuple(tuple(piles[suit]) for suit in ruleset.suits)
            deepest = max(deepest, *map(len, state.piles))
    assert deepest >= 3


# 6


def match_of(ruleset: Ruleset, *rounds: str, digs: int = 0, first: int = 0) -> Match:
    """Play a match of these rounds: in "a2/-" seat 0 lays the a2 and nobody anything else.

    `digs` is for how many turns of a round somebody draws off a pile, which shifts who ends it.
    """
    match = Match.new(ruleset, rounds=len(rounds), first_starter=first)
    for text in rounds:
        lays = dict(enumerate(text.split("/")))
        mixed = [f"b{seat + 3} c{seat + 3}" for seat in range(ruleset.seats)]
        hands = [f"{lays.get(seat, '-')} {hand}" for seat, hand in enumerate(mixed)]
        match = match.begin(stacked(ruleset, *(hand.replace("- ", "") for hand in hands)))
        turns = 0
        while match.state is not None and not match.state.is_over:
            state = match.state
            name = lays.get(state.to_act, "-")
            if name != "-" and a_card(ruleset, name) in state.hand:
                following = after(state, f"{name} .")
            elif 4 <= turns < 4 + digs:
                following = dig(state)
            else:
                following = pass_by(state)
            for action in following.history[len(state.history) :]:
                match = match.apply(action)
            turns += 1
    return match


@editions_with(lambda ruleset: ruleset.sides == 2)
def test_06_the_winner_does_not_depend_on_who_moved_last(ruleset: Ruleset) -> None:
    for losses, winners in (("aJ/-", (1,)), ("-/aJ", (0,)), ("a2/a10", (1,)), ("a10/b10", (0, 1))):
        enders = set()
        for digs in range(ruleset.seats):
            match = match_of(ruleset, losses, digs=digs)
            assert match.state is not None
            enders.add(match.state.events[-1].seat)
            assert match.outcome is not None
            assert match.outcome.winners == winners
            assert match.outcome.is_shared is (len(winners) == 2)
        assert enders == set(range(ruleset.seats))


@editions_with(lambda ruleset: ruleset.sides == 2)
def test_06_nor_on_the_seat_that_began(ruleset: Ruleset) -> None:
    for first in range(ruleset.seats):
        for losses, winners in (("aJ/-", (1,)), ("-/aJ", (0,)), ("-/-", (0, 1))):
            outcome = match_of(ruleset, losses, first=first).outcome
            assert outcome is not None
            assert outcome.winners == winners


@editions_with(lambda ruleset: ruleset.sides == 2)
def test_06_three_rounds_are_added_up_and_ties_shared(ruleset: Ruleset) -> None:
    for losses, totals, winners in (
        (("a9/-", "a9/-", "-/aJ"), (-22, -40), (0,)),
        (("a10/-", "-/a10", "-/-"), (-10, -10), (0, 1)),
        (("aJ/-", "-/a10", "-/a10"), (-40, -20), (1,)),
        (("a2/-", "-/a10", "-/a2"), (-18, -28), (0,)),
    ):
        outcome = match_of(ruleset, *losses).outcome
        assert outcome is not None
        assert (outcome.totals, outcome.winners) == (totals, winners)


# 7


@every_edition
def test_07_a_refused_action_leaves_the_state_identical(ruleset: Ruleset) -> None:
    space = ruleset.action_space
    every = [space.action(action_id) for action_id in range(len(space))]
    strangers: list[Action] = [Play(Card(ruleset.suits[0], 99)), HandOver(*ruleset.kinds[:2])]
    strangers += [
        DrawPile(suit)
        for other in EDITIONS.values()
        for suit in other.suits
        if suit not in ruleset.suits
    ]
    rng = Random(7)
    for state in some_states(ruleset, 41):
        before, twin = written(state), copy.deepcopy(state)
        legal = set(state.legal_actions())
        refused = [action for action in (*every, *strangers) if action not in legal]
        for action in rng.sample(refused, min(len(refused), 150)):
            refusal_of(state, action)
        assert written(state) == before == written(twin)
        for action in legal:
            # An accepted action leaves it alone too; only what is returned has changed.
            assert written(state.apply(action)) != before
        assert written(state) == before


def test_07_a_match_too_is_as_it_was() -> None:
    match = Match.new(find_edition("classic")).begin(stacked(find_edition("classic"), "R5"))
    before = repr(match), match.state
    for action in (DrawDeck(), Play(some_cards(match.ruleset, "B5")[0])):
        with pytest.raises(ValueError, match=r"\.$"):
            match.apply(action)
        assert (repr(match), match.state) == before


# 8


@every_edition
def test_08_no_card_is_lost_or_doubled_at_any_step(ruleset: Ruleset) -> None:
    pack = Counter(ruleset.pack)
    for states in random_rounds(ruleset):
        for state in states:
            assert whole_pack(state) == pack
        # What was put down lies where it was put.
        for before, state in pairwise(states):
            event = state.events[-1]
            if event.kind is EventKind.DISCARD:
                assert state.pile(event.cards[0].suit)[-1] == event.cards[0]
            if event.kind is EventKind.PLAY:
                side = ruleset.side(event.seat)
                assert state.expedition(side, event.cards[0].suit)[-1] == event.cards[0]
            assert (
                sum(map(len, state.hands)) - sum(map(len, before.hands))
                == {
                    EventKind.PLAY: -1,
                    EventKind.DISCARD: -1,
                    EventKind.DRAW_DECK: 1,
                    EventKind.DRAW_PILE: 1,
                    EventKind.HAND_OVER: 0,
                }[event.kind]
            )


# 9


@every_edition
def test_09_what_is_listed_applies_and_nothing_else_does(ruleset: Ruleset) -> None:
    space = ruleset.action_space
    for state in some_states(ruleset, 29):
        listed = state.legal_actions()
        accepted = []
        for action_id in range(len(space)):
            action = space.action(action_id)
            try:
                state.apply(action)
            except ValueError:
                continue
            accepted.append(action)
        assert list(listed) == accepted
        assert bool(listed) is not state.is_over


@more_seats
def test_09_the_list_is_made_from_the_hand_of_the_seat_to_act_alone(ruleset: Ruleset) -> None:
    rng = Random(9)
    for state in some_states(ruleset, 37):
        for action in state.legal_actions():
            match action:
                case Play(card) | Discard(card):
                    assert card in state.hand
                case HandOver(first, second):
                    assert first in state.hand
                    assert second in state.hand
        world = other_world(state, state.to_act, rng)
        assert world is not None
        assert world[-1].legal_actions() == state.legal_actions()


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


# 15


def reachable(thing: object, seen: set[int] | None = None) -> Iterator[object]:
    """Everything that can be got at from a value, short of the rules themselves."""
    seen = set() if seen is None else seen
    if id(thing) in seen or isinstance(thing, Ruleset | Enum | str | int | None):
        return
    seen.add(id(thing))
    yield thing
    parts: list[object] = []
    if isinstance(thing, tuple | list | set | frozenset):
        parts += thing
    if isinstance(thing, dict):
        parts += [*thing.keys(), *thing.values()]
    if is_dataclass(thing):
        parts += [getattr(thing, each.name) for each in fields(thing)]
    parts += getattr(thing, "__dict__", {}).values()
    for part in parts:
        yield from reachable(part, seen)


@every_edition
def test_15_no_way_leads_from_an_observation_to_the_state(ruleset: Ruleset) -> None:
    for state in some_states(ruleset, 101):
        views = [public_view(state), *(observe(state, seat) for seat in range(ruleset.seats))]
        for view in views:
            for thing in reachable(view):
                assert not isinstance(thing, State | Deal | Match | Knowledge)
        # The walk does find them where they are.
        assert any(isinstance(thing, Deal) for thing in reachable(state))


def test_15_a_bot_is_handed_an_observation_and_nothing_else() -> None:
    for name in bot_names():
        choose = type(find_bot(name)).choose
        names = choose.__code__.co_varnames[: choose.__code__.co_argcount]
        assert names == ("self", "observation", "legal", "rng")
        hints = get_type_hints(
            choose, localns={"Action": Action, "Observation": Observation, "Random": Random}
        )
        assert hints["observation"] is Observation
        assert hints["rng"] is Random


@every_edition
@pytest.mark.parametrize("name", ["careful", "random"])
def test_15_a_bot_chooses_the_same_whatever_the_hidden_cards(ruleset: Ruleset, name: str) -> None:
    bot, rng = find_bot(name), Random(15)
    for state in some_states(ruleset, 61):
        if state.is_over:
            continue
        world = other_world(state, state.to_act, rng)
        assert world is not None
        chosen = []
        for each in (state, world[-1]):
            seen = observe(each, each.to_act)
            chosen.append(bot.choose(seen, seen.legal_actions, Random(1)))
        assert chosen[0] == chosen[1]


# 16


def test_16_everything_that_ships_can_be_loaded() -> None:
    names = [module.name for module in pkgutil.walk_packages(expedition.__path__, "expedition.")]
    assert "expedition.game.state" in names
    for name in names:
        if not name.endswith("__main__"):
            importlib.import_module(name)


def test_16_every_entry_point_of_the_installed_package_loads() -> None:
    points = distribution("expedition").entry_points
    assert {point.name for point in points.select(group="expedition.bots")} >= {"random", "careful"}
    assert [point.name for point in points.select(group="console_scripts")] == ["expedition"]
    for point in points:
        assert callable(point.load())


def test_16_the_console_script_starts() -> None:
    script = Path(sys.executable).with_name("expedition")
    if not script.exists():
        script = script.with_suffix(".exe")
    done = subprocess.run(
        [script, "--help"], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "expedition" in done.stdout


# 17


def can_lay(expedition: tuple[Card, ...], card: Card, *, ascend: bool) -> bool:
    """The rule in other words, which look at the whole expedition and not at its last card."""
    numbers = [each.points for each in expedition if not each.is_wager]
    if not card.is_wager:
        return all(card.points > number for number in numbers)
    courts = [str(each.rank) for each in expedition]
    return not numbers and (
        not ascend or all("JQK".index(c) < "JQK".index(str(card.rank)) for c in courts)
    )


@every_edition
def test_17_every_card_of_the_hand_is_judged_by_itself(ruleset: Ruleset) -> None:
    later = 0
    for state in some_states(ruleset, every=1, rounds=12):
        if state.step is not Step.PLAY or state.is_over:
            continue
        verdicts = []
        for card in state.hand:
            laid = state.expedition(ruleset.side(state.to_act), card.suit)
            verdicts.append(can_lay(laid, card, ascend=ruleset.wagers_ascend))
            assert state.is_legal(Play(card)) is verdicts[-1]
            assert state.is_legal(Discard(card))
        later += len(set(verdicts)) == 2
    assert later > 10, "hands in which some cards can be laid and some not"


# 18


@every_edition
def test_18_an_expedition_is_counted_once_for_each_suit(ruleset: Ruleset) -> None:
    state = laid_out(ruleset, "aJ a5 a9 b3 cJ cQ")
    score = state.scores[0]
    assert len(score.expeditions) == len(ruleset.suits)
    assert [part.cards for part in score.expeditions][:4] == [3, 1, 2, 0]
    assert sum(part.cards > 0 for part in score.expeditions) == 3
    assert sum(part.multiplier - 1 for part in score.expeditions) == 3
    assert score.total == -12 - 17 - 60


@every_edition
def test_18_counts_agree_with_what_was_laid_over_a_whole_match(ruleset: Ruleset) -> None:
    started: Counter[int] = Counter()
    laid: Counter[int] = Counter()
    by_hand: Counter[tuple[int, int, object]] = Counter()
    for number, states in enumerate(random_rounds(ruleset)):
        for side, score in enumerate(states[-1].scores):
            started[side] += sum(part.cards > 0 for part in score.expeditions)
            laid[side] += sum(part.cards for part in score.expeditions)
        for event in states[-1].events:
            if event.kind is EventKind.PLAY:
                by_hand[number, ruleset.side(event.seat), event.cards[0].suit] += 1
    for side in range(ruleset.sides):
        mine = {key: count for key, count in by_hand.items() if key[1] == side}
        assert started[side] == len(mine)
        assert laid[side] == sum(mine.values())
