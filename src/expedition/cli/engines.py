"""The engines that a golden round can be played on, by name."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from expedition.cli.failure import CommandError
from expedition.game import State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from expedition.notation.golden import Engine

ENGINES = ("game", "fast")


def find_engine(name: str) -> Engine:
    """Return an engine. Raises CommandError where there is none, or it isn't installed."""
    if name == "game":
        return State.new
    if name != "fast":
        msg = f"There is no engine {name!r}. The engines are {', '.join(ENGINES)}."
        raise CommandError(msg)
    with missing_package("The engine fast"):
        from expedition.fast.round import FastRound
    return FastRound


@contextmanager
def missing_package(what: str) -> Iterator[None]:
    """Turn an import that fails for want of the extra `fast` into a sentence."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("numba", "numpy", "llvmlite"):
            raise
        msg = (
            f"{what} needs {error.name}, which is not installed. "
            "In a checkout of Expedition: pip install '.[fast]'"
        )
        raise CommandError(msg) from None
