"""The compiled policy `careful` chooses as the bot does, and sees no more than its seat."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from expedition.bots import careful as bot_numbers
from expedition.bots import outlook as bot_outlook
from expedition.bots.careful import CarefulBot
from expedition.fast import Batch, careful, careful_outlook, pack
from expedition.game import find_edition, observe
from fast.rounds import MOST_ACTIONS, choose, start
from properties.strategies import every_edition
from properties.twins import twins

if TYPE_CHECKING:
    from types import ModuleType

    from expedition.game import Action, Ruleset, State

ROUNDS = 40


def bot_choice(state: State) -> Action:
    return CarefulBot().choose(observe(state, state.to_act), state.legal_actions(), Random(1))


@every_edition
def test_it_chooses_what_the_bot_chooses(ruleset: Ruleset) -> None:
    rng, space = Random(ruleset.id), ruleset.action_space
    batch, states = start(ruleset, ROUNDS, rng)
    # The bot's own rounds, and odd ones: what it does after others, or it itself, did anything.
    oddness = [(0.0, 0.1, 0.4, 0.9)[n % 4] for n in range(ROUNDS)]
    eagerness = [rng.choice((0.0, 0.3, 0.8)) for _ in range(ROUNDS)]
    actions = np.zeros(ROUNDS, np.int64)
    compared = 0
    for _ in range(MOST_ACTIONS):
        going = np.array([not state.is_over for state in states])
        if not going.any():
            break
        chosen = batch.careful_actions()
        for n in np.flatnonzero(going):
            action = bot_choice(states[n])
            assert space.action(int(chosen[n])) == action, states[n]
            compared += 1
            if rng.random() < oddness[n]:
                action = choose(states[n].legal_actions(), eagerness[n], rng)
            actions[n] = space.id(action)
            states[n] = states[n].apply(action)
        batch.step(actions, where=going)
    assert compared >= 1000


@every_edition
def test_a_whole_round_ends_as_the_bot_ends_it(ruleset: Ruleset) -> None:
    batch, states = start(ruleset, 4, Random(5))
    batch.play("careful", most_turns=400)
    for n, state in enumerate(states):
        while not state.is_over:
            state = state.apply(bot_choice(state))
        assert batch.scores()[n].tolist() == [score.total for score in state.scores]
        assert batch.turns[n] == sum(event.kind.opens_turn for event in state.events)


@pytest.mark.parametrize(
    ("compiled", "original"), [(careful, bot_numbers), (careful_outlook, bot_outlook)]
)
def test_the_numbers_are_the_bots(compiled: ModuleType, original: ModuleType) -> None:
    numbers = {name: value for name, value in vars(original).items() if isinstance(value, float)}
    assert len(numbers) > 5
    assert numbers.items() <= vars(compiled).items()


def after_a_turn(state: State, seat: int) -> bytes:
    """Return all that a seat sees once it has taken its turn by the policy."""
    batch = Batch(state.ruleset, seed=7)
    pack(batch, 0, state)
    chosen = careful.careful_choice(batch.rules[0], batch.states[0])
    batch.step([chosen])
    if state.step.name == "DRAW" and chosen == 2 * len(state.ruleset.kinds):
        return str(chosen).encode()  # the card off the deck is another one
    return str(chosen).encode() + batch.observe([seat]).tobytes()


@every_edition
def test_worlds_that_a_seat_cannot_tell_apart_make_it_choose_alike(ruleset: Ruleset) -> None:
    rng = Random(31)
    different = 0
    for _ in range(40):
        pair = twins(ruleset, int(rng.random() * ruleset.seats), rng, open_hands=False)
        state, other = pair.match.played[-1], pair.other.played[-1]
        seat = state.to_act
        if state.is_over or observe(state, seat) != observe(other, seat):
            continue  # the twins are of another seat
        assert after_a_turn(state, seat) == after_a_turn(other, seat)
        different += state != other
    assert different >= 5


@pytest.mark.parametrize("edition", ["classic", "standard-partners", "five-suit"])
def test_careful_beats_sensible_over_paired_rounds(edition: str) -> None:
    ruleset = find_edition(edition)
    margins = np.zeros(200)
    for side in range(2):
        batch = Batch(ruleset, 200, seed=3)
        batch.deal(starters=np.arange(200) % ruleset.seats)
        for _ in range(400):
            ours = batch.to_act % 2 == side
            batch.play("careful", most_turns=1, where=ours)
            batch.play("sensible", most_turns=1, where=~ours)
        assert batch.over.all()
        scores = batch.scores()
        margins += (scores[:, side] - scores[:, 1 - side]) / 2
    assert margins.mean() > 10 + 4 * margins.std() / np.sqrt(200)
