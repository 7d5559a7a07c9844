"""Rounds played by a network against itself, kept for learning."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch

from expedition.fast import Batch
from expedition.fast.blocks import block_sizes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from expedition.game import Ruleset
    from net import SuitNet

#: Turns after which a round is cut, and scored as it lies.
MOST_TURNS = 300


class Sight(NamedTuple):
    """What the seat to act sees in every round."""

    blocks: NDArray[np.float32]
    overall: NDArray[np.float32]
    masks: NDArray[np.bool_]


def room_to_look(batch: Batch) -> Sight:
    """Return arrays for a look at every round."""
    suits, by_suit, overall = block_sizes(batch.ruleset)
    return Sight(
        np.zeros((len(batch), suits, by_suit), np.float32),
        np.zeros((len(batch), overall), np.float32),
        np.zeros((len(batch), batch.actions), np.bool_),
    )


def look(batch: Batch, sight: Sight) -> Sight:
    """Write what the seat to act in each round sees over a former look, and return it."""
    batch.blocks(out=(sight.blocks, sight.overall))
    batch.legal(sight.masks)
    return sight


class Experience(NamedTuple):
    """Decisions of a stretch of play, time first: (steps, rounds, ...)."""

    blocks: NDArray[np.float32]
    overall: NDArray[np.float32]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int64]
    log_chances: NDArray[np.float32]
    values: NDArray[np.float32]
    advantages: NDArray[np.float32]


class Tables:
    """Rounds that go on from stretch to stretch; one that ends is dealt anew."""

    def __init__(self, ruleset: Ruleset, count: int, seed: int) -> None:
        """Deal so many rounds."""
        self.ruleset = ruleset
        self.batch = Batch(ruleset, count, seed=seed, history=False)
        self.rng = np.random.default_rng(seed)
        self.batch.deal(starters=self.rng.integers(ruleset.seats, size=count))
        self.seen = room_to_look(self.batch)
        self.ends: list[float] = []
        """What the rounds that ended since somebody asked were worth to each side."""

    def play(self, net: SuitNet, steps: int, decay: float) -> Experience:
        """Play so many steps in every round, and estimate how much better each action was.

        Generalised advantage estimation (Schulman and others, 2016) in a stream for each seat, with
        decay `decay` and no discount; the reward is the margin, at the end.
        """
        count = len(self.batch)
        kept = [room_to_look(self.batch) for _ in range(steps)]
        actions = np.zeros((steps, count), np.int64)
        chances, values = np.zeros((2, steps, count), np.float32)
        seats = np.zeros((steps, count), np.int64)
        margins = np.full((steps, count), np.nan, np.float32)
        for step in range(steps):
            sight = look(self.batch, kept[step])
            seats[step] = self.batch.to_act
            actions[step], chances[step], values[step] = choose(net, sight, self.rng)
            self.batch.step(actions[step])
            ended = self.batch.over | (self.batch.turns >= MOST_TURNS)
            if ended.any():
                self.ends += self.batch.scores()[ended].ravel().tolist()
                margins[step, ended] = self.batch.margins()[ended, 0]
                starters = self.rng.integers(self.ruleset.seats, size=count)
                self.batch.deal(starters=starters, where=ended)
        last = choose(net, look(self.batch, self.seen), self.rng)[2]
        advantages = _advantages(values, seats, margins, last, self.batch.to_act, decay)
        blocks, overall, masks = (np.stack(part) for part in zip(*kept, strict=True))
        return Experience(
            blocks, overall, masks, actions, chances, values, advantages.astype(np.float32)
        )


#: Points that count as 1 to the critic.
POINTS = 40.0


def choose(
    net: SuitNet, sight: Sight, rng: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.float32]]:
    """Draw an action in every round; returns it, the logarithm of its chance, and the value."""
    with torch.inference_mode():
        logits, value = net(*(torch.from_numpy(part) for part in sight))
        logs = torch.log_softmax(logits, dim=1).numpy()
    # The maximum of log chance and Gumbel noise falls on each action as often as it is likely.
    noise = rng.gumbel(size=logs.shape).astype(np.float32)
    actions: NDArray[np.int64] = (logs + noise).argmax(axis=1)
    return actions, logs[np.arange(len(logs)), actions], value.numpy()


def _advantages(
    values: NDArray[np.float32],
    seats: NDArray[np.int64],
    margins: NDArray[np.float32],
    last: NDArray[np.float32],
    to_act: NDArray[np.int64],
    decay: float,
) -> NDArray[np.float32]:
    """Work backwards through each round, with what comes next for either seat in hand."""
    steps, count = values.shape
    rows = np.arange(count)
    # What the other seat can expect is what this one can't: margins add up to nothing.
    following = np.stack((last, last), axis=1) * np.where(to_act[:, None] == [0, 1], 1, -1)
    credit = np.zeros((count, 2), np.float32)
    reward = np.zeros((count, 2), np.float32)
    advantages = np.zeros((steps, count), np.float32)
    for step in range(steps - 1, -1, -1):
        ended = ~np.isnan(margins[step])
        following[ended] = credit[ended] = 0
        reward[ended, 0] = margins[step, ended] / POINTS
        reward[ended, 1] = -margins[step, ended] / POINTS
        seat = seats[step]
        surprise = reward[rows, seat] + following[rows, seat] - values[step]
        advantages[step] = surprise + decay * credit[rows, seat]
        following[rows, seat] = values[step]
        credit[rows, seat] = advantages[step]
        reward[rows, seat] = 0
    return advantages
