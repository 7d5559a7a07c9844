"""Chapter 3 of the rules: playing a card."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from expedition.game import (
    EDITIONS,
    Card,
    Discard,
    DrawDeck,
    DrawPile,
    Fault,
    Play,
    Step,
    Suit,
    find_edition,
)
from rules.positions import (
    a_card,
    a_suit,
    after,
    allows,
    an_action,
    begin,
    editions_with,
    every_edition,
    in_turns,
    refusal_of,
    some_cards,
    until_seat,
)

if TYPE_CHECKING:
    from expedition.game import Ruleset

PLAIN_WORDS = find_edition("classic")


@every_edition
def test_3_1_a_card_comes_before_the_draw(ruleset: Ruleset) -> None:
    state = begin(ruleset, "a5")
    assert state.step is Step.PLAY
    draws: list[DrawDeck | DrawPile] = [DrawDeck(), *map(DrawPile, ruleset.suits)]
    for draw in draws:
        refusal = refusal_of(state, draw)
        assert refusal.fault is Fault.CARD_STEP
        assert str(refusal) == "Play or discard a card before you draw."


@every_edition
@pytest.mark.parametrize("first", ["a5", "xa5"])
def test_3_1_a_draw_comes_before_the_next_card(ruleset: Ruleset, first: str) -> None:
    state = after(begin(ruleset, "a5 b6", "c7"), first)
    assert state.step is Step.DRAW
    for card in ruleset.kinds:
        for second in (Play(card), Discard(card)):
            refusal = refusal_of(state, second)
            assert refusal.fault is Fault.DRAW_STEP
            assert str(refusal) == "You have played a card in this turn; now draw one."


@every_edition
@pytest.mark.parametrize("turn", ["a5 .", "xa5 ."])
def test_3_1_then_it_is_the_next_seats_turn(ruleset: Ruleset, turn: str) -> None:
    for starter in range(ruleset.seats):
        hands = [""] * starter + ["a5"]
        state = begin(ruleset, *hands, starter=starter)
        halfway = after(state, turn.split()[0])
        assert halfway.to_act == starter
        done = after(halfway, turn.split()[1])
        assert (done.to_act, done.step) == ((starter + 1) % ruleset.seats, Step.PLAY)


@every_edition
@pytest.mark.parametrize("text", ["a5", "xa5"])
def test_3_2_exactly_one_card_leaves_the_hand(ruleset: Ruleset, text: str) -> None:
    state = begin(ruleset, "a5 a6 b6")
    played = after(state, text)
    assert len(played.hand) == ruleset.hand_size - 1
    assert sorted((*played.hand, a_card(ruleset, "a5")), key=ruleset.kinds.index) == list(
        state.hand
    )
    assert played.hands[1:] == state.hands[1:]


@every_edition
def test_3_2_a_card_that_you_do_not_hold_stays_where_it_is(ruleset: Ruleset) -> None:
    state = begin(ruleset, "a5", "a6" if ruleset.seats > 1 else "")
    held = set(state.hand)
    for card in ruleset.kinds:
        for action in (Play(card), Discard(card)):
            if card in held:
                assert state.is_legal(action)
            else:
                refusal = refusal_of(state, action)
                assert refusal.fault is Fault.NOT_IN_HAND
                assert str(refusal) == f"You don't hold {card.name}."


@every_edition
def test_3_2_a_card_of_another_pack_is_refused_by_name(ruleset: Ruleset) -> None:
    state = begin(ruleset)
    strangers = {card for other in EDITIONS.values() for card in other.kinds} - set(ruleset.kinds)
    strangers.add(Card(ruleset.suits[0], 11))
    for card in strangers:
        for action in (Play(card), Discard(card)):
            refusal = refusal_of(state, action)
            assert refusal.fault is Fault.NO_SUCH_CARD
            assert str(refusal) == f"There is no {card.name} in {ruleset.id}."


@editions_with(lambda ruleset: ruleset.hand_over is None)
def test_3_2_there_is_nothing_else_to_do_than_lay_or_discard(ruleset: Ruleset) -> None:
    state = begin(ruleset, "aJ a5 b6")
    assert all(isinstance(action, Play | Discard) for action in state.legal_actions())


@every_edition
def test_3_3_a_card_goes_on_its_own_suits_expedition_of_ones_own_side(ruleset: Ruleset) -> None:
    for seat in range(ruleset.seats):
        hands = [""] * seat + ["a5"]
        state = after(begin(ruleset, *hands, starter=seat), "a5 .")
        for side in range(ruleset.sides):
            for suit in ruleset.suits:
                mine = side == ruleset.side(seat) and suit is a_suit(ruleset, "a")
                expected = some_cards(ruleset, "a5") if mine else ()
                assert state.expedition(side, suit) == expected


@editions_with(lambda ruleset: ruleset.seats > 1)
def test_3_3_the_other_sides_expedition_is_not_built_on_or_blocked_by(ruleset: Ruleset) -> None:
    state = after(begin(ruleset, "a5", "aJ a3"), "a5 .")
    assert allows(state, "aJ")
    state = after(state, "a3 .")
    assert state.expedition(0, a_suit(ruleset, "a")) == some_cards(ruleset, "a5")
    assert state.expedition(1, a_suit(ruleset, "a")) == some_cards(ruleset, "a3")


@every_edition
def test_3_3_cards_laid_stay_in_the_order_in_which_they_were_laid(ruleset: Ruleset) -> None:
    text = "aJ aQ a2 a5 a9"
    state = in_turns(begin(ruleset, text), *(f"{name} ." for name in text.split()))
    assert state.expedition(0, a_suit(ruleset, "a")) == some_cards(ruleset, text)


@every_edition
def test_3_4_each_number_is_strictly_higher_than_the_last(ruleset: Ruleset) -> None:
    for last in ruleset.ranks:
        for rank in ruleset.ranks:
            if rank == last and rank not in ruleset.doubled_ranks:
                continue
            state = begin(ruleset, f"a{last} a{rank}")
            state = until_seat(after(state, f"a{last} ."), 0)
            assert allows(state, f"a{rank}") is (rank > last)
            if rank <= last:
                assert refusal_of(state, f"a{rank}").fault is Fault.NOT_HIGHER


@every_edition
def test_3_4_gaps_are_allowed_and_skipped_cards_lost(ruleset: Ruleset) -> None:
    state = in_turns(begin(ruleset, "a2 a4 a6 a7 a9"), "a4 .", "a9 .")
    state = until_seat(state, 0)
    for lost in ("a2", "a6", "a7"):
        assert not allows(state, lost)
        assert allows(state, f"x{lost}")


def test_3_4_the_refusal_names_both_cards() -> None:
    state = until_seat(after(begin(PLAIN_WORDS, "B8 B5 B$"), "B8 ."), 0)
    assert (
        str(refusal_of(state, "B5"))
        == "Blue 5 is lower than the Blue 8 already in your expedition."
    )
    state = begin(find_edition("standard"), "H7 H2")
    assert str(refusal_of(until_seat(after(state, "H7 ."), 0), "H2")) == (
        "2 of Hearts is lower than the 7 of Hearts already in your expedition."
    )
    state = begin(find_edition("classic-partners"), "B8", "", "B5")
    assert str(refusal_of(until_seat(after(state, "B8 ."), 2), "B5")) == (
        "Blue 5 is lower than the Blue 8 already in your side's expedition."
    )


@editions_with(lambda ruleset: ruleset.doubled_ranks)
def test_3_4_both_copies_of_a_doubled_card_are_not_in_one_expedition(ruleset: Ruleset) -> None:
    for rank in ruleset.doubled_ranks:
        one_hand = until_seat(after(begin(ruleset, f"a{rank} a{rank}"), f"a{rank} ."), 0)
        two_hands = begin(ruleset, f"a{rank}", "", f"a{rank}")
        two_hands = until_seat(after(two_hands, f"a{rank} ."), 2)
        for state in (one_hand, two_hands):
            refusal = refusal_of(state, f"a{rank}")
            assert refusal.fault is Fault.NOT_HIGHER
            assert "the same as" in str(refusal)


@editions_with(lambda ruleset: ruleset.doubled_ranks)
def test_3_4_each_side_may_lay_one_of_the_two_copies(ruleset: Ruleset) -> None:
    state = after(begin(ruleset, "a3", "a3"), "a3 .")
    assert allows(state, "a3")


@every_edition
def test_3_5_all_three_wagers_before_the_first_number(ruleset: Ruleset) -> None:
    state = begin(ruleset, "aJ aQ aK a2")
    state = in_turns(state, "aJ .", "aQ .", "aK .", "a2 .")
    assert state.expedition(0, a_suit(ruleset, "a")) == some_cards(ruleset, "aJ aQ aK a2")


@every_edition
def test_3_5_a_wager_may_follow_turns_later(ruleset: Ruleset) -> None:
    state = begin(ruleset, "aJ aQ aK b5 b6", deck="c2")
    state = in_turns(state, "aJ .", "b5 .", "xb6 .", "aQ .", "xc2 .")
    assert allows(until_seat(state, 0), "aK")


@every_edition
@pytest.mark.parametrize("laid", ["a2", "aJ a2", "a10", "aJ aQ a10"])
def test_3_5_no_wager_after_a_number(ruleset: Ruleset, laid: str) -> None:
    state = begin(ruleset, f"{laid} aK")
    state = in_turns(state, *(f"{name} ." for name in laid.split()))
    refusal = refusal_of(until_seat(state, 0), "aK")
    assert refusal.fault is Fault.WAGER_AFTER_NUMBER
    assert a_card(ruleset, "aK").name in str(refusal)
    assert a_card(ruleset, laid.split()[-1]).name in str(refusal)


def test_3_5_the_refusal_names_both_cards() -> None:
    state = until_seat(after(begin(PLAIN_WORDS, "B8 B$"), "B8 ."), 0)
    assert str(refusal_of(state, "B$")) == (
        "Blue wager must come before any number; Blue 8 is already in your expedition."
    )


@every_edition
@pytest.mark.parametrize("order", list(permutations("JQK")), ids="".join)
def test_3_6_only_in_five_suit_must_a_wager_rank_above_those_laid(
    ruleset: Ruleset, order: tuple[str, ...]
) -> None:
    state = begin(ruleset, "aJ aQ aK")
    for place, mark in enumerate(order):
        state = until_seat(state, 0)
        lower = place > 0 and "JQK".index(mark) < "JQK".index(order[place - 1])
        if ruleset.id == "five-suit" and lower:
            refusal = refusal_of(state, f"a{mark}")
            assert refusal.fault is Fault.WAGER_NOT_HIGHER
            return
        state = after(state, f"a{mark} .")
    assert ruleset.id != "five-suit" or "".join(order) == "JQK"


@editions_with(lambda ruleset: ruleset.wagers_ascend)
def test_3_6_a_wager_skipped_is_lost_and_numbers_go_on_as_ever(ruleset: Ruleset) -> None:
    state = until_seat(after(begin(ruleset, "CQ CJ CK C2"), "CQ ."), 0)
    assert str(refusal_of(state, "CJ")) == (
        "Jack of Clubs must come before Queen of Clubs, already in your expedition."
    )
    assert allows(state, "CK")
    assert allows(state, "C2")


@editions_with(lambda ruleset: ruleset.wagers_ascend)
def test_3_6_the_order_holds_in_each_suit_by_itself(ruleset: Ruleset) -> None:
    state = in_turns(begin(ruleset, "CK SJ", deck="SQ"), "CK .", "SJ .", "SQ .")
    assert state.expedition(0, Suit.SPADES) == some_cards(ruleset, "SJ SQ")


@every_edition
def test_3_7_a_discard_goes_on_top_of_its_suits_pile(ruleset: Ruleset) -> None:
    state = in_turns(begin(ruleset, "a9 a2 a5 b4"), "xa9 .", "xa2 .", "xb4 .", "xa5 .")
    assert state.pile(a_suit(ruleset, "a"))[-3:] == some_cards(ruleset, "a9 a2 a5")
    assert state.pile(a_suit(ruleset, "b"))[-1] == a_card(ruleset, "b4")
    assert state.expeditions[0] == ((),) * len(ruleset.suits)


@every_edition
def test_3_7_every_card_may_be_discarded_whether_it_could_be_laid_or_not(ruleset: Ruleset) -> None:
    state = until_seat(after(begin(ruleset, "a5 a4 a6 aJ bQ b2"), "a5 ."), 0)
    assert not allows(state, "a4")
    assert allows(state, "a6")
    for card in state.hand:
        assert state.is_legal(Discard(card))
        assert an_action(ruleset, f"x{card}") in state.legal_actions()
