"""The strength of `careful`, as its margin over `random` in paired deals.

Every deal is played twice with the seats (of partners: the sides) exchanged and the same seat
starting, so that the luck of the deal falls on both alike. In an edition for one, each bot plays
the deal alone. Nothing here depends on the machine but the time per decision.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from dataclasses import asdict, dataclass
from math import sqrt
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from expedition.bots.careful import CarefulBot
from expedition.bots.random_bot import RandomBot
from expedition.game import Deal, InvalidSetup, Ruleset, State, Step, find_edition, observe

if TYPE_CHECKING:
    from expedition.bots import Bot

#: A round is broken off, and scored as it lies, when it has taken so many turns.
TURN_LIMIT = 400


@dataclass
class Tally:
    """What was counted over all rounds."""

    rounds: int = 0
    won: float = 0.0
    turns: int = 0
    capped: int = 0
    decisions: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Result:
    """The figures of one measurement; margins are points a round, careful's less random's."""

    edition: str
    pairs: int
    seed: int
    margin: float
    standard_error: float
    interval_low: float
    interval_high: float
    rounds_won: float
    pairs_won: float
    turns_a_round: float
    milliseconds_a_decision: float
    capped: int
    python: str


def play_round(state: State, bots: tuple[Bot, ...], rng: Random, tally: Tally) -> State:
    """Play a round to its end or to the turn limit, timing the decisions of `careful`."""
    turns = 0
    while not state.is_over and turns < TURN_LIMIT:
        bot, seat = bots[state.to_act], state.to_act
        observation = observe(state, seat)
        begin = perf_counter()
        action = bot.choose(observation, observation.legal_actions, rng)
        if isinstance(bot, CarefulBot):
            tally.seconds += perf_counter() - begin
            tally.decisions += 1
        state = state.apply(action)
        turns += state.is_over or state.step is Step.PLAY
    tally.rounds += 1
    tally.turns += turns
    tally.capped += not state.is_over
    return state


def play_pair(ruleset: Ruleset, pair: int, seed: int, tally: Tally) -> float:
    """Play one deal both ways and return the margin of `careful`, in points a round."""
    deal = Deal.shuffled(ruleset, Random(f"{seed} deal {pair}"))
    starter = pair % ruleset.seats
    bots = CarefulBot(), RandomBot()
    points = []
    for exchanged in (0, 1):
        seated = tuple(bots[(seat + exchanged) % 2] for seat in range(ruleset.seats))
        rng = Random(f"{seed} bots {pair} {exchanged}")
        state = play_round(State.new(deal, starter), seated, rng, tally)
        points.append(tuple(score.total for score in state.scores))
    if ruleset.sides == 1:
        (careful,), (random,) = points
        tally.won += 2 * _won(careful - random)
        return careful - random
    margins = points[0][0] - points[0][1], points[1][1] - points[1][0]
    tally.won += sum(map(_won, margins))
    return sum(margins) / 2


def measure(edition: str, pairs: int, seed: int) -> Result:
    """Play so many pairs and return the figures. Raises InvalidSetup for an unknown edition."""
    ruleset = find_edition(edition)
    tally = Tally()
    margins = [play_pair(ruleset, pair, seed, tally) for pair in range(pairs)]
    mean = sum(margins) / pairs
    variance = sum((margin - mean) ** 2 for margin in margins) / max(1, pairs - 1)
    error = sqrt(variance / pairs)
    return Result(
        edition=ruleset.id,
        pairs=pairs,
        seed=seed,
        margin=mean,
        standard_error=error,
        interval_low=mean - 1.96 * error,
        interval_high=mean + 1.96 * error,
        rounds_won=tally.won / tally.rounds,
        pairs_won=sum(map(_won, margins)) / pairs,
        turns_a_round=tally.turns / tally.rounds,
        milliseconds_a_decision=1000 * tally.seconds / tally.decisions,
        capped=tally.capped,
        python=platform.python_version(),
    )


def _won(margin: float) -> float:
    """Return 1 for a win, and half of one for a draw."""
    return (margin > 0) + (margin == 0) / 2


def main(arguments: list[str] | None = None) -> int:
    """Measure, and print the figures for people or as JSON."""
    parser = argparse.ArgumentParser(description="Measure careful against random, in paired deals.")
    parser.add_argument("--pairs", type=int, default=1000, help="deals, each played twice")
    parser.add_argument("--edition", default="classic", help="an edition by id or alias")
    parser.add_argument("--seed", type=int, default=0, help="which deals")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    if options.pairs < 1:
        parser.error(f"--pairs takes at least 1, not {options.pairs}.")
    try:
        result = measure(options.edition, options.pairs, options.seed)
    except InvalidSetup as error:
        parser.error(str(error))
    if options.json:
        print(json.dumps(asdict(result)))
        return 0
    print(
        f"careful against random, {result.edition}, {result.pairs} deals played both ways,"
        f" seed {result.seed}, Python {result.python}\n"
        f"margin       {result.margin:+.1f} points a round, standard error"
        f" {result.standard_error:.2f}, 95% {result.interval_low:+.1f}"
        f" to {result.interval_high:+.1f}\n"
        f"won          {result.rounds_won:.1%} of rounds, {result.pairs_won:.1%} of pairs\n"
        f"turns        {result.turns_a_round:.1f} a round; {result.capped} rounds broken off"
        f" at {TURN_LIMIT}\n"
        f"decision     {result.milliseconds_a_decision:.3f} ms on average"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
