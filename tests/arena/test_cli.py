"""`expedition arena`: its answers, its sentences, and Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from io import StringIO
from typing import TYPE_CHECKING

import pytest

from arena.conftest import Command, played, results, settings
from expedition.arena import ContestLog, Progress, Schedule, Standings
from expedition.arena.progress import duration

if TYPE_CHECKING:
    from pathlib import Path

ISSUE = ("careful", "random", "--edition", "classic", "--pairs", "20", "--seed", "7", "--json")

KEPT_NOTHING = "Interrupted after 0 pairs. --log FILE would keep them.\n"

# The command line as main runs it.
#: Ends workers that have just begun, a little later each time.
ENDED = """
import time
from expedition.arena.settings import Settings
from expedition.arena.workers import _Worker

if __name__ == "__main__":
    for number in range(30):
        worker = _Worker(Settings(bots=("careful", "random")))
        time.sleep(0.1 + 0.008 * number)
        worker.end()
"""
SCRIPT = """
import argparse, sys
from expedition.cli import arena
from expedition.cli.failure import CommandError

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    arena.add_to(parser.add_subparsers())
    options = parser.parse_args(["arena", *sys.argv[1:]])
    try:
        sys.exit(options.run(options))
    except CommandError as error:
        print(error, file=sys.stderr)
        sys.exit(error.code)
"""


def test_one_object_with_margin_and_win(command: Command) -> None:
    result = command(*ISSUE)
    assert result.code == 0
    data = result.data
    assert data["margin"]["mean"] > 150
    assert 0 < data["margin"]["se"] < 20
    assert data["win"] == {"mean": 1.0, "se": 0.0, "low": 1.0, "high": 1.0}
    assert (data["pairs"], data["games"], data["rounds"]) == (20, 40, 40)
    assert (data["edition"], data["seed"], data["unit"]) == ("classic", 7, "round")
    assert data["plies"] == 2 * data["turns"]
    assert (data["capped"], data["cap"], data["stopped"]) == (0, 400, "pairs")
    one, other = data["players"]
    assert one["score"]["mean"] - other["score"]["mean"] == pytest.approx(data["margin"]["mean"])
    for player in data["players"]:
        assert player["decisions"] > 1000
        assert player["seconds"]["mean"] > 0
        assert player["seconds"]["p95"] > 0
        assert (player["illegal"], player["late"], player["forfeits"]) == (0, 0, 0)
    assert result.err == ""


def test_the_same_for_people(command: Command) -> None:
    text = command("careful", "random", "--pairs", "4", "--match", "--rounds", "2").out
    for part in (
        "classic, 4 deals played both ways (8 matches, 16 rounds), seed 0; all pairs were played",
        "points a match, standard error",
        "100.0% of matches",
        "plies in",
        "0 broken off at 400 turns",
        "ms a decision, 95% within",
        "0 illegal answers, 0 late; 0 rounds forfeited",
    ):
        assert part in text


def test_one_pair_has_no_error(command: Command) -> None:
    data = command("careful", "random", "--pairs", "1", "--json").data
    assert data["margin"]["se"] is None
    assert "standard error" not in command("careful", "random", "--pairs", "1").out


def test_a_match_is_as_long_as_the_edition_says(command: Command) -> None:
    data = command("random", "random", "--match", "--pairs", "1", "--json").data
    assert (data["match_rounds"], data["rounds"], data["games"]) == (3, 6, 2)


def test_a_test_is_told(command: Command) -> None:
    out = command("careful", "random", "--test", "5", "--check-every", "4").out
    assert "a margin of 5 or more (H1); log-likelihood ratio" in out
    assert "the test was decided" in out
    assert "stopping early adds to them" in out


def test_a_ladder_is_told(command: Command) -> None:
    result = command("random", "careful", "--ladder", "--pairs", "3")
    assert "2 bots, each against each: classic, 3 deals" in result.out
    assert "Elo-like" in result.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("careful",), "between two bots, not 1; --ladder takes more"),
        (("careful", "random", "random"), "between two bots, not 3"),
        (("careful", "--ladder"), "between 2 to 64 bots, not 1"),
        (("careful", "Careful", "--ladder"), "one is named twice"),
        (("careful", "carefull"), "no bot 'carefull'. Did you mean 'careful'?"),
        (("careful", "random", "--edition", "clasic"), "Did you mean 'classic'?"),
        (("careful", "random", "--pairs", "0"), "at least 1 pair, not 0"),
        (("careful", "random", "--workers", "0"), "from 1 to 1024, not 0"),
        (("careful", "random", "--cap", "0"), "after 0 turns"),
        (("careful", "random", "--deadline", "nan"), "within nan seconds"),
        (("careful", "random", "--rounds", "2"), "needs --match"),
        (("careful", "random", "--match", "--rounds", "0"), "at least one round, not 0"),
        (("careful", "random", "--until", "0"), "must be above 0"),
        (("careful", "random", "--until", "nan"), "must be above 0"),
        (("careful", "random", "--test", "-1"), "must be above 0"),
        (("careful", "random", "--test", "1", "--alpha", "0.7"), "between 0 and 0.5"),
        (("careful", "random", "--until", "1", "--check-every", "1"), "2 is the least"),
        (("careful", "random", "--ladder", "--test", "1"), "--test is for two bots"),
    ],
)
def test_bad_input_is_a_sentence(command: Command, words: tuple[str, ...], said: str) -> None:
    result = command(*words)
    assert result.code == 2
    assert said in result.err
    assert result.err.endswith(".")
    assert "\n" not in result.err
    assert result.out == ""


def test_a_damaged_log_is_a_sentence(command: Command, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text("milk\n")
    result = command("careful", "random", "--log", str(log))
    assert result.code == 2
    assert "no log of the arena" in result.err


@pytest.mark.usefixtures("villains")
def test_a_worker_that_dies_is_a_sentence(command: Command, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    result = command("dying", "careful", "--workers", "2", "--log", str(log))
    assert result.code == 1
    assert result.err.startswith("A worker process died while dying and careful played pair")
    assert result.err.endswith(f"What was played is in {log}.")


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_loses_nothing(command: Command, tmp_path: Path, workers: str) -> None:
    script, log = tmp_path / "arena.py", tmp_path / "log.jsonl"
    script.write_text(SCRIPT)
    words = ("careful", "random", "--seed", "3", "--workers", workers, "--log", str(log))
    process = subprocess.Popen(
        [sys.executable, str(script), *words, "--pairs", "100000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    limit = time.monotonic() + 30
    while not log.exists() or log.read_bytes().count(b"\n") < 6:
        assert time.monotonic() < limit
        assert process.poll() is None
        time.sleep(0.02)
    # As a terminal does: to all of its processes.
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err == f"Interrupted. What was played is in {log}; the same command goes on.\n"
    assert "; interrupted\nmargin" in out
    kept = log.read_bytes()
    assert kept.endswith(b"\n")
    count = kept.count(b"\n") + 1
    resumed = command(*words, "--pairs", str(count), "--json")
    assert resumed.code == 0
    assert log.read_bytes().startswith(kept)
    chosen = settings(seed=3)
    found = ContestLog(log, chosen, Schedule(pairs=count))
    found.close()
    whole = results(played(chosen, count))
    assert sorted(found.pairs, key=lambda pair: pair.number) == whole


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_a_worker_that_is_ended_at_any_moment_says_nothing(tmp_path: Path) -> None:
    script = tmp_path / "ended.py"
    script.write_text(ENDED)
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("sent", ["SIGINT", "SIGKILL"])
def test_workers_whose_bots_think_end_with_the_contest(
    villains: Path, tmp_path: Path, sent: str
) -> None:
    script = tmp_path / "arena.py"
    script.write_text(SCRIPT)
    process = subprocess.Popen(
        [sys.executable, str(script), "sleepy", "random", "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=os.environ | {"PYTHONPATH": str(villains), "SLEEPY": str(tmp_path / "asleep-")},
    )
    limit = time.monotonic() + 30
    while len(list(tmp_path.glob("asleep-*"))) < 2:
        assert time.monotonic() < limit
        time.sleep(0.02)
    if sent == "SIGINT":
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.kill()
    # It's only when the workers are gone that nobody holds its output any more.
    out, err = process.communicate(timeout=20)
    assert out == ""
    assert err == {"SIGINT": KEPT_NOTHING, "SIGKILL": ""}[sent]


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_has_the_time_left() -> None:
    now = 0.0
    stream = StringIO()
    standings = Standings(settings(), Schedule(pairs=101))
    progress = Progress(stream, lambda: now)
    for pair in results(played(settings(), 5)):
        now += 6.0
        standings.add(pair)
        progress(standings)
    lines = stream.getvalue().splitlines()
    assert len(lines) == 2, "a line every ten seconds"
    assert lines[-1].startswith("4 of 101 pairs, margin +")
    assert lines[-1].endswith("left")
    progress.close()


def test_progress_stays_in_place_on_a_terminal() -> None:
    now = 0.0
    stream = Terminal()
    standings = Standings(settings(), Schedule(pairs=10, until=5, test=3))
    progress = Progress(stream, lambda: now)
    for pair in results(played(settings(), 3)):
        now += 1
        standings.add(pair)
        progress(standings)
    progress.close()
    assert "\n" not in stream.getvalue()
    assert stream.getvalue().count("\r\033[K") == 4
    assert ", test +" in stream.getvalue()


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.4, "0 s"), (59.7, "1 min 0 s"), (200, "3 min 20 s"), (7500, "2 h 5 min")],
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text
