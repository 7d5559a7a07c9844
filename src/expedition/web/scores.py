"""Scores as JSON, with every part, so that a page shows a sum and never makes one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from expedition.game import ExpeditionScore


def score_data(score: ExpeditionScore) -> dict[str, Any]:
    """Return a worked score; `to_even` is what its numbers still lack to pay for the start."""
    return {
        "cards": score.cards,
        "sum": score.sum,
        "cost": score.cost,
        "multiplier": score.multiplier,
        "bonus": score.bonus,
        "total": score.total,
        "to_even": max(score.cost - score.sum, 0) if score.cards else 0,
    }
