"""Load on a server: many sockets at many tables, so many turns a second, every one on the disk.

Starts `expedition serve` on a folder of its own, sets tables up with two people each, connects all
of them, and has turns taken at fixed moments, whether or not the earlier ones were answered. What
counts is the time from that moment to the ack. Everything is on this machine and over loopback, so
that the generator takes its share of the processors too. `--help` says what can be set.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import platform
import sqlite3
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from load_people import Crowd
from load_server import LoadedServer, raise_open_files

if TYPE_CHECKING:
    from load_people import Outcome

#: Seconds between things that should not disturb each other.
_SETTLE = 3.0
#: Seconds that setting up, connecting and the last answers may take, on top of a run's own.
_SPARE = 300.0


class Run:
    """The figures of one run. Times in milliseconds, memory in KiB."""

    def __init__(self, outcome: Outcome, memory: tuple[int, int, int, int], busy: float) -> None:
        started, idle, connected, loaded = memory
        waits = sorted(1000 * wait for wait in outcome.waits)
        self.rate = len(waits) / outcome.seconds
        self.p50, self.p95, self.p99 = (_centile(waits, share) for share in (0.5, 0.95, 0.99))
        self.most = waits[-1] if waits else 0.0
        self.refused, self.unanswered = outcome.refused, outcome.unanswered
        self.started, self.tables, self.connected, self.loaded = started, idle, connected, loaded
        self.a_socket = (connected - idle) / outcome.sockets
        self.busy = 100 * busy


async def one_run(options: argparse.Namespace) -> Run:
    """Start a server, load it, and stop it."""
    with (
        tempfile.TemporaryDirectory(prefix="expedition-load-", dir=options.folder) as folder,
        LoadedServer(Path(folder)) as server,
    ):
        crowd = Crowd(server.address, options.tables, options.sockets)
        started = server.memory()
        await crowd.set_up()
        await asyncio.sleep(_SETTLE)
        idle = server.memory()
        await crowd.connect()
        await asyncio.sleep(_SETTLE)
        connected = server.memory()
        await crowd.play(options.rate, options.warm_up)
        before = server.processor_time()
        outcome = await crowd.play(options.rate, options.seconds)
        busy = (server.processor_time() - before) / outcome.seconds
        loaded = server.memory()
        await crowd.leave()
    return Run(outcome, (started, idle, connected, loaded), busy)


def _centile(values: list[float], share: float) -> float:
    """Return the value that this share of all, which are sorted, doesn't exceed."""
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def table(runs: list[Run]) -> list[str]:
    """Return the result as a Markdown table."""
    lines = ["| | median | min to max |", "| --- | ---: | ---: |"]
    for name, field, digits in (
        ("turns a second, acknowledged", "rate", 1),
        ("ack, 50th centile, ms", "p50", 1),
        ("ack, 95th centile, ms", "p95", 1),
        ("ack, 99th centile, ms", "p99", 1),
        ("ack, longest, ms", "most", 1),
        ("turns refused", "refused", 0),
        ("turns not answered by the end", "unanswered", 0),
        ("server's processor, % of one core", "busy", 0),
        ("server's memory when started, KiB", "started", 0),
        ("... with all tables, KiB", "tables", 0),
        ("... with all sockets, idle, KiB", "connected", 0),
        ("... after the load, KiB", "loaded", 0),
        ("memory an idle socket, KiB", "a_socket", 1),
    ):
        values = [float(getattr(run, field)) for run in runs]
        lines.append(
            f"| {name} | {median(values):,.{digits}f} "
            f"| {min(values):,.{digits}f} to {max(values):,.{digits}f} |"
        )
    return lines


def versions() -> str:
    """Return the versions that the figures belong to."""
    named = ("expedition", "uvicorn", "fastapi", "starlette", "websockets", "sqlalchemy")
    return ", ".join(
        (
            f"Python {platform.python_version()}",
            *(f"{name} {version(name)}" for name in named),
            f"SQLite {sqlite3.sqlite_version}",
            f"{platform.system()} on {platform.machine()}",
        )
    )


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Load a server, and measure how it answers.")
    parser.add_argument("--tables", type=int, default=1000, help="two people each (%(default)s)")
    parser.add_argument(
        "--sockets", type=int, default=2000, help="at most two a table (%(default)s)"
    )
    parser.add_argument("--rate", type=float, default=200, help="turns a second (%(default)s)")
    parser.add_argument("--seconds", type=float, default=30, help="of one run (%(default)s)")
    parser.add_argument("--warm-up", type=float, default=5, help="seconds before (%(default)s)")
    parser.add_argument("--runs", type=int, default=3, help="each on a new server (%(default)s)")
    parser.add_argument(
        "--folder", help="where the databases are kept meanwhile: the disk that is measured"
    )
    options = parser.parse_args(arguments)
    if not 2 <= options.sockets <= 2 * options.tables:
        parser.error(f"--sockets takes 2 to {2 * options.tables}, not {options.sockets}.")
    for name in ("rate", "seconds", "runs"):
        if getattr(options, name) <= 0:
            parser.error(f"--{name} takes more than {getattr(options, name)}.")
    if not raise_open_files(options.sockets + 200):
        parser.error(
            f"{options.sockets} sockets need as many open files; this system allows fewer. "
            "See `ulimit -Hn`, or take fewer --sockets."
        )
    return options


def main(arguments: list[str] | None = None) -> int:
    """Measure, and print what came out."""
    options = _options(arguments)
    print(
        f"{options.sockets:,} sockets at {options.tables:,} tables, {options.rate:g} turns a "
        f"second for {options.seconds:g} s, {options.runs} runs\n\n{versions()}\n"
    )
    gc.disable()  # the pauses would be ours, not the server's
    runs = []
    longest = options.warm_up + options.seconds + _SPARE
    for number in range(1, options.runs + 1):
        runs.append(asyncio.run(asyncio.wait_for(one_run(options), longest)))
        print(f"run {number}: p99 {runs[-1].p99:.1f} ms", file=sys.stderr)
    print("\n".join(table(runs)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
