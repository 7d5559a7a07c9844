"""The network in NumPy: suits are alike to it, and what is no network is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from bots.networks import critic_arrays, random_arrays
from expedition.bots.suit_net import CRITIC_SHAPES, SHAPES, Critic, SuitNet, log_chances

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float32]

RANKS = 10


def sights(suits: int, rounds: int = 4, seed: int = 1) -> tuple[Numbers, Numbers]:
    """Return what seats might see in so many rounds."""
    net, rng = SuitNet(random_arrays()), np.random.default_rng(seed)
    blocks = rng.normal(size=(rounds, suits, net.by_suit)).astype(np.float32)
    return blocks, rng.normal(size=(rounds, net.overall)).astype(np.float32)


def by_suit(logits: Numbers, suits: int) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Return what is answered of plays, discards, the deck and piles, as action ids are ordered."""
    cards = suits * RANKS
    plays, discards = logits[:, :cards], logits[:, cards : 2 * cards]
    shape = len(logits), suits, RANKS
    deck, piles = logits[:, 2 * cards], logits[:, 2 * cards + 1 :]
    return plays.reshape(shape), discards.reshape(shape), deck, piles


@pytest.mark.parametrize("suits", [1, 4, 5, 6])
def test_permuting_suits_permutes_the_answers_and_leaves_the_value(suits: int) -> None:
    net = SuitNet(random_arrays(3))
    blocks, overall = sights(suits)
    order = np.random.default_rng(suits).permutation(suits)
    logits, value = net(blocks, overall)
    assert logits.shape == (4, 2 * suits * RANKS + 1 + suits)
    assert value.shape == (4,)
    permuted, same_value = net(np.ascontiguousarray(blocks[:, order]), overall)
    assert same_value == pytest.approx(value, abs=1e-5)
    plays, discards, deck, piles = by_suit(logits, suits)
    other = by_suit(permuted, suits)
    assert other[0] == pytest.approx(plays[:, order], abs=1e-5)
    assert other[1] == pytest.approx(discards[:, order], abs=1e-5)
    assert other[2] == pytest.approx(deck, abs=1e-5)
    assert other[3] == pytest.approx(piles[:, order], abs=1e-5)
    # Or nothing would have been permuted.
    assert suits == 1 or float(abs(permuted - logits).max()) > 0.01


def test_every_number_it_reads_and_every_array_matters() -> None:
    blocks, overall = sights(5, rounds=1)
    arrays = random_arrays(3)
    before = np.concatenate(SuitNet(arrays)(blocks, overall), axis=None)
    for name in SHAPES:
        changed = np.concatenate(
            SuitNet({**arrays, name: arrays[name] + 0.5})(blocks, overall), axis=None
        )
        assert float(abs(changed - before).max()) > 1e-4, name
    changed = np.concatenate(SuitNet(arrays)(blocks, overall + 1), axis=None)
    assert float(abs(changed - before).max()) > 1e-4


def test_rounds_are_answered_each_by_itself() -> None:
    net = SuitNet(random_arrays(3))
    blocks, overall = sights(5)
    kept = blocks.copy(), overall.copy()
    logits, value = net(blocks, overall)
    for n in range(len(blocks)):
        one, its_value = net(blocks[n : n + 1], overall[n : n + 1])
        assert one[0] == pytest.approx(logits[n], abs=1e-5)
        assert its_value[0] == pytest.approx(value[n], abs=1e-5)
    assert np.array_equal(blocks, kept[0]), "what it is given stays as it is"
    assert np.array_equal(overall, kept[1])
    assert logits.dtype == value.dtype == np.float32


@pytest.mark.parametrize("name", SHAPES)
def test_arrays_that_make_no_network_are_refused(name: str) -> None:
    good = random_arrays()
    SuitNet({**good, "more": np.zeros(3)})
    nothing, endless = good[name].copy(), good[name].copy()
    nothing.flat[-1], endless.flat[0] = np.nan, np.inf
    bad = {
        "missing": {other: array for other, array in good.items() if other != name},
        "flat": {**good, name: good[name].ravel()[:, None, None]},
        "longer": {**good, name: np.repeat(good[name], 2, axis=-1)},
        "nothing": {**good, name: nothing},
        "endless": {**good, name: endless},
    }
    for what, arrays in bad.items():
        with pytest.raises(ValueError, match="array") as caught:
            SuitNet(arrays)
        assert what not in ("missing", "flat", "nothing", "endless") or name in str(caught.value)


@pytest.mark.parametrize("axis", ["pooled", "answers", "overall", "width"])
def test_sizes_that_do_not_fit_each_other_are_refused(axis: str) -> None:
    arrays = random_arrays()
    for name, axes in SHAPES.items():
        for n, other in enumerate(axes):
            if other == axis:
                arrays[name] = np.concatenate((arrays[name], arrays[name].take([0], n)), n)
    with pytest.raises(ValueError, match="size"):
        SuitNet(arrays)


def test_chances_add_up_to_one_and_what_is_illegal_has_none() -> None:
    rng = np.random.default_rng(7)
    logits = (rng.normal(size=(50, 30)) * 200).astype(np.float32)
    masks = rng.random((50, 30)) < 0.4
    masks[:, 3] = True
    masks[0] = False
    masks[0, 29] = True
    logs = log_chances(logits, masks)
    assert np.exp(logs, dtype=np.float64).sum(axis=1) == pytest.approx(np.ones(50), abs=1e-5)
    assert (logs[~masks] == -np.inf).all()
    assert logs[0, 29] == 0
    # Nothing but the sum is changed.
    ahead = np.where(masks, logs - logits, 0)[1:]
    assert np.where(masks[1:], ahead - ahead[:, 3:4], 0) == pytest.approx(0, abs=1e-3)


def test_chances_do_not_move_when_all_logits_do() -> None:
    logits = np.array([[1.0, 2.0, 3.0]], np.float32)
    masks = np.array([[True, False, True]])
    assert log_chances(logits, masks)[0, 2] == pytest.approx(-np.log1p(np.exp(-2)))
    for far in (1e4, -1e4):
        assert log_chances(logits + far, masks)[0, 2] == pytest.approx(
            log_chances(logits, masks)[0, 2], abs=1e-2
        )


# The critic


def test_permuting_suits_leaves_what_a_critic_says() -> None:
    critic, rng = Critic(critic_arrays(2)), np.random.default_rng(1)
    blocks, overall = sights(5)
    hidden = rng.normal(size=(4, 5, critic.by_suit - blocks.shape[2])).astype(np.float32)
    order = rng.permutation(5)
    said = critic(blocks, hidden, overall)
    assert said.shape == (4,)
    permuted = critic(blocks[:, order], hidden[:, order], overall)
    assert permuted == pytest.approx(said, abs=1e-5)
    # But whose hidden cards are whose does matter.
    assert float(abs(critic(blocks, hidden[:, order], overall) - said).max()) > 1e-3


@pytest.mark.parametrize("name", CRITIC_SHAPES)
def test_arrays_that_make_no_critic_are_refused(name: str) -> None:
    good = critic_arrays()
    for arrays in (
        {other: array for other, array in good.items() if other != name},
        {**good, name: np.full_like(good[name], np.nan)},
        {**good, name: np.repeat(good[name], 2, axis=-1)},
    ):
        with pytest.raises(ValueError, match="array"):
            Critic(arrays)
