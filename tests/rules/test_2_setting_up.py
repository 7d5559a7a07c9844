"""Chapter 2 of the rules: setting up."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from expedition.game import Deal, InvalidSetup, State
from rules.positions import begin, editions_with, every_edition, pass_by, stacked

if TYPE_CHECKING:
    from expedition.game import Ruleset


@every_edition
def test_2_1_turns_pass_by_number_and_begin_again_at_0(ruleset: Ruleset) -> None:
    for starter in range(ruleset.seats):
        state = begin(ruleset, starter=starter)
        for turn in range(2 * ruleset.seats + 1):
            assert state.to_act == (starter + turn) % ruleset.seats
            state = pass_by(state)


@every_edition
def test_2_1_there_is_no_seat_below_0_or_above_the_last(ruleset: Ruleset) -> None:
    for seat in (-1, ruleset.seats):
        with pytest.raises(InvalidSetup, match=f"Seat {seat} can't start"):
            begin(ruleset, starter=seat)


@editions_with(lambda ruleset: ruleset.seats < 4)
def test_2_2_every_seat_is_a_side(ruleset: Ruleset) -> None:
    assert ruleset.sides == ruleset.seats
    for seat in range(ruleset.seats):
        assert ruleset.side(seat) == seat
        assert ruleset.partner(seat) is None


@editions_with(lambda ruleset: ruleset.seats == 4)
def test_2_2_partners_sit_opposite(ruleset: Ruleset) -> None:
    assert ruleset.sides == 2
    assert [ruleset.side(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [ruleset.partner(seat) for seat in range(4)] == [2, 3, 0, 1]


@every_edition
def test_2_3_hands_are_dealt_and_the_rest_is_the_deck(ruleset: Ruleset) -> None:
    deal = Deal.shuffled(ruleset, Random(2))
    state = State.new(deal)
    assert [len(hand) for hand in state.hands] == [ruleset.hand_size] * ruleset.seats
    dealt = ruleset.seats * ruleset.hand_size
    assert len(state.deck) == len(ruleset.pack) - dealt - len(deal.aside)
    assert Counter(deal.cards) == Counter(ruleset.pack)


@every_edition
def test_2_3_a_pack_with_a_wrong_card_is_not_dealt(ruleset: Ruleset) -> None:
    low, high = ruleset.pack[0], ruleset.pack[-1]
    twice = (low, *ruleset.pack[:-1])
    with pytest.raises(InvalidSetup) as refused:
        Deal(ruleset, twice)
    assert str(refused.value) == f"Not a pack of {ruleset.id}: missing {high}; too many {low}."
    with pytest.raises(InvalidSetup, match="missing"):
        Deal(ruleset, ruleset.pack[:-1])
    with pytest.raises(InvalidSetup, match="too many"):
        Deal(ruleset, (*ruleset.pack, low))


@every_edition
def test_2_4_a_written_deal_is_hands_by_seat_and_then_the_deck(ruleset: Ruleset) -> None:
    cards = Deal.shuffled(ruleset, Random(4)).cards
    size = ruleset.hand_size
    for starter in range(ruleset.seats):
        state = State.new(Deal(ruleset, cards), starter)
        for seat, hand in enumerate(state.hands):
            assert Counter(hand) == Counter(cards[seat * size : (seat + 1) * size])
        assert state.deck == cards[ruleset.seats * size :][: len(state.deck)]
        assert pass_by(state).hands[starter].count(state.deck[0]) >= 1


@every_edition
def test_2_5_half_the_pack_is_set_aside_for_one_player_only(ruleset: Ruleset) -> None:
    deal = Deal.shuffled(ruleset, Random(5))
    half = 24 if ruleset.seats == 1 else 0
    assert deal.aside == deal.cards[len(deal.cards) - half :]
    assert len(deal.deck) + len(deal.aside) + ruleset.seats * ruleset.hand_size == len(deal.cards)


@editions_with(lambda ruleset: ruleset.set_aside)
def test_2_5_cards_set_aside_play_no_part(ruleset: Ruleset) -> None:
    state = begin(ruleset)
    drawn = list(state.hand)
    while not state.is_over:
        drawn += state.deck[:1]
        state = pass_by(state)
    assert Counter(drawn) + Counter(state.deal.aside) == Counter(ruleset.pack)
    assert Counter(card for pile in state.piles for card in pile) == Counter(drawn)


@every_edition
def test_2_6_one_pile_a_suit_one_expedition_a_suit_and_side_all_empty(ruleset: Ruleset) -> None:
    state = State.new(stacked(ruleset))
    assert state.piles == ((),) * len(ruleset.suits)
    assert state.expeditions == (((),) * len(ruleset.suits),) * ruleset.sides
    assert [score.total for score in state.scores] == [0] * ruleset.sides
