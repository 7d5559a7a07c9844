"""A step of the vector environment in one compiled call, and the look after a reset.

These call compiled functions of `expedition.fast` alone: what is kept of them on disk is then found
again exactly as long as this file and that room are as they were (fast/compiled.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import uint64

from expedition.fast.careful import careful_turn
from expedition.fast.compiled import compiled
from expedition.fast.kernel import (
    apply,
    begin,
    below,
    is_legal,
    margin,
    next_random,
    shuffle,
    side_score,
    write_legal,
)
from expedition.fast.layout import CAREFUL, GOING_ON, SENSIBLE
from expedition.fast.playouts import random_turn
from expedition.fast.sensible import sensible_turn
from expedition.fast.tensors import write_observation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]
    #: A record of rules or of a state, as compiled code sees it: NumPy has no type for one.
    Record = Any

#: In place of the one seat that acts: all of them do.
EVERY_SEAT = -1
_HALF = uint64(32)


@compiled
def step_all(
    rules: Array,
    states: Array,
    actions: Array,
    seat: int,
    policy: int,
    most_turns: int,
    paid: Array,
    rewards: Array,
    terminated: Array,
    truncated: Array,
    scores: Array,
    turns: Array,
    last_players: Array,
    last_observations: Array,
    players: Array,
    observations: Array,
    masks: Array,
) -> int:
    """Take an action in every round, deal those that end anew, and write all that there is to see.

    Returns the place of the first action that is illegal, and then nothing is done; else -1.
    `rewards` are of the seats that act, `paid` of all seats. `scores`, `turns` and the last players
    and observations are written for the rounds that ended only.
    """
    for n in range(states.shape[0]):
        if not is_legal(rules[0], states[n], actions[n]):
            return n
    for n in range(states.shape[0]):
        acting = states[n].to_act
        apply(rules[0], states[n], actions[n])
        _play_others(rules[0], states[n], seat, policy, most_turns)
        over = states[n].over != GOING_ON
        terminated[n] = over
        truncated[n] = not over and states[n].turns >= most_turns
        rewards[n] = 0.0
        for each in range(rules[0].seats):
            paid[n, each] = 0.0
        if over or truncated[n]:
            _score(rules[0], states[n], scores[n])
            if over:
                for each in range(rules[0].seats):
                    paid[n, each] = margin(rules[0], states[n], each)
                rewards[n] = paid[n, acting]
            turns[n] = states[n].turns
            last_players[n] = states[n].to_act if seat == EVERY_SEAT else seat
            write_observation(rules[0], states[n], last_players[n], last_observations[n])
            shuffle(rules[0], states[n])
            begin(rules[0], states[n], below(next_random(states[n]) >> _HALF, rules[0].seats))
            _play_others(rules[0], states[n], seat, policy, most_turns)
        _look(rules[0], states[n], seat, players, observations, masks, n)
    return -1


@compiled
def look_all(
    rules: Array,
    states: Array,
    seat: int,
    policy: int,
    most_turns: int,
    players: Array,
    observations: Array,
    masks: Array,
) -> None:
    """Let the others play in rounds just dealt, and write all that there is to see."""
    for n in range(states.shape[0]):
        _play_others(rules[0], states[n], seat, policy, most_turns)
        _look(rules[0], states[n], seat, players, observations, masks, n)


@compiled
def _play_others(rules: Record, state: Record, seat: int, policy: int, most_turns: int) -> None:
    if seat == EVERY_SEAT:
        return
    while state.over == GOING_ON and state.to_act != seat and state.turns < most_turns:
        if policy == CAREFUL:
            careful_turn(rules, state)
        elif policy == SENSIBLE:
            sensible_turn(rules, state)
        else:
            random_turn(rules, state)


@compiled
def _score(rules: Record, state: Record, scores: Array) -> None:
    for side in range(rules.sides):
        scores[side] = side_score(rules, state, side)


@compiled
def _look(
    rules: Record,
    state: Record,
    seat: int,
    players: Array,
    observations: Array,
    masks: Array,
    n: int,
) -> None:
    players[n] = state.to_act if seat == EVERY_SEAT else seat
    write_observation(rules, state, players[n], observations[n])
    write_legal(rules, state, masks[n])
