"""`expedition play`: a match against bots in the terminal."""

from __future__ import annotations

import argparse
import secrets
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

from expedition.bots import UnknownBot, bot_names, can_think, find_bot
from expedition.bots.registry import AT
from expedition.cli.failure import CommandError
from expedition.cli.saved import SavedMatch, recent_matches
from expedition.cli.session import Session
from expedition.game import Match, Ruleset, StartRule, draw_starter, find_edition
from expedition.notation import Player, Record

_DESCRIPTION = """\
Play a match against a bot, in plain lines. You sit in the first seat.

The match is kept after every card, so Ctrl-C or a closed terminal loses
nothing: `expedition play --resume` goes on.
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add this command."""
    parser = commands.add_parser(
        "play",
        help="play a match in the terminal",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "edition", nargs="?", help="what to play (default: classic); `expedition editions` lists"
    )
    parser.add_argument(
        "--bot", metavar="NAME", help=f"who plays against you: {', '.join(bot_names())}"
    )
    parser.add_argument(
        "--think",
        metavar="SECONDS",
        help="how long the bot thinks about an action, if it is one that thinks (search: 0.5)",
    )
    parser.add_argument("--rounds", type=int, metavar="N", help="how many rounds")
    parser.add_argument(
        "--first", choices=("me", "bot"), help="who starts the first round (default: drawn by lot)"
    )
    rules = [rule.value for rule in StartRule]
    parser.add_argument(
        "--start-rule",
        metavar="RULE",
        choices=rules,
        help=f"who starts the next ones: {', '.join(rules)}",
    )
    parser.add_argument("--open", action="store_true", help="a teaching round first, hands open")
    parser.add_argument("--seed", metavar="N", help="the same N gives the same deals")
    parser.add_argument("--name", help="your name in the record")
    parser.add_argument("--record", type=Path, metavar="FILE", help="where to keep the match")
    parser.add_argument(
        "--resume", action="store_true", help="go on with the last match, or with that of --record"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play until the match is over or left."""
    saved, record = _resumed(options) if options.resume else _begun(options)
    try:
        bots = {
            seat: find_bot(player.bot, record.match.ruleset)
            for seat, player in enumerate(record.players)
            if player.bot
        }
        return Session(saved, record, bots).play()
    finally:
        saved.close()


def _begun(options: argparse.Namespace) -> tuple[SavedMatch, Record]:
    ruleset = find_edition(options.edition or "classic")
    # Everything random in the match comes from this, so that a resumed match goes on as it would
    # have. Without --seed it is too long to guess.
    seed = options.seed if options.seed is not None else secrets.token_hex(16)
    match = Match.new(
        ruleset,
        first_starter=_first_starter(options.first, ruleset, seed),
        rounds=options.rounds,
        start_rule=StartRule(options.start_rule) if options.start_rule else None,
        open_hands=options.open,
    )
    bot = (options.bot or "careful").strip().lower()
    if options.think is not None:
        if not can_think(bot):
            msg = f"The bot {bot!r} can't be told how long to think; leave --think out."
            raise CommandError(msg)
        bot += f"{AT}{options.think}"
    find_bot(bot, ruleset)
    players = [Player((options.name or "Player").strip())]
    players += [Player(bot, bot)] * (ruleset.seats - 1)
    record = Record(
        match,
        tuple(players),
        date=date.today().isoformat(),  # noqa: DTZ011  the day on the player's own wall
        tags=(("seed", seed.strip()),),
    )
    return SavedMatch.create(record, options.record), record


def _resumed(options: argparse.Namespace) -> tuple[SavedMatch, Record]:
    given = [
        f"--{name.replace('_', '-')}"
        for name in ("bot", "think", "rounds", "first", "start_rule", "seed", "name")
        if getattr(options, name) is not None
    ]
    given += ["--open"] if options.open else []
    given += [options.edition] if options.edition else []
    if given:
        msg = f"--resume goes on with a match as it was set up; leave {', '.join(given)} out."
        raise CommandError(msg)
    saved, record = _open(options.record) if options.record else _last_open_match()
    if "seed" not in dict(record.tags):
        tags = (*record.tags, ("seed", secrets.token_hex(16)))
        record = replace(record, tags=tags)
    return saved, record


def _last_open_match() -> tuple[SavedMatch, Record]:
    """Return the match that was played last and can go on; say which ones it passes over."""
    for path in recent_matches():
        try:
            return _open(path)
        except _MatchOver:
            continue
        except CommandError as error:
            print(f"Passed over: {error}", file=sys.stderr)
    msg = "There is no match to resume. `expedition play` starts one."
    raise CommandError(msg)


class _MatchOver(CommandError):
    """The match has been played to its end."""


def _open(path: Path) -> tuple[SavedMatch, Record]:
    """Return a match that this command can go on with, or raise CommandError with the reason."""
    saved, record = SavedMatch.open(path)
    try:
        if record.match.is_over:
            msg = f"The match in {path} is over. `expedition replay {path}` shows it."
            raise _MatchOver(msg)
        if record.sealed:
            msg = f"{path} has a sealed deal, so only its server can go on with it."
            raise CommandError(msg)
        bots = [player.bot for player in record.players]
        if bots[0] or not all(bots[1:]):
            msg = f"{path} is not a match of one person in the first seat against bots."
            raise CommandError(msg)
        try:
            for bot in filter(None, bots):
                find_bot(bot, record.match.ruleset)
        except UnknownBot as error:
            msg = f"{path}: {error}"
            raise CommandError(msg) from None
    except CommandError:
        saved.close()
        raise
    return saved, record


def _first_starter(first: str | None, ruleset: Ruleset, seed: str) -> int:
    if first == "me" or ruleset.seats == 1:
        return 0
    if first == "bot":
        return 1
    return draw_starter(ruleset, Random(f"{seed} starter"))  # noqa: S311  the seed is the secret
