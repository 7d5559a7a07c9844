"""Rounds played at random, for the tests of what others stumbled over."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from expedition.game import (
    Deal,
    Ruleset,
    State,
)
from rules.positions import (
    editions_with,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


#: So many steps at most of a random round: some editions let it go on for very long.
STEPS = 600

piles_open = editions_with(lambda ruleset: ruleset.draw_from_piles)
more_seats = editions_with(lambda ruleset: ruleset.seats > 1)


@cache
def random_round(ruleset: Ruleset, seed: int) -> tuple[State, ...]:
    """Every state of a round of random play, from the deal on."""
    rng = Random(seed)
    states = [State.new(Deal.shuffled(ruleset, rng), rng.randrange(ruleset.seats))]
    while not states[-1].is_over and len(states) < STEPS:
        legal = states[-1].legal_actions()
        # Half the time a card is laid or the deck drawn from where possible, so that rounds fill
        # expeditions, and end; else anything, so that they also dig, throw away and hand over.
        actions = legal[:1] if rng.random() < 0.5 else legal
        states.append(states[-1].apply(rng.choice(actions)))
    return tuple(states)


def random_rounds(ruleset: Ruleset, count: int = 6) -> Iterator[tuple[State, ...]]:
    for seed in range(count):
        yield random_round(ruleset, seed)


def some_states(ruleset: Ruleset, every: int, rounds: int = 6) -> Iterator[State]:
    for states in random_rounds(ruleset, rounds):
        yield from states[::every]
        yield states[-1]


def written(state: State) -> str:
    """Everything in a state, as text."""
    return repr([getattr(state, each.name) for each in fields(state)])
