"""Learn to play as the policy `careful` does: where learning by self-play begins.

python training/imitate.py --file runs/first/start.pt --minutes 4

A network that begins from nothing stops laying wagers before it has learned to use them, and never
tries them again; one that begins from `careful` uses them from the start.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from expedition.fast import Batch
from expedition.fast.blocks import block_sizes
from expedition.game import find_edition
from judge import judge
from net import SuitNet
from selfplay import MOST_TURNS, look, room_to_look

#: Decisions between two steps of learning: so many in each of so many rounds.
STEPS, ROUNDS = 8, 512
#: Shares of odd decisions in a round, so that what comes after one is learned too.
ODD = (0.0, 0.0, 0.05, 0.3)


def main() -> None:
    """Imitate for so long, and keep the network."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--file", required=True, help="to keep the network in")
    parser.add_argument("--edition", default="classic", help="an edition without hand-overs")
    parser.add_argument("--minutes", type=float, default=4, help="to learn")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning, at first")
    parser.add_argument("--seed", type=int, default=1, help="of everything")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    ruleset = find_edition(options.edition)
    net = SuitNet(*block_sizes(ruleset), len(ruleset.kinds) // len(ruleset.suits))
    optimiser = torch.optim.Adam(net.parameters(), lr=options.rate, eps=1e-5)
    batch = Batch(ruleset, ROUNDS, seed=options.seed, history=False)
    batch.deal(starters=rng.integers(ruleset.seats, size=ROUNDS))
    odd = np.resize(ODD, ROUNDS)
    kept = room_to_look(batch, STEPS)
    told = np.zeros((STEPS, ROUNDS), np.int64)
    began, decisions, reported = time.perf_counter(), 0, 0.0
    while (spent := (time.perf_counter() - began) / 60) < options.minutes:
        for step in range(STEPS):
            sight = look(batch, kept.at(step))
            told[step] = batch.careful_actions()
            chances = sight.masks * rng.random(sight.masks.shape)
            actions = np.where(rng.random(ROUNDS) < odd, chances.argmax(axis=1), told[step])
            batch.step(actions)
            ended = batch.over | (batch.turns >= MOST_TURNS)
            if ended.any():
                batch.deal(starters=rng.integers(ruleset.seats, size=ROUNDS), where=ended)
        for group in optimiser.param_groups:
            group["lr"] = options.rate * max(1 - spent / options.minutes, 0.02)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits, _ = net(*(torch.from_numpy(part.reshape(-1, *part.shape[2:])) for part in kept))
            loss = functional.cross_entropy(logits, torch.from_numpy(told.ravel()))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        decisions += told.size
        if spent >= reported:
            same = float((logits.argmax(dim=1).numpy() == told.ravel()).mean())
            print(f"{decisions / 1e6:.2f} M: loss {float(loss):.3f}, {same:.1%} alike", flush=True)
            reported += 0.5
    path = Path(options.file)
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"net": net.state_dict(), "sizes": net.sizes, "edition": ruleset.id}, path)
    print(judge(net, ruleset, "careful", 512, seed=7))


if __name__ == "__main__":
    main()
