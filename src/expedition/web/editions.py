"""The editions as JSON, so that a page can say their rules in any language."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any

from expedition.game import EDITIONS, Card, Rank, Ruleset, score_expedition
from expedition.web.scores import score_data

Json = dict[str, Any]

#: Parameters that are not rules: what an edition is called.
_NAMES = ("id", "name", "summary", "aliases", "suit_word", "wager_word")


@cache
def editions_data() -> tuple[Json, ...]:
    """Return every edition: its parameters, worked examples, and what differs from classic."""
    return tuple(_edition(ruleset) for ruleset in EDITIONS.values())


def _edition(ruleset: Ruleset) -> Json:
    hand_over = ruleset.hand_over
    return {
        "id": ruleset.id,
        "name": ruleset.name,
        "summary": ruleset.summary,
        "aliases": list(ruleset.aliases),
        "suits": [
            {"letter": suit.letter, "name": suit.label, "symbol": suit.symbol or None}
            for suit in ruleset.suits
        ],
        "ranks": list(ruleset.ranks),
        "wagers": [str(wager) for wager in ruleset.wagers],
        "wagers_ascend": ruleset.wagers_ascend,
        "doubled_ranks": list(ruleset.doubled_ranks),
        "seats": ruleset.seats,
        "sides": ruleset.sides,
        "hand_size": ruleset.hand_size,
        "set_aside": ruleset.set_aside,
        "deck": ruleset.deck_size,
        "pack": len(ruleset.pack),
        "draw_from_piles": ruleset.draw_from_piles,
        "play_out_hands": ruleset.play_out_hands,
        "hand_over": None
        if hand_over is None
        else {"min_hand": hand_over.min_hand, "twice_running": hand_over.twice_running},
        "stall_turns": ruleset.stall_turns,
        "stall_limit": ruleset.stall_limit,
        "cost": ruleset.cost,
        "bonus": ruleset.bonus,
        "bonus_cards": ruleset.bonus_cards,
        "rounds": list(ruleset.rounds),
        "start_rule": ruleset.start_rule.value,
        "suit_word": ruleset.suit_word,
        "wager_word": ruleset.wager_word,
        "examples": _examples(ruleset),
        "differs": _differs(ruleset),
    }


def _examples(ruleset: Ruleset) -> list[Json]:
    """Return four expeditions to learn from: a good one, a bad one, one for the bonus, and dear."""
    wagers, ranks = ruleset.wagers, ruleset.ranks
    columns: tuple[tuple[Rank, ...], ...] = (
        ranks[3:7],
        (ranks[0], ranks[5]),
        (wagers[0], *ranks[-(ruleset.bonus_cards - 1) :]),
        (*wagers, ranks[2]),
    )
    return [
        {
            "cards": [str(card) for card in cards],
            "score": score_data(score_expedition(ruleset, cards)),
        }
        for suit, column in zip(ruleset.suits, columns, strict=False)
        for cards in [[Card(suit, rank) for rank in column]]
    ]


def _differs(ruleset: Ruleset) -> list[str]:
    classic = EDITIONS["classic"]
    return [
        field.name
        for field in fields(Ruleset)
        if field.name not in _NAMES and getattr(ruleset, field.name) != getattr(classic, field.name)
    ]
