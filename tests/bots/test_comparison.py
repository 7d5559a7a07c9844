"""Candidates compared: within the budget, in worlds that may be, and fairly to the favourite."""

from __future__ import annotations

import math
from random import Random
from threading import Event, Thread, current_thread
from time import sleep
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from threadpoolctl import threadpool_info

from bots.positions import CLASSIC, dealt
from expedition.bots import comparison as module
from expedition.bots.comparison import MOST_WORLDS, WORLDS, Comparison, compare
from expedition.fast import Batch, Information, unpack
from expedition.game import Deal, Standing, State, observe

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from expedition.game import Observation

#: A hand of which every card makes another margin, if it is laid and nothing follows.
HAND = "Y2 Y4 W6 B8 B5 B9 G7 R8"


class AsItLies:
    """No playouts at all: the margin as it lies, but for what luck adds in each world."""

    turns = 400

    def __init__(self, noise: float = 0.0, decisions: int = 50) -> None:
        self.noise, self.decisions = noise, decisions
        self.sizes: list[int] = []
        self.batches: list[Batch] = []

    def __call__(
        self, batch: Batch, seat: int, worlds: NDArray[np.int64], rng: np.random.Generator
    ) -> tuple[NDArray[np.float64], int]:
        self.sizes.append(len(batch))
        self.batches.append(batch)
        luck = rng.normal(0, self.noise, len(batch))
        return batch.margins()[:, seat] + luck, self.decisions * len(batch)


def view(hand: str = HAND, standing: Standing | None = None) -> Observation:
    return observe(dealt(hand), 0, standing)


def ids(seen: Observation, *words: str) -> list[int]:
    known = {str(action): CLASSIC.action_space.id(action) for action in seen.legal_actions}
    return [known[word] for word in words]


def even(seen: Observation) -> NDArray[np.float32]:
    """Return the logarithms of chances that are the same for all."""
    return np.full(len(CLASSIC.action_space), -math.log(len(seen.legal_actions)), np.float32)


@pytest.mark.parametrize("budget", [0, 1, 3000, 20_000, 77_777, 10**7])
@pytest.mark.parametrize("count", [2, 3, 7])
def test_the_budget_is_kept_after_the_first_stretch(budget: int, count: int) -> None:
    seen = view()
    playouts = AsItLies(noise=200)
    words = ["xY2", "xY4", "xW6", "xB8", "xB5", "xB9", "xG7"][:count]
    comparison = Comparison(seen, ids(seen, *words), playouts, seed=1)
    comparison.spend(budget)
    first = WORLDS * count * playouts.decisions
    assert playouts.sizes[0] == WORLDS * count
    assert comparison.decisions == sum(playouts.sizes) * playouts.decisions
    assert comparison.decisions <= max(first, budget)
    assert WORLDS <= comparison.worlds <= MOST_WORLDS
    if budget >= 10**7:
        assert comparison.worlds > MOST_WORLDS // 2 or len(comparison._going()) == 1
    elif len(comparison._going()) > 1 and budget > 2 * first:
        assert comparison.decisions > budget / 2, "it is used, too"


def test_what_falls_behind_is_left_out() -> None:
    seen = view()
    playouts = AsItLies(noise=6)
    comparison = Comparison(seen, ids(seen, "xY2", "xY4", "Y2", "B9"), playouts, seed=1)
    comparison.spend(10**6)
    # To lay a 2 costs 18 points, to lay a 9 costs 11; the two discards are worth nothing.
    assert set(comparison._going()) <= set(ids(seen, "xY2", "xY4"))
    assert playouts.sizes[0] == 4 * WORLDS
    assert playouts.sizes[-1] < 4 * comparison.worlds / 2
    assert [len(comparison._utilities[each]) for each in ids(seen, "Y2", "B9")] == [WORLDS] * 2


def test_it_stops_when_one_is_left() -> None:
    seen = view()
    playouts = AsItLies(noise=1)
    comparison = Comparison(seen, ids(seen, "Y2", "xY4"), playouts, seed=1)
    comparison.spend(10**9)
    assert comparison.worlds == WORLDS
    assert comparison.verdict(even(seen)) == ids(seen, "xY4")[0]


def test_one_candidate_is_not_compared() -> None:
    seen = view()
    playouts = AsItLies()
    comparison = Comparison(seen, ids(seen, "Y2"), playouts, seed=1)
    comparison.spend(10**6)
    assert not playouts.sizes
    assert comparison.verdict(even(seen)) == ids(seen, "Y2")[0]


def test_the_favourite_is_left_only_for_what_is_better() -> None:
    seen = view()
    for favourite, other in (("xY2", "xY4"), ("xY4", "xY2")):
        comparison = Comparison(seen, ids(seen, favourite, other), AsItLies(), seed=1)
        comparison.spend(10_000)
        assert comparison.verdict(even(seen)) == ids(seen, favourite)[0], "they are equal"
    comparison = Comparison(seen, ids(seen, "Y2", "Y4"), AsItLies(), seed=1)
    comparison.spend(10_000)
    assert comparison.verdict(even(seen)) == ids(seen, "Y4")[0]


def verdict(better: float, swing: float, chances: tuple[float, float]) -> str:
    """Return which is taken, the favourite or the other, where that is better by so much.

    It is in 50 worlds, in which the favourite is up and down by `swing`, and neither is left out;
    whatever the numbers are now that were found by measuring.
    """
    seen = view()
    favourite, other = ids(seen, "Y2", "Y4")
    comparison = Comparison(seen, [favourite, other], AsItLies(), seed=1)
    comparison.worlds = 50
    comparison._utilities = {favourite: np.tile([swing, -swing], 25), other: np.full(50, better)}
    assert comparison._going() == [favourite, other]
    logs = even(seen)
    logs[[favourite, other]] = np.log(np.array(chances, np.float32))
    with pytest.MonkeyPatch.context() as patch:
        for name, number in (("LIKING", 2.0), ("LEAST_CHANCE", 0.01), ("BETTER", 1.0)):
            patch.setattr(module, name, number)
        return "favourite" if comparison.verdict(logs) == favourite else "other"


def test_what_is_better_within_the_error_is_not_taken() -> None:
    # The error is 1.43: 10, by the root of 49.
    assert verdict(1.3, 10, (0.5, 0.5)) == "favourite"
    assert verdict(1.6, 10, (0.5, 0.5)) == "other"


def test_a_liking_counts_for_few_points() -> None:
    # 2 x log(9) is 4.4 points, 2 x log(1.5) is 0.8.
    assert verdict(2, 10, (0.9, 0.1)) == "favourite"
    assert verdict(2, 10, (0.6, 0.4)) == "other"


def test_the_least_chance_counts_as_one_in_a_hundred() -> None:
    # 2 x log(100) is 9.2 points, and that is the most.
    assert verdict(8, 30, (1.0, 1e-30)) == "favourite"
    assert verdict(10, 30, (1.0, 1e-30)) == "other"


def test_equal_margins_and_no_decisions_are_no_reason_to_fail() -> None:
    """Where every candidate ends the round there is nothing to play."""
    seen = view()
    playouts = AsItLies(decisions=0)
    comparison = Comparison(seen, ids(seen, "xY2", "xY4"), playouts, seed=1)
    comparison.spend(1000)
    assert comparison.verdict(even(seen)) == ids(seen, "xY2")[0]


def test_the_worlds_are_those_that_the_seat_cannot_tell_apart() -> None:
    rng = Random(3)
    state = State.new(Deal.shuffled(CLASSIC, rng), 1)
    for _ in range(30):
        state = state.apply(rng.choice(state.legal_actions()))
    seen = observe(state, state.to_act)
    space = CLASSIC.action_space
    chosen = [space.id(action) for action in seen.legal_actions[:2]]
    playouts = AsItLies()
    kept: list[Batch] = []

    class WithHistory(Batch):
        """Batches that remember, so that their rounds can be looked at."""

        def __init__(self, *words: Any, **options: Any) -> None:
            options["history"] = True
            super().__init__(*words, **options)
            kept.append(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "Batch", WithHistory)
        Comparison(seen, chosen, playouts, seed=1).spend(0)
    (worlds,) = kept
    assert len(worlds) == WORLDS
    other = set()
    for n in range(WORLDS):
        world = unpack(worlds, n)
        assert observe(world, seen.seat).information_state == seen.information_state
        assert Information.of(observe(world, seen.seat)) == Information.of(seen)
        other.add(world.hands[1 - seen.seat])
        # Both candidates are tried in this very world.
        for m, action in enumerate(chosen):
            tried = unpack(playouts.batches[0], m * WORLDS + n)
            assert tried == world.apply(space.action(action))
    assert len(other) > WORLDS // 2


def test_the_same_seed_gives_the_same_figures() -> None:
    seen = view()
    chosen = ids(seen, "xY2", "Y2", "B9")
    figures = []
    for seed in (1, 1, 2):
        comparison = Comparison(seen, chosen, AsItLies(noise=50), seed)
        comparison.spend(20_000)
        figures.append([comparison._utilities[each].tolist() for each in chosen])
    assert figures[0] == figures[1] != figures[2]


def test_a_lead_in_the_last_round_is_kept_and_a_gamble_left() -> None:
    """Laying is sure here, and a discard wins or loses 60: the stakes say which is better."""
    lay, gamble = "B9", "xY2"

    class Gamble(AsItLies):
        def __call__(
            self, batch: Batch, seat: int, worlds: NDArray[np.int64], rng: np.random.Generator
        ) -> tuple[NDArray[np.float64], int]:
            margins, decisions = super().__call__(batch, seat, worlds, rng)
            swing = np.where(worlds % 2 == 0, 60.0, -60.0)
            return np.where(margins == 0, swing, margins), decisions

    for totals, taken in (((40, 0), lay), ((0, 40), gamble)):
        seen = view(standing=Standing(3, 3, totals))
        for favourite, other in ((lay, gamble), (gamble, lay)):
            comparison = Comparison(seen, ids(seen, favourite, other), Gamble(), seed=1)
            comparison.spend(200_000)
            assert comparison.verdict(even(seen)) == ids(seen, taken)[0], (totals, favourite)
    seen = view(standing=Standing(1, 3, (0, 0)))
    comparison = Comparison(seen, ids(seen, lay, gamble), Gamble(), seed=1)
    comparison.spend(10**6)
    assert comparison.verdict(even(seen)) == ids(seen, gamble)[0], "early on points are points"


class Pool:
    """Stands for the threads that a whole process may use for matrices."""

    threads = 2

    def __init__(self) -> None:
        self.before = self.threads

    def limit(self, *, limits: int) -> Pool:
        self.before, Pool.threads = Pool.threads, limits
        return self

    def restore_original_limits(self) -> None:
        Pool.threads = self.before


def test_comparisons_side_by_side_leave_threads_as_they_were(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever comes first goes first here, and it is still the last that lifts the limit."""
    first_came, second_came, first_went = Event(), Event(), Event()
    during: list[int] = []

    def spend(*_: object) -> None:
        during.append(Pool.threads)
        if current_thread().name == "first":
            first_came.set()
            assert second_came.wait(30)
        else:
            second_came.set()
            assert first_went.wait(30)
            during.append(Pool.threads)

    monkeypatch.setattr(module, "ThreadpoolController", Pool)
    monkeypatch.setattr(Comparison, "spend", spend)
    seen = view()
    words = seen, ids(seen, "xY2", "B9"), even(seen), 0.01, 1
    first = Thread(target=compare, args=words, name="first")
    second = Thread(target=compare, args=words)
    first.start()
    assert first_came.wait(30)
    second.start()
    first.join(30)
    first_went.set()
    second.join(30)
    assert during == [1, 1, 1]
    assert Pool.threads == 2


def test_the_limit_is_lifted_whatever_goes_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def spend(*_: object) -> None:
        assert Pool.threads == 1
        raise MemoryError

    monkeypatch.setattr(module, "ThreadpoolController", Pool)
    monkeypatch.setattr(Comparison, "spend", spend)
    seen = view()
    with pytest.raises(MemoryError):
        compare(seen, ids(seen, "xY2", "B9"), even(seen), 0.01, 1)
    assert Pool.threads == 2


def test_a_comparison_takes_one_of_those_that_it_is_given() -> None:
    seen = view()
    while module._one_core._busy:  # a bot of another test that is still loading
        sleep(0.01)
    before = [pool["num_threads"] for pool in threadpool_info()]
    taken = compare(seen, ids(seen, "xY2", "B9"), even(seen), 0.01, seed=1)
    assert taken in ids(seen, "xY2", "B9")
    assert [pool["num_threads"] for pool in threadpool_info()] == before
