"""What a player sees of a state of OpenSpiel, as a tensor, as named parts of it, and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from expedition.envs.open_spiel_text import information_text, observation_text
from expedition.fast import information_sections, observation_sections

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from expedition.envs.open_spiel_game import ExpeditionState
    from expedition.game import Ruleset


class Observer:
    """Writes what a player sees now, or with perfect recall all it has seen and done.

    `tensor` is one row of float32 with the numbers of expedition.fast: counts, sizes, 0 and 1 as
    they are. `dict` has its sections by their names, as views.
    """

    def __init__(self, ruleset: Ruleset, max_turns: int, *, recalls: bool) -> None:
        """Make a row, all zeros: with `recalls` for an information state, else an observation."""
        self.recalls = recalls
        sections = (
            information_sections(ruleset, 2 * max_turns)
            if recalls
            else observation_sections(ruleset)
        )
        last = sections[-1]
        self.tensor: NDArray[np.float32] = np.zeros(last.start + last.length, np.float32)
        self.dict = {
            section.name: self.tensor[section.start : section.start + section.length]
            for section in sections
        }

    def set_from(self, state: ExpeditionState, player: int) -> None:
        """Write what a player sees into `tensor`. Raises BadArray for one that isn't there."""
        write = state.round.recall if self.recalls else state.round.observe
        write(player, self.tensor)

    def string_from(self, state: ExpeditionState, player: int) -> str:
        """Return what a player sees as text. Raises BadArray for one that isn't there."""
        text = information_text if self.recalls else observation_text
        return text(state.round, player)
