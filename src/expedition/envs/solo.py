"""A round as one player's Gymnasium environment: alone, or against the built-in policies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsFloat

import gymnasium
import numpy as np

from expedition.envs.arguments import (
    MAX_TURNS,
    RENDER_MODES,
    check_everybody_acts,
    checked_seed,
    chosen_render_mode,
    one_of,
)
from expedition.envs.one_round import OneRound
from expedition.envs.spaces import action_space, observation_space
from expedition.fast import POLICIES, BadArray
from expedition.fast.checks import whole_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from expedition.game import Ruleset

#: What becomes of an illegal action: an exception, or a random legal one in its place.
ILLEGAL = ("raise", "replace")


class SoloEnv(gymnasium.Env["NDArray[np.uint8]", "np.int64"]):
    """A round for one seat. The others, if there are any, play by a policy within `step`.

    The reward is the margin at the end of the round, the points of the own side less those of the
    other, in a solo edition the score; before that it is 0. A round that reaches `max_turns` turns
    is cut short: it is truncated, and pays nothing.
    """

    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES], "render_fps": 4}  # noqa: RUF012  as declared

    def __init__(
        self,
        edition: str | Ruleset = "standard-solo",
        *,
        opponents: str = "random",
        seat: int = 0,
        max_turns: int = MAX_TURNS,
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        """Take an edition by its name, or any ruleset. Raises InvalidSetup or BadArray.

        `opponents` is `random`, `sensible` or `careful`, and plays the partner too.
        `illegal="replace"` takes a random legal action in place of an illegal one, and says so in
        `info["replaced"]`: for learners and checks that know no mask.
        """
        self._round = OneRound(edition, max_turns)
        self.ruleset = self._round.ruleset
        check_everybody_acts(self.ruleset)
        self.seat = whole_number("seat", seat, 0, self.ruleset.seats - 1)
        self._policy = one_of("opponents", opponents, POLICIES)
        self._replaces = one_of("illegal", illegal, ILLEGAL) == "replace"
        self.render_mode = chosen_render_mode(render_mode)
        self.observation_space = observation_space(self.ruleset)
        self.action_space = action_space(self.ruleset)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Deal a round, and let the others play until it is the seat's turn.

        `options` can have a `pack`, its order as kinds of card, and a `starter`, a seat; what isn't
        given is drawn. Equal seeds give equal rounds from there on. Raises BadArray.
        """
        given = self._round.check_options(options)
        super().reset(seed=checked_seed(seed))
        self._round.begin(self.np_random, given)
        self._round.play_others(self.seat, self._policy)
        return self._round.observe(self.seat), self._info(over=False)

    def step(
        self, action: np.int64
    ) -> tuple[NDArray[np.uint8], SupportsFloat, bool, bool, dict[str, Any]]:
        """Take an action, and let the others play until it is the seat's turn again.

        Raises BadArray for an illegal action, or after the end, and changes nothing.
        """
        if self._round.is_cut:
            msg = f"The round was cut short after {self._round.max_turns} turns; call reset()."
            raise BadArray(msg)
        replaced = self._replaces and not self._is_legal(action)
        if replaced:
            action = self.np_random.choice(np.flatnonzero(self.action_masks()))
        self._round.take(action)
        self._round.play_others(self.seat, self._policy)
        over, cut = self._round.is_over, self._round.is_cut
        info = self._info(over=over or cut)
        if self._replaces:
            info["replaced"] = replaced
        return self._round.observe(self.seat), self._round.reward(self.seat), over, cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return for every action whether it is legal now, as sb3-contrib asks for it."""
        return self._round.mask(self.seat).view(np.bool_)

    def render(self) -> str | None:
        """Return what the seat sees, in lines; None without a render mode."""
        return None if self.render_mode is None else self._round.text(self.seat)

    def _info(self, *, over: bool) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._round.mask(self.seat)}
        if over:
            info["scores"] = self._round.scores
        return info

    def _is_legal(self, action: np.int64) -> bool:
        # What isn't an action at all stays an error, and so does one after the end.
        if self._round.is_over or not self.action_space.contains(action):
            return True
        return bool(self.action_masks()[action])
