"""`expedition perft`: counts of action sequences, to compare engines by."""

from __future__ import annotations

import argparse
import json
from random import Random

from expedition.cli.failure import OK, CommandError
from expedition.cli.files import read_bytes
from expedition.game import Deal, State, divide, find_edition
from expedition.notation import parse_action, parse_deal

#: Nobody lives to see more than this, and each step is one more call within another.
MAX_DEPTH = 100


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add this command."""
    parser = commands.add_parser(
        "perft",
        help="count action sequences",
        description="Count the sequences of actions of a length from a position. Two engines that "
        "agree on these numbers agree on the rules. Equal cards count once; a round that ends "
        "earlier has no sequence of the full length.",
    )
    parser.add_argument("edition", nargs="?", default="classic", help="an edition's id or alias")
    parser.add_argument("--depth", type=int, default=4, help="actions in a sequence (default: 4)")
    parser.add_argument("--seed", type=int, default=0, help="of the deal (default: 0)")
    parser.add_argument("--deal", metavar="FILE", help="the pack in its order; - for input")
    parser.add_argument("--starter", type=int, default=0, metavar="SEAT", help="counted from 0")
    parser.add_argument(
        "--after", nargs="+", default=[], metavar="ACTION", help="count after these actions"
    )
    parser.add_argument("--divide", action="store_true", help="split by the first action")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the counts."""
    if not 1 <= options.depth <= MAX_DEPTH:
        msg = f"--depth is {options.depth}; it should be from 1 to {MAX_DEPTH}."
        raise CommandError(msg)
    ruleset = find_edition(options.edition)
    if options.deal:
        text = read_bytes(options.deal, 2**20).decode("utf-8", errors="replace")
        deal = parse_deal(text, ruleset)
    else:
        deal = Deal.shuffled(ruleset, Random(options.seed))  # noqa: S311  a reproducible deal
    state = State.new(deal, options.starter)
    state = state.replay(parse_action(text, ruleset) for text in options.after)
    parts = {str(action): count for action, count in divide(state, options.depth).items()}
    total = sum(parts.values())
    if options.json:
        result = {"edition": ruleset.id, "deal": str(deal), "depth": options.depth, "count": total}
        print(json.dumps(result | ({"divide": parts} if options.divide else {})))
        return OK
    if options.divide:
        for text, count in parts.items():
            print(f"{text:<10}{count}")
    print(total)
    return OK
