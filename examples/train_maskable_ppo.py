"""Train sb3-contrib's MaskablePPO on the vector environment, and say what it has gained.

pip install '.[envs]' sb3-contrib   (in a checkout)
python train_maskable_ppo.py --steps 200000
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvStepReturn

from expedition.envs import ExpeditionVectorEnv

#: Margins are some dozens of points; a critic learns numbers near 1 sooner.
POINTS = 50


class Rounds(VecEnv):
    """The vector environment in the form that Stable-Baselines3 takes."""

    def __init__(self, rounds: ExpeditionVectorEnv, seed: int) -> None:
        self.rounds = rounds
        self.first_seed: int | None = seed
        super().__init__(
            rounds.num_envs, rounds.single_observation_space, rounds.single_action_space
        )

    def reset(self) -> np.ndarray:
        """Deal every round."""
        seen, _ = self.rounds.reset(seed=self.first_seed)
        self.first_seed = None
        return seen

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions for step_wait."""
        self.actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """Take the actions; the last observations of rounds that ended go into their infos."""
        seen, rewards, over, cut, info = self.rounds.step(self.actions)
        ended = over | cut
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for place in np.flatnonzero(ended):
            infos[place]["terminal_observation"] = info["final_obs"][place]
            infos[place]["TimeLimit.truncated"] = bool(cut[place])
        return seen, (rewards / POINTS).astype(np.float32), ended, infos

    def env_method(
        self, method_name: str, *args: object, indices: VecEnvIndices = None, **named: object
    ) -> list[Any]:
        """Call a method that answers for all rounds: MaskablePPO asks for `action_masks`."""
        answers = getattr(self.rounds, method_name)(*args, **named)
        return [answers[place] for place in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """Return an attribute, the same for every round."""
        return [getattr(self.rounds, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: object, indices: VecEnvIndices = None) -> None:
        """Refuse: the rounds are set up once."""
        msg = f"{attr_name} can't be set to {value!r} for {indices}."
        raise AttributeError(msg)

    def env_is_wrapped(
        self, wrapper_class: type[gymnasium.Wrapper], indices: VecEnvIndices = None
    ) -> list[bool]:
        """Return whether a wrapper is around each round."""
        return [isinstance(self.rounds, wrapper_class) for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def mean_margin(model: MaskablePPO, rounds: ExpeditionVectorEnv, seed: int) -> float:
    """Return the mean margin over one round in each place, as the policy plays."""
    seen, info = rounds.reset(seed=seed)
    margins, going = np.zeros(rounds.num_envs), np.ones(rounds.num_envs, np.bool_)
    while going.any():
        actions, _ = model.predict(seen, action_masks=info["action_mask"])
        seen, rewards, over, cut, info = rounds.step(actions)
        margins[going] += rewards[going]
        going &= ~(over | cut)
    return float(margins.mean())


def main() -> None:
    """Train, and print the mean margin before and after."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=200_000, help="actions to learn from")
    parser.add_argument("--edition", default="classic", help="an edition's name")
    parser.add_argument("--opponents", default="random", help="random, sensible or careful")
    parser.add_argument("--rounds", type=int, default=64, help="rounds played at once")
    parser.add_argument("--games", type=int, default=256, help="rounds to measure the margin by")
    parser.add_argument("--seed", type=int, default=1, help="equal seeds learn alike")
    given = parser.parse_args()
    torch.set_num_threads(1)  # so small a network is slower on several
    env = ExpeditionVectorEnv(given.rounds, given.edition, opponents=given.opponents)
    model = MaskablePPO(
        "MlpPolicy",
        Rounds(env, given.seed),
        n_steps=max(2, min(128, given.steps // given.rounds)),
        batch_size=512,
        n_epochs=4,
        gamma=1.0,
        seed=given.seed,
        device="cpu",
    )
    test = ExpeditionVectorEnv(given.games, given.edition, opponents=given.opponents)
    for moment in ("before", "after"):
        margin = mean_margin(model, test, seed=given.seed + 1)
        print(f"Mean margin against {given.opponents} {moment}: {margin:+.1f} points", flush=True)
        if moment == "before":
            model.learn(given.steps)


if __name__ == "__main__":
    main()
