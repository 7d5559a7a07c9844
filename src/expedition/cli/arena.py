"""`expedition arena`: bot against bot in paired deals, with error bars."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import closing, nullcontext
from pathlib import Path

from expedition.arena import (
    ArenaError,
    ContestBroken,
    ContestLog,
    Interrupted,
    Progress,
    Schedule,
    Settings,
    Standings,
    duel_data,
    duel_text,
    ladder_data,
    ladder_text,
    run_contest,
)
from expedition.arena.players import plain_name
from expedition.arena.settings import CHECK_EVERY, DEADLINE, TURN_CAP
from expedition.bots import bot_names
from expedition.cli.failure import FAILED, INTERRUPTED, OK, CommandError
from expedition.game import find_edition

#: Pairs by default, and at most where the contest stops by itself.
PAIRS, MOST_PAIRS = 200, 1_000_000

_DESCRIPTION = """\
Let bots play each other: every deal twice, with the seats exchanged, so that
the luck of the deal falls on both alike. The margin is the first bot's points
less the second's, with its standard error and 95% interval.

The same seed gives the same result, with any number of workers. With --log,
Ctrl-C loses nothing: the same command goes on.

A bot that raises, or answers something illegal, forfeits the round: it gets
100 points below none, or what its expeditions are worth if that is less.
"""

_EPILOG = """\
examples:
  expedition arena careful random --pairs 200 --seed 7 --json
  expedition arena mine careful --until 0.5 --workers 4 --log mine.jsonl
  expedition arena mine careful --test 2
  expedition arena mine careful random --ladder
  expedition arena careful "cmd:python my_bot.py"
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add this command."""
    parser = commands.add_parser(
        "arena",
        help="measure bots against each other",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "bots",
        metavar="BOT",
        nargs="+",
        help=f"who plays: {', '.join(bot_names())}, or cmd:COMMAND for an external bot",
    )
    parser.add_argument("--edition", default="classic", metavar="NAME", help="(default: classic)")
    parser.add_argument(
        "--pairs",
        type=int,
        metavar="N",
        help=f"deals, each played both ways (default: {PAIRS}); with --until or --test, the most",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of all chance")
    parser.add_argument(
        "--match", action="store_true", help="whole matches, and the points of a match"
    )
    parser.add_argument("--rounds", type=int, metavar="N", help="rounds of a match")
    parser.add_argument(
        "--ladder", action="store_true", help="each against each, with one rating for each"
    )
    _add_stopping(parser)
    _add_running(parser)
    parser.set_defaults(run=run)


def _add_stopping(parser: argparse.ArgumentParser) -> None:
    stopping = parser.add_argument_group("stopping early")
    stopping.add_argument(
        "--until", type=float, metavar="SE", help="stop at this standard error, in points"
    )
    stopping.add_argument(
        "--test",
        type=float,
        metavar="D",
        help="stop when it is settled whether there is no margin (H0) or one of D points (H1)",
    )
    stopping.add_argument(
        "--alpha", type=float, default=0.05, help="chance to take H1 where there is no margin"
    )
    stopping.add_argument(
        "--beta", type=float, default=0.05, help="chance to take H0 where it is D or more"
    )
    stopping.add_argument(
        "--check-every",
        type=int,
        default=CHECK_EVERY,
        metavar="N",
        help=f"pairs between two looks at --until and --test (default: {CHECK_EVERY})",
    )


def _add_running(parser: argparse.ArgumentParser) -> None:
    running = parser.add_argument_group("running")
    running.add_argument("--log", type=Path, metavar="FILE", help="keep each pair as JSON lines")
    where = running.add_mutually_exclusive_group()
    where.add_argument("--workers", type=int, default=1, metavar="N", help="processes that play")
    where.add_argument(
        "--ray", metavar="ADDRESS", help="play on a Ray cluster: auto, or HOST:PORT (extra `ray`)"
    )
    running.add_argument(
        "--cap",
        type=int,
        default=TURN_CAP,
        metavar="N",
        help=f"turns after which a round is broken off (default: {TURN_CAP})",
    )
    running.add_argument(
        "--deadline",
        type=float,
        default=DEADLINE,
        metavar="S",
        help=f"seconds an external bot has for an answer (default: {DEADLINE:g})",
    )
    running.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Play, and print what came of it."""
    try:
        return _run(options)
    except ArenaError as error:
        raise CommandError(str(error)) from None


def _run(options: argparse.Namespace) -> int:
    settings, schedule = _settings(options), _schedule(options)
    log = ContestLog(options.log, settings, schedule) if options.log else None
    try:
        with (
            closing(log) if log is not None else nullcontext(),
            closing(Progress(sys.stderr)) as progress,
        ):
            standings = run_contest(
                settings,
                schedule,
                workers=options.workers,
                cluster=options.ray,
                log=log,
                on_pair=progress,
            )
    except Interrupted as interrupted:
        _print(interrupted.standings, options)
        raise CommandError(_what_is_kept(interrupted.standings, log), INTERRUPTED) from None
    except ContestBroken as error:
        kept = f" What was played is in {log.name}." if log is not None else ""
        raise CommandError(f"{error}{kept}", FAILED) from None
    _print(standings, options)
    return OK


def _settings(options: argparse.Namespace) -> Settings:
    if len(options.bots) != 2 and not options.ladder:
        msg = f"A contest is between two bots, not {len(options.bots)}; --ladder takes more."
        raise CommandError(msg)
    if options.ladder and len(set(map(plain_name, options.bots))) < len(options.bots):
        msg = "A ladder needs bots that differ; one is named twice."
        raise CommandError(msg)
    if options.rounds is not None and not options.match:
        msg = "--rounds is the length of a match; it needs --match."
        raise CommandError(msg)
    rounds = options.rounds
    if options.match and rounds is None:
        rounds = find_edition(options.edition).rounds[0]
    return Settings(
        bots=tuple(options.bots),
        edition=options.edition,
        seed=options.seed,
        cap=options.cap,
        deadline=options.deadline,
        match_rounds=rounds,
    )


def _schedule(options: argparse.Namespace) -> Schedule:
    if options.ladder and options.test is not None:
        msg = "--test is for two bots; a ladder can stop with --until."
        raise CommandError(msg)
    open_ended = options.until is not None or options.test is not None
    return Schedule(
        pairs=options.pairs if options.pairs is not None else (MOST_PAIRS if open_ended else PAIRS),
        until=options.until,
        test=options.test,
        alpha=options.alpha,
        beta=options.beta,
        check_every=options.check_every,
    )


def _print(standings: Standings, options: argparse.Namespace) -> None:
    if not standings.deals:
        return
    data = ladder_data(standings) if options.ladder else duel_data(standings)
    if options.json:
        print(json.dumps(data))
    else:
        print(ladder_text(data) if options.ladder else duel_text(data))


def _what_is_kept(standings: Standings, log: ContestLog | None) -> str:
    if log is None:
        return f"Interrupted after {len(standings.deals):,} pairs. --log FILE would keep them."
    return f"Interrupted. What was played is in {log.name}; the same command goes on."
