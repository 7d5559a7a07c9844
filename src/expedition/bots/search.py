"""`search`: tries the network's best ideas in worlds that may be, and takes the best of them.

`comparison.py` does the work, and loads what is compiled; this file loads in no time.
"""

from __future__ import annotations

import math
from contextlib import suppress
from importlib.util import find_spec
from threading import Thread
from typing import TYPE_CHECKING

import numpy as np

from expedition.bots.candidates import candidates
from expedition.bots.careful import Judgement
from expedition.bots.network import policy
from expedition.bots.patience import in_time
from expedition.bots.shipped import BadWeights, family, why_no_network
from expedition.bots.suit_net import log_chances
from expedition.game import EDITIONS, Deal, State, observe

if TYPE_CHECKING:
    from random import Random

    from numpy.typing import NDArray

    from expedition.game import Action, Observation, Ruleset

#: Seconds to think where nobody says how long.
THINK = 0.5
#: A policy that is so sure is followed without a search.
SURE = 0.97
#: Points by which `careful` may be wrong, where it stands in for a network.
CAREFUL_DOUBT = 3.0


class SearchBot:
    """Compares candidates by playouts with the network, or with `careful` where there is none."""

    title = "Search"
    style = "Thinks: tries the network's best ideas in hundreds of worlds that may be."
    thinks = True

    def __init__(self, think: float = THINK) -> None:
        """Take the seconds to think about an action on a usual core.

        Raises ModuleNotFoundError where what it needs is not installed.
        """
        for package in ("numba", "threadpoolctl"):
            if find_spec(package) is None:
                msg = (
                    f"it needs {package}, which is not installed. "
                    "In a checkout of Expedition: pip install '.[bots]'"
                )
                raise ModuleNotFoundError(msg, name=package)
        self.think = think
        self.stands_in: str | None = None
        """Who answered in its place the last time, while what is compiled was loading."""
        self._loading: Thread | None = None

    def declines(self, ruleset: Ruleset) -> str | None:
        """Return why it doesn't play a ruleset, or None: its network can't be read."""
        return None if family(ruleset) is None else why_no_network(ruleset)

    def hurry(self) -> None:
        """From now on answer at once: by a first thought, until all that is compiled is loaded."""
        if self._loading is None:
            self._loading = Thread(target=_load, daemon=True)
            self._loading.start()

    def choose(self, observation: Observation, legal: tuple[Action, ...], rng: Random) -> Action:
        """Choose one of the legal actions. Raises BadWeights."""
        self.stands_in = None
        legal = in_time(observation, legal)
        if len(legal) == 1:
            return legal[0]
        logs = first_thought(observation, legal)
        space = observation.ruleset.action_space
        favourite = int(logs.argmax())
        # Where all hands are open there is little to guess, and worlds are sampled for closed ones.
        if logs[favourite] > math.log(SURE) or observation.open_hands is not None:
            return space.action(favourite)
        seed = rng.getrandbits(64)
        if self._loading is not None and self._loading.is_alive():
            self.stands_in = "careful" if family(observation.ruleset) is None else "network"
            return space.action(favourite)
        from expedition.bots.comparison import compare

        chosen = candidates(observation, legal, logs)
        return space.action(compare(observation, chosen, logs, self.think, seed))


def first_thought(observation: Observation, legal: tuple[Action, ...]) -> NDArray[np.float32]:
    """Return the logarithms of the chances that a policy gives each action id, -inf if illegal."""
    if family(observation.ruleset) is not None:
        return policy(observation, legal)
    space, judgement = observation.ruleset.action_space, Judgement(observation)
    logs = np.full(len(space), -np.inf, np.float32)
    logs[[space.id(action) for action in legal]] = [judgement.gain(each) for each in legal]
    logs /= CAREFUL_DOUBT
    chances: NDArray[np.float32] = log_chances(logs[None], np.isfinite(logs)[None])[0]
    return chances


def _load() -> None:
    """Compare two actions by each kind of playouts, so that everything has been used once."""
    from random import Random

    from expedition.bots.comparison import compare

    kinds = {family(ruleset) is None: ruleset for ruleset in EDITIONS.values()}
    for ruleset in kinds.values():
        state = State.new(Deal.shuffled(ruleset, Random(1)))  # noqa: S311  nothing secret
        view = observe(state, state.to_act)
        chosen = [ruleset.action_space.id(action) for action in view.legal_actions[:2]]
        logs = np.zeros(len(ruleset.action_space), np.float32)
        # Whoever asks it to choose without a network hears why.
        with suppress(BadWeights):
            compare(view, chosen, logs, 0.0, seed=1)
