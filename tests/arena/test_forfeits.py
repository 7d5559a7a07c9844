"""Villains: each is counted, and none ends the contest."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from arena.conftest import Command, played, results, settings
from expedition.arena import FORFEIT, duel_data, duel_text
from expedition.arena.rounds import _forfeited

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("villain", "kind", "reason"),
    [
        ("raising", "failed", "it raised KeyError: 'no idea\\nat all'"),
        ("quitting", "failed", "it raised SystemExit: 3"),
        ("lying", "illegal", "it answered "),
        ("mute", "illegal", "it answered None, which isn't legal"),
        ("equal", "illegal", "it answered a Equal, which isn't legal"),
    ],
)
@pytest.mark.usefixtures("villains")
def test_a_villain_forfeits_each_round(villain: str, kind: str, reason: str) -> None:
    standings = played(settings(villain, "careful"), 3)
    data = duel_data(standings)
    bad, good = data["players"]
    assert (bad["forfeits"], bad[kind]) == (6, 6)
    assert bad["reason"].lower().startswith(reason.lower())
    assert (good["forfeits"], good["illegal"], good["reason"]) == (0, 0, None)
    assert data["win"]["mean"] == 0
    assert data["margin"]["mean"] <= -FORFEIT
    assert f"{villain} first forfeited because {bad['reason']}." in duel_text(data)


def test_the_points_of_a_forfeited_round() -> None:
    assert _forfeited((30, -40), 0) == (-FORFEIT, 0)
    assert _forfeited((-150, 25), 0) == (-150, 25)
    assert _forfeited((-20, -20), 1) == (0, -FORFEIT)
    assert _forfeited((35,), 0) == (-FORFEIT,)


@pytest.mark.usefixtures("villains")
def test_a_match_goes_on_after_a_forfeited_round() -> None:
    pair = results(played(settings("careful", "mute", match_rounds=3), 1))[0]
    assert pair.conduct[1].illegal == 6
    assert [len(game) for game in pair.games] == [3, 3]
    assert all(points[1] == -FORFEIT for game in pair.games for points in game)
    assert pair.win == 1


@pytest.mark.parametrize("edition", ["solo", "standard-partners"])
@pytest.mark.usefixtures("villains")
def test_alone_and_among_partners_too(edition: str) -> None:
    pair = results(played(settings("raising", "careful", edition=edition), 1))[0]
    assert pair.conduct[0].failed == (1 if edition == "solo" else 2)
    assert pair.margin <= -FORFEIT


@pytest.mark.usefixtures("villains")
def test_rounds_without_end_are_broken_off_and_counted() -> None:
    data = duel_data(played(settings("stalling", "stalling", cap=60), 2))
    assert data["capped"] == data["rounds"] == 4
    assert (data["turns"], data["plies"]) == (60, 120)
    assert data["players"][0]["score"]["mean"] == 0
    assert data["players"][0]["forfeits"] == 0


@pytest.mark.usefixtures("villains")
def test_a_bot_that_fails_now_and_then_plays_the_other_rounds() -> None:
    once = played(settings("flaky", "random"), 12)
    conduct = duel_data(once)["players"][0]
    assert 0 < conduct["failed"] < 24
    assert results(played(settings("flaky", "random"), 12)) == results(once)


@pytest.mark.usefixtures("villains")
def test_a_bot_that_cannot_be_made_is_told_before_anything_is_played(
    command: Command, tmp_path: Path
) -> None:
    log = tmp_path / "log.jsonl"
    result = command("absent", "careful", "--log", str(log))
    assert result.code == 2
    assert "'absent'" in result.err
    assert "its network is missing." in result.err
    assert log.read_bytes() == b"", "no contest has begun, so the name of the file is free"


def test_an_external_bot_plays(command: Command) -> None:
    program = f'cmd:"{sys.executable}" "{ROOT / "examples/external_bot.py"}"'
    data = command(program, "random", "--pairs", "2", "--json").data
    assert data["players"][0]["forfeits"] == 0
    assert data["margin"]["mean"] > 0
    assert data["bots"] == [program, "random"]


def test_a_late_external_bot_forfeits(tmp_path: Path, command: Command) -> None:
    example = (ROOT / "examples/external_bot.py").read_text()
    slow = tmp_path / "slow.py"
    # Everything that it says after its greeting comes late.
    slow.write_text(
        "import builtins, time\nsaid = 0\nold = builtins.print\n"
        "def late(*words, **options):\n"
        "    global said\n    said += 1\n    time.sleep(5 if said > 1 else 0)\n"
        "    old(*words, **options)\n"
        "builtins.print = late\n" + example
    )
    program = f'cmd:"{sys.executable}" "{slow}"'
    data = command("careful", program, "--pairs", "1", "--deadline", "0.2", "--json").data
    assert data["players"][1]["late"] == data["players"][1]["forfeits"] == 2
    assert "took longer than 0.2 s" in data["players"][1]["reason"]


@pytest.mark.parametrize(
    ("program", "said"), [("cmd:", "its command is empty"), ("cmd:no-such-bot", "no program")]
)
def test_an_external_bot_that_cannot_start(command: Command, program: str, said: str) -> None:
    result = command("careful", program)
    assert result.code == 2
    assert said in result.err
