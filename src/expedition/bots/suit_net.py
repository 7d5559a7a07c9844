"""A trained network in NumPy: from what a seat sees to how promising each action is.

`training/net.py` has the same network for learning. Suits go through the same layers and are
pooled, so permuting suits permutes the answers, and a network answers for any number of suits.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Numbers = NDArray[np.float32]

_READER: dict[str, tuple[str, ...]] = {
    "first.weight": ("by_suit", "width"),
    "first.bias": ("width",),
    "around.weight": ("overall", "width"),
    "second.weight": ("width", "width"),
    "second.bias": ("width",),
    "trunk.weight": ("pooled", "trunk"),
    "trunk.bias": ("trunk",),
    "deep.weight": ("trunk", "trunk"),
    "deep.bias": ("trunk",),
    "value.weight": ("trunk", "one"),
    "value.bias": ("one",),
}
#: The arrays of a network, and what each of their sizes is.
SHAPES = _READER | {
    "of_suit.weight": ("width", "width"),
    "of_suit.bias": ("width",),
    "of_round.weight": ("trunk", "width"),
    "third.weight": ("width", "width"),
    "third.bias": ("width",),
    "last.weight": ("pooled again", "trunk"),
    "last.bias": ("trunk",),
    "to_suit.weight": ("width", "width"),
    "to_suits.weight": ("trunk", "width"),
    "to_round.weight": ("trunk", "trunk"),
    "cards.weight": ("width", "answers"),
    "cards.bias": ("answers",),
    "deck.weight": ("trunk", "one"),
    "deck.bias": ("one",),
}
#: The arrays of a critic; in a file of weights each has this before its name.
CRITIC_SHAPES = _READER
CRITIC = "critic."


class _Reader:
    """The layers that read blocks of suits: a code for each suit, and one for the round."""

    def __init__(
        self, arrays: Mapping[str, NDArray[Any]], shapes: Mapping[str, tuple[str, ...]]
    ) -> None:
        sizes: dict[str, int] = {"one": 1}
        for name, axes in shapes.items():
            if name not in arrays or arrays[name].ndim != len(axes):
                msg = f"the array {name!r} is missing or of another form"
                raise ValueError(msg)
            for axis, size in zip(axes, arrays[name].shape, strict=True):
                if sizes.setdefault(axis, size) != size:
                    msg = f"the array {name!r} has a wrong size"
                    raise ValueError(msg)
            if not np.isfinite(arrays[name]).all():
                msg = f"the array {name!r} has numbers that are none"
                raise ValueError(msg)
        pooled = 2 * sizes["width"] + sizes["overall"], 2 * sizes["width"] + sizes["trunk"]
        if (sizes["pooled"], sizes.get("pooled again", pooled[1])) != pooled:
            msg = "the sizes of the arrays don't fit each other"
            raise ValueError(msg)
        self.by_suit, self.overall = sizes["by_suit"], sizes["overall"]
        self.answers = sizes.get("answers", 0)
        self.layer = {name: np.ascontiguousarray(arrays[name], np.float32) for name in shapes}

    def __call__(self, blocks: Numbers, overall: Numbers) -> tuple[Numbers, Numbers]:
        """Return the codes of the suits, (n x suits, width), and of the round, (n, trunk)."""
        layer, n, suits = self.layer, len(blocks), blocks.shape[1]
        code = blocks.reshape(n * suits, -1) @ layer["first.weight"]
        around = overall @ layer["around.weight"]
        _add_to_suits(code, around + layer["first.bias"])
        np.maximum(code, 0, out=code)
        code = _layer(code, layer["second.weight"], layer["second.bias"])
        by_suit = code.reshape(n, suits, -1)
        pooled = np.concatenate((by_suit.mean(axis=1), by_suit.max(axis=1), overall), axis=1)
        state = _layer(pooled, layer["trunk.weight"], layer["trunk.bias"])
        return code, _layer(state, layer["deep.weight"], layer["deep.bias"])

    def value(self, state: Numbers) -> Numbers:
        """Return what the round is worth to the seat that reads (n,): 40 points are 1."""
        value: Numbers = (state @ self.layer["value.weight"] + self.layer["value.bias"])[:, 0]
        return value


class SuitNet:
    """The layers of a trained network. Reads float32, any number of rounds at once."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take the arrays of SHAPES. Raises ValueError where their sizes don't fit each other."""
        self._read = _Reader(arrays, SHAPES)
        if not self._read.answers % 2:
            msg = "the array 'cards.bias' has a wrong size"
            raise ValueError(msg)
        self.by_suit, self.overall = self._read.by_suit, self._read.overall
        self.ranks = self._read.answers // 2

    def __call__(self, blocks: Numbers, overall: Numbers) -> tuple[Numbers, Numbers]:
        """Return a logit for every action, legal or not, and the value (40 points are 1).

        Shapes: `blocks` (n, suits, by_suit) and `overall` (n, overall), to (n, actions) and (n,).
        Actions are those of an edition without hand-overs.
        """
        layer, n, suits = self._read.layer, len(blocks), blocks.shape[1]
        code, state = self._read(blocks, overall)
        each = code @ layer["of_suit.weight"]
        around = state @ layer["of_round.weight"]
        _add_to_suits(each, around + layer["of_suit.bias"])
        np.maximum(each, 0, out=each)
        more = _layer(each, layer["third.weight"], layer["third.bias"])
        again = more.reshape(n, suits, -1)
        pooled = np.concatenate((again.mean(axis=1), again.max(axis=1), state), axis=1)
        wider = _layer(pooled, layer["last.weight"], layer["last.bias"])
        each += more @ layer["to_suit.weight"]
        _add_to_suits(each, wider @ layer["to_suits.weight"])
        state = state + wider @ layer["to_round.weight"]
        cards = (each @ layer["cards.weight"] + layer["cards.bias"]).reshape(n, suits, -1)
        deck = state @ layer["deck.weight"] + layer["deck.bias"]
        ranks = self.ranks
        logits = np.concatenate(
            (
                cards[:, :, :ranks].reshape(n, -1),
                cards[:, :, ranks : 2 * ranks].reshape(n, -1),
                deck,
                cards[:, :, -1],
            ),
            axis=1,
        )
        return logits, self._read.value(state)


class Critic:
    """What a round is worth where every card is known: for worlds that a search made up itself."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take the arrays of CRITIC_SHAPES. Raises ValueError where their sizes don't fit."""
        self._read = _Reader(arrays, CRITIC_SHAPES)
        self.by_suit, self.overall = self._read.by_suit, self._read.overall

    def __call__(self, blocks: Numbers, hidden: Numbers, overall: Numbers) -> Numbers:
        """Return the value to the seat that `blocks` are of, (n,): 40 points are 1."""
        _, state = self._read(np.concatenate((blocks, hidden), axis=2), overall)
        return self._read.value(state)


def _add_to_suits(codes: Numbers, more: Numbers) -> None:
    """Add a row for each round to the codes of all its suits, in place."""
    by_suit = codes.reshape(len(more), -1, codes.shape[1])  # no copy: codes are contiguous
    by_suit += more[:, None]


def _layer(numbers: Numbers, weight: Numbers, bias: Numbers) -> Numbers:
    after = numbers @ weight
    after += bias
    np.maximum(after, 0, out=after)
    return after


def log_chances(logits: Numbers, masks: NDArray[np.bool_]) -> Numbers:
    """Return the logarithm of each action's chance: those that are illegal have none (-inf)."""
    logits = np.where(masks, logits, -math.inf)
    logits -= logits.max(axis=1, keepdims=True)
    logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
    return logits
