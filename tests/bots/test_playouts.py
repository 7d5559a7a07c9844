"""Playouts: every round to its end, the same luck for the same world, each margin in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from bots.networks import arrays_that_like, critic_arrays, random_arrays
from bots.positions import CLASSIC
from expedition.bots import playouts
from expedition.bots.playouts import CarefulPlayouts, NetworkPlayouts
from expedition.bots.suit_net import Critic, SuitNet
from expedition.fast import Batch
from expedition.game import find_edition
from properties.strategies import every_edition

if TYPE_CHECKING:
    from expedition.bots.playouts import Playouts
    from expedition.game import Ruleset

SIXTH = find_edition("classic-sixth")


def dealt(ruleset: Ruleset = CLASSIC, size: int = 12, seed: int = 1) -> Batch:
    batch = Batch(ruleset, size, seed=seed, history=False)
    batch.deal()
    return batch


def network() -> NetworkPlayouts:
    return NetworkPlayouts(SuitNet(arrays_that_like(CLASSIC, play=1.0, deck=2.0)))


def one_after_the_other(batch: Batch, seat: int) -> list[int]:
    """Return the margins of rounds played with the luck of the first world, each by itself."""
    margins = []
    for n in range(len(batch)):
        rng = np.random.default_rng(9)
        one, _ = network()(batch.take([n]), seat, np.zeros(1, np.int64), rng)
        margins += one.tolist()
    return margins


@pytest.mark.parametrize("ruleset", [CLASSIC, SIXTH], ids=lambda ruleset: ruleset.id)
@pytest.mark.parametrize("seat", [0, 1])
def test_rounds_of_one_world_have_the_same_luck(ruleset: Ruleset, seat: int) -> None:
    """Whatever else is played beside them, and however long that takes."""
    batch = dealt(ruleset)
    expected = one_after_the_other(batch, seat)
    together, _ = network()(
        batch.clone(), seat, np.zeros(len(batch), np.int64), np.random.default_rng(9)
    )
    assert together.tolist() == expected
    assert len(set(expected)) > 3


def test_other_worlds_have_other_luck() -> None:
    batch = dealt(size=1).take([0] * 30)
    rng = np.random.default_rng
    margins, _ = network()(batch.clone(), 0, np.arange(30), rng(9))
    assert len(set(margins.tolist())) > 10
    again, _ = network()(batch.clone(), 0, np.arange(30), rng(9))
    assert margins.tolist() == again.tolist()
    other, _ = network()(batch.clone(), 0, np.arange(30), rng(10))
    assert margins.tolist() != other.tolist()


def test_luck_stays_with_its_world_when_other_rounds_have_ended() -> None:
    """Two copies of a round have the same luck, whichever worlds end before theirs."""
    batch, worlds = dealt(size=1).take([0] * 24), np.tile(np.arange(12), 2)
    margins, _ = network()(batch, 0, worlds, np.random.default_rng(9))
    assert margins[:12].tolist() == margins[12:].tolist()
    assert len(set(margins.tolist())) > 5


def test_a_margin_is_of_the_seat_that_asks() -> None:
    batch, worlds = dealt(), np.arange(12)
    margins = [
        network()(batch.clone(), seat, worlds, np.random.default_rng(9))[0] for seat in (0, 1)
    ]
    assert (margins[0] == -margins[1]).all()
    assert margins[0].any()


def test_decisions_are_counted() -> None:
    batch = dealt(size=3)
    lengths = [
        network()(batch.take([n]), 0, np.zeros(1, np.int64), np.random.default_rng(9))[1]
        for n in range(3)
    ]
    # It draws off the deck, but not always, so a round is two decisions for each card, or more.
    assert min(lengths) >= 2 * 44
    _, decisions = network()(batch, 0, np.zeros(3, np.int64), np.random.default_rng(9))
    assert decisions == sum(lengths)


def test_a_round_that_is_over_is_scored_as_it_lies() -> None:
    batch = dealt()
    batch.play("sensible", where=np.arange(12) % 3 == 0)
    batch.play("sensible")
    before = batch.margins()[:, 1]
    margins, decisions = network()(batch, 1, np.arange(12), np.random.default_rng(1))
    assert margins.tolist() == before.tolist()
    assert decisions == 0


def test_a_round_that_does_not_end_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    diggers = SuitNet(arrays_that_like(CLASSIC, discard=300.0, pile=300.0))
    monkeypatch.setattr(playouts, "MOST_TURNS", 60)
    margins, decisions = NetworkPlayouts(diggers)(
        dealt(size=4), 0, np.arange(4), np.random.default_rng(1)
    )
    assert decisions == 4 * 60 * 2
    assert not margins.any(), "nothing was laid"


def test_a_long_round_is_played_on_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is of the playout, and not of the round before it."""
    monkeypatch.setattr(playouts, "MOST_TURNS", 60)
    batch = dealt(size=4)
    batch.play("random", most_turns=70)
    batch.states["turns"] += 100
    _, decisions = network()(batch.clone(), 0, np.arange(4), np.random.default_rng(1))
    assert decisions > 0


def test_actions_are_drawn_as_often_as_the_network_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Laying a card is as likely as the network holds it, in the one turn that is played."""
    monkeypatch.setattr(playouts, "MOST_TURNS", 1)
    batch = dealt(size=1).take([0] * 3000)
    net = SuitNet(arrays_that_like(CLASSIC, play=1.0))
    taken: list[int] = []
    step = Batch.step

    def kept(self: Batch, actions: np.ndarray) -> None:
        taken.extend(actions.tolist())
        step(self, actions)

    monkeypatch.setattr(Batch, "step", kept)
    NetworkPlayouts(net)(batch, 0, np.arange(3000), np.random.default_rng(3))
    counts = np.bincount(taken[:3000], minlength=106)
    legal = dealt(size=1).legal()[0].astype(float)
    legal[:50] *= np.e
    expected = 3000 * legal / legal.sum()
    assert (counts[legal == 0] == 0).all()
    error = np.sqrt(expected * (1 - expected / 3000))
    assert (abs(counts - expected) <= 4.5 * error).all()


@pytest.mark.parametrize("turns", [1, 2, 5, 8])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_critic_is_asked_after_so_many_turns(seat: int, turns: int) -> None:
    """It speaks for the seat to act, which is the other one after an odd number of turns."""
    net = SuitNet(arrays_that_like(CLASSIC, play=1.0, deck=9.0))
    plays = NetworkPlayouts(net, Critic(critic_arrays(value=0.25)), turns)
    margins, decisions = plays(dealt(), seat, np.arange(12), np.random.default_rng(1))
    assert decisions == 12 * 2 * turns
    ours = (turns % 2 == 0) == (seat == 0)
    assert margins.tolist() == [10.0 if ours else -10.0] * 12


def test_a_round_that_ends_before_is_not_for_the_critic() -> None:
    net = SuitNet(arrays_that_like(CLASSIC, play=1.0, deck=9.0))
    batch = dealt(size=40)
    batch.play("careful", most_turns=41)
    going = np.flatnonzero(~batch.over)
    assert len(going)
    worlds = np.zeros(len(batch), np.int64)
    plays = NetworkPlayouts(net, Critic(critic_arrays(value=0.123)), 3)
    margins, _ = plays(batch.clone(), 0, worlds, np.random.default_rng(1))
    to_the_end, _ = NetworkPlayouts(net)(batch.clone(), 0, worlds, np.random.default_rng(1))
    asked = np.isin(abs(margins.round(3)), 4.92)
    assert margins[~asked].tolist() == to_the_end[~asked].tolist()
    assert 0 < asked.sum() < 40


def test_without_a_critic_the_limit_of_turns_is_not_its_own() -> None:
    net = SuitNet(arrays_that_like(CLASSIC, play=1.0, deck=9.0))
    short, long = NetworkPlayouts(net, None, 2), NetworkPlayouts(net)
    figures = [
        plays(dealt(), 0, np.arange(12), np.random.default_rng(1))[0].tolist()
        for plays in (short, long)
    ]
    assert figures[0] == figures[1]


@every_edition
def test_careful_plays_every_edition_to_the_end(ruleset: Ruleset) -> None:
    plays: Playouts = CarefulPlayouts()
    batch = dealt(ruleset)
    twin = batch.clone()
    twin.play("careful")
    rng = np.random.default_rng(1)
    margins, decisions = plays(batch, ruleset.seats - 1, np.arange(12), rng)
    assert margins.tolist() == twin.margins()[:, ruleset.seats - 1].tolist()
    assert decisions == 2 * twin.turns.sum()
    assert rng.bit_generator.state == np.random.default_rng(1).bit_generator.state


def test_random_networks_end_too() -> None:
    _, decisions = NetworkPlayouts(SuitNet(random_arrays(2)))(
        dealt(), 0, np.arange(12), np.random.default_rng(1)
    )
    assert 12 * 80 < decisions <= 12 * 2 * playouts.MOST_TURNS
