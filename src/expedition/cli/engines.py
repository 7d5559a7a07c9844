"""The engines that a golden round can be played on, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from expedition.cli.failure import CommandError
from expedition.game import State

if TYPE_CHECKING:
    from expedition.notation.golden import Engine

ENGINES = ("game", "fast")

#: What to do where the packages that the compiled engine needs are not there.
INSTALL_FAST = "Install it with: pip install 'expedition[fast]'"


def find_engine(name: str) -> Engine:
    """Return an engine. Raises CommandError where there is none, or it isn't installed."""
    if name == "game":
        return State.new
    if name != "fast":
        msg = f"There is no engine {name!r}. The engines are {', '.join(ENGINES)}."
        raise CommandError(msg)
    try:
        from expedition.fast.round import FastRound
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("numba", "numpy", "llvmlite"):
            raise
        msg = f"The engine fast needs {error.name}, which is not installed. {INSTALL_FAST}"
        raise CommandError(msg) from None
    return FastRound
