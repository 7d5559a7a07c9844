"""`network`: a trained network's first thought, without any search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from expedition.bots.patience import in_time
from expedition.bots.reading import legal_mask, read
from expedition.bots.shipped import network_for, why_no_network
from expedition.bots.suit_net import log_chances

if TYPE_CHECKING:
    from random import Random

    from numpy.typing import NDArray

    from expedition.game import Action, Observation, Ruleset


class NetworkBot:
    """Draws an action as likely as the network holds it to be right, or takes the likeliest."""

    title = "Network"
    style = "Plays its first thought, learned from some hundred thousand rounds against itself."

    def __init__(self, temperature: float = 0.0) -> None:
        """Take how much is left to chance: 0 for nothing, 1 for what the network learned."""
        self.temperature = temperature

    def declines(self, ruleset: Ruleset) -> str | None:
        """Return why it doesn't play a ruleset, or None."""
        return why_no_network(ruleset)

    def choose(self, observation: Observation, legal: tuple[Action, ...], rng: Random) -> Action:
        """Choose one of the legal actions. Raises BadWeights."""
        legal = in_time(observation, legal)
        if len(legal) == 1:
            return legal[0]
        return drawn(observation, policy(observation, legal), self.temperature, rng)


def drawn(
    observation: Observation, logs: NDArray[np.float32], temperature: float, rng: Random
) -> Action:
    """Return an action by the logarithms of the chances of all ids, or the likeliest at 0."""
    space = observation.ruleset.action_space
    if not temperature:
        return space.action(int(logs.argmax()))
    sums = np.exp((logs - logs.max()) / temperature, dtype=np.float64).cumsum()
    # 1 - [0, 1): what can't happen isn't drawn, not even at either end.
    mark = (1 - rng.random()) * sums[-1]
    return space.action(int(np.searchsorted(sums, mark)))


def policy(observation: Observation, legal: tuple[Action, ...]) -> NDArray[np.float32]:
    """Return the logarithm of the chance of every action id; -inf for what is illegal."""
    net = network_for(observation.ruleset)
    blocks, overall = read(observation)
    logits, _ = net(blocks[None], overall[None])
    logs: NDArray[np.float32] = log_chances(logits, legal_mask(observation, legal)[None])[0]
    return logs
