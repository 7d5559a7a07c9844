"""Events: what happened at one step, with the cards that moved, whole or as a seat saw it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from expedition.game.actions import Action, Discard, DrawDeck, DrawPile, HandOver, Play
from expedition.game.cards import Named

if TYPE_CHECKING:
    from collections.abc import Iterable

    from expedition.game.cards import Card
    from expedition.game.ruleset import Ruleset


class EventKind(Named):
    """What was done."""

    PLAY = "play"
    DISCARD = "discard"
    DRAW_DECK = "draw deck"
    DRAW_PILE = "draw pile"
    HAND_OVER = "hand over"

    @property
    def opens_turn(self) -> bool:
        """Whether a turn begins with it."""
        return self in (EventKind.PLAY, EventKind.DISCARD, EventKind.HAND_OVER)


class Event(NamedTuple):
    """One step: who, what, and the cards that moved; no cards where they are hidden."""

    seat: int
    kind: EventKind
    cards: tuple[Card, ...]

    @property
    def action(self) -> Action:
        """The action that was taken. Raises ValueError where the cards are hidden and needed."""
        match self.kind, self.cards:
            case EventKind.DRAW_DECK, _:
                return DrawDeck()
            case EventKind.PLAY, (card,):
                return Play(card)
            case EventKind.DISCARD, (card,):
                return Discard(card)
            case EventKind.DRAW_PILE, (card,):
                return DrawPile(card.suit)
            case EventKind.HAND_OVER, (first, second):
                return HandOver(first, second)
        msg = f"The cards of this {self.kind.value} are hidden."
        raise ValueError(msg)


def turns(events: Iterable[Event]) -> list[tuple[Event, ...]]:
    """Return the events as turns: each a card and, if it was made, a draw; or a hand-over."""
    split: list[tuple[Event, ...]] = []
    for event in events:
        if event.kind.opens_turn:
            split.append((event,))
        else:
            split[-1] = (*split[-1], event)
    return split


def as_seen(
    events: tuple[Event, ...], ruleset: Ruleset, seat: int | None, *, open_hands: bool
) -> tuple[Event, ...]:
    """Return the events as a seat, or with None a spectator, saw them.

    A card off the deck is seen by who drew it, handed-over cards by the two partners, everything
    by everybody when hands are open.
    """
    if open_hands:
        return events
    partner = None if seat is None else ruleset.partner(seat)
    draw, hand_over = EventKind.DRAW_DECK, EventKind.HAND_OVER
    return tuple(
        event
        if (event[1] is not draw or event[0] == seat)
        and (event[1] is not hand_over or event[0] in (seat, partner))
        else Event(event[0], event[1], ())
        for event in events
    )
