"""How functions are compiled: without the interpreter lock, and kept on disk where that's possible.

A kept function is found again only as long as every source of this room is as it was: Numba looks
at the one file that a function stands in, and would miss a change in another that it calls.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numba import config, njit
from platformdirs import user_cache_path

if TYPE_CHECKING:
    from collections.abc import Callable

#: Names another folder than the user's cache folder.
VARIABLE = "EXPEDITION_CACHE"


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function at its first call, for later starts too where there is a place."""
    folder = cache_folder()
    if folder is None:
        return _compiler(cache=False)(function)
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)  # Numba looks there when a function is decorated
    try:
        return _compiler(cache=True)(function)
    finally:
        config.CACHE_DIR = before


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a small function into whatever calls it: a call would cost more than it does."""
    made: Callable[..., Any] = njit(nogil=True, forceinline=True)(function)
    return made


def _compiler(*, cache: bool) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    compiler: Callable[[Callable[..., Any]], Callable[..., Any]] = njit(nogil=True, cache=cache)
    return compiler


@cache
def cache_folder() -> Path | None:
    """Return the folder of what is compiled from these sources; None if none can be written."""
    for base in _bases():
        folder = base / "expedition-fast" / sources_hash()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return None


def _bases() -> list[Path]:
    named = os.environ.get(VARIABLE)
    if named:
        return [Path(named)]
    # Beside the package where nobody has a home, as in a container.
    beside = Path(__file__).parent / "__pycache__"
    try:
        return [user_cache_path("expedition", appauthor=False), beside]
    except RuntimeError:  # nobody can say where the home is
        return [beside]


@cache
def sources_hash() -> str:
    """Return a hash of all sources of this room."""
    digest = hashlib.sha256()
    for source in sorted(files("expedition.fast").iterdir(), key=lambda entry: entry.name):
        if source.name.endswith(".py"):
            digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()[:16]
