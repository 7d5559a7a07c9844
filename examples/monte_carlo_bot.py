"""A bot that samples what it can't see, and plays every choice to the end in the same worlds.

It shows what `expedition.fast` is for, in a few lines, and is no strong player: with 100 worlds it
beats `random` by some 160 points a round in classic, and loses to `careful` by 31 (standard error
7, 12 deals), whose judgement is better than that of the policy it plays on with. When it plays on
with `careful` itself it comes near it: 8 points behind (standard error 5, 30 deals). --help says
how to play it.
"""

import argparse
import random
from statistics import mean, stdev

import numpy as np

from expedition.bots import Bot, find_bot
from expedition.fast import Batch, Information, determinize
from expedition.game import Action, Deal, Observation, State, find_edition, observe


class MonteCarloBot:
    """Chooses the action that has the best mean margin when a fast policy plays on."""

    def __init__(self, worlds: int = 100, policy: str = "sensible") -> None:
        """Sample so many worlds a decision; the policy is one of `Batch.play`'s."""
        self.worlds, self.policy = worlds, policy

    def choose(
        self, observation: Observation, legal: tuple[Action, ...], rng: random.Random
    ) -> Action:
        """Choose one of the legal actions."""
        if len(legal) == 1:
            return legal[0]
        space = observation.ruleset.action_space
        worlds = Batch(observation.ruleset, self.worlds, seed=rng.getrandbits(64), history=False)
        determinize(worlds, Information.of(observation))
        margins = []
        for action in legal:
            after = worlds.clone()  # the same worlds, and the same chance in them, for every action
            after.step(space.id(action))
            after.play(self.policy, most_turns=400)
            margins.append(float(after.margins()[:, observation.seat].mean()))
        return legal[int(np.argmax(margins))]


def play(bots: tuple[Bot, ...], edition: str, seed: int, most_turns: int = 400) -> int:
    """Play a round, and return the margin of the first side."""
    rng = random.Random(seed)  # noqa: S311  deals to compare by
    state = State.new(Deal.shuffled(find_edition(edition), rng), seed % len(bots))
    while not state.is_over and state.turn <= most_turns:
        seen = observe(state, state.to_act)
        bot = bots[state.to_act % len(bots)]
        state = state.apply(bot.choose(seen, seen.legal_actions, rng))
    return state.scores[0].total - state.scores[1].total


def main() -> None:
    """Play each deal from both seats, and print the mean margin."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--against", default="careful", help="a bot's name (careful)")
    parser.add_argument("--edition", default="classic", help="an edition of two sides (classic)")
    parser.add_argument("--deals", type=int, default=10, help="each is played from both seats")
    parser.add_argument("--worlds", type=int, default=100, help="sampled for each decision")
    parser.add_argument("--policy", default="sensible", help="random, sensible or careful")
    given = parser.parse_args()
    ours, theirs = MonteCarloBot(given.worlds, given.policy), find_bot(given.against)
    pairs = []
    for seed in range(given.deals):
        there = play((ours, theirs), given.edition, seed)
        back = play((theirs, ours), given.edition, seed)
        pairs.append((there - back) / 2)
        print(f"deal {seed + 1}: {there:+d} and {-back:+d}", flush=True)
    error = stdev(pairs) / len(pairs) ** 0.5 if len(pairs) > 1 else float("nan")
    print(f"mean margin against {given.against}: {mean(pairs):+.1f} ± {error:.1f} points a round")


if __name__ == "__main__":
    main()
