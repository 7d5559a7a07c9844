"""Measure every bot that ships against `careful`, and the levels against each other.

python bench/ladder.py --pairs 200 --workers 2

Writes `strength.json`, which `expedition bots` and the first page show, and prints the tables that
docs/bots.md carries.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from expedition.bots import UnknownBot, bot_names, find_bot
from expedition.bots.strength import YARDSTICK
from expedition.game import EDITIONS

FILE = Path(__file__).parents[1] / "src/expedition/bots/strength.json"
#: Bots that take their time play fewer deals.
SLOW = {"search": 4}


def main() -> None:
    """Measure, write and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--editions", nargs="+", default=["classic"], help="which (classic)")
    parser.add_argument("--bots", nargs="+", default=list(bot_names()), help="whom (all)")
    parser.add_argument("--pairs", type=int, default=200, help="deals, each played both ways")
    parser.add_argument("--seed", type=int, default=0, help="of all chance")
    parser.add_argument("--workers", type=int, default=2, help="processes that play")
    options = parser.parse_args()
    kept = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    kept["command"] = f"python bench/ladder.py --pairs {options.pairs} --seed {options.seed}"
    for edition in options.editions:
        table = kept.setdefault("editions", {}).setdefault(edition, {})
        for bot in options.bots:
            measured = _measure(bot, edition, options)
            if measured is not None:
                table[bot] = measured
                FILE.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", "utf-8")
                mean, se = measured["mean"], measured["se"]
                print(f"{edition:16} {bot:10} {mean:+7.1f} ± {se:.1f}", flush=True)
    print("\n" + table(kept["editions"]))


def table(editions: dict[str, dict[str, dict[str, float]]]) -> str:
    """Return the figures as docs/bots.md has them, the weakest in classic first."""
    bots = sorted({bot for edition in editions.values() for bot in edition})
    first = next(iter(editions.values()))
    bots.sort(key=lambda bot: first.get(bot, {"mean": float("inf")})["mean"])
    lines = [f"| | {' | '.join(f'`{edition}`' for edition in editions)} |"]
    lines.append("| --- |" + " ---: |" * len(editions))
    for bot in bots:
        cells = [editions[edition].get(bot) for edition in editions]
        shown = [f"{cell['mean']:+.1f} ± {cell['se']:.1f}" if cell else "" for cell in cells]
        lines.append(f"| `{bot}` | {' | '.join(shown)} |")
    return "\n".join(lines)


def _measure(bot: str, edition: str, options: argparse.Namespace) -> dict[str, Any] | None:
    """Return the margin over the yardstick, or None where the bot doesn't play."""
    if bot == YARDSTICK:
        return {"mean": 0.0, "se": 0.0, "deals": 0}
    ruleset = EDITIONS[edition]
    try:
        find_bot(bot, ruleset)
    except UnknownBot as error:
        print(error, file=sys.stderr)
        return None
    pairs = max(options.pairs // SLOW.get(bot, 1), 2)
    command = [sys.executable, "-m", "expedition", "arena", bot, YARDSTICK, "--json"]
    command += ["--edition", edition, "--pairs", str(pairs), "--seed", str(options.seed)]
    command += ["--workers", str(options.workers)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603  ours
    data = json.loads(done.stdout)
    margin = data["margin"]
    return {"mean": round(margin["mean"], 2), "se": round(margin["se"], 2), "deals": pairs}


if __name__ == "__main__":
    main()
