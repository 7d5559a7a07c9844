"""What a level doesn't see is gone from what it reads, and nothing else; what it likes is added."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from bots.positions import CLASSIC, dealt, turns
from expedition.bots.reading import BY_KIND, BY_SUIT, Reading, read
from expedition.bots.tastes import Blindness, Taste
from expedition.fast import blocks as compiled
from expedition.game import Deal, DrawDeck, Observation, State, Step, find_edition, observe
from properties.strategies import any_legal, every_edition

if TYPE_CHECKING:
    from expedition.game import Action, Ruleset

ALL = [
    Blindness(theirs=theirs, unseen=unseen, deck=deck)
    for theirs in (False, True)
    for unseen in (False, True)
    for deck in (False, True)
]


def some_views(ruleset: Ruleset, count: int, seed: int = 3) -> list[Observation]:
    rng, views = Random(seed), list[Observation]()
    while len(views) < count:
        state = State.new(Deal.shuffled(ruleset, rng))
        for _ in range(int(rng.random() * 80)):
            if state.is_over:
                break
            if state.step is Step.DRAW and rng.random() < 0.8:
                state = state.apply(DrawDeck())  # or piles would stay as low as they are
            else:
                state = state.apply(any_legal(state, rng))
        if state.step is Step.PLAY:
            views.append(observe(state, state.to_act))
    return views


def differences(one: Reading, other: Reading) -> list[str]:
    """Return which numbers of two readings differ: of a kind, of a suit, of the round."""
    found = []
    for name, mine, theirs in (
        ("kind", _kinds(one), _kinds(other)),
        ("suit", _suits(one), _suits(other)),
        ("round", one.overall, other.overall),
    ):
        places = np.flatnonzero((mine != theirs).reshape(-1, mine.shape[-1]).any(axis=0))
        found += [f"{name} {place}" for place in places]
    return found


def _kinds(reading: Reading) -> np.ndarray:
    return reading.blocks[:, :-BY_SUIT].reshape(len(reading.blocks), -1, BY_KIND)


def _suits(reading: Reading) -> np.ndarray:
    return reading.blocks[:, -BY_SUIT:]


# Blindness


def seen_by(blindness: Blindness, view: Observation) -> Reading:
    return read(blindness(view))


@every_edition
def test_who_sees_all_reads_all(ruleset: Ruleset) -> None:
    for view in some_views(ruleset, 5):
        assert Blindness()(view) == view


def test_the_deck_is_always_half_full() -> None:
    blind = Blindness(deck=True)
    for view in some_views(CLASSIC, 10):
        for size in (1, 20, 44):
            other = replace(view, deck_size=size)
            assert not differences(seen_by(blind, view), seen_by(blind, other))
        assert differences(read(view), seen_by(blind, view)) == ["round 0", "round 1"]


def without_them(view: Observation) -> Observation:
    """Return a view in which the other side has laid nothing, and nothing is known of hands."""
    return replace(
        view,
        expeditions=tuple(
            laid if side == view.side else ((),) * len(laid)
            for side, laid in enumerate(view.expeditions)
        ),
        known=((),) * view.ruleset.seats,
        exposed=(),
    )


@pytest.mark.parametrize("blindness", [each for each in ALL if each.theirs], ids=str)
def test_what_the_other_side_has_is_not_seen(blindness: Blindness) -> None:
    """It can't be told from there being nothing: neither from what may still come."""
    differed, told = 0, set()
    for view in some_views(CLASSIC, 12):
        other = without_them(view)
        differed += bool(differences(read(view), read(other)))
        told |= {*differences(seen_by(blindness, view), seen_by(blindness, other))}
    assert differed > 6
    assert not told


def without_buried(view: Observation) -> Observation:
    """Return a view in which the lower cards of piles were never seen."""
    return replace(view, piles=tuple(pile[-2:] for pile in view.piles))


@pytest.mark.parametrize("blindness", [each for each in ALL if each.unseen], ids=str)
def test_what_is_gone_is_not_counted(blindness: Blindness) -> None:
    """How high a pile is one sees; what lies in it has to be remembered."""
    differed, told = 0, set()
    for view in some_views(CLASSIC, 12):
        other = without_buried(view)
        differed += bool(differences(read(view), read(other)))
        told |= {*differences(seen_by(blindness, view), seen_by(blindness, other))}
    assert differed > 6
    assert told <= {"suit 9"}


def test_one_s_own_things_are_seen_by_all() -> None:
    for view in some_views(CLASSIC, 12):
        for blindness in ALL:
            lost = {*differences(read(view), seen_by(blindness, view))}
            # What is held and laid by oneself, what could be laid, and the tops of piles.
            assert not lost & {f"kind {n}" for n in (0, 1, 3, 9, 10)}
            assert not lost & {f"suit {n}" for n in (0, 2, 4, 6, 7, 10, 12)}
            assert not lost & {f"round {n}" for n in (2, 3, 4, 7, 8, 9)}


def test_places_in_a_reading_are_as_the_engine_says() -> None:
    assert (compiled.BY_KIND, compiled.BY_SUIT) == (BY_KIND, BY_SUIT)


# Tastes


def likings(state: State, taste: Taste) -> dict[str, float]:
    view = observe(state, state.to_act)
    return {str(action): more for action, more in taste(view, view.legal_actions).items()}


def test_no_taste_likes_nothing() -> None:
    assert not likings(dealt("Y$ Y2"), Taste())


def test_a_wager_is_liked_and_so_is_setting_out() -> None:
    state = turns(dealt("Y$ Y$ Y4 W$ W5 B3", "R2 R3"), "Y$ . xR2 .")
    liked = likings(state, Taste(wager=2.0, open=0.5))
    assert liked["Y$"] == 2.0
    assert liked["W$"] == 2.5
    assert liked["W5"] == 0.5
    assert "Y4" not in liked, "that expedition has begun"
    assert not any(word.startswith("x") for word in liked)


def test_what_is_discarded_counts_where_they_could_lay_it() -> None:
    state = turns(dealt("Y$ Y2 Y9 W7 W3 B2 R8 R5", "W5 R4 B9 G2"), "R5 . W5 .")
    liked = likings(state, Taste(feed=-0.1))
    assert liked["xW7"] == pytest.approx(-1.4), "they have begun there"
    assert "xW3" not in liked, "it is below what they have laid"
    assert liked["xY9"] == pytest.approx(-0.9)
    assert liked["xY2"] == liked["xY$"] == pytest.approx(-0.5), "small ones are of some use"
    assert all(word.startswith("x") for word in liked)


def test_what_is_drawn_counts_where_they_could_lay_it() -> None:
    state = turns(
        dealt("Y9 W7 W3 B2 R8 R5 G3 G4", "W5 R4 B9 G2 Y2 Y3"), "xY9 . W5 . xW7 . xB9 . xB2"
    )
    assert sorted(map(str, state.legal_actions())) == [".", "<W", "<Y"]
    liked = likings(state, Taste(rob=0.1))
    assert liked == {"<Y": pytest.approx(0.9), "<W": pytest.approx(1.4)}


def test_alone_there_is_nobody_to_spoil() -> None:
    solo = find_edition("solo")
    state = State.new(Deal.shuffled(solo, Random(1)))
    assert not likings(state, Taste(feed=-1, rob=1))
    assert likings(state, Taste(open=1))


@every_edition
def test_likings_are_of_what_is_legal(ruleset: Ruleset) -> None:
    taste, rng = Taste(wager=1, open=1, feed=-1, rob=1), Random(4)
    state = State.new(Deal.shuffled(ruleset, rng))
    while not state.is_over and len(state.history) < 60:
        view = observe(state, state.to_act)
        legal: tuple[Action, ...] = view.legal_actions
        assert set(taste(view, legal)) <= set(legal)
        assert set(taste(view, legal[:1])) <= set(legal[:1])
        state = state.apply(any_legal(state, rng))


def test_a_wager_below_one_that_lies_is_of_no_use_where_they_ascend() -> None:
    five = find_edition("five-suit")
    state = turns(dealt("HJ HK C2 C3", "HQ H2", ruleset=five), "xC2 . HQ .")
    liked = likings(state, Taste(feed=-0.1))
    assert "xHJ" not in liked
    assert liked["xHK"] == pytest.approx(-1.0), "a little, and they have begun there"
