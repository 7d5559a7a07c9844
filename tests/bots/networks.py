"""Networks that were never trained, and folders of weights for the bots to find."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from expedition.bots import shipped
from expedition.bots.reading import BY_KIND, BY_SUIT, OVERALL
from expedition.bots.suit_net import CRITIC_SHAPES, SHAPES
from expedition.fast.blocks import HIDDEN_BY_KIND

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from expedition.game import Ruleset

Arrays = dict[str, "NDArray[Any]"]


def sizes(ranks: int = 10, width: int = 8, trunk: int = 12) -> dict[str, int]:
    """Return what the axes of SHAPES are long, for suits of so many kinds (classic's have 10)."""
    return {
        "by_suit": BY_KIND * ranks + BY_SUIT,
        "overall": OVERALL,
        "width": width,
        "trunk": trunk,
        "pooled": 2 * width + OVERALL,
        "pooled again": 2 * width + trunk,
        "answers": 2 * ranks + 1,
        "one": 1,
    }


def random_arrays(seed: int = 0, **which: int) -> Arrays:
    """Return the arrays of a network that answers anything at all, but not the same to all."""
    rng, long = np.random.default_rng(seed), sizes(**which)
    return {
        name: rng.normal(0, 0.3, [long[axis] for axis in axes]).astype(np.float32)
        for name, axes in SHAPES.items()
    }


def critic_arrays(seed: int = 0, *, value: float | None = None) -> Arrays:
    """Return the arrays of a critic of classic, or of one that says the same value of all."""
    arrays = random_arrays(seed)
    told = sizes()["by_suit"] + HIDDEN_BY_KIND * 10
    rng = np.random.default_rng(seed)
    arrays["first.weight"] = rng.normal(0, 0.3, (told, 8)).astype(np.float32)
    arrays = {name: arrays[name] for name in CRITIC_SHAPES}
    if value is not None:
        arrays = {name: np.zeros_like(array) for name, array in arrays.items()}
        arrays["value.bias"][0] = value
    return arrays


def arrays_that_like(ruleset: Ruleset, **liked: float) -> Arrays:
    """Return the arrays of a network that likes some answers everywhere, whatever it reads.

    `play`, `discard`, `pile` and `deck` are what is added to the logits of all such actions.
    """
    ranks = len(ruleset.kinds) // len(ruleset.suits)
    arrays = {name: np.zeros_like(array) for name, array in random_arrays(ranks=ranks).items()}
    arrays["cards.bias"][:ranks] = liked.pop("play", 0)
    arrays["cards.bias"][ranks:-1] = liked.pop("discard", 0)
    arrays["cards.bias"][-1] = liked.pop("pile", 0)
    arrays["deck.bias"][0] = liked.pop("deck", 0)
    assert not liked
    return arrays


def forget_networks() -> None:
    """Let every network be read again when it is next asked for."""
    for kept in vars(shipped).values():
        if hasattr(kept, "cache_clear"):
            kept.cache_clear()
