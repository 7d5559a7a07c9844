"""`expedition play`: a match against bots in the terminal."""

from __future__ import annotations

import argparse
import secrets
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

from expedition.bots import bot_names, find_bot
from expedition.cli.failure import CommandError
from expedition.cli.saved import SavedMatch, new_path
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
    bots = {seat: find_bot(player.bot) for seat, player in enumerate(record.players) if player.bot}
    people = [seat for seat in range(len(record.players)) if seat not in bots]
    if people != [0]:
        msg = f"{saved.path} is not a match of one person in the first seat against bots."
        raise CommandError(msg)
    return Session(saved, record, bots).play()


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
    bot = options.bot or "careful"
    find_bot(bot)
    players = [Player(_line(options.name or "You", "--name", 80))]
    players += [Player(bot, bot)] * (ruleset.seats - 1)
    record = Record(
        match,
        tuple(players),
        date=date.today().isoformat(),  # noqa: DTZ011  the day on the player's own wall
        tags=(("seed", _line(seed, "--seed", 200)),),
    )
    saved = SavedMatch(options.record or new_path(ruleset.id))
    saved.save(record)
    return saved, record


def _resumed(options: argparse.Namespace) -> tuple[SavedMatch, Record]:
    given = [
        f"--{name.replace('_', '-')}"
        for name in ("bot", "rounds", "first", "start_rule", "seed", "name")
        if getattr(options, name) is not None
    ]
    given += ["--open"] if options.open else []
    given += [options.edition] if options.edition else []
    if given:
        msg = f"--resume goes on with a match as it was set up; leave {', '.join(given)} out."
        raise CommandError(msg)
    saved, record = (
        SavedMatch.load(options.record) if options.record else SavedMatch.latest_unfinished()
    )
    if record.match.is_over:
        msg = f"The match in {saved.path} is over. `expedition replay {saved.path}` shows it."
        raise CommandError(msg)
    if record.sealed:
        msg = f"The match in {saved.path} has a sealed deal, so only its server can go on with it."
        raise CommandError(msg)
    if "seed" not in dict(record.tags):
        tags = (*record.tags, ("seed", secrets.token_hex(16)))
        record = replace(record, tags=tags)
    return saved, record


def _first_starter(first: str | None, ruleset: Ruleset, seed: str) -> int:
    if first == "me" or ruleset.seats == 1:
        return 0
    if first == "bot":
        return 1
    return draw_starter(ruleset, Random(f"{seed} starter"))  # noqa: S311  the seed is the secret


def _line(text: str, option: str, limit: int) -> str:
    text = text.strip()
    if not text or len(text) > limit or not text.isprintable():
        msg = f"{option} should be one line of 1 to {limit} letters."
        raise CommandError(msg)
    return text
