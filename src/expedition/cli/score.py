"""`expedition score`: the cards of expeditions to a worked score."""

from __future__ import annotations

import argparse
import json

from expedition.cli.failure import OK, CommandError
from expedition.cli.worked import worked_side
from expedition.game import (
    Card,
    InvalidNotation,
    RoundScore,
    Ruleset,
    Suit,
    as_expeditions,
    find_edition,
    score_side,
)
from expedition.notation import parse_card, parse_suit

_DESCRIPTION = """\
Score the expeditions of one side, with every part of the sum.

Write each card as suit and rank (R7, R$, Y10), or a suit and then its ranks
(Y $ $ 5 9 10). The order does not matter.
"""
_EPILOG = """\
examples:
  expedition score R4 R7 R10
  expedition score --edition standard H J Q 6 8 10  D J 3 5
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add this command."""
    parser = commands.add_parser(
        "score",
        help="work out the score of expeditions",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("cards", nargs="+", metavar="CARD", help="a card, or a suit or a rank")
    parser.add_argument("--edition", default="classic", help="whose rules (default: classic)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the score of the cards."""
    ruleset = find_edition(options.edition)
    words = " ".join(options.cards).replace(",", " ").split()
    expeditions = as_expeditions(ruleset, _cards(words, ruleset))
    score = score_side(ruleset, expeditions)
    if options.json:
        print(json.dumps(_as_data(ruleset, expeditions, score), indent=2))
    else:
        print("\n".join(worked_side(ruleset, expeditions, score)))
    return OK


def _cards(words: list[str], ruleset: Ruleset) -> list[Card]:
    """Read cards; a suit on its own holds for the ranks after it."""
    if not words:
        msg = "There is no card. Write cards like R7, or Y $ $ 5 9 10."
        raise CommandError(msg)
    cards: list[Card] = []
    suit: Suit | None = None
    is_bare = False
    for word in words:
        if named := _suit(word, ruleset):
            if is_bare:
                break
            suit, is_bare = named, True
            continue
        try:
            cards.append(parse_card(word, ruleset))
        except InvalidNotation:
            if suit is None:
                raise
            cards.append(parse_card(f"{suit.label} {word}", ruleset))
        is_bare = False
    if is_bare:
        msg = f"{suit} stands there without a card. Write it like R7, or Y $ $ 5 9 10."
        raise CommandError(msg)
    return cards


def _suit(word: str, ruleset: Ruleset) -> Suit | None:
    try:
        return parse_suit(word, ruleset)
    except InvalidNotation:
        return None


def _as_data(
    ruleset: Ruleset, expeditions: tuple[tuple[Card, ...], ...], score: RoundScore
) -> dict[str, object]:
    rows = zip(ruleset.suits, expeditions, score.expeditions, strict=True)
    return {
        "edition": ruleset.id,
        "expeditions": [
            {
                "suit": suit.label.lower(),
                "cards": [str(card) for card in cards],
                "sum": part.sum,
                "cost": part.cost,
                "multiplier": part.multiplier,
                "bonus": part.bonus,
                "total": part.total,
            }
            for suit, cards, part in rows
            if cards
        ],
        "total": score.total,
    }
