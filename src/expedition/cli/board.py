"""The table in plain lines, from a view: for a terminal of 80 columns and for a screen reader.

Nothing here knows a rule; it shows what a view says. Suits are told by word and letter, and by
colour only on top of that.
"""

from __future__ import annotations

import os
import re
import sys
import textwrap
from typing import TYPE_CHECKING

from expedition.cli.worked import short_ranks
from expedition.game import EventKind, Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from expedition.game import Card, Event, Observation, PublicView, Suit

_WIDTH = 80
_COLOURS = {
    "YELLOW": "33",
    "WHITE": "1",
    "BLUE": "34",
    "GREEN": "32",
    "RED": "31",
    "PURPLE": "35",
    "DIAMONDS": "31",
    "HEARTS": "31",
    "CAPS": "35",
}


def use_colour() -> bool:
    """Return whether to colour: on a terminal, unless NO_COLOR is set (no-color.org)."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain


def wrapped(text: str) -> str:
    """Return a sentence broken into lines that fit."""
    return textwrap.fill(text, _WIDTH - 1)


def in_lines(start: str, parts: Sequence[str], between: str) -> str:
    """Return parts one after the other, broken between them into lines that fit."""
    lines = [start]
    for part in parts:
        line = lines[-1]
        joined = f"{line}{between if line.strip() and line != start else ''}{part}"
        if _visible(joined) < _WIDTH:
            lines[-1] = joined
        else:
            lines[-1] = f"{line}{between}".rstrip()
            lines.append(" " * len(start) + part)
    return "\n".join(lines)


def _visible(text: str) -> int:
    return len(re.sub(r"\x1b\[\d+m", "", text))


def in_colour(text: str, suit: Suit) -> str:
    """Return the text in the suit's colour, or as it is where colours are off."""
    code = _COLOURS.get(suit.name)
    return f"\x1b[{code}m{text}\x1b[0m" if code and use_colour() else text


def board(view: PublicView, sides: Sequence[str]) -> list[str]:
    """Return a line for each suit: every side's expedition, and the pile.

    `sides` names the sides, as in ("you", "careful"). The first comes last, nearest to the hand.
    """
    scores = view.scores
    rows = []
    for place, suit in enumerate(view.ruleset.suits):
        cells = []
        for side in reversed(range(len(sides))):
            cards = view.expeditions[side][place]
            total = scores[side].expeditions[place].total
            laid = f"{short_ranks(cards)} ({total})" if cards else "-"
            cells.append(f"{_clipped(sides[side])}: {laid}")
        cells.insert(len(cells) - 1, _pile(view.piles[place]))
        rows.append((suit, cells))
    widths = [max(len(cells[column]) for _, cells in rows) for column in range(len(rows[0][1]))]
    if sum(widths) + 8 + 2 * len(widths) >= _WIDTH:
        # Two of the longest expeditions: each cell where it falls, and a second line if need be.
        widths = [0] * len(widths)
    lines = []
    for suit, cells in rows:
        padded = [f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)]
        line = in_lines(f"{suit.label:<8}  ", padded, "  ").rstrip()
        lines.append(line.replace(suit.label, in_colour(suit.label, suit), 1))
    return lines


def _clipped(name: str) -> str:
    return name if len(name) <= 12 else f"{name[:11]}…"


def hand_line(observation: Observation) -> str:
    """Return the hand, numbered; at the card step, what can't be laid stands in brackets."""
    if observation.legal_actions and observation.step is Step.PLAY:
        playable = {str(action) for action in observation.legal_actions}
    else:
        playable = {str(card) for card in observation.hand}
    parts = []
    for number, card in enumerate(observation.hand, start=1):
        text = str(card) if str(card) in playable else f"({card})"
        parts.append(f"{number} {in_colour(text, card.suit)}")
    return in_lines("Your hand: ", parts, "  ")


def known_lines(view: PublicView, seats: Sequence[str], own: int | None) -> list[str]:
    """Return what is known of the other hands: all of them in an open round."""
    lines = []
    for seat, name in enumerate(seats):
        if seat == own:
            continue
        if view.open_hands is not None:
            lines.append(_holding(f"{name} holds ", view.open_hands[seat]))
        elif view.known[seat]:
            lines.append(_holding(f"{name} is known to hold ", view.known[seat]))
    return lines


def _holding(start: str, cards: Sequence[Card]) -> str:
    *first, last = card_texts(cards)
    return in_lines(f"{start[:1].upper()}{start[1:]}", [*first, f"{last}."], " ")


def card_texts(cards: Sequence[Card]) -> list[str]:
    """Return cards in their short forms."""
    return [in_colour(str(card), card.suit) for card in cards]


def turn_sentence(name: str, events: Sequence[Event], receiver: str = "their partner") -> str:
    """Return one turn in words, like "Careful lays Red 5 and draws off the deck".

    `name` is who did it, `receiver` who gets cards that are handed over.
    """
    parts = [_did(event, receiver, second_person=name == "you") for event in events]
    return f"{name[0].upper()}{name[1:]} {' and '.join(parts)}."


def _did(event: Event, receiver: str, *, second_person: bool) -> str:
    s = "" if second_person else "s"
    card = event.cards[0].name if event.cards else ""
    match event.kind:
        case EventKind.PLAY:
            return f"lay{s} {card}"
        case EventKind.DISCARD:
            return f"discard{s} {card}"
        case EventKind.DRAW_PILE:
            return f"take{s} {card} off its pile"
        case EventKind.DRAW_DECK:
            return f"draw{s} {f'{card} off' if card else 'off'} the deck"
        case EventKind.HAND_OVER:
            cards = f"{card} and {event.cards[1].name}" if event.cards else "two cards"
            return f"hand{s} {cards} to {receiver}"


def _pile(pile: Sequence[Card]) -> str:
    if not pile:
        return "pile: -"
    under = f" (+{len(pile) - 1})" if len(pile) > 1 else ""
    return f"pile: {pile[-1].rank}{under}"
