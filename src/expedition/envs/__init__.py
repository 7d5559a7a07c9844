"""Environments in the forms that researchers use, over the compiled engine: docs/environments.md.

Names are loaded when they are first asked for, so that each form needs its own packages alone.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from expedition.envs import expedition_v0, registration
    from expedition.envs.solo import SoloEnv
    from expedition.envs.vector import ExpeditionVectorEnv

__all__ = ["ExpeditionVectorEnv", "SoloEnv", "expedition_v0", "registration"]

_HOMES = {
    "ExpeditionVectorEnv": "expedition.envs.vector",
    "SoloEnv": "expedition.envs.solo",
}
_NEEDED = ("numba", "numpy", "llvmlite", "gymnasium", "pettingzoo")


def __getattr__(name: str) -> Any:  # noqa: ANN401  a module or a class
    """Load one of the names above."""
    if name not in __all__:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    try:
        if name in _HOMES:
            return getattr(import_module(_HOMES[name]), name)
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in _NEEDED:
            raise
        msg = (
            f"{name} needs {error.name}, which is not installed. "
            "In a checkout of Expedition: pip install '.[envs]'"
        )
        raise ModuleNotFoundError(msg, name=error.name) from None


# So that gymnasium.make("expedition.envs:expedition/Solo-v0") finds its names.
with suppress(ModuleNotFoundError):
    import_module("expedition.envs.registration")
