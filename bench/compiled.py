"""The compiled engine and its environments beside their peers, in one run.

Random play inside compiled code, environments stepped from outside, two threads against one, and
the first start. Contestants take turns on one thread; what counts is CPU time, the median of the
repeats, but for the threads, where it is time by the clock. `--help` says what can be set.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from time import perf_counter

from compiled_contestants import inside, outside
from compiled_tables import inside_table, outside_table, start_lines, surroundings, thread_lines
from expedition.fast import Batch
from expedition.game import find_edition

#: Rounds that the threads share.
_ROUNDS = 60_000


def two_threads(repeats: int) -> list[float]:
    """Return how many times as fast two threads play as one, by the clock, in turns."""
    batch = Batch(find_edition("classic"), _ROUNDS, seed=1, history=False)
    ratios = []
    for repeat in range(repeats + 1):
        took = {}
        for threads in (1, 2):
            batch.deal()
            start = perf_counter()
            batch.play(threads=threads)
            took[threads] = perf_counter() - start
        if repeat:  # the first warms up
            ratios.append(took[1] / took[2])
    return ratios


def starts(repeats: int) -> dict[str, list[float]]:
    """Return the CPU seconds of the first start ever, and later starts in seconds by the clock."""
    with tempfile.TemporaryDirectory(prefix="expedition-bench-") as folder:
        first = _seconds(_WARMUP, folder)
        later = [(_seconds(_ENGINE, folder), _seconds(_WARMUP, folder)) for _ in range(repeats)]
    engine, everything = zip(*later, strict=True)
    return {
        "first": [first[0]],
        "engine": [by_clock for _, by_clock in engine],
        "everything": [by_clock for _, by_clock in everything],
    }


_WARMUP = "from expedition.cli.main import main; main(['warmup'])"
_ENGINE = "from expedition.fast import warmup; [call() for _, call in [*warmup.steps()]]"


def _seconds(code: str, folder: str) -> tuple[float, float]:
    """Run code in a process of its own; returns its CPU time, and the time by the clock."""
    begun = perf_counter()
    done = subprocess.run(  # noqa: S603  our own command
        [sys.executable, "-c", f"{code}\nfrom time import process_time\nprint(process_time())"],
        env={**os.environ, "EXPEDITION_CACHE": folder},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout.split()[-1]), perf_counter() - begun


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="CPU time of each measurement (default 1)"
    )
    parser.add_argument(
        "--repeats", type=int, default=5, help="measurements of each contestant (default 5)"
    )
    parser.add_argument("--no-peers", action="store_true", help="only ours")
    arguments = parser.parse_args()
    if not 0 < arguments.seconds <= 600 or not 1 <= arguments.repeats <= 1000:
        parser.error("--seconds must be more than 0, up to 600, and --repeats 1 to 1000.")
    return arguments


def main() -> None:
    """Measure, in turns, and print."""
    arguments = parse_arguments()
    skipped: list[str] = []
    groups = (
        inside(skipped, peers=not arguments.no_peers),
        outside(skipped, peers=not arguments.no_peers),
    )
    everybody = [each for group in groups for each in group]
    for number, contestant in enumerate(everybody, start=1):
        _progress(f"warming up {number} of {len(everybody)}: {contestant.name}")
        contestant.measure(0.05)
        contestant.forget()
    for repeat in range(arguments.repeats):
        # Another one begins every time: whatever comes and goes meets each of them alike.
        start = repeat % len(everybody)
        for contestant in everybody[start:] + everybody[:start]:
            _progress(f"repeat {repeat + 1} of {arguments.repeats}: {contestant.name}")
            contestant.measure(arguments.seconds)
    _progress("two threads")
    ratios = two_threads(arguments.repeats)
    _progress("the first start")
    began = starts(arguments.repeats)
    _progress("")
    print(*inside_table(groups[0]), "", *outside_table(groups[1]), "", sep="\n")
    print(*thread_lines(ratios), *start_lines(began), sep="\n")
    print(f"- {arguments.repeats} × {arguments.seconds:g} s of CPU time each, in turns, warmed up")
    print(*surroundings(), sep="\n")
    for reason in skipped:
        print(f"- skipped: {reason}")


def _progress(words: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{words}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
