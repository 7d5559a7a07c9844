"""Pairs of rounds that a seat can't tell apart, as action ids, for every edition and seat."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from expedition.game import Deal, Ruleset, State
from properties.redeal import other_world
from properties.strategies import any_legal, eager

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Rounds of random play are long; from here on the eager go on, who finish.
PATIENCE = 80


@dataclass(frozen=True)
class Course:
    """A round as an environment takes it: the pack as kinds, who starts, and the action ids."""

    pack: list[int]
    starter: int
    actions: list[int]


def course(state: State) -> Course:
    """Return a round that was played as an environment takes it."""
    ruleset = state.ruleset
    pack = [ruleset.kind_order[card] for card in state.deal.cards]
    actions = [ruleset.action_space.id(action) for action in state.history]
    return Course(pack, state.starter, actions)


def played(ruleset: Ruleset, rng: Random) -> State:
    """Return a round that was played to its end."""
    state = State.new(Deal.shuffled(ruleset, rng), int(rng.random() * ruleset.seats))
    while not state.is_over:
        wild = rng.random() < 0.5 and len(state.history) < PATIENCE
        state = state.apply((any_legal if wild else eager)(state, rng))
    return state


def twin_courses(ruleset: Ruleset, seat: int, count: int) -> Iterator[tuple[Course, Course]]:
    """Yield so many pairs of different rounds that are one and the same to a seat."""
    rng = Random(f"{ruleset.id} {seat}")
    for _ in range(1000):
        if count == 0:
            return
        state = played(ruleset, rng)
        world = other_world(state, seat, rng)
        if world is not None and world[-1].deal != state.deal:
            count -= 1
            yield course(state), course(world[-1])
    msg = f"There are too few worlds of {ruleset.id} for seat {seat}."
    raise AssertionError(msg)
