"""`expedition verify`: hold an engine against golden rounds."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from expedition.cli.engines import ENGINES, find_engine
from expedition.cli.failure import FAILED, OK, CommandError
from expedition.notation import GoldenMismatch, RecordError, parse_golden, verify_golden

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Bytes in a line: a round of a thousand steps takes a tenth of this.
_LIMIT = 16 * 2**20


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add this command."""
    parser = commands.add_parser(
        "verify",
        help="check an engine against golden rounds",
        description="Replay golden rounds, one JSON object a line, and compare the legal actions "
        "before each step, the final expeditions and the scores. Stops at the first difference "
        "with exit code 1. The form is in docs/record-format.md.",
    )
    parser.add_argument("file", metavar="FILE.jsonl", nargs="+", help="golden rounds; - for input")
    parser.add_argument(
        "--engine", default="game", metavar="NAME", help=f"one of: {', '.join(ENGINES)}"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Verify the files, and print what held."""
    engine = find_engine(options.engine)
    rounds = steps = 0
    for name in options.file:
        before = rounds
        for number, line in enumerate(_lines(name), start=1):
            try:
                steps += verify_golden(parse_golden(line, number), engine)
            except RecordError as error:
                msg = f"{name}: {error}"
                raise CommandError(msg) from None
            except GoldenMismatch as error:
                _print_mismatch(name, error, as_json=options.json)
                return FAILED
            rounds += 1
        if rounds == before:
            msg = f"{name} has no rounds in it."
            raise CommandError(msg)
    if options.json:
        result = {"ok": True, "engine": options.engine, "rounds": rounds, "steps": steps}
        print(json.dumps(result))
    else:
        print(f"{rounds} rounds and {steps} steps hold on the engine {options.engine}.")
    return OK


def _lines(name: str) -> Iterator[str]:
    """Yield the lines of a file that are not empty, one at a time: golden files can be large."""
    try:
        with contextlib.ExitStack() as stack:
            file = sys.stdin.buffer if name == "-" else stack.enter_context(Path(name).open("rb"))
            while line := file.readline(_LIMIT + 1):
                if len(line) > _LIMIT:
                    msg = f"{name} has a line of more than {_LIMIT // 2**20} MB."
                    raise CommandError(msg)
                if line.strip():
                    yield line.decode("utf-8-sig")
    except OSError as error:
        msg = f"Can't read {name}: {error.strerror or error}."
        raise CommandError(msg) from None
    except UnicodeDecodeError:
        msg = f"{name} is not UTF-8 text."
        raise CommandError(msg) from None


def _print_mismatch(name: str, error: GoldenMismatch, *, as_json: bool) -> None:
    if not as_json:
        print(f"{name}: {error}")
        return
    result = {
        "ok": False,
        "file": name,
        "round": error.round_number,
        "step": error.step or None,
        "what": error.what,
        "expected": error.expected,
        "got": error.got,
    }
    print(json.dumps(result))
