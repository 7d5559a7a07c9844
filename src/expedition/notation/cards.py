"""Cards and suits as text. Reading is generous, writing is `str(card)`.

A card is a suit and a rank in either order: `R7`, `7r`, `red 7`, `♥10`, `TH`, `X of hearts`,
`Y$`, `yellow wager`, `Jack of Clubs`. Which suits and ranks there are, the ruleset says.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING

from expedition.game import Deal, InvalidNotation, Wager

if TYPE_CHECKING:
    from expedition.game import Card, Rank, Ruleset, Suit

# The hollow forms of the symbols, as some keyboards have them.
_HOLLOW = str.maketrans("♧♢♡♤□", "♣♦♥♠■")
# Emoji suits carry an invisible mark that asks for a coloured picture.
_VARIATION = str.maketrans("", "", "\ufe0e\ufe0f")


def parse_card(text: str, ruleset: Ruleset) -> Card:
    """Read a card of the ruleset, or raise InvalidNotation saying what is wrong with it.

    >>> from expedition.game import find_edition
    >>> str(parse_card("red X", find_edition("classic")))
    'R10'
    """
    cards = _card_spellings(ruleset)
    key = _normal(text)
    if key in cards:
        return cards[key]
    raise InvalidNotation(_what_is_wrong(text, key, ruleset))


def parse_cards(text: str, ruleset: Ruleset) -> tuple[Card, ...]:
    """Read cards separated by spaces or commas, in their short forms."""
    return tuple(parse_card(word, ruleset) for word in text.replace(",", " ").split())


def parse_deal(text: str, ruleset: Ruleset) -> Deal:
    """Read a deal as `str(deal)` writes it. Raises InvalidNotation or InvalidSetup."""
    return Deal(ruleset, parse_cards(text, ruleset))


def parse_suit(text: str, ruleset: Ruleset) -> Suit:
    """Read a suit of the ruleset by letter, symbol or name, or raise InvalidNotation."""
    suits = _suit_spellings(ruleset)
    key = _normal(text)
    if key in suits:
        return suits[key]
    close = get_close_matches(key, suits, n=1)
    hint = f" Did you mean {suits[close[0]].label}?" if close else ""
    msg = f"{shown(text)} is not a suit of {ruleset.id}.{hint} Its suits are {_suits(ruleset)}."
    raise InvalidNotation(msg)


def shown(text: str) -> str:
    """Return somebody's input in quotes, shortened, fit to stand in a one-line message."""
    return repr(text if len(text) <= 40 else f"{text[:37]}...")


def _normal(text: str) -> str:
    text = text.translate(_VARIATION).translate(_HOLLOW).casefold()
    text = re.sub(r"\bof\b", " ", text)
    return re.sub(r"[\s_-]+", "", text)


@lru_cache(maxsize=32)
def _suit_spellings(ruleset: Ruleset) -> dict[str, Suit]:
    spellings = {}
    for suit in ruleset.suits:
        label = suit.label.casefold()
        for spelling in (suit.letter.casefold(), label, label.removesuffix("s"), suit.symbol):
            if spelling:
                spellings[spelling] = suit
    return spellings


@lru_cache(maxsize=32)
def _rank_spellings(ruleset: Ruleset) -> dict[str, Rank]:
    spellings: dict[str, Rank] = {str(rank): rank for rank in ruleset.ranks}
    if 10 in ruleset.ranks:
        spellings |= {"x": 10, "t": 10}
    for wager in ruleset.wagers:
        spellings[wager.value.casefold()] = wager
        if wager is Wager.PLAIN:
            spellings |= {"wager": wager, "investment": wager}
        else:
            spellings[wager.name.casefold()] = wager
    return spellings


@lru_cache(maxsize=32)
def _card_spellings(ruleset: Ruleset) -> dict[str, Card]:
    kinds = {(card.suit, card.rank): card for card in ruleset.kinds}
    spellings = {}
    for suit_text, suit in _suit_spellings(ruleset).items():
        for rank_text, rank in _rank_spellings(ruleset).items():
            card = kinds[suit, rank]
            spellings[suit_text + rank_text] = card
            spellings[rank_text + suit_text] = card
    return spellings


def _what_is_wrong(text: str, key: str, ruleset: Ruleset) -> str:
    start = f"{shown(text)} is not a card of {ruleset.id}"
    if not key:
        return "A card is missing."
    if "$" in key and Wager.PLAIN not in ruleset.wagers:
        return f"{start}: its {ruleset.wager_word}s are J, Q and K."
    suits = _suit_spellings(ruleset)
    if key in suits:
        return f"{start}: its rank is missing. Write it like {ruleset.kinds[-1]}."
    if key in _rank_spellings(ruleset):
        return f"{start}: its suit is missing. Write it like {ruleset.kinds[-1]}."
    ranks = ", ".join(dict.fromkeys(str(rank) for rank in (*ruleset.wagers, *ruleset.ranks)))
    if any(key.startswith(suit) or key.endswith(suit) for suit in suits):
        return f"{start}. The ranks are {ranks}."
    return f"{start}. Write a suit ({_suits(ruleset)}) and a rank ({ranks})."


def _suits(ruleset: Ruleset) -> str:
    return ", ".join(f"{suit.letter} {suit.label.lower()}" for suit in ruleset.suits)
