"""Rounds played to the end by a policy, many at once: what search compares actions by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from expedition.bots.suit_net import SuitNet
    from expedition.fast import Batch

#: Turns after which a playout is broken off and scored as it lies.
MOST_TURNS = 400


class Playouts(Protocol):
    """Something that plays rounds to the end."""

    def __call__(
        self, batch: Batch, seat: int, worlds: NDArray[np.int64], rng: np.random.Generator
    ) -> tuple[NDArray[np.int32], int]:
        """Return the margin of a seat in every state, and how many decisions that took.

        `worlds` says for each state which world it is: states of one world are given the same luck.
        """
        ...


class NetworkPlayouts:
    """Every seat plays as the network would, drawing each action as likely as it is."""

    def __init__(self, net: SuitNet) -> None:
        """Take the network."""
        self._net = net

    def __call__(
        self, batch: Batch, seat: int, worlds: NDArray[np.int64], rng: np.random.Generator
    ) -> tuple[NDArray[np.int32], int]:
        """Return the margin of a seat in every state, and how many decisions that took."""
        margins = np.zeros(len(batch), np.int32)
        rows, decisions = np.arange(len(batch)), 0
        different = int(worlds.max()) + 1
        while True:
            ended = batch.over | (batch.turns >= MOST_TURNS)
            if ended.any():
                margins[rows[ended]] = batch.margins()[ended, seat]
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


class CarefulPlayouts:
    """Every seat plays as `careful` does: for rulesets that have no network."""

    def __call__(
        self, batch: Batch, seat: int, worlds: NDArray[np.int64], rng: np.random.Generator
    ) -> tuple[NDArray[np.int32], int]:
        """Return the margin of a seat in every state, and how many decisions that took."""
        del worlds, rng  # it leaves nothing to chance
        turns = batch.play("careful", most_turns=MOST_TURNS)
        return batch.margins()[:, seat], 2 * turns
