"""`expedition editions`: what can be played."""

from __future__ import annotations

import argparse
import json
import textwrap

from expedition.cli.failure import OK
from expedition.game import EDITIONS, Ruleset


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add this command."""
    parser = commands.add_parser(
        "editions",
        help="list the editions",
        description="List the editions that can be played. `expedition rules EDITION` says more.",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON array")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print every edition."""
    if options.json:
        print(json.dumps([_as_data(edition) for edition in EDITIONS.values()], indent=2))
        return OK
    for edition in EDITIONS.values():
        print(edition.id)
        print(textwrap.fill(edition.summary, 78, initial_indent="  ", subsequent_indent="  "))
        print(f"  also called {', '.join(edition.aliases)}")
    return OK


def _as_data(ruleset: Ruleset) -> dict[str, object]:
    return {
        "id": ruleset.id,
        "name": ruleset.name,
        "aliases": list(ruleset.aliases),
        "summary": ruleset.summary,
        "suits": [{"letter": suit.letter, "name": suit.label} for suit in ruleset.suits],
        "seats": ruleset.seats,
        "sides": ruleset.sides,
        "hand_size": ruleset.hand_size,
        "pack_size": len(ruleset.pack),
        "deck_size": ruleset.deck_size,
        "set_aside": ruleset.set_aside,
        "bonus_cards": ruleset.bonus_cards,
        "rounds": list(ruleset.rounds),
        "start_rule": ruleset.start_rule.value,
        "actions": len(ruleset.action_space),
    }
