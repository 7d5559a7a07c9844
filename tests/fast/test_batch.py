"""Batches: dealing, copying, generators, playouts, threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from expedition.fast import POLICIES, BadArray, Batch, Information, observation_sections, unpack
from expedition.game import find_edition
from properties.strategies import every_edition

if TYPE_CHECKING:
    from expedition.game import Ruleset

CLASSIC = find_edition("classic")


def dealt(ruleset: Ruleset = CLASSIC, size: int = 200, seed: int = 1) -> Batch:
    batch = Batch(ruleset, size, seed=seed)
    batch.deal(starters=np.arange(size) % ruleset.seats)
    return batch


def normal(seen: np.ndarray, expected: float) -> float:
    """Return how far off counts are, as a normal deviate (Wilson and Hilferty, 1931)."""
    freedom = seen.size - 1
    ratio = float(((seen - expected) ** 2 / expected).sum()) / freedom
    spread = 2 / (9 * freedom)
    return float((ratio ** (1 / 3) - (1 - spread)) / spread**0.5)


@every_edition
def test_equal_seeds_give_equal_rounds_and_others_do_not(ruleset: Ruleset) -> None:
    one, same, other = dealt(ruleset), dealt(ruleset), dealt(ruleset, seed=2)
    for batch in (one, same, other):
        batch.play(most_turns=300)
    assert np.array_equal(one.scores(), same.scores())
    assert not np.array_equal(one.scores(), other.scores())


@every_edition
def test_every_shuffle_is_the_pack_and_every_card_comes_everywhere(ruleset: Ruleset) -> None:
    batch = dealt(ruleset, size=4000)
    cards = len(ruleset.pack)
    deals = batch.states["deal"][:, :cards]
    assert (np.sort(deals, axis=1) == batch.rules[0]["pack_kinds"][:cards]).all()
    for kind in range(0, len(ruleset.kinds), 7):
        copies = ruleset.copies[ruleset.kinds[kind]]
        counts = (deals == kind).sum(axis=0)
        assert normal(counts, len(batch) * copies / cards) < 3.5


@every_edition
@pytest.mark.parametrize("policy", POLICIES)
def test_threads_change_nothing_but_the_time(ruleset: Ruleset, policy: str) -> None:
    one = dealt(ruleset, 37)
    batches = [one, one.clone(), one.clone()]
    turns = [
        batch.play(policy, most_turns=400, threads=threads)
        for batch, threads in zip(batches, (1, 2, 5), strict=True)
    ]
    assert turns[0] == turns[1] == turns[2] > 0
    for batch in batches[1:]:
        assert np.array_equal(batch.observe([0] * 37), one.observe([0] * 37))
        assert np.array_equal(batch.scores(), one.scores())


def test_random_playouts_choose_evenly_among_what_is_legal() -> None:
    batch = Batch(CLASSIC, 30_000, seed=3)
    deal = [CLASSIC.kind_order[card] for card in CLASSIC.pack]
    hand = deal[5:60:7]  # eight different cards
    rest = sorted(deal)
    for kind in hand[:8]:
        rest.remove(kind)
    batch.deal([[*hand[:8], *rest]] * len(batch))
    legal = np.flatnonzero(batch.legal()[0])
    held = batch.observe([0] * len(batch))[:, : len(CLASSIC.kinds)].copy()
    batch.play(most_turns=1)
    assert (batch.turns == 1).all()
    laid = batch.observe([0] * len(batch))
    sections = {section.name: section for section in observation_sections(CLASSIC)}
    parts = [
        laid[:, sections[name].start : sections[name].start + len(CLASSIC.kinds)]
        for name in ("laid", "pile_tops")
    ]
    counts = np.concatenate([part.sum(axis=0) for part in parts])
    assert set(np.flatnonzero(counts)) == set(legal.tolist())
    assert normal(counts[legal], len(batch) / len(legal)) < 3.1
    assert (held == held[0]).all()


@every_edition
def test_the_sensible_policy_plays_well_and_within_the_rules(ruleset: Ruleset) -> None:
    sensible, random = dealt(ruleset), dealt(ruleset)
    sensible.play("sensible", most_turns=2000)
    random.play("random", most_turns=2000)
    assert sensible.over.all()
    # Points are points: at random one loses dozens of them in every edition.
    assert sensible.scores().mean() > random.scores().mean() + 20


@pytest.mark.parametrize("edition", ["classic", "standard", "five-suit", "classic-sixth"])
def test_sensible_beats_random_from_both_seats(edition: str) -> None:
    batch = dealt(find_edition(edition), 400)
    for turn in range(3000):
        if batch.over.all():
            break
        sensible = batch.to_act == (np.arange(400) // 2) % 2
        batch.play("sensible", most_turns=1, where=sensible & ~batch.over)
        batch.play("random", most_turns=1, where=~sensible & ~batch.over)
        assert turn < 2999
    scores = batch.scores()
    seat = (np.arange(400) // 2) % 2
    mine, theirs = scores[np.arange(400), seat], scores[np.arange(400), 1 - seat]
    assert (mine > theirs).mean() > 0.85


def test_a_round_is_played_on_from_the_middle_of_a_turn() -> None:
    batch = dealt()
    batch.step([int(np.flatnonzero(row)[-1]) for row in batch.legal()])
    assert (batch.states["step"] == 1).all()
    batch.play(most_turns=1)
    assert (batch.turns == 1).all()
    assert (batch.states["step"] == 0).all()


def test_copies_are_equal_and_go_on_apart() -> None:
    batch = dealt(size=6)
    for _ in range(8):
        batch.step([int(np.flatnonzero(row)[0]) for row in batch.legal()])
    batch.copy(2, [0, 1, 3])
    assert unpack(batch, 0) == unpack(batch, 2) == unpack(batch, 3)
    assert unpack(batch, 4) != unpack(batch, 2)
    batch.play()
    assert len({tuple(row) for row in batch.scores()[:4].tolist()}) > 1


def test_a_clone_is_equal_and_goes_on_by_itself() -> None:
    batch = dealt(size=3)
    twin = batch.clone()
    batch.play()
    assert not twin.over.any()
    twin.play()
    assert np.array_equal(batch.scores(), twin.scores())


def test_only_the_rounds_that_are_named_are_dealt_anew() -> None:
    batch = dealt(size=5)
    batch.play(where=np.arange(5) < 3)
    assert batch.over.tolist() == [True, True, True, False, False]
    before = batch.states["deal"].copy()
    batch.deal(where=batch.over, starters=1)
    assert not batch.over.any()
    assert (before[3:] == batch.states["deal"][3:]).all()
    assert (before[:3] != batch.states["deal"][:3]).any(axis=1).all()
    assert batch.to_act.tolist()[:3] == [1, 1, 1]


def test_a_history_grows_as_a_round_does() -> None:
    batch = dealt(find_edition("standard-partners"), 2)
    rng = np.random.default_rng(5)
    for _ in range(400):
        going = ~batch.over
        if not going.any():
            break
        chosen = [int(rng.choice(np.flatnonzero(row))) if row.any() else 0 for row in batch.legal()]
        batch.step(chosen, where=going)
    assert batch.lengths.max() > 128
    for n in range(2):
        assert len(unpack(batch, n).events) == batch.lengths[n]


def test_what_is_written_to_an_array_is_what_comes_back() -> None:
    batch = dealt(size=4)
    masks = np.ones((4, batch.actions), np.bool_)
    assert batch.legal(masks) is masks
    assert np.array_equal(masks, batch.legal() == 1)
    for dtype in (np.uint8, np.float32):
        rows = np.ones((4, batch.observation_size), dtype)
        assert batch.observe(out=rows) is rows
        assert np.array_equal(rows, batch.observe())
    scores = np.ones((4, 2), np.int32)
    assert batch.scores(scores) is scores
    assert not scores.any()


def test_information_says_nothing_of_other_hands() -> None:
    batch = dealt(size=1)
    known = Information.in_batch(batch, 0, 1)
    assert np.count_nonzero(known.deal != 255) == CLASSIC.hand_size
    assert repr(known) == "<Information of seat 1 after 0 actions>"
    with pytest.raises(ValueError, match="read-only"):
        known.deal[0] = 1


# Copies of some states


def test_taken_states_are_equal_and_go_on_by_themselves() -> None:
    batch = dealt(size=6)
    for _ in range(8):
        batch.step([int(np.flatnonzero(row)[0]) for row in batch.legal()])
    places = [4, 0, 4, 5]
    taken = batch.take(places)
    assert len(taken) == 4
    assert (taken.ruleset, taken.actions) == (batch.ruleset, batch.actions)
    for n, place in enumerate(places):
        assert unpack(taken, n) == unpack(batch, place)
    before = batch.states.copy(), batch.history.copy(), batch.lengths.copy()
    taken.step([int(np.flatnonzero(row)[-1]) for row in taken.legal()])
    taken.play("sensible")
    assert taken.over.all()
    assert (batch.states == before[0]).all()
    assert (batch.history == before[1]).all()
    assert (batch.lengths == before[2]).all()


def test_taken_states_have_the_generators_of_those_they_are_copies_of() -> None:
    batch = dealt(size=5)
    taken = batch.take([3, 3, 1])
    taken.play()
    batch.play()
    assert taken.scores().tolist() == batch.scores()[[3, 3, 1]].tolist()
    assert taken.turns.tolist() == batch.turns[[3, 3, 1]].tolist()


def test_states_without_history_and_rounds_that_are_over_are_taken_too() -> None:
    batch = Batch(CLASSIC, 4, seed=2, history=False)
    batch.deal()
    batch.play(where=np.arange(4) < 2)
    taken = batch.take(np.array([0, 2]))
    assert taken.over.tolist() == [True, False]
    assert taken.scores().tolist() == batch.scores()[[0, 2]].tolist()
    assert taken.history.shape == (2, 0)
    again = taken.take([1]).take([0] * 30)
    again.step([int(np.flatnonzero(row)[0]) for row in again.legal()])
    assert len(again) == 30


@pytest.mark.parametrize(
    ("places", "why"),
    [
        ([0, 6], "`places` has 6; its numbers are 0 to 5."),
        ([-1], "`places` has -1; its numbers are 0 to 5."),
        ([0.5], "`places` is whole numbers of 1 dimension, not float64 of shape (1,)."),
        ([True], "`places` is whole numbers of 1 dimension, not bool of shape (1,)."),
        ([[1]], "`places` is whole numbers of 1 dimension, not int64 of shape (1, 1)."),
    ],
)
def test_places_that_are_none_are_refused(places: list[int], why: str) -> None:
    with pytest.raises(BadArray) as caught:
        dealt(size=6).take(places)
    assert str(caught.value) == why


# The actions of the policy `careful`


@every_edition
def test_careful_actions_are_what_careful_plays(ruleset: Ruleset) -> None:
    batch, twin = dealt(ruleset, 20), dealt(ruleset, 20)
    for _ in range(30):
        actions = batch.careful_actions()
        assert actions.dtype == np.int64
        going = ~batch.over
        assert batch.legal()[np.flatnonzero(going), actions[going]].all()
        assert not actions[~going].any()
        batch.step(actions, where=going)
        if (batch.states["step"][going] == 0).all():
            twin.play("careful", most_turns=1)
            assert batch.scores().tolist() == twin.scores().tolist()
            assert batch.legal().tolist() == twin.legal().tolist()
    assert batch.turns.max() > 5


def test_careful_actions_change_nothing_and_can_be_written_to_an_array() -> None:
    batch = dealt(size=5)
    batch.play("careful", where=np.arange(5) == 2)
    before = batch.states.copy()
    out = np.full(5, -1, np.int64)
    assert batch.careful_actions(out) is out
    assert out.tolist() == batch.careful_actions().tolist()
    assert out[2] == 0
    assert (batch.states == before).all()
    with pytest.raises(BadArray, match="`out` is a int64 array of shape"):
        batch.careful_actions(np.zeros(5, np.int32))
    with pytest.raises(BadArray, match="is not dealt yet"):
        Batch(CLASSIC, 3).careful_actions()


# What a seat may not know, for critics


@every_edition
def test_hidden_cards_are_those_of_the_next_seat_and_of_the_deck(ruleset: Ruleset) -> None:
    batch = dealt(ruleset, 4, seed=3)
    rng, order = np.random.default_rng(1), ruleset.kind_order
    end = len(ruleset.pack) - ruleset.set_aside
    for step in range(40):
        if batch.over.any():
            break
        if step % 8 == 0:
            for seat in range(ruleset.seats):
                hidden = batch.hidden([seat] * 4).reshape(4, -1, 2)
                for n in range(4):
                    state = unpack(batch, n)
                    expected = np.zeros((len(ruleset.kinds), 2))
                    if ruleset.seats > 1:
                        for card in state.hands[(seat + 1) % ruleset.seats]:
                            expected[order[card], 0] += 1
                    for place, card in enumerate(state.deck):
                        expected[order[card], 1] += 1 - place / end
                    assert hidden[n] == pytest.approx(expected, abs=1e-5)
        assert np.array_equal(batch.hidden(), batch.hidden(batch.to_act))
        batch.step([int(rng.choice(np.flatnonzero(row))) for row in batch.legal()])
