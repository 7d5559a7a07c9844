"""Rows from views of `game`: for what was trained on rows and now plays at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from expedition.fast.batch import Batch
from expedition.fast.exchange import Information, determinize

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from expedition.game import Observation


def observation_row(observation: Observation) -> NDArray[np.uint8]:
    """Return what an observation of `game` shows as the row that `Batch.observe` writes.

    Raises BadArray for a round with open hands.
    """
    information = Information.of(observation)
    world = Batch(observation.ruleset)
    # Any world that agrees with what the seat knows will do: from this seat all look alike.
    determinize(world, information)
    row: NDArray[np.uint8] = world.observe(observation.seat)[0]
    return row
