"""Actions as text. Writing is `str(action)`; reading also takes words.

| written | read too | action |
| --- | --- | --- |
| `R7` | `lay R7`, `play red 7` | lay on the expedition |
| `xR7` | `x R7`, `discard red 7` | discard |
| `.` | `deck`, `draw` | draw off the deck |
| `<R` | `take red` | take the top of a pile |
| `>B3+R7` | `hand R7 B3` | hand two cards to the partner |
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from expedition.game import (
    Discard,
    DrawDeck,
    DrawPile,
    EventKind,
    HandOver,
    InvalidNotation,
    Play,
)
from expedition.notation.cards import parse_card, parse_suit, shown

if TYPE_CHECKING:
    from expedition.game import Action, Card, Event, Ruleset

#: A hand-over whose cards the reader may not see.
HIDDEN_HAND_OVER = ">?"

_DECK = {".", "deck", "the deck", "draw", "draw deck", "draw the deck", "draw off the deck"}
_LAY = re.compile(r"(?:play|lay)\s+(.+)", re.IGNORECASE)
_DISCARD = re.compile(r"(?:discard\s+|x\s*)(.+)", re.IGNORECASE)
_TAKE = re.compile(r"(?:(?:take|draw)\s+(?:from\s+)?|<\s*)(.+)", re.IGNORECASE)
_HAND = re.compile(r"(?:hand over\s+|hand\s+|give\s+|>\s*)(.+)", re.IGNORECASE)


def parse_action(text: str, ruleset: Ruleset) -> Action:
    """Read an action, legal now or not, or raise InvalidNotation saying what is wrong.

    >>> from expedition.game import find_edition
    >>> parse_action("xB5", find_edition("classic"))
    Discard(card=Card(Suit.BLUE, 5))
    """
    text = text.strip()
    if not text:
        msg = "An action is missing."
        raise InvalidNotation(msg)
    if " ".join(text.casefold().split()) in _DECK:
        return DrawDeck()
    if match := _TAKE.fullmatch(text):
        return DrawPile(parse_suit(match[1], ruleset))
    if match := _HAND.fullmatch(text):
        return HandOver(*_pair(match[1], ruleset))
    if match := _LAY.fullmatch(text):
        return Play(parse_card(match[1], ruleset))
    # `XH` is the ten of hearts and `xH7` a discard, so a card is tried first.
    try:
        return Play(parse_card(text, ruleset))
    except InvalidNotation:
        if match := _DISCARD.fullmatch(text):
            return Discard(parse_card(match[1], ruleset))
        raise


def event_text(event: Event) -> str:
    """Return what was done, as whoever saw the event may write it."""
    if event.kind is EventKind.HAND_OVER and not event.cards:
        return HIDDEN_HAND_OVER
    return str(event.action)


def _pair(text: str, ruleset: Ruleset) -> tuple[Card, Card]:
    words = re.split(r"\s*[+,&]\s*|\s+and\s+", text.strip())
    if len(words) == 1:
        words = text.split()
    if len(words) != 2:
        example = "+".join(map(str, ruleset.kinds[:2]))
        msg = f"{shown(text)} is not two cards. Write them like {example}."
        raise InvalidNotation(msg)
    return parse_card(words[0], ruleset), parse_card(words[1], ruleset)
