"""Rounds played on by a policy, many at once: what search compares actions by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from expedition.bots.suit_net import Critic, SuitNet
    from expedition.fast import Batch

#: Turns after which a playout is broken off and scored as it lies.
MOST_TURNS = 400
#: Points that count as 1 to a critic.
POINTS = 40.0


class Playouts(Protocol):
    """Something that says what rounds come to."""

    turns: int
    """How many it plays; what comes after is an expectation, without the luck that it takes."""

    def __call__(
        self, batch: Batch, seat: int, worlds: NDArray[np.int64], rng: np.random.Generator
    ) -> tuple[NDArray[np.float64], int]:
        """Return the margin of a seat to expect in every state, and how many decisions it took.

        `worlds` says for each state which world it is: states of one world are given the same luck.
        """
        ...


class NetworkPlayouts:
    """Every seat plays as the network would, drawing each action as likely as it is.

    With a critic it plays so many turns, and then asks what the rest is worth. A critic is told all
    cards, and may be: the worlds of a search are made up, from what a seat knows.
    """

    def __init__(self, net: SuitNet, critic: Critic | None = None, turns: int = MOST_TURNS) -> None:
        """Take the network, its critic, and after how many turns to ask it."""
        self._net, self._critic = net, critic
        self.turns = turns if critic is not None else MOST_TURNS

    def __call__(
        self, batch: Batch, seat: int, worlds: NDArray[np.int64], rng: np.random.Generator
    ) -> tuple[NDArray[np.float64], int]:
        """Return the margin of a seat to expect in every state, and how many decisions it took."""
        margins = np.zeros(len(batch))
        rows, decisions = np.arange(len(batch)), 0
        different = int(worlds.max()) + 1
        last = batch.turns + self.turns
        while True:
            ended = batch.over | (batch.turns >= last[rows])
            if ended.any():
                margins[rows[ended]] = self._margins(batch.take(np.flatnonzero(ended)), seat)
                going = np.flatnonzero(~ended)
                if not len(going):
                    return margins, decisions
                rows, batch = rows[going], batch.take(going)
            logits, _ = self._net(*batch.blocks())
            logits = np.where(batch.legal(), logits, -np.inf)
            logits -= logits.max(axis=1, keepdims=True)
            sums = np.exp(logits).cumsum(axis=1)
            # 1 - [0, 1), so that what can't happen isn't drawn at the very beginning.
            marks = (1 - rng.random(different, np.float32))[worlds[rows]] * sums[:, -1]
            batch.step((sums < marks[:, None]).sum(axis=1))
            decisions += len(batch)

    def _margins(self, batch: Batch, seat: int) -> NDArray[np.float64]:
        margins = batch.margins()[:, seat].astype(np.float64)
        if self._critic is None or batch.over.all():
            return margins
        blocks, overall = batch.blocks()
        values = self._critic(blocks, batch.hidden(), overall) * POINTS
        # It speaks for the seat to act, and what one side wins the other loses.
        ours = batch.to_act == seat
        return np.where(batch.over, margins, np.where(ours, values, -values))


class CarefulPlayouts:
    """Every seat plays as `careful` does: for rulesets that have no network."""

    turns = MOST_TURNS

    def __call__(
        self, batch: Batch, seat: int, worlds: NDArray[np.int64], rng: np.random.Generator
    ) -> tuple[NDArray[np.float64], int]:
        """Return the margin of a seat to expect in every state, and how many decisions it took."""
        del worlds, rng  # it leaves nothing to chance
        turns = batch.play("careful", most_turns=MOST_TURNS)
        return batch.margins()[:, seat].astype(np.float64), 2 * turns
