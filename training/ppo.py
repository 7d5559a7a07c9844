"""Learn by self-play: proximal policy optimisation (Schulman and others, 2017). Resumes.

python training/ppo.py --folder runs/first --minutes 60 --start runs/first/start.pt

writes a checkpoint and a line of figures every so many updates, and goes on from the last
checkpoint of the folder. training/README.md has the recipe.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import deque
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import nn

from expedition.fast.blocks import block_sizes
from expedition.game import find_edition
from judge import judge
from net import Critic, SuitNet, load_net
from selfplay import HIDDEN, Experience, Tables

if TYPE_CHECKING:
    from torch import Tensor

#: Updates in which only the critic learns, where the policy is not new and the critic is.
CRITIC_FIRST = 25
#: Former selves kept, and updates between two of them.
FORMER, FORMER_EVERY = 12, 60
#: Epochs of an update end where the policy has moved so far (Kullback-Leibler, nats).
FAR = 0.03


class Learner:
    """A network, its critic and optimiser, and how many decisions it has learned from."""

    def __init__(self, options: argparse.Namespace) -> None:
        """Begin anew, or from another network, or where the folder's checkpoint left off."""
        self.options = options
        self.ruleset = find_edition(options.edition)
        ranks = len(self.ruleset.kinds) // len(self.ruleset.suits)
        torch.manual_seed(options.seed)
        suits, by_suit, overall = block_sizes(self.ruleset)
        self.net = SuitNet(suits, by_suit, overall, ranks)
        self.critic = Critic(by_suit, HIDDEN * ranks, overall)
        self.parameters = [*self.net.parameters(), *self.critic.parameters()]
        self.optimiser = torch.optim.Adam(self.parameters, lr=options.rate, eps=1e-5)
        self.decisions, self.updates, self.seconds = 0, 0, 0.0
        self.critic_first = 0
        self.path = Path(options.folder) / "checkpoint.pt"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if self.path.exists():
            kept = torch.load(self.path, weights_only=True)
            load_net(self.net, kept["net"])
            self.critic.load_state_dict(kept["critic"])
            self.optimiser.load_state_dict(kept["optimiser"])
            self.decisions, self.updates = kept["decisions"], kept["updates"]
            self.seconds = kept["seconds"]
        elif options.start:
            kept = torch.load(options.start, weights_only=True)
            load_net(self.net, kept["net"])
            if "critic" in kept:
                self.critic.load_state_dict(kept["critic"])
            self.critic_first = 0 if "critic" in kept else CRITIC_FIRST
        self.former = deque([deepcopy(self.net)], maxlen=FORMER)
        self.rng = np.random.default_rng(options.seed + self.updates)
        self.tables = Tables(self.ruleset, options.rounds, options.seed + self.updates)

    def save(self) -> None:
        """Write a checkpoint; one that is cut off leaves the last one as it was."""
        kept = {
            "net": self.net.state_dict(),
            "critic": self.critic.state_dict(),
            "sizes": self.net.sizes,
            "optimiser": self.optimiser.state_dict(),
            "decisions": self.decisions,
            "updates": self.updates,
            "seconds": self.seconds,
            "edition": self.ruleset.id,
        }
        partial = self.path.with_suffix(".part")
        torch.save(kept, partial)
        partial.replace(self.path)

    def update(self) -> dict[str, float]:
        """Play a stretch and learn from it; returns figures."""
        began = time.perf_counter()
        share = min(self.decisions / self.options.decisions, 1.0)
        entropy = self.options.entropy * (1 - share) + self.options.entropy_end * share
        for group in self.optimiser.param_groups:
            group["lr"] = self.options.rate * max(1 - share, 0.05)
        former = self.former[self.rng.integers(len(self.former))]
        played = self.tables.play(
            self.net, self.critic, former, self.options.steps, self.options.decay
        )
        figures = self._learn(played, entropy)
        self.decisions += int(played.learned.sum())
        self.updates += 1
        if self.updates % FORMER_EVERY == 0:
            self.former.append(deepcopy(self.net))
        self.seconds += time.perf_counter() - began
        return figures

    def _learn(self, played: Experience, entropy: float) -> dict[str, float]:
        learned = played.learned.ravel()
        flat = [
            torch.from_numpy(part.reshape(-1, *part.shape[2:])[learned]) for part in played[:-1]
        ]
        blocks, overall, masks, hidden, actions, before, values, advantages = flat
        targets = advantages + values
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        sums: dict[str, float] = {"moved": 0.0, "clipped": 0.0, "entropy": 0.0, "seen": 0.0}
        alone = self.updates < self.critic_first
        count = 0
        for epoch in range(self.options.epochs):
            if epoch and sums["moved"] / count > FAR:
                break
            for rows in torch.randperm(len(actions)).split(4096):
                with torch.autocast("cpu", dtype=torch.bfloat16):
                    logits, value = self.net(blocks[rows], overall[rows], masks[rows], apart=alone)
                    told = self.critic(blocks[rows], hidden[rows], overall[rows])
                logs = torch.log_softmax(logits, dim=1)
                chance = logs.gather(1, actions[rows, None]).squeeze(1)
                policy, moved, clipped = _surrogate(chance - before[rows], advantages[rows])
                spread = -(logs.exp() * logs.masked_fill(~masks[rows], 0)).sum(dim=1).mean()
                seen = (value - targets[rows]).pow(2).mean()
                loss = 0.25 * seen + 0.5 * (told - targets[rows]).pow(2).mean()
                if not alone:
                    loss = loss + policy - entropy * spread
                self.optimiser.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(self.parameters, 0.5)
                self.optimiser.step()
                sums["moved"] += moved
                sums["clipped"] += clipped
                sums["entropy"] += float(spread.detach())
                sums["seen"] += 1 - float(seen.detach() / targets[rows].var())
                count += 1
        explained = 1 - float((targets - values).var() / (targets.var() + 1e-8))
        return {name: total / count for name, total in sums.items()} | {"explained": explained}

    def report(self, figures: dict[str, float], minutes: float) -> None:
        """Judge the network, add a line to the log, and print one."""
        verdict = judge(self.net, self.ruleset, self.options.against, 1024, seed=7, keen=True)
        ends, self.tables.ends = self.tables.ends, []
        line = {
            "decisions": self.decisions,
            "minutes": round(self.seconds / 60, 2),
            "points_in_selfplay": round(float(np.mean(ends)), 2) if ends else None,
            **{name: round(value, 4) for name, value in figures.items()},
            **{name: round(value, 3) for name, value in verdict._asdict().items()},
        }
        with self.path.with_name("log.jsonl").open("a") as file:
            file.write(json.dumps(line) + "\n")
        rate = self.decisions / max(self.seconds, 1e-9)
        spread, seen, told = figures["entropy"], figures["seen"], figures["explained"]
        print(
            f"{minutes:.0f} min, {self.decisions / 1e6:.2f} M ({rate:,.0f}/s), "
            f"entropy {spread:.2f}, explained {seen:.2f} and {told:.2f}, "
            f"self {line['points_in_selfplay']}: {verdict}",
            flush=True,
        )


def _surrogate(change: Tensor, gain: Tensor) -> tuple[Tensor, float, float]:
    """Return the clipped loss, how far the policy has moved, and how often it was clipped."""
    ratio = torch.exp(change)
    loss = -torch.minimum(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
    moved = float((ratio - 1 - change).mean().detach())
    return loss, moved, float(((ratio - 1).abs() > 0.2).float().mean())


def main() -> None:
    """Learn for so long."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--folder", required=True, help="checkpoint and log; resumed if it has one")
    parser.add_argument("--start", help="a network to begin from, where there is no checkpoint")
    parser.add_argument("--edition", default="classic", help="an edition of one or two seats")
    parser.add_argument("--against", default="careful", help="the policy that judges")
    parser.add_argument("--minutes", type=float, default=60, help="of this sitting")
    parser.add_argument(
        "--decisions", type=float, default=100e6, help="over which rate and entropy fall"
    )
    parser.add_argument("--rounds", type=int, default=512, help="played at once")
    parser.add_argument("--steps", type=int, default=64, help="of a stretch, in every round")
    parser.add_argument("--rate", type=float, default=6e-4, help="of learning, at first")
    parser.add_argument("--entropy", type=float, default=0.03, help="what it is worth, at first")
    parser.add_argument("--entropy-end", type=float, default=0.005, help="... and in the end")
    parser.add_argument("--epochs", type=int, default=1, help="over what was played in a stretch")
    parser.add_argument("--decay", type=float, default=0.9, help="of credit, back from an end")
    parser.add_argument("--every", type=int, default=40, help="updates between figures")
    parser.add_argument("--seed", type=int, default=1, help="of everything")
    options = parser.parse_args()
    torch.set_num_threads(1)  # two processes do more than two threads
    learner = Learner(options)
    began = time.perf_counter()
    while (minutes := (time.perf_counter() - began) / 60) < options.minutes:
        figures = learner.update()
        if learner.updates % options.every == 0:
            learner.save()
            learner.report(figures, minutes)
    learner.save()
    print(f"{learner.decisions:,} decisions in {learner.seconds / 60:.1f} minutes")


if __name__ == "__main__":
    main()
