"""A refused reset has changed nothing; a ruleset that leaves a seat no turn is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from expedition.envs import ExpeditionVectorEnv, SoloEnv, expedition_v0
from expedition.fast import BadArray
from expedition.game import InvalidSetup, find_edition

if TYPE_CHECKING:
    from collections.abc import Callable

MAKERS: dict[str, Callable[[], Any]] = {
    "solo": lambda: SoloEnv("classic"),
    "vector": lambda: ExpeditionVectorEnv(3, "classic"),
    "aec": lambda: expedition_v0.raw_env("classic"),
}
BAD_RESETS: list[tuple[dict[str, Any], str]] = [
    ({"seed": -1}, "`seed` is 0 to 18446744073709551615, not -1."),
    ({"seed": 1.0}, "`seed` is a whole number, not 1.0."),
    ({"seed": True}, "`seed` is a whole number, not True."),
    ({"seed": np.random.default_rng(1)}, "`seed` is a whole number, not a Generator."),
    ({"seed": 7, "options": ["pack"]}, "`options` is a dictionary, not a list."),
]


def following(env: Any) -> list[Any]:
    """Return what comes next: the rows after another reset without a seed."""
    got = env.reset()
    return [env.last()[0]["observation"].tolist()] if got is None else [got[0].tolist()]


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize(("arguments", "sentence"), BAD_RESETS)
def test_a_refused_reset_changes_nothing(
    name: str, arguments: dict[str, Any], sentence: str
) -> None:
    env, twin = MAKERS[name](), MAKERS[name]()
    for each in (env, twin):
        each.reset(seed=5)
    with pytest.raises(BadArray) as error:
        env.reset(**arguments)
    assert str(error.value) == sentence
    assert following(env) == following(twin)


@pytest.mark.parametrize("name", MAKERS)
def test_a_pack_that_is_none_changes_nothing_either(name: str) -> None:
    env, twin = MAKERS[name](), MAKERS[name]()
    for each in (env, twin):
        each.reset(seed=5)
    option = {"packs": [[1, 2]] * 3} if name == "vector" else {"pack": [1, 2]}
    with pytest.raises(BadArray, match="`packs` is whole numbers"):
        env.reset(seed=9, options=option)
    assert following(env) == following(twin)


def test_whole_numbers_of_numpy_are_seeds() -> None:
    one, other = SoloEnv("classic"), SoloEnv("classic")
    assert np.array_equal(one.reset(seed=np.int64(3))[0], other.reset(seed=3)[0])  # type: ignore[arg-type]


def test_a_round_that_can_end_before_the_seat_has_had_a_turn_is_refused() -> None:
    short = replace(find_edition("classic"), id="short", aliases=(), hand_size=29, set_aside=1)
    for make in (
        lambda: SoloEnv(short),
        lambda: ExpeditionVectorEnv(2, short, opponents="random"),
    ):
        with pytest.raises(InvalidSetup, match="a round can end before a seat has had a turn"):
            make()
    ExpeditionVectorEnv(2, short).reset(seed=1)


def test_a_seat_is_named_only_where_others_play() -> None:
    with pytest.raises(BadArray, match="without them every seat acts"):
        ExpeditionVectorEnv(2, seat=1)
