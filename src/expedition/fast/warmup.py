"""Compiling everything once, so that no later start waits for it."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from expedition.fast import loops
from expedition.fast.batch import POLICIES, Batch
from expedition.fast.compiled import cache_folder
from expedition.fast.exchange import Information, determinize
from expedition.fast.sections import history_size
from expedition.game import Ruleset, find_edition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


def steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield every compiled entry point with a call that compiles it, for each type it takes.

    They are to be called in this order. All editions share what is compiled.
    """
    ruleset: Ruleset = find_edition("classic")
    batch = Batch(ruleset, 2)
    rows = np.zeros((2, batch.observation_size), np.float32)
    yield "dealing", batch.deal
    yield "legal actions", batch.legal
    yield "actions", lambda: batch.step(batch.legal().argmax(axis=1))
    yield "scores", batch.scores
    yield "margins", batch.margins
    yield "observations", batch.observe
    yield "observations as floats", lambda: batch.observe(out=rows)
    yield "observations by suit", batch.blocks
    yield "hidden cards by suit", batch.hidden
    yield "information states", lambda: batch.recall(4)
    width = batch.observation_size + history_size(ruleset, 4)
    recalled = np.zeros((2, width), np.float32)
    yield "information states as floats", lambda: batch.recall(4, out=recalled)
    known: list[Information] = []
    yield "what a seat knows", lambda: known.append(Information.in_batch(batch, 0, 1))
    yield "sampled worlds", lambda: determinize(batch, known[0])
    yield "choices of careful", batch.careful_actions
    for policy in POLICIES:
        yield f"{policy} playouts", partial(batch.play, policy, most_turns=1)
    yield (
        "whole rounds",
        lambda: loops.play_rounds(batch.rules, batch.states, 1, 10, np.zeros(2, np.int64)),
    )


def others() -> list[Path]:
    """Return the folders with what other versions or checkouts have compiled."""
    folder = cache_folder()
    if folder is None:
        return []
    name = re.compile("[0-9a-f]{16}")  # nobody else's folders, whatever they are called
    return [
        each
        for each in folder.parent.iterdir()
        if each.is_dir() and name.fullmatch(each.name) and each != folder
    ]


def parts_kept() -> int:
    """Return how many compiled parts are kept on disk for these sources."""
    folder = cache_folder()
    return 0 if folder is None else sum(1 for _ in folder.rglob("*.nbc"))
