"""`expedition warmup`: compile the fast engine once, with progress."""

from __future__ import annotations

import argparse
import importlib.util
import sys
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from expedition.cli.engines import missing_package
from expedition.cli.failure import OK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add this command."""
    parser = commands.add_parser(
        "warmup",
        help="compile the fast engine, once",
        description="Compile the fast engine and the environments, once: it takes about half a "
        "minute, and later starts find what was compiled in your cache folder. Without it, each "
        "part is compiled when it is first used. What older versions left there is removed. "
        "EXPEDITION_CACHE names another folder.",
    )
    parser.add_argument("--keep-older", action="store_true", help="remove nothing")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compile everything, and say where it is kept."""
    with missing_package("The fast engine"):
        from expedition.fast import warmup
        from expedition.fast.compiled import cache_folder
    started, cpu = perf_counter(), process_time()
    steps = [*warmup.steps(), *_environment_steps()]
    for number, (name, call) in enumerate(steps, start=1):
        _show(f"Compiling {number} of {len(steps)}: {name} ...")
        call()
    _show("")
    folder = cache_folder()
    took = f"{perf_counter() - started:.1f} s ({process_time() - cpu:.1f} s of processor time)"
    if folder is None:
        print(f"Compiled {len(steps)} parts in {took}. No folder to keep them in can be written;")
        print("name one with EXPEDITION_CACHE, or every start compiles anew.")
        return OK
    print(f"Compiled {len(steps)} parts in {took}. They are kept in {folder}.")
    if not options.keep_older and (removed := warmup.forget_older()):
        print(f"Removed what {removed} older version{'s' * (removed > 1)} had compiled.")
    return OK


def _environment_steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield what the vector environment adds, where its packages are."""
    if importlib.util.find_spec("gymnasium") is None:
        return
    from expedition.envs.vector import ExpeditionVectorEnv

    env = ExpeditionVectorEnv(2)
    masks: list[object] = []
    yield "environments, the start", lambda: masks.append(env.reset(seed=0)[1]["action_mask"])
    yield "environments, a step", lambda: env.step(env.action_masks().argmax(axis=1))


def _show(line: str) -> None:
    """Show progress in place on a terminal, else a line each."""
    if sys.stderr.isatty():
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)
    elif line:
        print(line, file=sys.stderr, flush=True)
