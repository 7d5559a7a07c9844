"""Chapter 4 of the rules: drawing."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING

from expedition.game import EDITIONS, Discard, DrawDeck, DrawPile, Fault
from rules.positions import (
    a_card,
    a_suit,
    after,
    allows,
    begin,
    dig,
    editions_with,
    every_edition,
    in_turns,
    pass_by,
    refusal_of,
    some_cards,
    until_seat,
)

if TYPE_CHECKING:
    from expedition.game import Ruleset

piles_open = editions_with(lambda ruleset: ruleset.draw_from_piles)


@every_edition
def test_4_1_the_top_card_of_the_deck_comes_into_the_hand(ruleset: Ruleset) -> None:
    state = begin(ruleset, "a5 a6", deck="b7 b8")
    drawn = after(state, "a5 .")
    assert Counter(drawn.hands[0]) - Counter(after(state, "a5").hand) == Counter(
        some_cards(ruleset, "b7")
    )
    assert drawn.deck == state.deck[1:]
    assert drawn.deck[0] == a_card(ruleset, "b8")


@piles_open
def test_4_1_or_the_top_card_of_a_pile(ruleset: Ruleset) -> None:
    state = after(begin(ruleset, "a5", "b6"), "xa5 . xb6")
    taken = after(state, "<a")
    assert Counter(taken.hands[1]) - Counter(state.hand) == Counter(some_cards(ruleset, "a5"))
    assert taken.pile(a_suit(ruleset, "a")) == ()
    assert taken.deck == state.deck


@every_edition
def test_4_1_the_deck_is_always_open(ruleset: Ruleset) -> None:
    state = begin(ruleset)
    while state.deck:
        state = state.apply(Discard(state.hand[0]))
        assert allows(state, ".")
        state = state.apply(DrawDeck())


@piles_open
def test_4_2_the_last_card_in_is_the_first_out_whatever_its_rank(ruleset: Ruleset) -> None:
    for order in permutations(("a2", "a9", "a5", "aJ")):
        state = begin(ruleset, " ".join(order), "b2 b3 b4 b5")
        state = in_turns(state, *(f"x{name} ." for name in order))
        state = until_seat(state, 1)
        for discarded, name in zip(("b2", "b3", "b4", "b5"), reversed(order), strict=True):
            state = until_seat(state, 1)
            thrown = after(state, f"x{discarded}")
            taken = after(thrown, "<a")
            assert Counter(taken.hands[1]) - Counter(thrown.hand) == Counter(
                some_cards(ruleset, name)
            )
            state = taken


@piles_open
def test_4_2_an_empty_pile_gives_nothing(ruleset: Ruleset) -> None:
    state = after(begin(ruleset, "a5", "b6"), "xa5 . xb6 <a")
    state = after(state, f"x{state.hand[-1]}")
    refusal = refusal_of(state, "<a")
    assert refusal.fault is Fault.PILE_EMPTY
    assert str(refusal) == f"The {a_suit(ruleset, 'a')} pile is empty."


@piles_open
def test_4_2_a_suit_that_is_not_played_has_no_pile(ruleset: Ruleset) -> None:
    state = after(begin(ruleset, "a5"), "xa5")
    every_suit = {suit for other in EDITIONS.values() for suit in other.suits}
    for suit in every_suit - set(ruleset.suits):
        refusal = refusal_of(state, DrawPile(suit))
        assert refusal.fault is Fault.NO_SUCH_PILE
        assert str(refusal) == f"There is no {suit} pile in {ruleset.id}."


@piles_open
def test_4_3_the_card_just_discarded_is_not_drawn_back(ruleset: Ruleset) -> None:
    state = after(begin(ruleset, "a5"), "xa5")
    refusal = refusal_of(state, "<a")
    assert refusal.fault is Fault.PILE_CLOSED
    five, suit = a_card(ruleset, "a5").name, a_suit(ruleset, "a")
    assert str(refusal) == (
        f"You discarded {five} in this turn, so the {suit} pile is closed until your next."
    )


@piles_open
def test_4_3_nor_is_the_card_below_it(ruleset: Ruleset) -> None:
    state = after(begin(ruleset, "a5", "a9"), "xa5 . xa9")
    assert refusal_of(state, "<a").fault is Fault.PILE_CLOSED
    assert state.legal_actions() == (DrawDeck(),)


@piles_open
def test_4_4_the_other_piles_are_open(ruleset: Ruleset) -> None:
    state = begin(ruleset, "a2 b2 c2", "a3 b3 c3")
    state = in_turns(state, "xa2 .", "xb2 .", "xc2 .")
    state = until_seat(state, 1)
    for letter in "abc":
        thrown = after(state, f"x{letter}3")
        for other in "abc":
            assert allows(thrown, f"<{other}") is (other != letter)


@piles_open
def test_4_4_the_pile_of_a_card_that_was_laid_is_open(ruleset: Ruleset) -> None:
    state = after(begin(ruleset, "a5", "a9"), "xa5 . a9")
    assert a_card(ruleset, "a5") in after(state, "<a").hands[1]


@piles_open
def test_4_4_a_closed_pile_is_open_from_the_next_turn_on(ruleset: Ruleset) -> None:
    state = after(begin(ruleset, "a5 b7", "b6"), "xa5")
    assert not allows(state, "<a")
    state = after(state, ".")
    assert allows(after(state, "xb6"), "<a")
    state = until_seat(state, 0)
    assert allows(after(state, "xb7"), "<a")


@editions_with(lambda ruleset: not ruleset.draw_from_piles)
def test_4_5_nothing_is_drawn_from_the_piles(ruleset: Ruleset) -> None:
    state = begin(ruleset, "a2 b2 c2 d2 a3")
    state = in_turns(state, "xa2 .", "xb2 .", "xc2 .", "xd2 .")
    state = after(state, "a3")
    assert state.legal_actions() == (DrawDeck(),)
    for letter in "abcd":
        refusal = refusal_of(state, f"<{letter}")
        assert refusal.fault is Fault.PILES_SHUT
        assert "draw off the deck" in str(refusal)


@editions_with(lambda ruleset: not ruleset.draw_from_piles)
def test_4_5_a_card_discarded_is_out_of_the_round(ruleset: Ruleset) -> None:
    state = after(begin(ruleset, "a2"), "xa2 .")
    while not state.is_over:
        state = pass_by(state)
        assert state.pile(a_suit(ruleset, "a"))[0] == a_card(ruleset, "a2")


def test_4_5_is_the_solo_rule_only() -> None:
    assert [e.id for e in EDITIONS.values() if not e.draw_from_piles] == ["standard-solo"]


@every_edition
def test_4_6_a_card_and_a_draw_leave_the_hand_as_large_as_it_was(ruleset: Ruleset) -> None:
    state = begin(ruleset, "a2 b2 c2", "a3 b3 c3", "a4 b5 c4", "a5 b4 c5")
    state = pass_by(state)
    while len(state.deck) > 1:
        # Every second turn off a pile, where there are piles to draw from.
        digs = ruleset.draw_from_piles and len(state.events) % 4 == 2
        state = dig(state) if digs else pass_by(state)
        assert [len(hand) for hand in state.hands] == [ruleset.hand_size] * ruleset.seats
