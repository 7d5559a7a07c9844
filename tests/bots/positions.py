"""Positions for two, dealt to order and reached by play, written as a record writes them."""

from __future__ import annotations

from collections import Counter

from expedition.game import (
    Card,
    Deal,
    Discard,
    DrawDeck,
    Rank,
    Ruleset,
    State,
    Step,
    Wager,
    find_edition,
)

CLASSIC = find_edition("classic")


def cards(text: str, ruleset: Ruleset = CLASSIC) -> list[Card]:
    """Read cards as they are written in a record, "Y5 W$"."""
    suits = {suit.letter: suit for suit in ruleset.suits}
    return [Card(suits[word[0]], _rank(word[1:])) for word in text.split()]


def _rank(text: str) -> Rank:
    return int(text) if text.isdigit() else Wager(text)


def dealt(mine: str, theirs: str = "", deck: str = "", ruleset: Ruleset = CLASSIC) -> State:
    """Return a round for two in which seat 0 starts: both hands, and the top of the deck.

    What a hand lacks is filled with the cards that are left, from the end of the pack.
    """
    first, second, top = (cards(text, ruleset) for text in (mine, theirs, deck))
    left = list((Counter(ruleset.pack) - Counter(first + second + top)).elements())
    for hand in (first, second):
        while len(hand) < ruleset.hand_size:
            hand.append(left.pop())
    return State.new(Deal(ruleset, (*first, *second, *top, *left)))


def turns(state: State, text: str) -> State:
    """Play on as it is written: "Y5 . xW2 <Y" is a card laid, a draw, a discard, a draw."""
    for word in text.split():
        state = state.apply(next(a for a in state.legal_actions() if str(a) == word))
    return state


def wait(state: State, deck: int) -> State:
    """Go on until that is left of the deck: all discard what they drew, first their last card."""
    drawn = [hand[-1] for hand in state.hands]
    while len(state.deck) > deck or state.step is Step.DRAW:
        seat = state.to_act
        if state.step is Step.PLAY:
            state = state.apply(Discard(drawn[seat]))
        else:
            drawn[seat] = state.deck[0]
            state = state.apply(DrawDeck())
    return state
