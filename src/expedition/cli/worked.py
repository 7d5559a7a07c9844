"""Scores as people work them out: every part, and the total."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from expedition.game import Card, ExpeditionScore, RoundScore, Ruleset, Suit


def short_ranks(cards: Sequence[Card]) -> str:
    """Return the ranks of one suit's cards: `$ 4 7`."""
    return " ".join(str(card.rank) for card in cards)


def worked_expedition(score: ExpeditionScore) -> str:
    """Return the sum in one line: `24 - 20 = 4, x3 = 12, +20 = 32`."""
    if not score.cards:
        return "not started: 0"
    text = f"{score.sum} - {score.cost} = {score.value}"
    if score.multiplier > 1:
        text += f", x{score.multiplier} = {score.multiplied}"
    if score.bonus:
        text += f", +{score.bonus} for {score.cards} cards = {score.total}"
    return text


def worked_side(
    ruleset: Ruleset, expeditions: Sequence[Sequence[Card]], score: RoundScore
) -> list[str]:
    """Return a side's round, a line for each expedition that was started, then the total."""
    rows = [
        (suit, short_ranks(cards), worked_expedition(part))
        for suit, cards, part in zip(ruleset.suits, expeditions, score.expeditions, strict=True)
        if cards
    ]
    if not rows:
        return ["  no expedition started", "  total 0"]
    wide = max(len(cards) for _, cards, _ in rows)
    lines = [f"  {_label(suit)} {cards:<{wide}}  {text}" for suit, cards, text in rows]
    return [*lines, f"  total {score.total}"]


def _label(suit: Suit) -> str:
    return f"{suit.label:<9}"
