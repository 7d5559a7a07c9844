"""Invariant 3: hands, expeditions, piles, deck and cards set aside are always the whole pack."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from expedition.game import Card, Ruleset, State, Step
from properties import model
from properties.strategies import every_edition, rounds


def every_card(state: State) -> list[Card]:
    """Return the cards of all zones, one after the other."""
    laid = [cards for side in state.expeditions for cards in side]
    zones = [*state.hands, *laid, *state.piles, state.deck, state.deal.aside]
    return [card for zone in zones for card in zone]


@every_edition
@given(data=st.data())
def test_every_card_is_somewhere_once(ruleset: Ruleset, data: st.DataObject) -> None:
    pack = Counter(ruleset.pack)
    for state in data.draw(rounds(ruleset)).states:
        assert Counter(every_card(state)) == pack


@every_edition
def test_the_pack_is_the_one_of_the_rule_text(ruleset: Ruleset) -> None:
    assert Counter(map(str, ruleset.pack)) == Counter(model.pack(ruleset.id))


@every_edition
@given(data=st.data())
def test_a_step_moves_its_own_cards_only(ruleset: Ruleset, data: st.DataObject) -> None:
    played = data.draw(rounds(ruleset))
    for before, after in zip(played.states, played.states[1:], strict=False):
        moved = len(after.events[-1].cards)
        assert len(after.deck) in (len(before.deck), len(before.deck) - 1)
        gone = Counter(every_card(before)[: sum(map(len, before.hands))])
        gone.subtract(every_card(after)[: sum(map(len, after.hands))])
        drawn = -1 if before.step is Step.DRAW else 1
        handed_over = moved == 2
        assert sum(gone.values()) == (0 if handed_over else drawn)
        assert {card for card, count in gone.items() if count} <= set(after.events[-1].cards)


@every_edition
@given(data=st.data())
def test_nobody_but_partners_holds_more_or_less_than_the_hand(
    ruleset: Ruleset, data: st.DataObject
) -> None:
    for state in data.draw(rounds(ruleset)).states:
        for side in range(ruleset.sides):
            seats = range(side, ruleset.seats, ruleset.sides)
            due = ruleset.hand_size * len(seats)
            due -= state.step is Step.DRAW and state.to_act in seats
            held = sum(len(state.hands[seat]) for seat in seats)
            assert held == due or (ruleset.play_out_hands and not state.deck and held < due)


@every_edition
@given(data=st.data())
def test_what_is_laid_stays_as_it_was_laid(ruleset: Ruleset, data: st.DataObject) -> None:
    played = data.draw(rounds(ruleset))
    final = played.state.expeditions
    for state in played.states:
        for side, laid in enumerate(state.expeditions):
            for place, cards in enumerate(laid):
                assert final[side][place][: len(cards)] == cards
