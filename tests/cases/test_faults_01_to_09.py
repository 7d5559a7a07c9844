"""Faults 1 to 9 seen in other programs for this game, each ruled out with its whole kind.

A number is a fault; the names of its tests say what must hold instead.
"""

from __future__ import annotations

import copy
from collections import Counter
from itertools import combinations, pairwise, product
from random import Random

import pytest

from cases.rounds import (
    more_seats,
    piles_open,
    random_rounds,
    some_states,
    written,
)
from expedition.game import (
    EDITIONS,
    Action,
    Card,
    Discard,
    DrawDeck,
    DrawPile,
    EventKind,
    Fault,
    HandOver,
    Match,
    Play,
    RoundOver,
    Ruleset,
    Step,
    Termination,
    find_edition,
    score_expedition,
)
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

#: So many steps at most of a random round: some editions let it go on for very long.

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
