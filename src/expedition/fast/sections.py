"""The sections of an observation: their names, in order, and how long each is for a ruleset."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from expedition.game import Ruleset


class Section(NamedTuple):
    """A part of a row: from `start`, `length` numbers long."""

    name: str
    start: int
    length: int
    meaning: str


def pile_most(ruleset: Ruleset) -> int:
    """Return how many cards a pile can have: all of a suit."""
    suits = Counter(card.suit for card in ruleset.pack)
    return max(suits.values())


@cache
def observation_sections(ruleset: Ruleset) -> tuple[Section, ...]:
    """Return the sections of an observation. Seats are counted from the one that looks, in turn.

    K kinds of card, S suits, N seats, P cards of a suit: classic has 10 x 5, 5, 2 and 12.
    """
    kinds, suits, seats = len(ruleset.kinds), len(ruleset.suits), ruleset.seats
    partners = ruleset.seats > ruleset.sides
    parts = [("hand", kinds, "how many cards of each kind I hold")]
    parts.append(("laid", kinds, "of each kind, the cards in my side's expeditions"))
    if ruleset.sides == 2:
        parts.append(("laid_other", kinds, "of each kind, the cards in the other side's"))
    parts += [
        ("pile_tops", kinds, "1 for each kind on top of its discard pile"),
        ("piles", suits * pile_most(ruleset), "each pile from the top down: 1 + kind; 0 for none"),
    ]
    parts += [
        (f"known_{away}", kinds, f"of each kind, the cards that I know the seat {away} on to hold")
        for away in range(1, seats)
    ]
    parts.append(("exposed", kinds, "of each kind, my cards that the other sides know of"))
    if partners:
        parts += [
            ("exposed_pooled", kinds, "cards that they know my partner or me to hold"),
            ("pooled_other", kinds, "cards that one or the other of the other side holds"),
        ]
    parts += [
        ("hand_sizes", seats, "cards in each hand"),
        ("to_act", seats, "1 for the seat whose turn it is"),
        ("starter", seats, "1 for the seat that began the round"),
        ("handed_over", seats, "1 for each seat whose last turn was a hand-over"),
        ("closed", suits, "1 for the pile discarded to in this turn"),
        ("deck", 1, "cards in the deck"),
        ("draw_step", 1, "1 when a draw comes next"),
        ("idle_turns", 1, "turns in a row of a discard and a draw off a pile, 255 at most"),
    ]
    sections = []
    start = 0
    for name, length, meaning in parts:
        sections.append(Section(name, start, length, meaning))
        start += length
    return tuple(sections)


def observation_size(ruleset: Ruleset) -> int:
    """Return how many numbers an observation has."""
    last = observation_sections(ruleset)[-1]
    return last.start + last.length


def information_sections(ruleset: Ruleset, actions: int) -> tuple[Section, ...]:
    """Return the sections of an information state with room for so many actions.

    First come those of an observation, then the hand that was dealt, then three numbers an action.
    """
    first = observation_sections(ruleset)
    at, kinds = observation_size(ruleset), len(ruleset.kinds)
    return (
        *first,
        Section("dealt", at, kinds, "how many cards of each kind I was dealt"),
        Section("events", at + kinds, EVENT * actions, _EVENTS),
    )


#: Numbers for each action in an information state.
EVENT = 3
_EVENTS = (
    "each action in order: what was done (1 play, 2 discard, 3 draw off the deck, 4 draw off a "
    "pile, 5 hand-over), then 1 + kind of each card, the lower first, where I saw it, or 1 + suit "
    "of the pile"
)


def history_size(ruleset: Ruleset, actions: int) -> int:
    """Return how many numbers an information state has after those of the observation."""
    return len(ruleset.kinds) + EVENT * actions
