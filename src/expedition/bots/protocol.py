"""What a bot is: something that chooses a legal action from what its seat knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from random import Random

    from expedition.game import Action, Observation


class Bot(Protocol):
    """One player's worth of decisions.

    A bot is handed an Observation and never a State, and takes all chance from the generator it
    is given: equal observations and generators give equal choices.
    """

    def choose(self, observation: Observation, legal: tuple[Action, ...], rng: Random) -> Action:
        """Return one of `legal`, which is never empty, for the seat of the observation."""
        ...
