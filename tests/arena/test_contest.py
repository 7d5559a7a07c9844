"""A contest ends alike however it was played: workers, order, interruption."""

from __future__ import annotations

import multiprocessing
from random import Random
from typing import TYPE_CHECKING

import pytest

from arena.conftest import played, results, settings, with_margin
from expedition.arena import (
    ArenaError,
    Bench,
    ContestLog,
    Interrupted,
    Job,
    Pair,
    Schedule,
    Settings,
    Standings,
    duel_data,
    ladder_data,
    ladder_text,
    play_pair,
    run_contest,
)

if TYPE_CHECKING:
    from pathlib import Path

    from expedition.arena import SequentialTest


def decided(test: SequentialTest | None) -> str | None:
    return None if test is None else test.decision


def test_two_workers_find_what_one_does() -> None:
    chosen = settings(seed=5)
    assert results(played(chosen, 7, workers=2)) == results(played(chosen, 7))
    assert not multiprocessing.active_children()


@pytest.mark.usefixtures("villains")
def test_two_workers_stop_where_one_does() -> None:
    chosen = settings("flaky", "random", seed=5)
    schedule = Schedule(pairs=500, until=15.0, check_every=5)
    one, two = (played(chosen, 0, workers, schedule) for workers in (1, 2))
    assert one.stopped == two.stopped == "until"
    assert results(one) == results(two)
    assert len(one.deals) % 5 == 0
    before = Schedule(pairs=len(one.deals) - 5)
    assert (played(chosen, 0, schedule=before).error() or 0) > 15 >= (one.error() or 0)


@pytest.mark.usefixtures("villains")
def test_a_worker_that_dies_is_told_and_the_log_keeps_what_was_played(tmp_path: Path) -> None:
    chosen, schedule = settings("mortal", "random", seed=7), Schedule(pairs=300)
    path = tmp_path / "log.jsonl"
    log = ContestLog(path, chosen, schedule)
    with pytest.raises(
        ArenaError, match=r"died while mortal and random played pair \d+ \(exit code 7"
    ):
        run_contest(chosen, schedule, workers=2, log=log)
    log.close()
    assert not multiprocessing.active_children()
    again = ContestLog(path, chosen, schedule)
    again.close()
    assert again.pairs
    assert all(pair == play_pair(chosen, job(pair), Bench(chosen)) for pair in again.pairs)


def job(pair: Pair) -> Job:
    return Job(pair.number, pair.between)


class _Leaving:
    """Presses Ctrl-C after so many pairs."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self, standings: Standings) -> None:
        self.left -= 1
        if not self.left:
            raise KeyboardInterrupt


@pytest.mark.parametrize("workers", [1, 2])
def test_a_resumed_contest_ends_as_one_without_interruption(tmp_path: Path, workers: int) -> None:
    chosen, schedule = settings(seed=2), Schedule(pairs=8)
    path = tmp_path / "log.jsonl"
    for after in (3, 2):
        log = ContestLog(path, chosen, schedule)
        with pytest.raises(Interrupted) as left:
            run_contest(chosen, schedule, workers=workers, log=log, on_pair=_Leaving(after))
        log.close()
        assert len(left.value.standings.deals) <= 5
    log = ContestLog(path, chosen, schedule)
    assert len(log.pairs) == 5
    resumed = run_contest(chosen, schedule, workers=workers, log=log)
    log.close()
    assert results(resumed) == results(played(chosen, 8))
    again = ContestLog(path, chosen, schedule)
    assert len(again.pairs) == 8
    assert results(run_contest(chosen, schedule, log=again)) == results(resumed)
    again.close()


def test_the_order_in_which_pairs_come_is_nothing(sample: Pair) -> None:
    rng = Random(1)
    margins = [round(rng.gauss(6, 30)) for _ in range(400)]
    schedule = Schedule(pairs=400, test=8, check_every=20)
    ends = []
    for seed in range(5):
        order = list(range(400))
        Random(seed).shuffle(order)
        standings = Standings(settings(), schedule)
        for number in order:
            standings.add(with_margin(sample, number, margins[number]))
        ends.append((len(standings.deals), standings.stopped, decided(standings.test())))
    assert len(set(ends)) == 1
    assert ends[0][0] < 400, "it stopped early, and pairs beyond don't count"
    assert ends[0][1] == "test"


def test_a_test_ends_a_contest() -> None:
    schedule = Schedule(pairs=100, test=5, check_every=4)
    standings = played(settings(), 0, schedule=schedule)
    data = duel_data(standings)
    assert (data["stopped"], data["test"]["decision"], data["pairs"]) == ("test", "H1", 4)


def test_a_ladder_has_everybody_in_order() -> None:
    chosen = Settings(bots=("random", "careful", "Random "), seed=1)
    standings = played(chosen, 4)
    assert len(results(standings)) == 12
    data = ladder_data(standings)
    assert [rating["bot"] for rating in data["ratings"]] == ["careful", "random", "random"]
    best, *others = data["ratings"]
    assert best["points"]["low"] > others[0]["points"]["high"]
    assert best["elo"]["mean"] > 200
    assert sum(rating["points"]["mean"] for rating in data["ratings"]) == pytest.approx(0)
    assert [pairing["between"] for pairing in data["pairings"]] == [
        ["random", "careful"],
        ["random", "random"],
        ["careful", "random"],
    ]
    assert data["rounds"] == 24
    duel = duel_data(played(Settings(bots=("random", "careful"), seed=1), 4))
    assert data["pairings"][0]["margin"] == duel["margin"], "a pairing is a contest of two"
    assert ladder_text(data).splitlines()[3].split()[:2] == ["1", "careful"]


def test_a_ladder_stops_when_every_rating_is_known_well_enough() -> None:
    chosen = Settings(bots=("random", "careful", "random"), seed=1)
    standings = run_contest(chosen, Schedule(pairs=300, until=6, check_every=3))
    assert standings.stopped == "until"
    assert max(rating["points"]["se"] for rating in ladder_data(standings)["ratings"]) <= 6


@pytest.fixture(scope="module")
def sample() -> Pair:
    return results(played(settings("random", "random"), 1))[0]
