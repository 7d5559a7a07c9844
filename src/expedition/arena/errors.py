"""How the arena says no: with one sentence."""

from __future__ import annotations


class ArenaError(ValueError):
    """A contest can't be set up, kept or gone on with. The message is a sentence for people."""


class ContestBroken(ArenaError):
    """A contest that was going on can't go on: a worker died, or the log can't be written."""
