"""Positions for tests: a deal stacked to order, and what is done in it as short texts.

A text names a card as its edition does, "R7" or "CJ", or by place: a to f are the suits of the
edition in order, and J, Q, K its three wagers, plain or not. So "aJ a5 b10" is three cards of any
edition. Actions are "a5" to lay, "xa5" to discard, "." to draw off the deck, "<a" to take from a
pile and ">a5+b3" to hand over. A position is only ever reached by `apply`.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import pytest

from expedition.game import (
    EDITIONS,
    Action,
    Card,
    Deal,
    Discard,
    DrawDeck,
    DrawPile,
    HandOver,
    IllegalAction,
    Play,
    Ruleset,
    State,
    Step,
    Suit,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from expedition.game import RoundScore

#: Stands for any card in the text of a deck.
ANY = "_"

every_edition = pytest.mark.parametrize("ruleset", EDITIONS.values(), ids=list(EDITIONS))


def editions_with(holds: Callable[[Ruleset], object]) -> pytest.MarkDecorator:
    """Run a test over the editions whose parameters satisfy a condition."""
    chosen = {name: ruleset for name, ruleset in EDITIONS.items() if holds(ruleset)}
    assert chosen
    return pytest.mark.parametrize("ruleset", chosen.values(), ids=list(chosen))


# Texts


@cache
def _cards_by_name(ruleset: Ruleset) -> dict[str, Card]:
    names = {str(card): card for card in ruleset.kinds}
    for letter, suit in zip("abcdef", ruleset.suits, strict=False):
        names |= {f"{letter}{rank}": Card(suit, rank) for rank in ruleset.ranks}
        ordered = zip("JQK", ruleset.wagers, strict=True)
        names |= {f"{letter}{mark}": Card(suit, wager) for mark, wager in ordered}
    return names


def a_card(ruleset: Ruleset, text: str) -> Card:
    return _cards_by_name(ruleset)[text]


def some_cards(ruleset: Ruleset, text: str) -> tuple[Card, ...]:
    return tuple(a_card(ruleset, word) for word in text.split())


def a_suit(ruleset: Ruleset, letter: str) -> Suit:
    by_letter = {suit.letter: suit for suit in ruleset.suits}
    return by_letter.get(letter) or ruleset.suits["abcdef".index(letter)]


def an_action(ruleset: Ruleset, text: str) -> Action:
    if text == ".":
        return DrawDeck()
    if text.startswith("<"):
        return DrawPile(a_suit(ruleset, text[1:]))
    if text.startswith(">"):
        first, second = (a_card(ruleset, name) for name in text[1:].split("+"))
        return HandOver(first, second)
    if text.startswith("x"):
        return Discard(a_card(ruleset, text[1:]))
    return Play(a_card(ruleset, text))


# Deals and states


def stacked(ruleset: Ruleset, *hands: str, deck: str = "") -> Deal:
    """Give the seats these cards and the deck this top; other cards fill up, last suits first."""
    dealt = [list(some_cards(ruleset, hand)) for hand in hands]
    dealt += [[] for _ in range(ruleset.seats - len(hands))]
    top = [None if name == ANY else a_card(ruleset, name) for name in deck.split()]
    spare = Counter(ruleset.pack)
    spare.subtract(card for hand in dealt for card in hand)
    spare.subtract(card for card in top if card is not None)
    assert min(spare.values()) >= 0, "more of a card than there are"
    rest = reversed(list(spare.elements()))
    order: list[Card] = []
    for hand in dealt:
        assert len(hand) <= ruleset.hand_size, "more cards than a hand"
        order += hand + [next(rest) for _ in range(ruleset.hand_size - len(hand))]
    order += [next(rest) if card is None else card for card in top]
    return Deal(ruleset, (*order, *rest))


def begin(
    ruleset: Ruleset, *hands: str, deck: str = "", starter: int = 0, open_hands: bool = False
) -> State:
    """Begin a round with a stacked deal."""
    return State.new(stacked(ruleset, *hands, deck=deck), starter, open_hands=open_hands)


def after(state: State, text: str) -> State:
    """Apply the actions of a text."""
    return state.replay(an_action(state.ruleset, word) for word in text.split())


def pass_by(state: State) -> State:
    """Let the seat to act discard the last card of its hand and draw off the deck."""
    state = state.apply(Discard(state.hand[-1]))
    return state.apply(DrawDeck()) if state.step is Step.DRAW else state


def until_seat(state: State, seat: int) -> State:
    """Let seats pass by until it is this seat's turn."""
    while state.to_act != seat:
        state = pass_by(state)
    return state


def in_turns(state: State, *turns: str) -> State:
    """Let the seat to act take these turns, one a round of the table; the others pass by."""
    seat = state.to_act
    for turn in turns:
        state = after(until_seat(state, seat), turn)
    return state


def until_deck(state: State, left: int) -> State:
    """Let everybody pass by until the deck has so many cards left."""
    while len(state.deck) > left:
        state = pass_by(state)
    return state


def dig(state: State) -> State:
    """Let the seat to act discard a card and draw off another suit's pile."""
    for card in state.hand:
        thrown = state.apply(Discard(card))
        for draw in thrown.legal_actions():
            if isinstance(draw, DrawPile):
                return thrown.apply(draw)
    pytest.fail("nothing to dig for")


def laid_out(ruleset: Ruleset, text: str) -> State:
    """Let side 0 lay these cards in this order, one a turn; partners lay every other one each."""
    seats = [seat for seat in range(ruleset.seats) if ruleset.side(seat) == 0]
    hands: list[list[str]] = [[] for _ in range(ruleset.seats)]
    deck: list[str] = [ANY] * ruleset.deck_size
    for place, name in enumerate(text.split()):
        turn, seat = divmod(place, len(seats))
        seat = seats[seat]
        if turn < ruleset.hand_size:
            hands[seat].append(name)
        else:
            # Everybody draws off the deck, one after the other, so this card comes in good time.
            deck[(turn - ruleset.hand_size) * ruleset.seats + seat] = name
    state = begin(ruleset, *map(" ".join, hands), deck=" ".join(deck))
    for place, name in enumerate(text.split()):
        state = after(until_seat(state, seats[place % len(seats)]), f"{name} .")
    return state


def score_of(ruleset: Ruleset, text: str) -> RoundScore:
    """Lay these cards out and score the side that did."""
    return laid_out(ruleset, text).scores[0]


# Claims


def allows(state: State, text: str) -> bool:
    """Say whether an action is legal, having asked in each of the ways there are."""
    action = an_action(state.ruleset, text)
    legal = action in state.legal_actions()
    assert state.is_legal(action) is legal
    return legal


def refusal_of(state: State, wanted: str | Action) -> IllegalAction:
    """Return the error that an illegal action raises, the same from verify and apply."""
    action = an_action(state.ruleset, wanted) if isinstance(wanted, str) else wanted
    assert action not in state.legal_actions()
    assert not state.is_legal(action)
    with pytest.raises(IllegalAction) as verified:
        state.verify(action)
    with pytest.raises(IllegalAction) as applied:
        state.apply(action)
    assert str(verified.value) == str(applied.value)
    assert verified.value.fault is applied.value.fault
    assert str(applied.value).endswith(".")
    return applied.value


def whole_pack(state: State) -> Counter[Card]:
    """Count the cards of a state, wherever they lie."""
    places: Iterator[tuple[Card, ...]] = iter(
        (
            *state.hands,
            *(cards for side in state.expeditions for cards in side),
            *state.piles,
            state.deck,
            state.deal.aside,
        )
    )
    return Counter(card for cards in places for card in cards)
