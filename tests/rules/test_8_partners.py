"""Chapter 8 of the rules: partners."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from expedition.game import DrawDeck, EventKind, Fault, HandOver, Step, observe, public_view
from rules.positions import (
    a_card,
    a_suit,
    after,
    allows,
    an_action,
    begin,
    editions_with,
    pass_by,
    refusal_of,
    some_cards,
    until_seat,
)

if TYPE_CHECKING:
    from expedition.game import Ruleset

with_partners = editions_with(lambda ruleset: ruleset.seats == 4)
without_partners = editions_with(lambda ruleset: ruleset.seats < 4)


@with_partners
def test_8_1_partners_build_one_set_of_expeditions(ruleset: Ruleset) -> None:
    state = begin(ruleset, "aJ a8", "a3", "a5 a9 b4", "a7")
    state = after(state, "aJ . a3 . a5 . a7 . a8 .")
    assert state.expedition(0, a_suit(ruleset, "a")) == some_cards(ruleset, "aJ a5 a8")
    assert state.expedition(1, a_suit(ruleset, "a")) == some_cards(ruleset, "a3 a7")
    state = until_seat(state, 2)
    assert allows(state, "a9")
    assert allows(state, "b4")


@with_partners
def test_8_1_what_one_partner_lays_binds_the_other(ruleset: Ruleset) -> None:
    state = until_seat(after(begin(ruleset, "a8", "", "a5 aJ"), "a8 ."), 2)
    assert refusal_of(state, "a5").fault is Fault.NOT_HIGHER
    assert refusal_of(state, "aJ").fault is Fault.WAGER_AFTER_NUMBER


@with_partners
def test_8_1_partners_score_together_and_hold_their_own_hands(ruleset: Ruleset) -> None:
    state = after(begin(ruleset, "a8", "", "a9"), "a8 .")
    state = after(until_seat(state, 2), "a9 .")
    assert [score.total for score in state.scores] == [-3, 0]
    assert refusal_of(until_seat(state, 0), str(state.hands[2][0])).fault is Fault.NOT_IN_HAND


@with_partners
def test_8_2_a_hand_over_is_the_whole_turn(ruleset: Ruleset) -> None:
    for seat in range(4):
        hands = [""] * seat + ["a5 b6"]
        state = begin(ruleset, *hands, starter=seat)
        given = after(state, ">a5+b6")
        assert (given.to_act, given.step) == ((seat + 1) % 4, Step.PLAY)
        assert given.deck == state.deck
        assert given.piles == state.piles
        assert given.expeditions == state.expeditions
        partner = (seat + 2) % 4
        pair = Counter(some_cards(ruleset, "a5 b6"))
        assert Counter(given.hands[partner]) - Counter(state.hands[partner]) == pair
        assert Counter(state.hands[seat]) - Counter(given.hands[seat]) == pair
        for other in ((seat + 1) % 4, (seat + 3) % 4):
            assert given.hands[other] == state.hands[other]


@with_partners
def test_8_2_it_comes_instead_of_a_card_not_after_one(ruleset: Ruleset) -> None:
    state = after(begin(ruleset, "a5 b6 c7"), "xa5")
    assert refusal_of(state, ">b6+c7").fault is Fault.DRAW_STEP
    assert refusal_of(begin(ruleset, "a5"), DrawDeck()).fault is Fault.CARD_STEP


@without_partners
def test_8_2_without_a_partner_nothing_is_handed_over(ruleset: Ruleset) -> None:
    state = begin(ruleset, "a5 b6")
    refusal = refusal_of(state, ">a5+b6")
    assert refusal.fault is Fault.NO_HAND_OVER
    assert str(refusal) == f"Cards are not handed over in {ruleset.id}."


@with_partners
def test_8_3_any_two_cards_of_the_hand_and_no_others(ruleset: Ruleset) -> None:
    state = begin(ruleset, "a2 a2 aJ b6")
    pairs = {tuple(sorted(pair, key=ruleset.kinds.index)) for pair in combinations(state.hand, 2)}
    listed = [action for action in state.legal_actions() if isinstance(action, HandOver)]
    assert {(action.first, action.second) for action in listed} == pairs
    assert len(listed) == len(pairs)
    for text, missing in ((">a3+b6", "a3"), (">b6+b7", "b7"), (">a4+a4", "a4")):
        refusal = refusal_of(state, text)
        assert refusal.fault is Fault.NOT_IN_HAND
        assert str(refusal) == f"You don't hold {a_card(ruleset, missing).name}."


@with_partners
def test_8_3_both_copies_of_a_card_may_be_the_two(ruleset: Ruleset) -> None:
    state = begin(ruleset, "a2 a2 b3")
    assert after(state, ">a2+a2").hands[2].count(a_card(ruleset, "a2")) == 2
    refusal = refusal_of(state, ">b3+b3")
    assert refusal.fault is Fault.NOT_IN_HAND
    assert str(refusal) == f"You hold only one {a_card(ruleset, 'b3').name}."


@with_partners
def test_8_3_the_order_in_which_the_two_are_named_does_not_matter(ruleset: Ruleset) -> None:
    assert an_action(ruleset, ">b6+a5") == an_action(ruleset, ">a5+b6")
    state = begin(ruleset, "a5 b6")
    assert after(state, ">b6+a5") == after(state, ">a5+b6")


@with_partners
def test_8_3_only_the_partners_see_which_cards_go_over(ruleset: Ruleset) -> None:
    state = after(begin(ruleset, "a5 b6"), ">a5+b6")
    pair = some_cards(ruleset, "a5 b6")
    for seat in range(4):
        event = observe(state, seat).events[-1]
        assert event.kind is EventKind.HAND_OVER
        assert event.cards == (pair if seat in (0, 2) else ())
    assert public_view(state).events[-1].cards == ()


@with_partners
def test_8_4_it_takes_a_hand_of_the_editions_size_or_more(ruleset: Ruleset) -> None:
    least = {"classic-partners": 8, "standard-partners": 6}[ruleset.id]
    assert ruleset.hand_size == least
    state = begin(ruleset, "a5 b6 a7 b8")
    assert allows(state, ">a5+b6")
    state = until_seat(pass_by(after(state, ">a5+b6")), 0)
    state = until_seat(pass_by(state), 0)
    assert len(state.hand) == least - 2
    refusal = refusal_of(state, ">a7+b8")
    assert refusal.fault is Fault.HAND_TOO_SMALL
    assert str(refusal) == f"You hold {least - 2} cards; handing two over takes {least} or more."


@with_partners
def test_8_4_a_larger_hand_may_hand_over_too(ruleset: Ruleset) -> None:
    state = until_seat(after(begin(ruleset, "a5 b6"), ">a5+b6"), 2)
    assert len(state.hand) == ruleset.hand_size + 2
    assert allows(state, ">a5+b6")


@editions_with(lambda ruleset: ruleset.hand_over and ruleset.hand_over.twice_running)
def test_8_5_in_classic_partners_as_often_as_one_likes(ruleset: Ruleset) -> None:
    assert ruleset.id == "classic-partners"
    state = after(begin(ruleset, "a5 b6"), ">a5+b6")
    state = after(until_seat(state, 2), ">a5+b6")
    state = after(until_seat(state, 0), ">a5+b6")
    # Seat 2 holds ten, and so may hand over in two turns running.
    state = after(until_seat(state, 2), ">a5+b6")
    state = until_seat(state, 2)
    assert len(state.hand) == 8
    assert any(isinstance(action, HandOver) for action in state.legal_actions())


@editions_with(lambda ruleset: ruleset.hand_over and not ruleset.hand_over.twice_running)
def test_8_5_in_standard_partners_not_on_two_of_ones_own_turns_in_a_row(ruleset: Ruleset) -> None:
    assert ruleset.id == "standard-partners"
    state = until_seat(after(begin(ruleset, "a5 b6", "", "a7 b8"), ">a5+b6"), 2)
    # The partner may, who has not just done so; then holds six, but has.
    state = until_seat(after(state, ">a5+b6"), 0)
    assert refusal_of(state, ">a5+b6").fault is Fault.HAND_OVER_TWICE
    assert str(refusal_of(state, ">a5+b6")) == (
        "You handed cards over in your last turn; play a card in this one."
    )
    state = until_seat(pass_by(state), 2)
    assert len(state.hand) == 6
    assert refusal_of(state, ">a7+b8").fault is Fault.HAND_OVER_TWICE
    state = until_seat(pass_by(state), 0)
    assert allows(state, ">a5+b6")
    assert allows(until_seat(pass_by(state), 2), f">{state.hands[2][0]}+{state.hands[2][1]}")


@with_partners
def test_8_6_hands_stay_unequal_until_cards_are_handed_back(ruleset: Ruleset) -> None:
    size = ruleset.hand_size
    state = after(begin(ruleset, "a5 b6"), ">a5+b6")
    for _ in range(9):
        assert [len(hand) for hand in state.hands] == [size - 2, size, size + 2, size]
        state = pass_by(state)
    state = until_seat(state, 2)
    state = after(state, f">{state.hand[0]}+{state.hand[1]}")
    assert [len(hand) for hand in state.hands] == [size] * 4
