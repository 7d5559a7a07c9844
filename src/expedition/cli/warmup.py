"""`expedition warmup`: compile the fast engine once, with progress."""

from __future__ import annotations

import argparse
import shutil
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
        description="Compile the fast engine and the environments, once: it takes about twenty "
        "seconds, and later starts find what was compiled in your cache folder. Without it, each "
        "part is compiled when it is first used. EXPEDITION_CACHE names another folder.",
    )
    parser.add_argument(
        "--clean",
        action="store_true",
        help="remove what other versions and checkouts have compiled there",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compile everything, and say where it is kept."""
    with missing_package("The fast engine"):
        from expedition.fast import warmup
        from expedition.fast.compiled import cache_folder
    started, cpu, before = perf_counter(), process_time(), warmup.parts_kept()
    steps = [*warmup.steps(), *_environment_steps()]
    for number, (name, call) in enumerate(steps, start=1):
        _show(f"{number} of {len(steps)}: {name} ...")
        call()
    _show("")
    took = f"{perf_counter() - started:.1f} s ({process_time() - cpu:.1f} s of processor time)"
    if (folder := cache_folder()) is None:
        print(f"Compiled everything in {took}. No folder to keep it in can be written;")
        print("name one with EXPEDITION_CACHE, or every start compiles anew.")
        return OK
    anything_new = warmup.parts_kept() > before
    done = "Compiled everything" if anything_new else "All was compiled already: loaded"
    print(f"{done} in {took}. It is kept in {folder}.")
    others = warmup.others()
    if options.clean:
        for each in others:
            shutil.rmtree(each, ignore_errors=True)
    if others:
        what = f"{len(others)} folder{'s' * (len(others) > 1)} of other versions or checkouts"
        print(f"Removed {what}." if options.clean else f"Beside it: {what}; --clean removes them.")
    return OK


def _environment_steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield what the vector environment adds, where its packages are."""
    try:
        from expedition.envs.vector import ExpeditionVectorEnv
    except ModuleNotFoundError:
        return
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
