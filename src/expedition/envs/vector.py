"""Many rounds at once as a Gymnasium vector environment, for self-play or against a policy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from expedition.envs.arguments import (
    MAX_TURNS,
    RENDER_MODES,
    check_everybody_acts,
    checked_seed,
    chosen_render_mode,
    deal_options,
    one_of,
    turn_cap,
)
from expedition.envs.spaces import action_space, observation_space
from expedition.envs.text import observation_text
from expedition.envs.vector_loop import EVERY_SEAT, look_all, step_all
from expedition.fast import POLICIES, BadArray, Batch
from expedition.fast.checks import chosen_ruleset, whole_number, whole_numbers

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from expedition.game import Ruleset


class Sight(NamedTuple):
    """What is seen of every round: one row a round."""

    players: NDArray[np.int64]
    observations: NDArray[np.uint8]
    masks: NDArray[np.uint8]


class ExpeditionVectorEnv(VectorEnv["NDArray[np.uint8]", "ArrayLike", "NDArray[Any]"]):
    """Rounds of one edition, stepped together; one that ends is dealt anew in the same step.

    Without `opponents` every seat's actions come from outside: `info["current_player"]` is the seat
    to act in each round, the observations and `info["action_mask"]` are what that seat sees and may
    do. With `opponents`, one `seat` acts, and a policy plays the others within `step`.

    The reward is the margin, the points of the own side less those of the other, in a solo edition
    the score: paid at the end of a round to the seat that has acted, and in `info["rewards"]` to
    every seat, shape (num_envs, seats). Before that it is 0. A round that reaches `max_turns` turns
    is cut short: it is truncated, and pays nothing.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  Gymnasium declares it so
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [*RENDER_MODES],
    }

    def __init__(
        self,
        num_envs: int = 1,
        edition: str | Ruleset = "classic",
        *,
        opponents: str | None = None,
        seat: int | None = None,
        max_turns: int = MAX_TURNS,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """Take an edition by its name, or any ruleset. Raises InvalidSetup or BadArray.

        `opponents` is None, `random`, `sensible` or `careful`; with them `seat`, 0 if not named,
        is the one that acts. With `copy=False` the observations and masks of a step are written
        over those of the step before, which saves memory.
        """
        self.ruleset = chosen_ruleset(edition)
        self.num_envs = whole_number("num_envs", num_envs, 1, 2**31)
        self.max_turns = turn_cap(self.ruleset, max_turns)
        self.render_mode = chosen_render_mode(render_mode)
        self.single_observation_space = observation_space(self.ruleset)
        self.single_action_space = action_space(self.ruleset)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        if opponents is None and seat is not None:
            msg = "`seat` is for a round against `opponents`; without them every seat acts."
            raise BadArray(msg)
        policy = 0
        acting = EVERY_SEAT
        if opponents is not None:
            check_everybody_acts(self.ruleset)
            policy = POLICIES.index(one_of("opponents", opponents, POLICIES))
            acting = whole_number("seat", 0 if seat is None else seat, 0, self.ruleset.seats - 1)
        self.seat = None if opponents is None else acting
        self._acting = (acting, policy, self.max_turns)
        self._batch = Batch(self.ruleset, self.num_envs, history=False)
        self._begun = False
        self._kept = None if copy else self._new_sight()
        # Filled in for rounds that end, and copied from there.
        self._scores = np.zeros((self.num_envs, self.ruleset.sides), np.int32)
        self._turns = np.zeros(self.num_envs, np.int64)
        self._last_players = np.zeros(self.num_envs, np.int64)
        self._last_observations = np.zeros(self.observation_space.shape or (), np.uint8)
        self._every = np.ones(self.num_envs, np.bool_)
        self._every.flags.writeable = False  # every info has it

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Deal every round. Equal seeds give equal rounds from there on.

        `options` can have `packs`, a row of kinds of card for each round, and `starters`, a seat or
        one for each round; what isn't given is drawn. Raises BadArray.
        """
        given = deal_options(options, "packs", "starters")
        self._batch.check_deal(given.get("packs"), given.get("starters", 0))
        super().reset(seed=checked_seed(seed))
        if seed is not None or not self._begun:
            self._batch.seed(int(self.np_random.integers(2**63)))
        drawn = self.np_random.integers(self.ruleset.seats, size=self.num_envs)
        self._batch.deal(given.get("packs"), starters=given.get("starters", drawn))
        self._begun = True
        sight = self._kept or self._new_sight()
        look_all(self._batch.rules, self._batch.states, *self._acting, *sight)
        return sight.observations, self._info(sight)

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.uint8], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Take an action in every round; one that ends is dealt anew.

        Its last observation is then in `info["final_obs"]`, the rest of its end in
        `info["final_info"]`. The first action that is illegal raises BadArray; then none is taken.
        """
        self._check_begun()
        size, highest = self.num_envs, self._batch.actions - 1
        taken = whole_numbers("actions", actions, (size,), 0, highest)
        paid = np.empty((size, self.ruleset.seats), np.float32)
        rewards = np.empty(size, np.float64)
        terminated, truncated = np.empty(size, np.bool_), np.empty(size, np.bool_)
        sight = self._kept or self._new_sight()
        wrong = step_all(
            self._batch.rules,
            self._batch.states,
            taken,
            *self._acting,
            paid,
            rewards,
            terminated,
            truncated,
            self._scores,
            self._turns,
            self._last_players,
            self._last_observations,
            *sight,
        )
        if wrong >= 0:
            action = self.ruleset.action_space.action(int(taken[wrong]))
            msg = f"Action {taken[wrong]} ({action}) in round {wrong}: the rules forbid it now."
            raise BadArray(msg)
        info = self._info(sight)
        info["rewards"], info["_rewards"] = paid, self._every
        ended = terminated | truncated
        if ended.any():
            self._add_ends(info, ended)
        return sight.observations, rewards, terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return for every round and action whether it is legal now, as sb3-contrib asks for it."""
        self._check_begun()
        return self._batch.legal().view(np.bool_)

    def render(self) -> tuple[str, ...] | None:
        """Return what the seat to act in each round sees, in lines; None without a render mode."""
        if self.render_mode is None:
            return None
        self._check_begun()
        rows = self._batch.observe(self.seat)
        return tuple(observation_text(self.ruleset, row) for row in rows)

    def _check_begun(self) -> None:
        if not self._begun:
            msg = "No round is dealt yet; call reset() first."
            raise BadArray(msg)

    def _new_sight(self) -> Sight:
        size, actions = self.num_envs, self._batch.actions
        return Sight(
            np.empty(size, np.int64),
            np.empty((size, self._batch.observation_size), np.uint8),
            np.empty((size, actions), np.uint8),
        )

    def _info(self, sight: Sight) -> dict[str, Any]:
        """Return what is to be known, each with the mask of who has it, as Gymnasium does."""
        return {
            "action_mask": sight.masks.view(np.int8),
            "_action_mask": self._every,
            "current_player": sight.players,
            "_current_player": self._every,
        }

    def _add_ends(self, info: dict[str, Any], ended: NDArray[np.bool_]) -> None:
        """Add how the rounds that ended did so, in the form of Gymnasium's own environments."""
        final = np.full(self.num_envs, None, object)
        for place in np.flatnonzero(ended):
            final[place] = self._last_observations[place].copy()
        info["final_obs"] = final
        info["final_info"] = {
            "scores": np.where(ended[:, None], self._scores, 0),
            "_scores": ended,
            "turns": np.where(ended, self._turns, 0),
            "_turns": ended,
            "current_player": np.where(ended, self._last_players, 0),
            "_current_player": ended,
        }
        info["_final_obs"] = info["_final_info"] = ended
