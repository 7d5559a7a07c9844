"""The command `expedition`: its subcommands, and one place where every failure ends."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.metadata import version
from io import TextIOWrapper
from typing import TYPE_CHECKING

from expedition.bots import UnknownBot
from expedition.cli import (
    arena,
    bots,
    check_bot,
    editions,
    perft,
    play,
    replay,
    rules,
    score,
    serve,
    verify,
    warmup,
)
from expedition.cli.failure import BAD_INPUT, FAILED, INTERRUPTED, OK, CommandError
from expedition.game import GameError

if TYPE_CHECKING:
    from collections.abc import Sequence

_COMMANDS = (
    serve,
    play,
    bots,
    score,
    replay,
    rules,
    editions,
    verify,
    check_bot,
    arena,
    perft,
    warmup,
)

_EPILOG = """\
exit codes:
  0  done
  1  it could not be done: a check failed, or the input ended before the match
  2  the input is wrong: the message says what and where
  130  interrupted; a match is kept

`expedition COMMAND --help` says more about each.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    _make_streams_usable()
    options = _parser().parse_args(arguments)
    if options.run is None:
        _parser().print_help()
        return OK
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except CommandError as error:
        return _fail(str(error), error.code)
    except (GameError, UnknownBot) as error:
        return _fail(str(error), BAD_INPUT)
    except KeyboardInterrupt:
        return _fail("Interrupted.", INTERRUPTED)
    except BrokenPipeError:
        # Whoever read our output has had enough.
        _drop_output()
        return FAILED
    except OSError as error:
        _drop_output()
        return _fail(f"Can't write the output: {error.strerror or error}.", FAILED)
    return code


def _make_streams_usable() -> None:
    # A stream that was closed before the start is None.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that can't show ♣ shows a question mark; it is no reason to stop.
            stream.reconfigure(errors="replace")


def _drop_output() -> None:
    # Python would complain again when it flushes at the end.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, code: int) -> int:
    print(f"expedition: {message}", file=sys.stderr)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="expedition",
        description="Play and study Lost Cities, Reiner Knizia's card game, and its "
        "standard-deck versions. `expedition play` starts a match.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action="version", version=f"expedition {version('expedition')}"
    )
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command in _COMMANDS:
        command.add_to(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
