"""How far a bot is from the most that could be made of a deal for one.

The bot plays deals without knowing what comes, as anybody would; the best score of a deal is what
its player could have made who knew the order of the deck, exactly. So the gap never closes, and
what counts is that it gets smaller. It is measured on the deals that were played, each against its
own best, which leaves the luck of the deals out of it. The figures are the same for any number of
workers, but for the times.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import platform
import signal
import sys
from dataclasses import asdict, dataclass
from random import Random
from statistics import median
from time import monotonic, process_time
from typing import TYPE_CHECKING, NamedTuple

from expedition.analysis.solo_optimum import best_solo_score
from expedition.arena.figures import Estimate, estimate
from expedition.arena.progress import ELSEWHERE, ON_TERMINAL, duration
from expedition.bots import UnknownBot, find_bot
from expedition.game import Deal, InvalidSetup, State, find_edition, observe

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from expedition.bots import Bot

#: Deals that a worker is given at a time.
CHUNK = 5


class BotBroke(ValueError):
    """A bot raised, or chose what is not legal."""


class Job(NamedTuple):
    """A deal to play, and whether its best score is wanted."""

    number: int
    bot: str
    edition: str
    seed: int
    solve: bool


class Played(NamedTuple):
    """What was made of a deal, and what could have been; None where that was not asked."""

    number: int
    points: int
    best: int | None
    seconds: float
    """Time that finding the best took."""


@dataclass(frozen=True, kw_only=True)
class Result:
    """The figures of one measurement, in points; the optimum and the gap are of the same deals."""

    edition: str
    bot: str
    deals: int
    optima: int
    seed: int
    points: Estimate
    """What the bot makes of all deals."""
    optimum: Estimate | None
    gap: Estimate | None
    """The best less what the bot makes."""
    deals_at_optimum: int
    milliseconds_median: float | None
    """Time that finding the best score of a deal takes."""
    milliseconds_worst: float | None
    python: str


def play(job: Job) -> Played:
    """Play a deal, and find the best score if it is wanted. Raises BotBroke."""
    deal = Deal.shuffled(find_edition(job.edition), Random(f"{job.seed} deal {job.number}"))
    rng = Random(f"{job.seed} bot {job.number}")
    bot, state = _bot(job.bot), State.new(deal)
    while not state.is_over:
        observation = observe(state, state.to_act)
        try:
            state = state.apply(bot.choose(observation, observation.legal_actions, rng))
        except Exception as error:
            # Whatever a bot raises, or a rule says of its answer, the measurement ends with it.
            msg = f"The bot {job.bot!r} failed in deal {job.number}: {error}"
            raise BotBroke(msg) from error
    begin = process_time()
    best = best_solo_score(deal) if job.solve else None
    return Played(job.number, state.scores[0].total, best, process_time() - begin)


_BOTS: dict[str, Bot] = {}


def _bot(name: str) -> Bot:
    # Made once in every process: some bots take long to load.
    if name not in _BOTS:
        _BOTS[name] = find_bot(name)
    return _BOTS[name]


def play_all(jobs: list[Job], workers: int) -> Iterator[Played]:
    """Yield what came of the jobs, in any order."""
    if workers == 1:
        yield from map(play, jobs)
        return
    context = multiprocessing.get_context("spawn")
    # Ctrl-C goes to all processes of a terminal, and is the first one's to answer.
    with context.Pool(workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap_unordered(play, jobs, CHUNK)


def with_progress(played: Iterable[Played], total: int) -> Iterator[Played]:
    """Pass on what was played, and say on stderr how far it is when it takes long."""
    in_place = sys.stderr.isatty()
    started = shown = monotonic()
    written = False
    for count, one in enumerate(played, start=1):
        yield one
        now = monotonic()
        if now - shown >= (ON_TERMINAL if in_place else ELSEWHERE) and count < total:
            left = duration((now - started) / count * (total - count))
            line = f"{count:,} of {total:,} deals, {left} left"
            print(f"\r\033[K{line}" if in_place else line, end="", file=sys.stderr)
            print(end="" if in_place else "\n", file=sys.stderr, flush=True)
            shown, written = now, in_place
    if written:
        print(end="\r\033[K", file=sys.stderr, flush=True)


def measure(options: argparse.Namespace) -> Result:
    """Play the deals and return the figures. Raises UnknownBot, InvalidSetup and BotBroke."""
    find_bot(options.bot)
    ruleset = find_edition(options.edition)
    # Refuses at once an edition that has no best score.
    best_solo_score(Deal.shuffled(ruleset, Random(0)))
    jobs = [
        Job(number, options.bot, ruleset.id, options.seed, number < options.optimum)
        for number in range(options.deals)
    ]
    all_played = sorted(with_progress(play_all(jobs, options.workers), len(jobs)))
    solved = [one for one in all_played if one.best is not None]
    optima = [one.best for one in solved if one.best is not None]
    gaps = [best - one.points for one, best in zip(solved, optima, strict=True)]
    return Result(
        edition=ruleset.id,
        bot=options.bot,
        deals=options.deals,
        optima=len(optima),
        seed=options.seed,
        points=estimate([one.points for one in all_played]),
        optimum=estimate(optima) if optima else None,
        gap=estimate(gaps) if gaps else None,
        deals_at_optimum=gaps.count(0),
        milliseconds_median=1000 * median(one.seconds for one in solved) if solved else None,
        milliseconds_worst=1000 * max(one.seconds for one in solved) if solved else None,
        python=platform.python_version(),
    )


def as_text(result: Result) -> str:
    """Return the figures for people."""
    lines = [
        f"{result.bot} in {result.edition}, {result.deals:,} deals,"
        f" seed {result.seed}, Python {result.python}",
        f"score        {_figure(result.points)}",
    ]
    if result.optimum and result.gap:
        lines += [
            f"optimum      {_figure(result.optimum)}, of {result.optima:,} deals,"
            " the order of the deck being known",
            f"gap          {_figure(result.gap)}, of the same deals;"
            f" none in {result.deals_at_optimum:,} of them",
            f"to solve     {result.milliseconds_median:.1f} ms a deal, the median;"
            f" {result.milliseconds_worst:.1f} ms the worst",
        ]
    return "\n".join(lines)


def _figure(value: Estimate) -> str:
    if value.se is None:
        return f"{value.mean:.2f} points"
    return f"{value.mean:.2f} points, standard error {value.se:.2f}"


def parse(arguments: list[str] | None) -> tuple[argparse.ArgumentParser, argparse.Namespace]:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description="Measure how far a bot is from the best score of deals for one.",
        allow_abbrev=False,
    )
    parser.add_argument("--bot", default="careful", help="a bot by name (default careful)")
    parser.add_argument("--deals", type=int, default=10_000, help="deals to play (default 10,000)")
    parser.add_argument(
        "--optimum", type=int, help="of how many of them to find the best score (default: of all)"
    )
    parser.add_argument("--edition", default="standard-solo", help="an edition for one")
    parser.add_argument("--seed", type=int, default=0, help="which deals (default 0)")
    parser.add_argument("--workers", type=int, default=1, help="processes that play (default 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    options.optimum = options.deals if options.optimum is None else options.optimum
    if options.deals < 1:
        parser.error(f"--deals takes at least 1, not {options.deals}.")
    if not 0 <= options.optimum <= options.deals:
        parser.error(f"--optimum takes 0 to {options.deals}, the deals, not {options.optimum}.")
    if not 1 <= options.workers <= 256:
        parser.error(f"--workers takes 1 to 256, not {options.workers}.")
    return parser, options


def main(arguments: list[str] | None = None) -> int:
    """Measure, and print the figures for people or as JSON."""
    parser, options = parse(arguments)
    try:
        result = measure(options)
    except (InvalidSetup, UnknownBot) as error:
        parser.error(str(error))
    except BotBroke as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped; nothing was measured.", file=sys.stderr)
        return 130
    print(json.dumps(asdict(result)) if options.json else as_text(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
