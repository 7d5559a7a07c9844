"""`expedition check-bot`: whether a program plays as docs/protocol.md asks for."""

from __future__ import annotations

import argparse
import json
import textwrap
import time
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from expedition.bots import find_bot
from expedition.bots.external import DEADLINE, BotFailed, ExternalBot, FailureKind
from expedition.cli.failure import FAILED, OK, CommandError
from expedition.game import EDITIONS, Deal, Match, Ruleset, find_edition

if TYPE_CHECKING:
    from expedition.bots import Bot

#: No round of the check goes on for longer: a bot may well play so that none would end.
MAX_TURNS = 400
#: The most rounds an edition, and the most seconds for an action, that can be asked for.
MAX_ROUNDS, MAX_DEADLINE = 1000, 3600.0

_ADVICE = {
    FailureKind.NOT_STARTED: "Check the path. A script is started by its interpreter, as in "
    "`expedition check-bot 'python bot.py'`, or must be executable.",
    FailureKind.DECLINED: "Nothing, if that is meant; --edition names one that it plays.",
    FailureKind.CRASHED: "Run the program by itself, and give it the request that it ended at; "
    "--json prints that.",
    FailureKind.LATE: "Answer with one whole line, and flush the output after it; or allow more "
    "time with --deadline.",
    FailureKind.ILLEGAL: "Choose from the list `legal` in the request.",
    FailureKind.RUBBISH: "Write one JSON object a line to the standard output, and only when "
    "asked; everything else belongs on the standard error. docs/protocol.md has the form.",
}


@dataclass
class Report:
    """How a bot did in an edition."""

    edition: str
    rounds: int = 0
    actions: int = 0
    capped: int = 0
    slowest: float = 0.0
    """Seconds of the answer that took longest."""
    start: float | None = None
    """Seconds from the start until it was ready; None where it never was."""
    name: str = ""
    version: str = ""
    failed: BotFailed | None = None

    @property
    def declined(self) -> bool:
        """Whether the bot says that it doesn't play the edition."""
        return self.failed is not None and self.failed.kind is FailureKind.DECLINED

    def as_data(self) -> dict[str, Any]:
        """Return the report for --json."""
        failed = self.failed
        return {
            "edition": self.edition,
            "ok": failed is None,
            "declined": self.declined,
            "name": self.name,
            "version": self.version,
            "start_s": None if self.start is None else round(self.start, 4),
            "rounds": self.rounds,
            "capped": self.capped,
            "actions": self.actions,
            "slowest_s": round(self.slowest, 4),
            "failure": None
            if failed is None
            else {
                "kind": failed.kind.value,
                "message": str(failed),
                "advice": _ADVICE[failed.kind],
                "request": json.loads(failed.request) if failed.request else None,
                "stderr": failed.last_words,
            },
        }


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add this command."""
    parser = commands.add_parser(
        "check-bot",
        help="check a bot that is a program of its own",
        description="Start a program that plays over JSON lines and let it play rounds, by turns "
        "against itself and against the bot `random`; say what it got wrong and what to do. "
        "The lines are described in docs/protocol.md.",
    )
    parser.add_argument(
        "command",
        metavar="CMD",
        nargs="+",
        help="the program and its arguments, in quotes, or after --",
    )
    parser.add_argument("--edition", help="an edition's id or alias (default: every edition)")
    parser.add_argument(
        "--rounds", type=int, default=2, metavar="N", help="rounds in each edition (default: 2)"
    )
    parser.add_argument(
        "--deadline",
        type=float,
        default=DEADLINE,
        metavar="S",
        help=f"seconds for an action (default: {DEADLINE:g})",
    )
    parser.add_argument("--seed", type=int, default=0, help="of the deals (default: 0)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check the bot, and print how it did."""
    if not 1 <= options.rounds <= MAX_ROUNDS:
        msg = f"--rounds is {options.rounds}; it should be from 1 to {MAX_ROUNDS}."
        raise CommandError(msg)
    if not 0 < options.deadline <= MAX_DEADLINE:
        msg = f"--deadline is {options.deadline:g}; it should be more than 0 and up to "
        msg += f"{MAX_DEADLINE:g} seconds."
        raise CommandError(msg)
    editions = [find_edition(options.edition)] if options.edition else list(EDITIONS.values())
    reports: list[Report] = []
    for ruleset in editions:
        report = _check(ruleset, options)
        reports.append(report)
        if not options.json:
            _print(report, is_first=len(reports) == 1)
        if report.start is None and not report.declined:
            # It would be the same in every edition, and take its time.
            break
    declined = sum(report.declined for report in reports)
    played = [report for report in reports if report.failed is None]
    ok = bool(played) and len(played) + declined == len(editions)
    if options.json:
        data = {"ok": ok, "editions": [report.as_data() for report in reports]}
        print(json.dumps(data))
    else:
        print(f"It plays {len(played)} of {len(editions)} edition{'s' * (len(editions) != 1)}.")
    return OK if ok else FAILED


def _check(ruleset: Ruleset, options: argparse.Namespace) -> Report:
    """Let the bot play its rounds of an edition, until it fails."""
    command = options.command[0] if len(options.command) == 1 else options.command
    report = Report(ruleset.id)
    try:
        with ExternalBot(command, options.deadline, restarts=0) as bot:
            met = bot.meet(ruleset)
            report.start = met.seconds
            report.name, report.version = met.ready
            for seat in range(1, ruleset.seats):
                bot.meet(ruleset, seat)
            for number in range(options.rounds):
                _play(ruleset, bot, number, options.seed, report)
    except BotFailed as failed:
        report.failed = failed
    return report


def _play(ruleset: Ruleset, bot: ExternalBot, number: int, seed: int, report: Report) -> None:
    """Play a round: the first against itself, the next against `random`, and so on."""
    rng = Random(f"check {seed} {ruleset.id} {number}")  # noqa: S311  a reproducible round
    # Against `random` it sits on each side in turn.
    own_side = number // 2 % ruleset.sides if number % 2 else None
    other: Bot = find_bot("random")
    match = Match.new(ruleset, rounds=1, first_starter=number % ruleset.seats)
    match = match.begin(Deal.shuffled(ruleset, rng))
    while not (state := match.played[-1]).is_over and state.turn < MAX_TURNS:
        seat = state.to_act
        seen = match.observe(seat)
        is_own = own_side in (None, ruleset.side(seat))
        began = time.monotonic()
        chosen = (bot if is_own else other).choose(seen, seen.legal_actions, rng)
        if is_own:
            report.actions += 1
            report.slowest = max(report.slowest, time.monotonic() - began)
        match = match.apply(chosen)
    for seat in range(ruleset.seats):
        bot.round_over(match.observe(seat))
    report.rounds += 1
    report.capped += not state.is_over


def _print(report: Report, *, is_first: bool) -> None:
    if is_first and report.start is not None:
        who = " ".join(filter(None, (report.name or "The bot", report.version)))
        print(f"{who} is ready after {report.start:.2f} s.")
    done = f"{report.rounds} round{'s' * (report.rounds != 1)}, {report.actions} actions, "
    done += f"slowest answer {report.slowest:.3f} s"
    if report.capped:
        done += f", broken off at {MAX_TURNS} turns: {report.capped}"
    failed = report.failed
    if failed is None:
        print(f"{report.edition:<18} {done}.")
        return
    _print_in_lines(report.edition, str(failed))
    _print_in_lines("", f"What to do: {_ADVICE[failed.kind]}")
    for line in failed.last_words.splitlines()[-5:]:
        _print_in_lines("", f"stderr: {line[:200]}")


def _print_in_lines(start: str, text: str) -> None:
    print(textwrap.fill(text, 78, initial_indent=f"{start:<18} ", subsequent_indent=" " * 19))
