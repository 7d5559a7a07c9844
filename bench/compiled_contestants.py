"""Who is measured: the compiled engine, our environments, and those of others."""

from __future__ import annotations

import contextlib
import io
import random
import warnings
from dataclasses import dataclass, field
from importlib import import_module
from time import process_time
from typing import TYPE_CHECKING, Any

import numpy as np

from expedition.envs import ExpeditionVectorEnv, SoloEnv, expedition_v0
from expedition.fast import Batch, loops
from expedition.game import EDITIONS, find_edition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

#: A module, game or state of a peer: it may not be installed, and none of them has types.
Foreign = Any

#: Rounds that a vector of environments has, and turns after which a random round is cut.
SIZE, MOST_TURNS = 1024, 5000
_INSTALL = "It comes with `pip install '.[bench]'`."


@dataclass
class Contestant:
    """Something that plays for a while, and says how many steps, and turns, it took."""

    name: str
    includes: str
    """What a step is, and what is within the time."""
    play: Callable[[], tuple[int, int, float]]
    """Plays a little: steps, turns (0 where the game has none), and seconds outside the count."""
    rates: list[float] = field(default_factory=list)
    turn_rates: list[float] = field(default_factory=list)

    def measure(self, seconds: float) -> None:
        """Play for so much CPU time, and note the steps and turns a second."""
        steps = turns = 0
        outside = 0.0
        start = process_time()
        while (elapsed := process_time() - start - outside) < seconds:
            more, more_turns, apart = self.play()
            steps, turns, outside = steps + more, turns + more_turns, outside + apart
        self.rates.append(steps / elapsed)
        self.turn_rates.append(turns / elapsed)

    def forget(self) -> None:
        """Forget what was measured."""
        self.rates.clear()
        self.turn_rates.clear()


def inside(skipped: list[str], *, peers: bool) -> list[Contestant]:
    """Return who plays random rounds within compiled code."""
    contestants = [_edition(name) for name in EDITIONS]
    if peers and (pyspiel := _module("pyspiel", "OpenSpiel", skipped)) is not None:
        contestants += [_rollouts(pyspiel, name) for name in ("crazy_eights", "gin_rummy")]
    return contestants


def _edition(name: str) -> Contestant:
    batch = Batch(find_edition(name), seed=1)
    batch.deal()
    scores = np.zeros(2, np.int64)

    def play() -> tuple[int, int, float]:
        turns, actions = loops.play_rounds(batch.rules, batch.states, 1000, MOST_TURNS, scores)
        return actions, turns, 0.0

    return Contestant(
        name, "a card or a draw, chosen evenly among all legal ones; deal, score", play
    )


def _rollouts(pyspiel: Foreign, name: str) -> Contestant:
    """Return OpenSpiel's own rollouts in C++, which its tree search makes.

    They don't say how long they were: that is counted first, in as many rollouts from Python.
    """
    rng, count = random.Random(1), 300
    game = pyspiel.load_game(name)
    root = _after_chance(game.new_initial_state(), rng)
    steps = sum(_play_out(root.clone(), rng) for _ in range(count)) / count
    rollouts = 2000
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)

    def play() -> tuple[int, int, float]:
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 1000, False, 1, False)  # noqa: FBT003  C++ without names
        bot.step(root.clone())
        return round(rollouts * steps), 0, 0.0

    includes = "a player's action, chosen evenly among all legal ones; chance; no deal"
    return Contestant(f"OpenSpiel {name}, C++ rollouts", includes, play)


def outside(skipped: list[str], *, peers: bool) -> list[Contestant]:
    """Return the environments whose actions are chosen outside them."""
    ours = [
        _vector("classic"),
        _vector("standard-solo"),
        _vector("classic-partners"),
        _aec(),
        _solo(),
    ]
    return [*ours, *(_peers(skipped) if peers else ())]


def _vector(edition: str) -> Contestant:
    env = ExpeditionVectorEnv(SIZE, edition)
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    masks = [info["action_mask"]]

    def play() -> tuple[int, int, float]:
        began = process_time()
        actions = _choose(rng, masks[0])
        apart = process_time() - began
        masks[0] = env.step(actions)[4]["action_mask"]
        return SIZE, 0, apart

    includes = "a card or a draw: checked, taken; observation, mask and rewards written; auto-reset"
    return Contestant(f"ours: {edition}, Gymnasium vector of {SIZE:,}", includes, play)


def _aec() -> Contestant:
    return _agents(expedition_v0.raw_env("classic"), "ours: classic, PettingZoo")


def _solo() -> Contestant:
    env = SoloEnv("classic", opponents="random")
    rng = random.Random(1)

    def play() -> tuple[int, int, float]:
        _, info = env.reset(seed=rng.randrange(2**31))
        over, steps = False, 0
        while not over:
            legal = np.flatnonzero(info["action_mask"])
            _, _, over, cut, info = env.step(legal[int(rng.random() * len(legal))])
            over, steps = over or cut, steps + 1
        return steps, 0, 0.0

    includes = "an agent's step(), the other's turn in it; choice in Python"
    return Contestant("ours: classic against random, Gymnasium", includes, play)


def _peers(skipped: list[str]) -> Iterator[Contestant]:
    if (pyspiel := _module("pyspiel", "OpenSpiel", skipped)) is not None:
        import_module("expedition.envs.open_spiel_game")
        for name, shown in (
            ("expedition(edition=classic,chance=sampled)", "ours: classic, OpenSpiel"),
            ("crazy_eights", "OpenSpiel crazy_eights, from Python"),
            ("gin_rummy", "OpenSpiel gin_rummy, from Python"),
        ):
            yield _open_spiel(pyspiel.load_game(name), shown)
    for module, name, make in (
        ("envpool", "EnvPool", _envpool),
        ("rlcard", "RLCard", _rlcard),
        ("pettingzoo.classic.leduc_holdem_v4", "PettingZoo leduc_holdem", _leduc),
        ("pgx", "pgx", _pgx),
    ):
        if (found := _module(module, name, skipped)) is not None:
            yield make(found)


def _open_spiel(game: Foreign, shown: str) -> Contestant:
    rng = random.Random(1)

    def play() -> tuple[int, int, float]:
        return _play_out(game.new_initial_state(), rng), 0, 0.0

    return Contestant(
        shown, "legal_actions() and apply_action(); choice and chance in Python", play
    )


def _envpool(envpool: Foreign) -> Contestant:
    env = envpool.make("LeducHoldem-v1", env_type="gymnasium", num_envs=SIZE, num_threads=1)
    rng = np.random.default_rng(1)
    masks = [env.reset()[1]["legal_action_mask"]]

    def play() -> tuple[int, int, float]:
        began = process_time()
        actions = _choose(rng, masks[0]).astype(np.int32)
        apart = process_time() - began
        masks[0] = env.step(actions)[4]["legal_action_mask"]
        return SIZE, 0, apart

    includes = "an action taken; observation and mask written; auto-reset (C++, one thread)"
    return Contestant(f"EnvPool LeducHoldem, {SIZE:,} at once", includes, play)


def _rlcard(rlcard: Foreign) -> Contestant:
    env = rlcard.make("gin-rummy")
    rng = random.Random(1)

    def play() -> tuple[int, int, float]:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            steps += 1
        return steps, 0, 0.0

    return Contestant("RLCard gin-rummy", "step(); choice in Python", play)


def _leduc(leduc: Foreign) -> Contestant:
    return _agents(leduc.raw_env(), "PettingZoo leduc_holdem")


def _agents(env: Foreign, shown: str) -> Contestant:
    """Return an environment of PettingZoo, whose agents take turns."""
    rng = random.Random(1)

    def play() -> tuple[int, int, float]:
        env.reset(seed=rng.randrange(2**31))
        steps = 0
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            steps += 1
        return steps, 0, 0.0

    return Contestant(shown, "last() and step(); choice in Python", play)


def _pgx(pgx: Foreign) -> Contestant:
    jax = import_module("jax")
    auto_reset = import_module("pgx.experimental.wrappers").auto_reset
    env, size = pgx.make("leduc_holdem"), 8 * SIZE
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(
        lambda mask, key: ((1 - jax.random.uniform(key, mask.shape)) * mask).argmax(axis=1)
    )
    keys = jax.random.split(jax.random.PRNGKey(1), size)
    state = [jax.jit(jax.vmap(env.init))(keys)]

    def play() -> tuple[int, int, float]:
        began = process_time()
        actions = choose(state[0].legal_action_mask, keys[0]).block_until_ready()
        apart = process_time() - began
        state[0] = step(state[0], actions, keys)
        state[0].terminated.block_until_ready()
        return size, 0, apart

    includes = (
        "an action taken; observation and mask made; auto-reset (JAX on the CPU, its threads)"
    )
    return Contestant(f"pgx leduc_holdem, {size:,} at once", includes, play)


def _choose(rng: np.random.Generator, masks: NDArray[Any]) -> NDArray[np.int64]:
    """Choose evenly among what each mask allows; 0 is not among the numbers compared."""
    chosen: NDArray[np.int64] = ((1 - rng.random(masks.shape, np.float32)) * masks).argmax(axis=1)
    return chosen


def _after_chance(state: Foreign, rng: random.Random) -> Foreign:
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
    return state


def _play_out(state: Foreign, rng: random.Random) -> int:
    """Play a game of OpenSpiel at random; returns the players' actions."""
    steps = 0
    while not _after_chance(state, rng).is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[int(rng.random() * len(legal))])
        steps += 1
    return steps


def _module(name: str, shown: str, skipped: list[str]) -> Foreign | None:
    """Return a module, or None with a reason. What it says while it loads is not for the table."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return import_module(name)
        except Exception as error:  # a peer that can't be loaded is skipped
            reason = f"{shown}: {type(error).__name__}: {error}".splitlines()[0]
            if reason not in [each.removesuffix(f" {_INSTALL}") for each in skipped]:
                skipped.append(f"{reason} {_INSTALL}")
            return None
