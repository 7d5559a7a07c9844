"""What a person may type at the table, besides an action: help, looks, why, undo."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from expedition.cli.board import in_colour, wrapped
from expedition.cli.worked import short_ranks, worked_expedition
from expedition.game import (
    Action,
    Discard,
    DrawPile,
    HandOver,
    IllegalAction,
    InvalidNotation,
    Play,
    Step,
    score_expedition,
)
from expedition.notation import parse_action, parse_card, shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from expedition.cli.session import Session
    from expedition.game import Card, Observation


# Two places in the hand.
_PAIR = re.compile(r">\s*(\d{1,3})\s*\+\s*(\d{1,3})")


class Left(Exception):
    """The person leaves the match, which is kept."""


def run(session: Session, line: str) -> bool:
    """Run a command. Returns False when the line is none, so that it should be an action."""
    word, _, rest = line.strip().partition(" ")
    word = word.casefold()
    if not word:
        return True
    if word == "why":
        print(wrapped(why(session, rest)))
        return True
    looks: dict[str, Callable[[], None]] = {
        "board": session.show_table,
        "hand": session.show_hand,
        "piles": session.show_piles,
        "score": session.show_scores,
        "undo": session.undo,
    }
    # `hand R7 B3` hands over; `hand` alone looks.
    if word in looks and not rest:
        looks[word]()
        return True
    if word in ("?", "help") and not rest:
        print(help_text(session.view))
        return True
    # `Q of hearts` is a card.
    if word in ("quit", "q", "exit") and not rest:
        raise Left
    return False


def help_text(view: Observation) -> str:
    """Return the help: what to type, for this edition."""
    cards = view.ruleset.kinds
    number, wager, second = cards[len(cards) // 2], cards[0], cards[-1]
    wagers = f"{view.ruleset.wager_word}s"
    lines = [
        "At the card step:",
        "  3          lay the third card of your hand",
        "  x3         discard it",
        f"  {number}, x{number}    the same by name; {wager} is one of the {wagers}",
        "At the draw step:",
        "  1, 2 ...   one of the places to draw from",
    ]
    if view.ruleset.draw_from_piles:
        lines += [f"  .  <{number.suit.letter}      the deck; the {number.suit.label.lower()} pile"]
    else:
        lines += ["  .          the deck"]
    lines += ["Both at once: 3 ."]
    if view.ruleset.hand_over:
        lines += [
            "Instead of a turn, and not to be undone:",
            f"  >1+2, >{number}+{second}   hand two cards to your partner",
        ]
    suits = ", ".join(f"{suit.letter} {suit.label.lower()}" for suit in view.ruleset.suits)
    lines += [f"The {view.ruleset.suit_word}s: {suits}."]
    lines += [
        "Any time:",
        "  board  hand  piles  score     look",
        f"  why {number}     what can be done with a card, and what it would do",
        "  undo       take your card back, before you draw",
        "  quit       leave; the match is kept",
        "pile: 6 (+2) is a pile with a 6 on top of two more cards.",
        "Cards in brackets can't be laid now.",
        f"`expedition rules {view.ruleset.id}` has the rules.",
    ]
    return "\n".join(lines)


def draw_choices(view: Observation) -> list[str]:
    """Return the places to draw from, numbered."""
    texts = []
    for number, action in enumerate(view.legal_actions, start=1):
        if isinstance(action, DrawPile):
            card = view.pile(action.suit)[-1]
            texts.append(f"{number} {in_colour(str(card), card.suit)}")
        else:
            texts.append(f"{number} deck")
    return texts


def actions(view: Observation, line: str) -> list[Action]:
    """Return the action that a line means, or the two of a whole turn. Raises a sentence."""
    words = line.split()
    if view.step is Step.PLAY and len(words) > 1 and words[-1][0] in ".<":
        card = _action(view, " ".join(words[:-1]))
        return [card, parse_action(words[-1], view.ruleset)]
    return [_action(view, line)]


def _action(view: Observation, text: str) -> Action:
    text = text.strip()
    if view.step is Step.DRAW and text.isdecimal():
        return _numbered_draw(view, text)
    if text.isdecimal():
        return Play(_numbered_card(view, text))
    if text[:1].casefold() == "x" and text[1:].strip().isdecimal():
        return Discard(_numbered_card(view, text[1:].strip()))
    if numbers := _PAIR.fullmatch(text):
        return HandOver(*(_numbered_card(view, number) for number in numbers.groups()))
    try:
        return parse_action(text, view.ruleset)
    except InvalidNotation as error:
        # Something like a card gets told what is wrong with it; anything else, what there is.
        known = re.search(r"[\d$<>]", text) or len(text.split()) > 1
        if view.step is Step.DRAW:
            msg = f"{shown(text)} is no place to draw from: {', '.join(draw_choices(view))}."
        elif known:
            msg = f"{error} Type ? for help."
        else:
            msg = f"{shown(text)} is neither a card nor a command. Type ? for help."
        raise InvalidNotation(msg) from None


def _numbered_card(view: Observation, text: str) -> Card:
    if len(text) > 3 or not 1 <= int(text) <= len(view.hand):
        msg = f"There is no card {text[:20]} in your hand; they are numbered 1 to {len(view.hand)}."
        raise InvalidNotation(msg)
    return view.hand[int(text) - 1]


def _numbered_draw(view: Observation, text: str) -> Action:
    choices = view.legal_actions
    if len(text) > 3 or not 1 <= int(text) <= len(choices):
        places = ", ".join(draw_choices(view))
        msg = f"There is no place {text[:20]} to draw from: {places}."
        raise InvalidNotation(msg)
    return choices[int(text) - 1]


def why(session: Session, text: str) -> str:
    """Return what can be done with a card: laid or not and why, and what it would change."""
    view = session.view
    if not text.strip():
        return "Which card? Write it after the word, like `why 3`."
    text = text.strip()
    numbered = text.isdecimal()
    card = _numbered_card(view, text) if numbered else parse_card(text, view.ruleset)
    laid = view.expedition(view.side, card.suit)
    if card not in view.hand:
        return f"{card.name} is not in your hand."
    if view.step is Step.DRAW or not view.legal_actions:
        return "You have played a card in this turn; what you draw you can play in your next."
    try:
        view.verify(Play(card))
    except IllegalAction as error:
        return f"{error} You can discard it."
    after = score_expedition(view.ruleset, (*laid, card))
    now = score_expedition(view.ruleset, laid)
    there = f"after {short_ranks(laid)}" if laid else "as the first of its expedition"
    return (
        f"{card.name} can be laid {there}: {worked_expedition(after)}. "
        f"The expedition stands at {now.total} now."
    )
