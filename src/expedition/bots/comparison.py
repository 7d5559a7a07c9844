"""Candidates compared by playouts in the same worlds that may be: what `search` does to decide.

Every candidate is tried in the same worlds with the same luck. Those that fall behind by more than
their error are left out, and the rest go on in twice as many worlds, while the budget lasts. The
policy's favourite is left only for what is better by more than the error.
"""

from __future__ import annotations

import math
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
from threadpoolctl import ThreadpoolController, threadpool_limits

from expedition.bots.playouts import CarefulPlayouts, NetworkPlayouts
from expedition.bots.shipped import critic_for, family, network_for
from expedition.bots.stakes import Stakes
from expedition.fast import Batch, Information, determinize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from expedition.bots.playouts import Playouts
    from expedition.game import Observation

#: Decisions in playouts that a second of thinking stands for: about what one core makes. The budget
#: is counted and not timed, so that the same seed gives the same choice on a busy machine too.
NETWORK_A_SECOND, CAREFUL_A_SECOND = 40_000, 400_000
#: Turns that the network plays on before its critic is asked, where it has one.
HORIZON = 6
#: Worlds that the candidates are first compared in, and the most that are ever tried.
WORLDS, MOST_WORLDS = 16, 1024
#: Standard errors by which a candidate is left out, and by which the favourite must be beaten.
BEHIND, BETTER = 2.5, 1.0
#: Points that a policy's liking counts for, by the logarithm of the chance that it gives.
LIKING, LEAST_CHANCE = 1.0, 0.01


def compare(
    observation: Observation,
    chosen: list[int],
    logs: NDArray[np.float32],
    think: float,
    seed: int,
) -> int:
    """Return the id of the candidate to take, after so many seconds' worth of thought.

    `chosen` has the policy's favourite first, and `logs` the logarithms of its chances.
    """
    playouts: Playouts = CarefulPlayouts()
    budget = think * CAREFUL_A_SECOND
    if family(observation.ruleset) is not None:
        ruleset = observation.ruleset
        playouts = NetworkPlayouts(network_for(ruleset), critic_for(ruleset), HORIZON)
        budget = think * NETWORK_A_SECOND
    with _one_core.taken():
        comparison = Comparison(observation, chosen, playouts, seed)
        comparison.spend(int(budget))
    return comparison.verdict(logs)


class _OneCore:
    """Keeps matrices to one core while anything is compared: they are small, others want the rest.

    The limit is the whole process's, so the first to come sets it, and the last to go lifts it.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._busy = 0
        self._limits: threadpool_limits | None = None

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Keep to one core meanwhile."""
        with self._lock:
            self._busy += 1
            if self._limits is None:
                self._limits = ThreadpoolController().limit(limits=1)
        try:
            yield
        finally:
            with self._lock:
                self._busy -= 1
                if not self._busy and self._limits is not None:
                    self._limits.restore_original_limits()
                    self._limits = None


_one_core = _OneCore()


class Comparison:
    """What candidates are worth by playouts, in utilities: points, but for how a match stands."""

    def __init__(
        self, observation: Observation, chosen: list[int], playouts: Playouts, seed: int
    ) -> None:
        """Take what the seat sees, ids of candidates with the favourite first, and a seed."""
        self.chosen = chosen
        self.worlds, self.decisions = 0, 0
        self._played = 0
        self._seat, self._ruleset = observation.seat, observation.ruleset
        self._stakes = Stakes.of(observation, playouts.turns)
        self._known = Information.of(observation)
        self._playouts = playouts
        self._rng = np.random.default_rng(seed)
        self._utilities = {each: np.empty(0) for each in chosen}

    def spend(self, budget: int) -> None:
        """Play on while the budget of decisions allows, or until only one candidate is left."""
        more = WORLDS
        while len(self._going()) > 1 and self.worlds + more <= MOST_WORLDS:
            if self.worlds:
                # At least 1, for where every candidate ends the round there is nothing to play.
                each = max(self.decisions / self._played, 1.0)
                affordable = int((budget - self.decisions) / (each * len(self._going())))
                more = min(self.worlds, affordable)
                if more < min(WORLDS, self.worlds) // 2:
                    return
            self._play(self._going(), more)

    def _play(self, going: list[int], count: int) -> None:
        seed = int(self._rng.integers(2**63))
        worlds = Batch(self._ruleset, count, seed=seed, history=False)
        determinize(worlds, self._known)
        which = np.tile(np.arange(count), len(going))
        batch = worlds.take(which)
        batch.step(np.repeat(going, count))
        margins, decisions = self._playouts(batch, self._seat, which, self._rng)
        self.decisions += decisions
        self._played += len(margins)
        self.worlds += count
        for each, part in zip(going, np.split(margins, len(going)), strict=True):
            self._utilities[each] = np.concatenate((self._utilities[each], self._stakes(part)))

    def _going(self) -> list[int]:
        """Return the candidates that have not fallen behind: they were played in every world."""
        going = [each for each in self.chosen if len(self._utilities[each]) == self.worlds]
        if not self.worlds:
            return going
        best = max(going, key=lambda each: float(self._utilities[each].mean()))
        return [each for each in going if self._lead(best, each) <= BEHIND]

    def _lead(self, one: int, other: int) -> float:
        """Return by how many standard errors one is ahead of another, in the worlds of both."""
        count = min(len(self._utilities[one]), len(self._utilities[other]))
        if one == other or count < 2:
            return 0.0
        ahead = self._utilities[one][:count] - self._utilities[other][:count]
        return float(ahead.mean() / max(ahead.std(ddof=1) / math.sqrt(count), 1e-3))

    def verdict(self, logs: NDArray[np.float32]) -> int:
        """Return the candidate to take, given how the policy likes each."""
        favourite = self.chosen[0]
        going = self._going()
        if not self.worlds:
            return favourite

        def merit(each: int) -> float:
            liking = max(float(logs[each]), math.log(LEAST_CHANCE))
            return float(self._utilities[each].mean()) + LIKING * liking

        best = max(going, key=merit)
        return (
            best if self._lead(best, favourite) >= BETTER or favourite not in going else favourite
        )
