"""How strong the bots of this package were measured to be: figures of `bench/ladder.py`, read."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

#: The bot that all are measured against.
YARDSTICK = "careful"
_FILE = Path(__file__).with_name("strength.json")


class Strength(NamedTuple):
    """Points a round that a bot is ahead of the yardstick, over paired deals."""

    mean: float
    se: float
    """Standard error, in points a round."""
    deals: int


def strength(bot: str, edition: str) -> Strength | None:
    """Return what was measured of a bot in an edition, or None where nothing was."""
    measured = _measured().get("editions", {}).get(edition, {}).get(bot)
    return None if measured is None else Strength(**measured)


def how_measured() -> str:
    """Return the command that measured it."""
    return str(_measured().get("command", ""))


@cache
def _measured() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_FILE.read_text("utf-8"))
    return found
