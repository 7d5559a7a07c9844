"""Actions a second of random play: every edition, beside python-chess and OpenSpiel.

Every contestant plays whole rounds or games at random, in turns with the others, and is measured
in CPU time, so that a busy machine disturbs all of them alike. `--help` says what can be set.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

from expedition.game import EDITIONS, Deal, InvalidSetup, Ruleset, State, find_edition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: Games of OpenSpiel that are nearest: hands, a deck, a pile to draw from.
OPEN_SPIEL_GAMES = ("crazy_eights", "gin_rummy")


@dataclass
class Contestant:
    """Something that plays one whole round or game at a time, and says how many steps it took."""

    name: str
    includes: str
    """What a step is."""
    play: Callable[[Random], int]
    rng: Random
    rates: list[float] = field(default_factory=list)
    steps: int = 0
    rounds: int = 0

    def measure(self, seconds: float) -> None:
        """Play for so much CPU time, whole rounds only, and note the steps a second."""
        steps = rounds = 0
        start = process_time()
        while (elapsed := process_time() - start) < seconds:
            steps += self.play(self.rng)
            rounds += 1
        self.rates.append(steps / elapsed)
        self.steps += steps
        self.rounds += rounds


def play_edition(ruleset: Ruleset, rng: Random) -> int:
    """Play a round at random."""
    state = State.new(Deal.shuffled(ruleset, rng))
    steps = 0
    while not state.is_over:
        legal = state.legal_actions()
        state = state.apply(legal[int(rng.random() * len(legal))])
        steps += 1
    return steps


def play_chess(chess: Any, rng: Random) -> int:  # noqa: ANN401  a module that may not be there
    """Play a game of chess at random, to mate, stalemate or the 75-move rule."""
    board = chess.Board()
    steps = 0
    while board.halfmove_clock < 150:
        legal = list(board.legal_moves)
        if not legal:
            break
        board.push(legal[int(rng.random() * len(legal))])
        steps += 1
    return steps


def play_open_spiel(game: Any, rng: Random) -> int:  # noqa: ANN401  a module that may not be there
    """Play a game of OpenSpiel at random; chance is sampled, and is no step."""
    state = game.new_initial_state()
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            # Chance deals cards in both games: every outcome is as likely as the other.
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            steps += 1
    return steps


def editions(rulesets: list[Ruleset], seed: int) -> Iterator[Contestant]:
    """Yield a contestant for each edition."""
    for ruleset in rulesets:
        yield Contestant(
            ruleset.id,
            "list all legal actions, choose, verify and apply, giving a new state; shuffle, deal",
            partial(play_edition, ruleset),
            Random(seed),
        )


def peers(seed: int, skipped: list[str]) -> Iterator[Contestant]:
    """Yield the peers that are installed; add a reason to `skipped` for each that is not."""
    try:
        chess = import_module("chess")
    except ImportError as error:
        skipped.append(f"python-chess: {error}. It comes with `pip install '.[bench]'`.")
    else:
        yield Contestant(
            "python-chess",
            "list all legal moves, choose, push (changes the board in place); new board",
            partial(play_chess, chess),
            Random(seed),
        )
    try:
        pyspiel = import_module("pyspiel")
    except ImportError as error:
        skipped.append(f"OpenSpiel: {error}. It comes with `pip install '.[bench]'`.")
        return
    for name in OPEN_SPIEL_GAMES:
        yield Contestant(
            f"OpenSpiel {name}",
            "list all legal actions, choose, apply (C++, changes the state in place), from Python; "
            "chance sampled in Python between steps",
            partial(play_open_spiel, pyspiel.load_game(name)),
            Random(seed),
        )


def table(contestants: list[Contestant]) -> list[str]:
    """Return the result as a Markdown table, against the first contestant."""
    first = median(contestants[0].rates)
    lines = [
        f"| random play | steps/s, median | min to max | × {contestants[0].name} | steps a round |"
        " a step includes |",
        "| --- | ---: | ---: | ---: | ---: | --- |",
    ]
    for contestant in contestants:
        rates = contestant.rates
        lines.append(
            f"| {contestant.name} | {median(rates):,.0f} | {min(rates):,.0f} to {max(rates):,.0f}"
            f" | {median(rates) / first:.2f} | {contestant.steps / contestant.rounds:,.0f}"
            f" | {contestant.includes} |"
        )
    return lines


def surroundings() -> list[str]:
    """Return what a reader has to know to compare the figures with others."""
    return [
        f"- {package_versions(('expedition', 'chess', 'open-spiel'))}",
        f"- CPU: {cpu_model()}, {os.cpu_count()} logical; one is used",
    ]


def package_versions(names: tuple[str, ...]) -> str:
    """Return the versions of Python and of packages, and the system."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    packages = ", ".join(f"{name} {_version(name)}" for name in names)
    return f"{python} on {platform.system()} {platform.machine()}; {packages}"


def cpu_model() -> str:
    """Return the name of the processor, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "(not installed)"


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="CPU time of each measurement (default 1)"
    )
    parser.add_argument(
        "--repeats", type=int, default=5, help="measurements of each contestant (default 5)"
    )
    parser.add_argument(
        "--editions",
        nargs="+",
        default=list(EDITIONS),
        metavar="EDITION",
        help="editions to play, the first being what others are compared with (default: all)",
    )
    parser.add_argument("--seed", type=int, default=1, help="of every generator (default 1)")
    arguments = parser.parse_args()
    if not 0 < arguments.seconds <= 600 or not 1 <= arguments.repeats <= 1000:
        parser.error("--seconds must be more than 0, up to 600, and --repeats 1 to 1000.")
    try:
        arguments.rulesets = [find_edition(name) for name in arguments.editions]
    except InvalidSetup as error:
        parser.error(str(error))
    return arguments


def main() -> None:
    """Measure, in turns, and print."""
    arguments = parse_arguments()
    skipped: list[str] = []
    contestants = [*editions(arguments.rulesets, arguments.seed), *peers(arguments.seed, skipped)]
    for contestant in contestants:
        # So that no first measurement pays for imports and tables.
        contestant.play(Random(arguments.seed))
    for repeat in range(arguments.repeats):
        # Another one begins every time: whatever comes and goes meets each of them alike.
        start = repeat % len(contestants)
        for contestant in contestants[start:] + contestants[:start]:
            contestant.measure(arguments.seconds)
        if sys.stderr.isatty():
            print(f"{repeat + 1} of {arguments.repeats} done", end="\r", file=sys.stderr)
    print(*table(contestants), sep="\n")
    print()
    print(
        f"- {arguments.repeats} × {arguments.seconds:g} s of CPU time each, in turns;"
        f" seed {arguments.seed}. A step is a player's action; a turn is two, or one hand-over."
    )
    print(*surroundings(), sep="\n")
    for reason in skipped:
        print(f"- skipped: {reason}")


if __name__ == "__main__":
    main()
