"""Rounds played by a network, mostly against itself, kept for learning."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch

from expedition.bots.patience import LATE, PATIENCE
from expedition.fast import Batch
from expedition.fast.blocks import block_sizes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from expedition.game import Ruleset
    from net import Critic, SuitNet

#: Turns after which a round is cut, and scored as it lies.
MOST_TURNS = 300
#: Points that count as 1 to a critic.
POINTS = 40.0
#: Numbers of each kind that a seat doesn't see and a critic is told: how many the other side holds,
#: and how soon those in the deck come.
HIDDEN = 2
#: Shares of the rounds that are against a former self, and against each of the fixed policies.
PAST, FIXED = 0.25, {"careful": 0.12, "sensible": 0.03}


class Sight(NamedTuple):
    """What the seat to act sees in every round."""

    blocks: NDArray[np.float32]
    overall: NDArray[np.float32]
    masks: NDArray[np.bool_]

    def at(self, place: int | NDArray[np.int64]) -> Sight:
        """Return the look at one place of the first axis, or at several."""
        return Sight(self.blocks[place], self.overall[place], self.masks[place])


def room_to_look(batch: Batch, *before: int) -> Sight:
    """Return arrays for a look at every round, or for as many as the sizes `before` say."""
    suits, by_suit, overall = block_sizes(batch.ruleset)
    return Sight(
        np.zeros((*before, len(batch), suits, by_suit), np.float32),
        np.zeros((*before, len(batch), overall), np.float32),
        np.zeros((*before, len(batch), batch.actions), np.bool_),
    )


def look(batch: Batch, sight: Sight) -> Sight:
    """Write what the seat to act in each round sees over a former look, and return it."""
    batch.blocks(out=(sight.blocks, sight.overall))
    batch.legal(sight.masks)
    # As bots do: else some rounds go on for hundreds of turns, and much of what is learned from
    # comes from those.
    tired = (batch.states["idle_turns"] >= PATIENCE) | (batch.turns >= LATE)
    sight.masks[tired, 2 * len(batch.ruleset.kinds) + 1 :] = False
    return sight


def hidden_cards(batch: Batch) -> NDArray[np.float32]:
    """Return what no seat may know, suit by suit: (rounds, suits, HIDDEN x kinds of a suit)."""
    ruleset, states = batch.ruleset, batch.states
    kinds, suits, count = len(ruleset.kinds), len(ruleset.suits), len(batch)
    rows = np.arange(count)
    other = (states["to_act"].astype(np.int64) + 1) % ruleset.seats
    words = states["hands"][rows, other] if ruleset.seats > 1 else np.zeros((count, 3), np.uint64)
    bits = np.arange(kinds, dtype=np.uint64)
    held = ((words[:, :, None] >> bits) & np.uint64(1)).sum(axis=1)
    end = len(ruleset.pack) - ruleset.set_aside
    places = np.arange(end) - states["deck_at"].astype(np.int64)[:, None]
    soon = np.where(places >= 0, 1 - places / end, 0)
    into = rows[:, None] * kinds + states["deal"][:, :end]
    coming = np.bincount(into.ravel(), weights=soon.ravel(), minlength=count * kinds)
    told = np.stack((held, coming.reshape(count, kinds)), axis=2)
    return told.reshape(count, suits, -1).astype(np.float32)


class Experience(NamedTuple):
    """Decisions of a stretch of play, time first: (steps, rounds, ...)."""

    blocks: NDArray[np.float32]
    overall: NDArray[np.float32]
    masks: NDArray[np.bool_]
    hidden: NDArray[np.float32]
    actions: NDArray[np.int64]
    log_chances: NDArray[np.float32]
    values: NDArray[np.float32]
    advantages: NDArray[np.float32]
    learned: NDArray[np.bool_]
    """Whether the decision was the learner's own."""


class Tables:
    """Rounds that go on from stretch to stretch; one that ends is dealt anew.

    In most the network plays both seats; in some a former self has one, or a fixed policy.
    """

    def __init__(self, ruleset: Ruleset, count: int, seed: int) -> None:
        """Deal so many rounds."""
        self.ruleset = ruleset
        self.batch = Batch(ruleset, count, seed=seed, history=False)
        self.rng = np.random.default_rng(seed)
        self.batch.deal(starters=self.rng.integers(ruleset.seats, size=count))
        self.seen = room_to_look(self.batch)
        two = ruleset.seats > 1
        past = int(PAST * count) if two else 0
        #: The seat of somebody else than the learner in each round, or -1.
        self.others = np.where(np.arange(count) < past, np.arange(count) % 2, -1)
        self.fixed = {}
        at = count
        for policy, share in FIXED.items() if two else ():
            rows = np.arange(count)
            first = at - int(share * count)
            self.fixed[policy] = (rows >= first) & (rows < at)
            self.others[first:at] = rows[first:at] % 2
            at = first
        self.past = np.arange(count) < past
        self.ends: list[float] = []
        """What the rounds of the network against itself were worth to each side."""
        self._fixed_play()

    def play(
        self, net: SuitNet, critic: Critic, former: SuitNet, steps: int, decay: float
    ) -> Experience:
        """Play so many steps in every round, and estimate how much better each action was.

        Generalised advantage estimation (Schulman and others, 2016) in a stream for each seat, with
        decay `decay` and no discount; the reward is the margin, at the end.
        """
        count = len(self.batch)
        kept = room_to_look(self.batch, steps)
        hidden = np.stack([hidden_cards(self.batch)] * steps)
        actions, seats = np.zeros((2, steps, count), np.int64)
        chances, values = np.zeros((2, steps, count), np.float32)
        learned = np.ones((steps, count), np.bool_)
        margins = np.full((steps, count), np.nan, np.float32)
        for step in range(steps):
            sight = look(self.batch, kept.at(step))
            seats[step] = self.batch.to_act
            hidden[step] = hidden_cards(self.batch)
            actions[step], chances[step] = choose(net, sight)
            values[step] = worth(critic, sight, hidden[step])
            theirs = self.past & (seats[step] == self.others)
            if theirs.any():
                at = np.flatnonzero(theirs)
                actions[step, at], _ = choose(former, sight.at(at))
                learned[step, at] = False
            self.batch.step(actions[step])
            self._fixed_play()
            ended = self.batch.over | (self.batch.turns >= MOST_TURNS)
            if ended.any():
                self.ends += self.batch.scores()[ended & (self.others < 0)].ravel().tolist()
                margins[step, ended] = self.batch.margins()[ended, 0]
                starters = self.rng.integers(self.ruleset.seats, size=count)
                self.batch.deal(starters=starters, where=ended)
                self._fixed_play()
        last = worth(critic, look(self.batch, self.seen), hidden_cards(self.batch))
        advantages = _advantages(values, seats, margins, last, self.batch.to_act, decay)
        return Experience(
            *kept, hidden, actions, chances, values, advantages.astype(np.float32), learned
        )

    def _fixed_play(self) -> None:
        """Let the fixed policies take their turns, so that only networks are to act."""
        for policy, rows in self.fixed.items():
            theirs = rows & ~self.batch.over & (self.batch.to_act == self.others)
            if theirs.any():
                self.batch.play(policy, most_turns=1, where=theirs)


def choose(
    net: SuitNet, sight: Sight, *, keen: bool = False
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Draw an action in every round, or take the likeliest; returns the logs of chances too."""
    with torch.inference_mode(), torch.autocast("cpu", dtype=torch.bfloat16):
        logits, _ = net(*(torch.from_numpy(part) for part in sight))
        logs = torch.log_softmax(logits, dim=1)
        # The smallest of exponential times, each at its own rate, is each as often as it is likely.
        times = torch.empty_like(logs).exponential_()
        drawn = (logs if keen else logs.exp() / times).argmax(dim=1)
        chances = logs.gather(1, drawn[:, None]).squeeze(1)
    return drawn.numpy(), chances.numpy()


def worth(critic: Critic, sight: Sight, hidden: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return what the critic expects for the seat to act in every round."""
    with torch.inference_mode(), torch.autocast("cpu", dtype=torch.bfloat16):
        parts = (sight.blocks, hidden, sight.overall)
        value: NDArray[np.float32] = critic(*(torch.from_numpy(part) for part in parts)).numpy()
    return value


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
