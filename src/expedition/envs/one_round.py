"""One round in a batch of one: what the environments that step a single round have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from expedition.envs.arguments import deal_options, turn_cap
from expedition.envs.text import observation_text
from expedition.fast import BadArray, Batch
from expedition.fast.checks import chosen_ruleset, whole_number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from expedition.game import Ruleset


class OneRound:
    """A round with a cap on its turns. Nothing is dealt yet."""

    def __init__(self, edition: str | Ruleset, max_turns: int) -> None:
        """Take an edition by its name, or any ruleset. Raises InvalidSetup or BadArray."""
        self.ruleset = chosen_ruleset(edition)
        self.max_turns = turn_cap(self.ruleset, max_turns)
        self.batch = Batch(self.ruleset)  # its history has the reasons for what is refused
        self._begun = False

    def check_options(
        self, options: Mapping[str, Any] | None, ignored: str | None = None
    ) -> dict[str, Any]:
        """Return the `pack`, an order of kinds, and the `starter`, a seat, where they are given.

        Raises BadArray. To be called before anything is changed.
        """
        given = deal_options(options, "pack", "starter", ignored=ignored)
        pack = given.get("pack")
        self.batch.check_deal(None if pack is None else [pack], given.get("starter", 0))
        return given

    def begin(self, rng: np.random.Generator, given: dict[str, Any]) -> None:
        """Deal, with what `check_options` returned. What isn't given is drawn."""
        starter = int(rng.integers(self.ruleset.seats))
        # The shuffle, and the chance in what the policies do, come from the batch's own generator.
        self.batch.seed(int(rng.integers(2**63)))
        pack = given.get("pack")
        self.batch.deal(None if pack is None else [pack], starters=given.get("starter", starter))
        self._begun = True

    def take(self, action: object) -> None:
        """Take an action of the seat to act. Raises BadArray where it is none or is illegal."""
        if isinstance(action, np.ndarray) and action.ndim == 0:  # what some learners' policies give
            action = action[()]
        taken = whole_number("action", action, 0, self.batch.actions - 1)
        self.check_begun()
        self.batch.step([taken])

    def check_begun(self) -> None:
        """Raise BadArray where no round has been dealt yet."""
        if not self._begun:
            msg = "No round is dealt yet; call reset() first."
            raise BadArray(msg)

    def play_others(self, seat: int, policy: str) -> None:
        """Let the other seats play by a policy of Batch.play until it is this one's turn."""
        while self.seat != seat and not (self.is_over or self.is_cut):
            self.batch.play(policy, most_turns=1)

    @property
    def seat(self) -> int:
        """The seat to act."""
        return int(self.batch.to_act[0])

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        self.check_begun()
        return bool(self.batch.over[0])

    @property
    def is_cut(self) -> bool:
        """Whether the round has reached the cap before its end."""
        return not self.is_over and int(self.batch.turns[0]) >= self.max_turns

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each side as the expeditions lie."""
        return tuple(int(points) for points in self.batch.scores()[0])

    def reward(self, seat: int) -> float:
        """Return what a seat is paid: once the round is over its side's margin, before that 0."""
        return float(self.batch.margins()[0, seat]) if self.is_over else 0.0

    def observe(self, seat: int) -> NDArray[np.uint8]:
        """Return what a seat sees, a new array."""
        self.check_begun()
        row: NDArray[np.uint8] = self.batch.observe(seat)[0]
        return row

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return 1 for every action that the seat may take now, a new array; all 0 out of turn."""
        self.check_begun()
        mask = np.zeros((1, self.batch.actions), np.int8)
        if seat == self.seat:
            self.batch.legal(mask)
        row: NDArray[np.int8] = mask[0]
        return row

    def text(self, seat: int) -> str:
        """Return what a seat sees in lines for people."""
        return observation_text(self.ruleset, self.observe(seat))
