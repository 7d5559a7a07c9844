"""Expert iteration: learn what a search finds better (Anthony, Tian and Barber, 2017). Resumes.

python training/expert.py --folder runs/expert --start runs/first/checkpoint.pt --minutes 60

Many rounds are played at once. At each decision that the network is not sure of, candidates are
tried in sampled worlds, played on for some turns, and judged by the critic; the network then learns
the chances that it had given them, times the exponential of what they are worth. Every wager is
among the candidates, however little the network likes it.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch

from expedition.fast import Batch, Information, determinize
from expedition.game import find_edition
from judge import judge
from net import Critic, SuitNet, load_net
from selfplay import HIDDEN, MOST_TURNS, POINTS, Sight, choose, look, room_to_look, worth

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Candidates of a decision: the likeliest, then the likeliest to lay and to discard, and a wager.
LIKELIEST, CANDIDATES = 3, 6
#: Chances that a candidate is taken to have had at least.
LEAST = 0.02
#: A decision that the network is so sure of is not searched.
SURE = 0.97
#: Points by which a target's chances grow by a factor of e.
HEAT = 3.0


class Teacher:
    """Says what the candidates of many decisions are worth, by playouts and the critic."""

    def __init__(self, net: SuitNet, critic: Critic, worlds: int, turns: int) -> None:
        """Take the network and its critic, worlds for each decision, and turns to play on."""
        self.net, self.critic = net, critic
        self.worlds, self.turns = worlds, turns

    def values(
        self, batch: Batch, places: NDArray[np.int64], chosen: NDArray[np.int64], seed: int
    ) -> NDArray[np.float64]:
        """Return the points that each candidate is worth: (decisions, candidates).

        `chosen` has ids of legal actions, some of them perhaps twice.
        """
        count, rows = self.worlds, np.arange(len(places))
        sampled = []
        for n, place in enumerate(places):
            worlds = Batch(batch.ruleset, count, seed=seed + n, history=False)
            seat = int(batch.to_act[place])
            determinize(worlds, Information.in_batch(batch, int(place), seat))
            sampled.append(worlds)
        # What is there twice is tried once: the first place of each id in its row.
        first = (chosen[:, :, None] == chosen[:, None, :]).argmax(axis=2)
        which, slot = np.nonzero(first == np.arange(chosen.shape[1]))
        states = np.stack([worlds.states for worlds in sampled])
        playing = Batch(batch.ruleset, len(which) * count, history=False)
        playing.states[:] = states[which].ravel()
        seats = np.repeat(batch.to_act[places][which], count)
        playing.step(np.repeat(chosen[which, slot], count))
        found = np.zeros(chosen.shape)
        found[which, slot] = self._play_on(playing, seats).reshape(-1, count).mean(axis=1)
        values: NDArray[np.float64] = found[rows[:, None], first]
        return values

    def _play_on(self, batch: Batch, seats: NDArray[np.int64]) -> NDArray[np.float64]:
        margins, rows = np.zeros(len(batch)), np.arange(len(batch))
        last = batch.turns + self.turns
        while True:
            ended = batch.over | (batch.turns >= last[rows])
            if ended.any():
                at = np.flatnonzero(ended)
                margins[rows[at]] = self._worth(batch.take(at), seats[rows[at]])
                going = np.flatnonzero(~ended)
                if not len(going):
                    return margins
                rows, batch = rows[going], batch.take(going)
            batch.step(choose(self.net, look(batch, room_to_look(batch)))[0])

    def _worth(self, batch: Batch, seats: NDArray[np.int64]) -> NDArray[np.float64]:
        margins = batch.margins()[np.arange(len(batch)), seats].astype(np.float64)
        if batch.over.all():
            return margins
        values = worth(self.critic, look(batch, room_to_look(batch)), batch.hidden()) * POINTS
        return np.where(batch.over, margins, np.where(batch.to_act == seats, values, -values))


def pick(
    logs: NDArray[np.float32],
    masks: NDArray[np.bool_],
    groups: NDArray[np.bool_],
    rng: np.random.Generator,
) -> NDArray[np.int64]:
    """Return the candidates of each decision (n, CANDIDATES): legal ids, some perhaps twice.

    `groups` says of each action whether it lays a card, discards one, or lays a wager (3, actions):
    the likeliest to lay and to discard are among the candidates, and any wager by lot.
    """
    liked = np.where(masks, logs, -np.inf)
    chosen = np.argsort(-liked, axis=1, kind="stable")[:, :CANDIDATES]
    by_lot = np.where(masks, rng.random(masks.shape), -np.inf)
    for n, group in enumerate(groups):
        order = np.where(group, by_lot if n == len(groups) - 1 else liked, -np.inf)
        chosen[:, LIKELIEST + n] = order.argmax(axis=1)
        none = ~(masks & group).any(axis=1)
        chosen[none, LIKELIEST + n] = chosen[none, 0]
    legal = np.take_along_axis(masks, chosen, axis=1)
    return np.where(legal, chosen, chosen[:, :1])


def targets(
    logs: NDArray[np.float32], chosen: NDArray[np.int64], values: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Return the chances to learn: those of the candidates shifted, the others left as they are."""
    after = np.exp(logs.astype(np.float64))
    rows = np.arange(len(chosen))[:, None]
    before = np.maximum(after[rows, chosen], LEAST)
    after[rows, chosen] = 0
    mass = 1 - after.sum(axis=1, keepdims=True)
    weight = before * np.exp((values - values.max(axis=1, keepdims=True)) / HEAT)
    same = chosen[:, :, None] == chosen[:, None, :]
    weight /= same.sum(axis=2)  # one that is there twice counts once
    shares = mass * weight / weight.sum(axis=1, keepdims=True)
    np.add.at(after, (np.broadcast_to(rows, chosen.shape), chosen), shares)
    return after.astype(np.float32)


class Window:
    """The decisions learned from: the latest so many."""

    def __init__(self, sight: Sight, size: int) -> None:
        """Take a look, for its shapes."""
        self.parts = [np.zeros((size, *part.shape[1:]), part.dtype) for part in sight]
        self.targets = np.zeros((size, sight.masks.shape[1]), np.float32)
        self.size, self.added = size, 0

    def add(self, sight: Sight, wanted: NDArray[np.float32]) -> None:
        """Add decisions over the oldest."""
        at = (self.added + np.arange(len(wanted))) % self.size
        for part, more in zip(self.parts, sight, strict=True):
            part[at] = more
        self.targets[at] = wanted
        self.added += len(wanted)

    def draw(self, count: int, rng: np.random.Generator) -> list[torch.Tensor]:
        """Return some of them by lot, what was seen first and the targets last."""
        at = rng.integers(min(self.added, self.size), size=count)
        return [torch.from_numpy(part[at]) for part in (*self.parts, self.targets)]


class Pupil:
    """The network that learns, and the rounds that it learns from."""

    def __init__(self, options: argparse.Namespace) -> None:
        """Begin from another's checkpoint, or where the folder's left off."""
        self.options = options
        self.path = Path(options.folder) / "checkpoint.pt"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        kept = torch.load(self.path if self.path.exists() else options.start, weights_only=True)
        self.kept = kept
        self.ruleset = find_edition(kept["edition"])
        suits, by_suit, overall, ranks = kept["sizes"][:4]
        self.net = SuitNet(suits, by_suit, overall, ranks)
        load_net(self.net, kept["net"])
        self.critic = Critic(by_suit, HIDDEN * ranks, overall)
        self.critic.load_state_dict(kept["critic"])
        self.searched = kept.get("searched", 0)
        self.seconds = kept.get("expert_seconds", 0.0)
        self.teacher = Teacher(self.net, self.critic, options.worlds, options.turns)
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=options.rate, eps=1e-5)
        self.rng = np.random.default_rng(options.seed + self.searched)
        self.batch = Batch(self.ruleset, options.rounds, seed=options.seed + self.searched)
        self._deal(np.ones(options.rounds, np.bool_))
        self.sight = room_to_look(self.batch)
        self.window = Window(self.sight, options.window)
        kinds = self.ruleset.kinds
        wagers = [card.is_wager for card in kinds]
        rest = [False] * (self.batch.actions - len(kinds))
        lays = np.arange(self.batch.actions) < len(kinds)
        discards = ~lays & (np.arange(self.batch.actions) < 2 * len(kinds))
        self.groups = np.array((lays, discards, wagers + rest))
        self.gains: list[float] = []

    def _deal(self, where: NDArray[np.bool_]) -> None:
        starters = self.rng.integers(self.ruleset.seats, size=len(where))
        self.batch.deal(starters=starters, where=where)

    def step(self) -> float:
        """Decide once in every round, learn, and go on; returns the loss."""
        began = time.perf_counter()
        sight = look(self.batch, self.sight)
        with torch.inference_mode():
            logits, _ = self.net(*(torch.from_numpy(part) for part in sight))
            logs = torch.log_softmax(logits, dim=1).numpy()
        wanted = np.exp(logs)
        unsure = np.flatnonzero(wanted.max(axis=1) < SURE)
        if len(unsure):
            chosen = pick(logs[unsure], sight.masks[unsure], self.groups, self.rng)
            values = self.teacher.values(self.batch, unsure, chosen, int(self.rng.integers(2**62)))
            wanted[unsure] = targets(logs[unsure], chosen, values)
            self.gains += (values.max(axis=1) - values[:, 0]).tolist()
            self.searched += len(unsure)
        # Of those it is sure of some are kept, so that it doesn't forget them.
        sure = np.flatnonzero((sight.masks.sum(axis=1) > 1) & (wanted.max(axis=1) >= SURE))
        learned = np.concatenate((unsure, sure[: len(unsure) // 2]))
        self.window.add(sight.at(learned), wanted[learned])
        loss = self._learn()
        sums = wanted.cumsum(axis=1)
        marks = (1 - self.rng.random(len(sums))) * sums[:, -1]
        actions = (sums < marks[:, None]).sum(axis=1)
        legal = sight.masks[np.arange(len(actions)), actions]
        self.batch.step(np.where(legal, actions, wanted.argmax(axis=1)))
        ended = self.batch.over | (self.batch.turns >= MOST_TURNS)
        if ended.any():
            self._deal(ended)
        self.seconds += time.perf_counter() - began
        return loss

    def _learn(self) -> float:
        if self.window.added < self.options.window // 8:
            return float("nan")
        total = 0.0
        for _ in range(self.options.lessons):
            blocks, overall, masks, wanted = self.window.draw(1024, self.rng)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                logits, _ = self.net(blocks, overall, masks, apart=True)
            logs = torch.log_softmax(logits, dim=1).masked_fill(~masks, 0)
            loss = -(wanted * logs).sum(dim=1).mean()
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
            self.optimiser.step()
            total += float(loss.detach())
        return total / int(self.options.lessons)

    def save(self) -> None:
        """Write a checkpoint that ppo.py can go on from too."""
        self.kept |= {
            "net": self.net.state_dict(),
            "searched": self.searched,
            "expert_seconds": self.seconds,
        }
        partial = self.path.with_suffix(".part")
        torch.save(self.kept, partial)
        partial.replace(self.path)


def main() -> None:
    """Learn for so long."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--folder", required=True, help="checkpoint and log; resumed if it has one")
    parser.add_argument("--start", help="a checkpoint of ppo.py, where there is none")
    parser.add_argument("--against", default="careful", help="the policy that judges")
    parser.add_argument("--minutes", type=float, default=60, help="of this sitting")
    parser.add_argument("--rounds", type=int, default=128, help="played at once")
    parser.add_argument("--worlds", type=int, default=16, help="for each decision")
    parser.add_argument("--turns", type=int, default=6, help="played on before the critic is asked")
    parser.add_argument("--window", type=int, default=60_000, help="decisions learned from")
    parser.add_argument("--lessons", type=int, default=1, help="after each step of the rounds")
    parser.add_argument("--rate", type=float, default=2e-4, help="of learning")
    parser.add_argument("--every", type=float, default=4, help="minutes between figures")
    parser.add_argument("--seed", type=int, default=1, help="of everything")
    options = parser.parse_args()
    torch.set_num_threads(1)  # two processes do more than two threads
    pupil = Pupil(options)
    began = time.perf_counter()
    reported = options.every
    while (minutes := (time.perf_counter() - began) / 60) < options.minutes:
        loss = pupil.step()
        if minutes < reported:
            continue
        reported += options.every
        pupil.save()
        verdict = judge(pupil.net, pupil.ruleset, options.against, 1024, seed=7, keen=True)
        gain, pupil.gains = float(np.mean(pupil.gains)), []
        line = {"searched": pupil.searched, "minutes": pupil.seconds / 60, "loss": loss}
        line |= {"gain": gain, **verdict._asdict()}
        with pupil.path.with_name("log.jsonl").open("a") as file:
            file.write(json.dumps({key: round(each, 3) for key, each in line.items()}) + "\n")
        each = pupil.searched / max(pupil.seconds, 1e-9)
        print(
            f"{minutes:.0f} min, {pupil.searched:,} searched ({each:.0f}/s), loss {loss:.3f}, "
            f"best is {gain:.2f} better: {verdict}",
            flush=True,
        )
    pupil.save()


if __name__ == "__main__":
    main()
