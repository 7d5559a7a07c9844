"""Redealing: other worlds that an audience can't tell apart from a round that was played.

Each card keeps the place that it had in the pack. What an audience was shown are places: those
dealt to it, drawn by it, laid, discarded, and handed over on its own side. The cards at all other
places are shuffled among themselves, the round is replayed with what was done in the dark done
with the new cards, and nothing that the audience gets may differ.

A place stands for one of several equal cards: which of them left a hand is not in the actions.
Those already shown go first, so that as many as possible stay in the dark.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from expedition.game import (
    Action,
    Card,
    Deal,
    Discard,
    DrawDeck,
    DrawPile,
    EventKind,
    HandOver,
    IllegalAction,
    Play,
    Ruleset,
    State,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

#: A seat, or None for a spectator.
Audience = int | None


def audiences(ruleset: Ruleset) -> tuple[Audience, ...]:
    """Return everybody who looks on."""
    return (None, *range(ruleset.seats))


def transcript(state: State, audience: Audience) -> list[object]:
    """Return all that an audience was shown in a round, told from the rules of play.

    Two rounds with the same transcript are one and the same to the audience. This is written from
    the rules, and knows nothing of views.
    """
    sides = state.ruleset.sides
    hands = state.deal.hands
    told: list[object] = [state.starter, state.open_hands]
    told.append(hands if state.open_hands else None if audience is None else hands[audience])
    for seat, kind, cards in state.events:
        if state.open_hands or kind in (EventKind.PLAY, EventKind.DISCARD, EventKind.DRAW_PILE):
            shown = True
        elif kind is EventKind.DRAW_DECK:
            shown = seat == audience
        else:
            shown = audience is not None and seat % sides == audience % sides
        told.append((seat, kind, cards if shown else len(cards)))
    return told


@dataclass
class Move:
    """One step of a round, with the places of the cards that moved."""

    seat: int
    kind: EventKind
    places: list[int]
    shown: bool
    """Whether the audience saw which cards they were."""


class Tracker:
    """Where each card of the pack is in the course of a round, and what an audience was shown."""

    def __init__(self, state: State, audience: Audience) -> None:
        ruleset = state.ruleset
        self.size = size = ruleset.hand_size
        self.cards = state.deal.cards
        self.sides, self.seats = ruleset.sides, ruleset.seats
        self.open = state.open_hands
        self.audience = audience
        self.hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(self.seats)]
        dealt = self.seats * size
        self.deck = list(range(dealt, dealt + len(state.deal.deck)))
        self.piles: dict[object, list[int]] = {suit: [] for suit in ruleset.suits}
        self.seen: set[int] = set()
        for seat, hand in enumerate(self.hands):
            if self.open or seat == audience:
                self.seen.update(hand)
        self.moves = [self.move(*event) for event in state.events]

    @property
    def hidden(self) -> list[int]:
        """The places whose cards the audience was never shown."""
        return [place for place in range(len(self.cards)) if place not in self.seen]

    def take(self, seat: int, card: Card) -> int:
        """Take a card out of a hand, one that was shown if there is one."""
        hand = self.hands[seat]
        equal = [place for place in hand if self.cards[place] == card]
        place = max(equal, key=lambda place: place in self.seen)
        hand.remove(place)
        return place

    def move(self, seat: int, kind: EventKind, cards: tuple[Card, ...]) -> Move:
        """Follow one step."""
        shown = True
        if kind is EventKind.DRAW_DECK:
            places = [self.deck.pop(0)]
            self.hands[seat] += places
            shown = self.open or seat == self.audience
        elif kind is EventKind.DRAW_PILE:
            places = [self.piles[cards[0].suit].pop()]
            self.hands[seat] += places
        else:
            places = [self.take(seat, card) for card in cards]
            if kind is EventKind.HAND_OVER:
                self.hands[(seat + self.sides) % self.seats] += places
                ours = self.audience is not None and seat % self.sides == self.audience % self.sides
                shown = self.open or ours
            elif kind is EventKind.DISCARD:
                self.piles[cards[0].suit] += places
        if shown:
            self.seen.update(places)
        return Move(seat, kind, places, shown)

    def exchange(self, moves: list[Move], rng: Random) -> list[Move]:
        """Return the moves with other cards handed over in the dark, where nobody could tell.

        A handed-over card and a kept one change their roles from then on when neither is ever
        seen again: the one may well be a card that everybody saw go into that hand.
        """
        moves = [Move(m.seat, m.kind, [*m.places], m.shown) for m in moves]
        size = self.size
        hands = [set(range(seat * size, (seat + 1) * size)) for seat in range(self.seats)]
        for number, move in enumerate(moves):
            hand = hands[move.seat]
            if move.kind is EventKind.HAND_OVER:
                if not move.shown:
                    used = {place for m in moves[number:] if m.shown for place in m.places}
                    given = sorted(place for place in move.places if place not in used)
                    kept = sorted(hand - used - set(move.places))
                    if given and kept and rng.random() < 0.5:
                        _swap(moves[number:], rng.choice(given), rng.choice(kept))
                hands[(move.seat + self.sides) % self.seats].update(move.places)
            if move.kind in (EventKind.DRAW_DECK, EventKind.DRAW_PILE):
                hand.update(move.places)
            else:
                hand.difference_update(move.places)
        return moves


def _swap(moves: list[Move], one: int, other: int) -> None:
    for move in moves:
        roles = {one: other, other: one}
        move.places = [roles.get(place, place) for place in move.places]


def other_world(state: State, audience: Audience, rng: Random) -> list[State] | None:
    """Return the states of another round that is the same to the audience; None if it fails.

    It fails when the shuffled cards can't be played as the audience saw them played.
    """
    tracker = Tracker(state, audience)
    hidden = tracker.hidden
    shuffled = list(hidden)
    rng.shuffle(shuffled)
    cards = list(state.deal.cards)
    for place, origin in zip(hidden, shuffled, strict=True):
        cards[place] = state.deal.cards[origin]
    world = State.new(Deal(state.ruleset, tuple(cards)), state.starter, open_hands=state.open_hands)
    states = [world]
    try:
        for move in tracker.exchange(tracker.moves, rng):
            world = world.apply(_action(move, [cards[place] for place in move.places]))
            states.append(world)
    except IllegalAction:
        return None
    return states if transcript(world, audience) == transcript(state, audience) else None


def _action(move: Move, cards: list[Card]) -> Action:
    match move.kind:
        case EventKind.PLAY:
            return Play(cards[0])
        case EventKind.DISCARD:
            return Discard(cards[0])
        case EventKind.DRAW_DECK:
            return DrawDeck()
        case EventKind.DRAW_PILE:
            return DrawPile(cards[0].suit)
        case EventKind.HAND_OVER:
            return HandOver(*cards)


def other_worlds(
    states: tuple[State, ...], audience: Audience, rng: Random, count: int
) -> Iterator[list[State]]:
    """Yield up to `count` other rounds that are the same to the audience at every step."""
    for _ in range(count):
        world = other_world(states[-1], audience, rng)
        if world is not None:
            yield world


def tells_apart(
    shown: Callable[[State], object], states: tuple[State, ...], other: list[State]
) -> bool:
    """Whether what is shown of two rounds differs at any step."""
    return any(shown(state) != shown(twin) for state, twin in zip(states, other, strict=True))
