"""Checks at the door: the compiled code gets what it takes, or a sentence says why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from expedition.game import GameError, InvalidSetup, Ruleset, find_edition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike, NDArray


#: Longer numbers are not written out; Python refuses to for very long ones.
_LONG = 10**60


class BadArray(GameError, ValueError):
    """An array, a number or a generator that isn't what was asked for. Nothing was changed."""


def whole_numbers(
    name: str, given: object, shape: tuple[int | None, ...], low: int, high: int
) -> NDArray[np.int64]:
    """Return what was given as whole numbers of that shape, or raise BadArray.

    One number stands for as many equal ones; None in a shape stands for any length. What comes back
    is of the one kind of array that is compiled for, and is nobody else's.
    """
    try:
        array = np.array(given)
    except (ValueError, TypeError):  # a ragged list
        array = np.array(None)
    if array.ndim == 0 and array.dtype.kind in "iu" and len(shape) == 1:
        array = np.full(shape[0] or 1, array)
    fits = array.ndim == len(shape) and all(
        want in (None, have) for want, have in zip(shape, array.shape, strict=True)
    )
    if fits and array.size == 0 and isinstance(given, list | tuple):
        array = array.astype(np.int64)
    if not fits or array.dtype.kind not in "iu":
        # What came of a list says more than that it was one.
        what = array if isinstance(given, list | tuple) and array.dtype.kind in "iufb" else given
        wanted = f"shape {shape}" if None not in shape else f"{len(shape)} dimension"
        msg = f"`{name}` is whole numbers of {wanted}, not {shown(what)}."
        raise BadArray(msg)
    if array.size and (array.min() < low or array.max() > high):
        wrong = array[(array < low) | (array > high)].flat[0]
        msg = f"`{name}` has {wrong}; its numbers are {low} to {high}."
        raise BadArray(msg)
    return np.array(array, np.int64, order="C")


def whole_number(name: str, given: object, low: int, high: int) -> int:
    """Return one whole number in a range, or raise BadArray."""
    if isinstance(given, bool | np.bool_) or not isinstance(given, int | np.integer):
        msg = f"`{name}` is a whole number, not {shown(given)}."
        raise BadArray(msg)
    if not low <= given <= high:
        msg = f"`{name}` is {low} to {high}, not {shown(int(given))}."
        raise BadArray(msg)
    return int(given)


def chosen_ruleset(edition: object) -> Ruleset:
    """Return the ruleset of an edition's name or alias, or the one given. Raises InvalidSetup."""
    if isinstance(edition, Ruleset):
        return edition
    if isinstance(edition, str):
        return find_edition(edition)
    msg = f"An edition is a name or a Ruleset, not {shown(edition)}."
    raise InvalidSetup(msg)


def expect(name: str, given: object, kind: type) -> None:
    """Raise BadArray unless what was given is of this type."""
    if not isinstance(given, kind):
        msg = f"`{name}` is {_with_article(kind.__name__)}, not {shown(given)}."
        raise BadArray(msg)


def chosen(name: str, given: object, size: int) -> NDArray[np.bool_]:
    """Return booleans, one a state, all true for None; or raise BadArray."""
    if given is None:
        return np.ones(size, np.bool_)
    if not isinstance(given, np.ndarray) or given.shape != (size,) or given.dtype != np.bool_:
        msg = f"`{name}` is an array of {size} booleans, not {shown(given)}."
        raise BadArray(msg)
    return np.array(given, order="C")


def target(name: str, given: object, shape: tuple[int, ...], *allowed: DTypeLike) -> NDArray[Any]:
    """Return the array to write to: the one given, if it fits, or a new one of the first type."""
    if given is None:
        return np.zeros(shape, allowed[0])
    if (
        type(given) is not np.ndarray
        or given.shape != shape
        or given.dtype not in [np.dtype(each) for each in allowed]
        or not given.flags.writeable
        or not given.flags.c_contiguous
        or not given.flags.aligned
    ):
        names = " or ".join(np.dtype(each).name for each in allowed)
        why = ""
        if isinstance(given, np.ndarray) and not given.flags.writeable:
            why = " that can't be written to"
        elif isinstance(given, np.ndarray) and not given.flags.c_contiguous:
            why = " with gaps in it"
        msg = f"`{name}` is a {names} array of shape {shape}, not {shown(given)}{why}."
        raise BadArray(msg)
    return given


def listed(names: Sequence[str], word: str) -> str:
    """Return names as a sentence has them: "a, b and c", by that word."""
    return f" {word} ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def shown(given: object) -> str:
    """Say what was given, in a few words."""
    if type(given) is np.ndarray:
        return f"{given.dtype.name} of shape {given.shape}"
    if isinstance(given, int) and abs(given) >= _LONG:
        return "a number of more than 60 digits"
    if isinstance(given, int | float | str | None):
        return repr(given)[:60]
    return _with_article(type(given).__name__)


def _with_article(name: str) -> str:
    return f"an {name}" if name[0] in "AEIOaeio" else f"a {name}"
