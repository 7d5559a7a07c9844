"""The spaces of what a seat sees and of what it may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from gymnasium import spaces

from expedition.fast import observation_size

if TYPE_CHECKING:
    from expedition.game import Ruleset


def observation_space(ruleset: Ruleset) -> spaces.Box[np.uint8]:
    """Return the space of what a seat sees: the row of `expedition.fast.observation_sections`."""
    return spaces.Box(0, 255, (observation_size(ruleset),), np.uint8)


def mask_space(ruleset: Ruleset) -> spaces.Box[np.int8]:
    """Return the space of masks: 1 for every action that is legal."""
    return spaces.Box(0, 1, (len(ruleset.action_space),), np.int8)


def action_space(ruleset: Ruleset) -> spaces.Discrete[np.int64]:
    """Return the space of action ids."""
    return spaces.Discrete(len(ruleset.action_space))
