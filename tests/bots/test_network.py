"""`network`: legal along whole rounds, keen or by chance, and only where it was trained."""

from __future__ import annotations

import math
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from bots.networks import arrays_that_like, forget_networks, random_arrays
from bots.positions import CLASSIC, dealt, turns
from expedition.bots import UnknownBot, find_bot
from expedition.bots.network import NetworkBot, drawn, policy
from expedition.bots.shipped import NETWORKS, BadWeights, write_weights
from expedition.game import EDITIONS, Deal, DrawDeck, State, find_edition, observe

if TYPE_CHECKING:
    from pathlib import Path

    from expedition.game import Action


class Extreme(Random):
    """A generator that only ever says one number."""

    def __init__(self, number: float) -> None:
        super().__init__(0)
        self.number = number

    def random(self) -> float:
        return self.number


def choose(state: State, temperature: float = 0.0, rng: Random | None = None) -> Action:
    view = observe(state, state.to_act)
    return NetworkBot(temperature).choose(view, view.legal_actions, rng or Random(0))


@pytest.mark.parametrize("temperature", [0.0, 1.0, 5.0])
@pytest.mark.parametrize("edition", NETWORKS)
def test_what_it_does_is_legal_to_the_end_of_a_round(edition: str, temperature: float) -> None:
    ruleset, ended = EDITIONS[edition], 0
    for seed in range(2):
        rng = Random(seed)
        state = State.new(Deal.shuffled(ruleset, rng), seed % ruleset.seats)
        for _ in range(400):
            if state.is_over:
                break
            state = state.apply(choose(state, temperature, rng))
        ended += state.is_over
    assert ended or temperature < 1


def test_it_takes_the_likeliest() -> None:
    rng = Random(4)
    state = State.new(Deal.shuffled(CLASSIC, rng))
    for _ in range(40):
        view = observe(state, state.to_act)
        logs = policy(view, view.legal_actions)
        legal = {CLASSIC.action_space.id(action): action for action in view.legal_actions}
        assert set(np.flatnonzero(np.isfinite(logs)).tolist()) == set(legal)
        action = choose(state)
        assert action == legal[max(legal, key=lambda each: float(logs[each]))]
        state = state.apply(action)


def test_it_draws_each_action_as_often_as_it_is_likely() -> None:
    view = observe(State.new(Deal.shuffled(CLASSIC, Random(3))), 0)
    space, rng = CLASSIC.action_space, Random(5)
    logs = np.full(len(space), -np.inf, np.float32)
    wanted = {3: 0.5, 40: 0.3, 50: 0.15, 105: 0.05}
    for each, chance in wanted.items():
        logs[each] = math.log(chance) + 2  # the sum of all need not be 1
    for temperature in (1.0, 2.0, 0.5):
        powers = {each: chance ** (1 / temperature) for each, chance in wanted.items()}
        counts = Counter(space.id(drawn(view, logs, temperature, rng)) for _ in range(4000))
        assert set(counts) <= set(wanted)
        for each, power in powers.items():
            chance = power / sum(powers.values())
            error = math.sqrt(4000 * chance * (1 - chance))
            assert abs(counts[each] - 4000 * chance) < 4.5 * error, (temperature, each)


@pytest.mark.parametrize("number", [0.0, 1 - 2**-53])
def test_what_is_illegal_is_not_drawn_at_either_end(number: float) -> None:
    view = observe(State.new(Deal.shuffled(CLASSIC, Random(3))), 0)
    logs = np.full(len(CLASSIC.action_space), -np.inf, np.float32)
    logs[[7, 60]] = 0, -1
    taken = CLASSIC.action_space.id(drawn(view, logs, 1.0, Extreme(number)))
    assert taken == (60 if number == 0 else 7)


def test_the_same_generator_gives_the_same_choice(weights: Path) -> None:
    write_weights(weights / "classic.npz", random_arrays(4), {})
    state = State.new(Deal.shuffled(CLASSIC, Random(6)))
    for seed in range(10):
        assert choose(state, 2.0, Random(seed)) == choose(state, 2.0, Random(seed))
    assert len({choose(state, 5.0, Random(seed)) for seed in range(40)}) > 3


def test_it_plays_what_its_network_likes(weights: Path) -> None:
    path = weights / "classic.npz"
    state = dealt("Y2 Y4 W6 B8 G3 R9 R10 B2", "R2 R3 R4 R5 B3 G4 G5 G6")
    drawing = turns(state, "xY2 . xR2 . xY4")
    for liked, card, draw in (
        ({"play": 5.0, "deck": 5.0}, "Y2", "."),
        ({"discard": 5.0, "pile": 5.0}, "xY2", "<R"),
    ):
        write_weights(path, arrays_that_like(CLASSIC, **liked), {})
        forget_networks()
        assert (str(choose(state)), str(choose(drawing))) == (card, draw)


def test_no_choice_asks_no_network(weights: Path) -> None:
    assert not list(weights.iterdir())
    drawing = turns(dealt("Y2"), "Y2")
    assert choose(drawing) == DrawDeck()
    with pytest.raises(BadWeights, match="no weights"):
        choose(dealt("Y2"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_it_declines_what_it_was_not_trained_for(edition: str) -> None:
    if edition in NETWORKS:
        assert isinstance(find_bot("network", EDITIONS[edition]), NetworkBot)
        return
    with pytest.raises(UnknownBot) as caught:
        find_bot("network", EDITIONS[edition])
    assert str(caught.value) == (
        f"The bot 'network' doesn't play {edition}: none was trained for it, "
        f"only for {', '.join(NETWORKS)}."
    )


def test_without_weights_it_says_so_before_a_round_begins(weights: Path) -> None:
    """Or a match would end at its first choice."""
    with pytest.raises(UnknownBot, match=r"There are no weights .*classic\.npz"):
        find_bot("network", CLASSIC)
    write_weights(weights / "classic.npz", random_arrays(), {})
    find_bot("network", find_edition("classic-sixth"))
