"""`expedition bots`: who there is to play against."""

from __future__ import annotations

import argparse
import json
import textwrap
from typing import Any

from expedition.bots import UnknownBot, about_bot, bot_names, can_think, find_bot
from expedition.bots.strength import YARDSTICK, how_measured, strength
from expedition.cli.failure import OK
from expedition.game import Ruleset, find_edition

_DESCRIPTION = """\
List the bots: how each plays, and how strong it was measured to be.

Strength is points a round ahead of `careful`, over deals that were each played
from both seats, with its standard error.
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add this command."""
    parser = commands.add_parser(
        "bots",
        help="list the bots, with their style and strength",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("edition", nargs="?", default="classic", help="in which (default: classic)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the list, the weakest first."""
    ruleset = find_edition(options.edition)
    bots = sorted((_described(name, ruleset) for name in bot_names()), key=_rank)
    if options.json:
        print(json.dumps({"edition": ruleset.id, "against": YARDSTICK, "bots": bots}, indent=2))
        return OK
    wide = max(len(bot["bot"]) for bot in bots)
    for bot in bots:
        margin = bot["margin"]
        figure = "" if margin is None else f"{margin['mean']:+.1f} ± {margin['se']:.1f}"
        words = bot["style"] if bot["missing"] is None else bot["missing"]
        first, *rest = textwrap.wrap(words, 78 - wide - 17) or [""]
        print(f"{bot['bot']:{wide}}  {figure:>13}  {first}")
        for line in rest:
            print(" " * (wide + 17) + line)
    print()
    print(f"Points a round ahead of {YARDSTICK} in {ruleset.id}, with the standard error.")
    if how_measured():
        print(f"Measured by: {how_measured()}")
    print("expedition play --bot NAME plays against one.")
    return OK


def _described(name: str, ruleset: Ruleset) -> dict[str, Any]:
    measured = strength(name, ruleset.id)
    title = style = ""
    thinks, missing = False, None
    try:
        title, style = about_bot(name)
        thinks = can_think(name)
        find_bot(name, ruleset)
    except UnknownBot as error:
        missing = str(error)
    return {
        "bot": name,
        "title": title,
        "style": style,
        "thinks": thinks,
        "missing": missing,
        "margin": None if measured is None else measured._asdict(),
    }


def _rank(bot: dict[str, Any]) -> tuple[bool, float, str]:
    margin = bot["margin"]
    return margin is None, margin["mean"] if margin else 0.0, bot["bot"]
