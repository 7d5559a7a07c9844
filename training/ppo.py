"""Learn by self-play: proximal policy optimisation (Schulman and others, 2017). Resumes.

python training/ppo.py --folder runs/first --minutes 60

writes a checkpoint and a line of figures every so many updates, and goes on from the last
checkpoint of the folder. training/README.md has the recipe.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from expedition.fast.blocks import block_sizes
from expedition.game import find_edition
from judge import judge
from net import SuitNet
from selfplay import Experience, Tables


class Learner:
    """A network, its optimiser, and how many decisions it has learned from."""

    def __init__(self, options: argparse.Namespace) -> None:
        """Begin anew, or where the folder's checkpoint left off."""
        self.options = options
        self.ruleset = find_edition(options.edition)
        ranks = len(self.ruleset.kinds) // len(self.ruleset.suits)
        torch.manual_seed(options.seed)
        self.net = SuitNet(*block_sizes(self.ruleset), ranks)
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=options.rate, eps=1e-5)
        self.decisions, self.updates, self.seconds = 0, 0, 0.0
        self.path = Path(options.folder) / "checkpoint.pt"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if self.path.exists():
            kept = torch.load(self.path, weights_only=True)
            self.net.load_state_dict(kept["net"])
            self.optimiser.load_state_dict(kept["optimiser"])
            self.decisions, self.updates = kept["decisions"], kept["updates"]
            self.seconds = kept["seconds"]
        self.tables = Tables(self.ruleset, options.rounds, options.seed + self.updates)

    def save(self) -> None:
        """Write a checkpoint; one that is cut off leaves the last one as it was."""
        kept = {
            "net": self.net.state_dict(),
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
        played = self.tables.play(self.net, self.options.steps, decay=0.95)
        figures = self._learn(played, entropy)
        self.decisions += played.actions.size
        self.updates += 1
        self.seconds += time.perf_counter() - began
        return figures

    def _learn(self, played: Experience, entropy: float) -> dict[str, float]:
        flat = [torch.from_numpy(part.reshape(-1, *part.shape[2:])) for part in played]
        blocks, overall, masks, actions, before, values, advantages = flat
        targets = advantages + values
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        sums = {"clipped": 0.0, "entropy": 0.0, "critic": 0.0}
        count = 0
        for _ in range(2):
            for rows in torch.randperm(len(actions)).split(4096):
                logits, value = self.net(blocks[rows], overall[rows], masks[rows])
                logs = torch.log_softmax(logits, dim=1)
                chance = logs.gather(1, actions[rows, None]).squeeze(1)
                ratio = torch.exp(chance - before[rows])
                gain = advantages[rows]
                policy = -torch.minimum(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
                spread = -(logs.exp() * logs.masked_fill(~masks[rows], 0)).sum(dim=1).mean()
                critic = (value - targets[rows]).pow(2).mean()
                loss = policy + 0.5 * critic - entropy * spread
                self.optimiser.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
                self.optimiser.step()
                sums["clipped"] += float(((ratio - 1).abs() > 0.2).float().mean())
                sums["entropy"] += float(spread.detach())
                sums["critic"] += float(critic.detach())
                count += 1
        explained = 1 - float((targets - values).var() / (targets.var() + 1e-8))
        return {name: total / count for name, total in sums.items()} | {"explained": explained}


def main() -> None:
    """Learn for so long."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--folder", required=True, help="checkpoint and log; resumed if it has one")
    parser.add_argument("--edition", default="classic", help="an edition of two seats")
    parser.add_argument("--minutes", type=float, default=60, help="of this sitting")
    parser.add_argument(
        "--decisions", type=float, default=30e6, help="over which rate and entropy fall"
    )
    parser.add_argument("--rounds", type=int, default=256, help="played at once")
    parser.add_argument("--steps", type=int, default=128, help="of a stretch, in every round")
    parser.add_argument("--rate", type=float, default=6e-4, help="of learning, at first")
    parser.add_argument("--entropy", type=float, default=0.08, help="what it is worth, at first")
    parser.add_argument("--entropy-end", type=float, default=0.01, help="... and in the end")
    parser.add_argument("--every", type=int, default=20, help="updates between figures")
    parser.add_argument("--seed", type=int, default=1, help="of everything")
    options = parser.parse_args()
    torch.set_num_threads(1)  # two processes do more than two threads
    learner = Learner(options)
    until = time.perf_counter() + 60 * options.minutes
    log = learner.path.with_name("log.jsonl")
    while time.perf_counter() < until:
        figures = learner.update()
        if learner.updates % options.every == 0:
            learner.save()
            verdict = judge(learner.net, learner.ruleset, "sensible", 512, seed=7)
            ends, learner.tables.ends = learner.tables.ends, []
            line = {
                "decisions": learner.decisions,
                "minutes": round(learner.seconds / 60, 2),
                "points_in_selfplay": round(float(np.mean(ends)), 2) if ends else None,
                **{name: round(value, 4) for name, value in figures.items()},
                **{name: round(value, 3) for name, value in verdict._asdict().items()},
            }
            with log.open("a") as file:
                file.write(json.dumps(line) + "\n")
            rate = learner.decisions / max(learner.seconds, 1e-9)
            print(f"{learner.decisions / 1e6:6.2f} M ({rate:,.0f}/s): {verdict}", flush=True)
    learner.save()
    print(f"{learner.decisions:,} decisions in {learner.seconds / 60:.1f} minutes")


if __name__ == "__main__":
    main()
