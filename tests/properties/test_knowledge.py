"""What is known of hands: kept step by step by the state, here folded over the whole round."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from expedition.game import Card, EventKind, Ruleset, State, observe, public_view
from properties.redeal import Tracker
from properties.strategies import every_edition, rounds, states

if TYPE_CHECKING:
    from collections.abc import Sequence


def fold(state: State) -> tuple[list[list[Card]], list[list[Card]], list[list[Card]]]:
    """Return what everybody knows of hands, what of pairs of hands, and what partners know."""
    ruleset = state.ruleset
    public: list[list[Card]] = [[] for _ in range(ruleset.seats)]
    pooled: list[list[Card]] = [[] for _ in range(ruleset.sides)]
    to_partner: list[list[Card]] = [[] for _ in range(ruleset.seats)]
    for seat, kind, cards in state.events:
        side = pooled[seat % ruleset.sides]
        if kind is EventKind.DRAW_PILE:
            public[seat] += cards
            to_partner[seat] += cards
        elif kind is EventKind.HAND_OVER:
            # Two cards went face down: everybody else only knows that a partner has them.
            side += public[seat]
            public[seat] = []
            for card in cards:
                forget(card, to_partner[seat])
            to_partner[(seat + ruleset.sides) % ruleset.seats] += cards
        elif kind in (EventKind.PLAY, EventKind.DISCARD):
            _ = forget(cards[0], public[seat]) or forget(cards[0], side)
            forget(cards[0], to_partner[seat])
    return public, pooled, to_partner


def forget(card: Card, known: list[Card]) -> bool:
    """Remove one copy of a card, if it is there; say whether it was."""
    if card in known:
        known.remove(card)
        return True
    return False


def within(few: Sequence[Card], many: Sequence[Card]) -> bool:
    """Whether every card of the few is among the many, as often as it is named."""
    return Counter(few) <= Counter(many)


@every_edition
@given(data=st.data())
def test_kept_step_by_step_is_folded_at_once(ruleset: Ruleset, data: st.DataObject) -> None:
    state = data.draw(states(ruleset))
    public, pooled, to_partner = fold(state)
    known = state.knowledge
    # As lists, not only as multisets: the order is a part of what a view shows.
    assert [list(cards) for cards in known.public] == public
    assert [list(cards) for cards in known.pooled] == pooled
    assert [list(cards) for cards in known.partner] == to_partner


@every_edition
@given(data=st.data())
def test_known_cards_are_really_there(ruleset: Ruleset, data: st.DataObject) -> None:
    for state in data.draw(rounds(ruleset)).states:
        known, hands = state.knowledge, state.hands
        for seat in range(ruleset.seats):
            assert within(known.public[seat], hands[seat])
            assert within(known.partner[seat], hands[seat])
        for side in range(ruleset.sides):
            seats = range(side, ruleset.seats, ruleset.sides)
            both = [card for seat in seats for card in known.public[seat]]
            held = [card for seat in seats for card in hands[seat]]
            assert within([*both, *known.pooled[side]], held)


@every_edition
@given(data=st.data())
def test_views_claim_only_what_is_so(ruleset: Ruleset, data: st.DataObject) -> None:
    state = data.draw(states(ruleset))
    views = [public_view(state), *(observe(state, seat) for seat in range(ruleset.seats))]
    for view in views:
        for seat in range(ruleset.seats):
            assert within(view.known[seat], state.hands[seat])
        for side in range(ruleset.sides):
            seats = range(side, ruleset.seats, ruleset.sides)
            named = [card for seat in seats for card in view.known[seat]]
            held = [card for seat in seats for card in state.hands[seat]]
            assert within([*named, *view.pooled[side]], held)


@every_edition
@given(data=st.data())
def test_a_seat_knows_no_less_than_a_spectator(ruleset: Ruleset, data: st.DataObject) -> None:
    state = data.draw(states(ruleset))
    spectator = public_view(state)
    for seat in range(ruleset.seats):
        view = observe(state, seat)
        for side in range(ruleset.sides):
            seats = range(side, ruleset.seats, ruleset.sides)
            public = [card for other in seats for card in spectator.known[other]]
            # Its own cards it sees, which is more than to know that they are there.
            own = [
                card
                for other in seats
                for card in (view.hand if other == seat else view.known[other])
            ]
            assert within([*public, *spectator.pooled[side]], [*own, *view.pooled[side]])


@every_edition
@given(data=st.data())
def test_without_partners_nothing_is_in_doubt(ruleset: Ruleset, data: st.DataObject) -> None:
    state = data.draw(states(ruleset))
    if ruleset.partner(0) is None:
        assert not any(state.knowledge.pooled)
    if ruleset.hand_over is None:
        assert state.knowledge.public == state.knowledge.partner


@every_edition
@given(data=st.data())
def test_without_partners_it_is_all_that_was_seen(ruleset: Ruleset, data: st.DataObject) -> None:
    """Not only no more than was shown: no less either. Cards are followed from the pack on."""
    if ruleset.hand_over is not None:
        return
    state = data.draw(states(ruleset, open_hands=False))
    followed = Tracker(state, None)
    for seat in range(ruleset.seats):
        shown = [place for place in followed.hands[seat] if place in followed.seen]
        cards = Counter(state.deal.cards[place] for place in shown)
        assert cards == Counter(state.knowledge.public[seat])


@every_edition
@given(data=st.data())
def test_exposed_is_what_the_other_sides_know(ruleset: Ruleset, data: st.DataObject) -> None:
    state = data.draw(states(ruleset))
    for seat in range(ruleset.seats):
        exposed = observe(state, seat).exposed
        assert exposed == public_view(state).known[seat]
        for other in range(ruleset.seats):
            if ruleset.side(other) != ruleset.side(seat):
                assert observe(state, other).known[seat] == exposed
