"""What the tensors should hold, written from docs/environments.md over views of `game`.

Slow and plain: dictionaries of sections, filled card by card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from expedition.fast import information_sections, observation_sections
from expedition.game import EventKind, Step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from expedition.fast import Section
    from expedition.game import Card, Observation

#: What was done, in an information state.
_KINDS = {
    EventKind.PLAY: 1,
    EventKind.DISCARD: 2,
    EventKind.DRAW_DECK: 3,
    EventKind.DRAW_PILE: 4,
    EventKind.HAND_OVER: 5,
}


def observation_row(view: Observation) -> NDArray[np.uint8]:
    """Return the observation as a row."""
    return _row(observation_sections(view.ruleset), _observed(view))


def information_row(view: Observation, actions: int) -> NDArray[np.uint8]:
    """Return all that the seat has seen and done as a row, with room for so many actions."""
    parts = _observed(view) | {"dealt": _counts(view, view.dealt)}
    suits, kinds = view.ruleset.suit_order, view.ruleset.kind_order
    events = [0] * (3 * actions)
    for at, event in zip(range(0, 3 * actions, 3), view.events, strict=False):
        events[at] = _KINDS[event.kind]
        if event.kind is EventKind.DRAW_PILE:
            events[at + 1] = 1 + suits[event.cards[0].suit]
        else:
            for place, kind in enumerate(sorted(kinds[card] for card in event.cards), start=1):
                events[at + place] = 1 + kind
    return _row(information_sections(view.ruleset, actions), parts | {"events": events})


def _observed(view: Observation) -> dict[str, list[int]]:
    ruleset, seat, side = view.ruleset, view.seat, view.side
    seats = [(seat + away) % ruleset.seats for away in range(ruleset.seats)]
    depth = max(sum(card.suit is suit for card in ruleset.pack) for suit in ruleset.suits)
    piles: list[int] = []
    for pile in view.piles:
        cards = [1 + ruleset.kind_order[card] for card in reversed(pile)]
        piles += cards + [0] * (depth - len(cards))
    parts = {
        "hand": _counts(view, view.hand),
        "laid": _counts(view, [card for laid in view.expeditions[side] for card in laid]),
        "pile_tops": _counts(view, [pile[-1] for pile in view.piles if pile]),
        "piles": piles,
        "exposed": _counts(view, view.exposed),
        "hand_sizes": [view.hand_sizes[each] for each in seats],
        "to_act": [int(each == view.to_act and not view.is_over) for each in seats],
        "starter": [int(each == view.starter) for each in seats],
        "handed_over": [int(view.just_handed_over[each]) for each in seats],
        "closed": [int(suit is view.closed_suit) for suit in ruleset.suits],
        "deck": [view.deck_size],
        "draw_step": [int(view.step is Step.DRAW)],
        "idle_turns": [min(view.idle_turns, 255)],
    }
    for away in range(1, ruleset.seats):
        parts[f"known_{away}"] = _counts(view, view.known[seats[away]])
    if ruleset.sides == 2:
        other = 1 - side
        laid = view.expeditions[other]
        parts["laid_other"] = _counts(view, [card for cards in laid for card in cards])
        if ruleset.seats > ruleset.sides:
            parts["exposed_pooled"] = _counts(view, view.exposed_pooled)
            parts["pooled_other"] = _counts(view, view.pooled[other])
    return parts


def _counts(view: Observation, cards: Iterable[Card]) -> list[int]:
    counts = [0] * len(view.ruleset.kinds)
    for card in cards:
        counts[view.ruleset.kind_order[card]] += 1
    return counts


def _row(sections: tuple[Section, ...], parts: dict[str, list[int]]) -> NDArray[np.uint8]:
    assert {section.name for section in sections} == set(parts)
    assert all(section.length == len(parts[section.name]) for section in sections)
    return np.array([n for section in sections for n in parts[section.name]], np.uint8)
