"""A round as a PettingZoo environment in which the seats act in turn: `env()` makes one.

Each agent is a seat. What a trained agent sees, may do and is paid never changes under this name;
if it has to, there will be an expedition_v1. docs/environments.md has the tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from expedition.envs.arguments import (
    MAX_TURNS,
    RENDER_MODES,
    checked_seed,
    chosen_render_mode,
)
from expedition.envs.one_round import OneRound
from expedition.envs.spaces import action_space, mask_space, observation_space
from expedition.fast import BadArray

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from expedition.game import Ruleset


class Seen(TypedDict):
    """What an agent gets: what its seat sees, and 1 for every action that it may take."""

    observation: NDArray[np.uint8]
    action_mask: NDArray[np.int8]


def env(
    edition: str | Ruleset = "classic",
    *,
    max_turns: int = MAX_TURNS,
    render_mode: str | None = None,
) -> AECEnv[str, Seen, int]:
    """Return the environment of an edition, which complains when its methods come out of order."""
    made: AECEnv[str, Seen, int] = OrderEnforcingWrapper(
        raw_env(edition, max_turns=max_turns, render_mode=render_mode)
    )
    return made


class raw_env(AECEnv[str, Seen, int]):  # type: ignore[misc]  # noqa: N801  PettingZoo's name
    """A round of an edition. At its end each seat is paid its side's margin; before that, 0.

    The margin is the points of the own side less those of the other, in a solo edition the score.
    A round that reaches `max_turns` turns is cut short: it is truncated, and pays nothing.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  PettingZoo declares it so
        "name": "expedition_v0",
        "render_modes": [*RENDER_MODES],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        edition: str | Ruleset = "classic",
        *,
        max_turns: int = MAX_TURNS,
        render_mode: str | None = None,
    ) -> None:
        """Take an edition by its name, or any ruleset. Raises InvalidSetup or BadArray."""
        super().__init__()
        self._round = OneRound(edition, max_turns)
        self.ruleset = self._round.ruleset
        self.render_mode = chosen_render_mode(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.ruleset.seats)]
        self.agents: list[str] = []
        self.action_spaces = {agent: action_space(self.ruleset) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": observation_space(self.ruleset),
                    "action_mask": mask_space(self.ruleset),
                }
            )
            for agent in self.possible_agents
        }
        self._random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent gets. Raises BadArray for one that there isn't."""
        return self.observation_spaces[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of action ids. Raises BadArray for an agent that there isn't."""
        return self.action_spaces[self.possible_agents[self._seat(agent)]]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a round. Equal seeds give equal rounds from there on.

        `options` can have a `pack`, its order as kinds of card, and a `starter`, a seat; what isn't
        given is drawn. Raises BadArray.
        """
        # PettingZoo's own api_test resets with an option of this name.
        given = self._round.check_options(options, ignored="options")
        seed = checked_seed(seed)
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self._round.begin(self._random, given)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._round.seat]

    def step(self, action: int | None) -> None:
        """Take an action of the agent to act; None once the round is over for it.

        Raises BadArray for an illegal action, and changes nothing.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                msg = f"The round is over for {agent}: its action is None, not {action!r}."
                raise BadArray(msg)
            self._was_dead_step(None)
            return
        self._round.take(action)
        self._cumulative_rewards[agent] = 0.0
        over, cut = self._round.is_over, self._round.is_cut
        for seat, each in enumerate(self.possible_agents):
            self.rewards[each] = self._round.reward(seat)
            self.terminations[each], self.truncations[each] = over, cut
            if over or cut:
                self.infos[each] = {"scores": self._round.scores}
        self.agent_selection = self.possible_agents[self._round.seat]
        self._accumulate_rewards()

    def observe(self, agent: str) -> Seen:
        """Return what an agent sees, and its mask: all 0 when it isn't its turn. New arrays."""
        seat = self._seat(agent)
        return {"observation": self._round.observe(seat), "action_mask": self._round.mask(seat)}

    def render(self) -> str | None:
        """Return what the agent to act sees, in lines; None without a render mode."""
        if self.render_mode is None:
            return None
        return f"{self.agent_selection}:\n{self._round.text(self._round.seat)}"

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            msg = f"There is no agent {agent!r}; they are {', '.join(self.possible_agents)}."
            raise BadArray(msg)
        return self.possible_agents.index(agent)


_OPTIONS = ("pack", "starter")
