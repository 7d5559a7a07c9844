"""`random`: the weakest opponent, and the yardstick of every measurement."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from expedition.game import Action, Observation


class RandomBot:
    """Chooses among the legal actions, each as likely as the other."""

    title = "Random"
    style = "Plays any card it may, without a thought."

    def choose(self, observation: Observation, legal: tuple[Action, ...], rng: Random) -> Action:
        """Return any of `legal`."""
        return legal[int(rng.random() * len(legal))]
