"""Each command as a person runs it: the real one, its output, its exit code."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cli.conftest import COMMAND
from expedition.cli.rules import NAMES
from expedition.game import EDITIONS, Ruleset, find_edition
from expedition.notation import parse_record, record_to_json, record_to_text
from notation.records import random_record

if TYPE_CHECKING:
    from cli.conftest import Run

GOLDEN = Path(__file__).parents[1] / "golden"
COMMANDS = ("play", "score", "replay", "rules", "editions", "verify", "perft")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run: Run, command: str) -> None:
    result = run(command, "--help", COLUMNS="80")
    assert result.code == 0
    assert result.out.startswith(f"usage: expedition {command}")
    assert max(map(len, result.out.splitlines())) <= 80


def test_alone_it_lists_the_commands(run: Run) -> None:
    result = run()
    assert result.code == 0
    assert all(command in result.out for command in COMMANDS)
    assert run("--version").out.startswith("expedition ")


@pytest.mark.parametrize("words", [("dance",), ("score",), ("score", "--editions", "x", "R7")])
def test_wrong_usage_exits_2(run: Run, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.code == 2
    assert "usage: expedition" in result.err


def test_editions_lists_all(run: Run) -> None:
    result = run("editions")
    for edition in EDITIONS.values():
        assert edition.id in result.out
        assert all(alias in result.out for alias in edition.aliases)
    listed = json.loads(run("editions", "--json").out)
    assert [item["id"] for item in listed] == list(EDITIONS)
    assert listed[0] | {"actions": 106, "pack_size": 60, "deck_size": 44} == listed[0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_rules_come_from_the_data(run: Run, edition: str) -> None:
    ruleset = find_edition(edition)
    result = run("rules", edition)
    assert result.code == 0
    text = " ".join(result.out.split())
    assert f"{len(ruleset.pack)} cards in {len(ruleset.suits)}" in text
    assert f"{ruleset.bonus_cards} cards or more" in text
    assert ("What differs from classic" in text) == (edition != "classic")
    data = json.loads(run("rules", edition, "--json").out)
    assert data["id"] == edition
    told = " ".join(" ".join(part["paragraphs"]) for part in data["sections"])
    assert all(sentence in text for sentence in told.split(". "))
    assert max(map(len, result.out.splitlines())) <= 80


@pytest.mark.parametrize("command", ["rules", "play", "perft"])
def test_an_unknown_edition_is_one_sentence(run: Run, command: str) -> None:
    result = run(command, "clasic")
    assert result.code == 2
    assert result.err.startswith(
        "expedition: There is no edition 'clasic'. Did you mean 'classic'?"
    )
    assert result.out == ""


@pytest.mark.parametrize(
    ("words", "total"),
    [
        ("R4 R7 R10", 1),
        ("$R R3 R5 R7", -10),
        ("Y$", -40),
        ("G $ $ 2 3 5 7 8 10", 65),
        ("--edition five-suit C J Q 3 5 7 8 9 X", 86),
        ("--edition standard H J Q 6 8 10", 12),
        ("--edition standard DJ D3 D5", -24),
        ("--edition card-commons CJ C4 C5 C7 C8 C9 , H J Q 6 8 10 , D J 3 5", 34),
        ("Y$ Y$ Y$", -80),
        ("B2", -18),
        ("B$ B10", -20),
        ("W $ $ $ 2 3 4 5 6 7 8 9 10", 156),
        ("W $ $ $ 2 3 4 5 6", 20),
        ("Y 2 3 4 5 6", 0),
    ],
)
def test_score(run: Run, words: str, total: int) -> None:
    result = run("score", *words.split())
    assert result.code == 0
    assert result.out.splitlines()[-1].split() == ["total", str(total)]
    data = json.loads(run("score", "--json", *words.split()).out)
    assert data["total"] == total
    for part in data["expeditions"]:
        worked = (part["sum"] - part["cost"]) * part["multiplier"] + part["bonus"]
        assert worked == part["total"]


def test_a_worked_score_shows_every_part(run: Run) -> None:
    out = run("score", "G", "$", "$", "2", "3", "5", "7", "8", "10").out
    assert "35 - 20 = 15, x3 = 45, +20 for 8 cards = 65" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("R4 R4", "Red 4 is there 2 times; an expedition can hold 1."),
        ("--edition partners R2 R2", "Red 2 is there 2 times; an expedition can hold 1."),
        ("R$ R$ R$ R$", "Red wager is there 4 times; an expedition can hold 3."),
        ("--edition standard HJ HJ", "Jack of Hearts is there 2 times; an expedition can hold 1."),
        ("Q7", "'Q7' is not a card of classic."),
        ("", "There is no card."),
        ("R", "Red stands there without a card."),
        ("R Y 5", "Red stands there without a card."),
        ("Y 5 R", "Red stands there without a card."),
        ("7", "its suit is missing"),
        ("R $ 12", "'Red 12' is not a card of classic."),
        ("--edition bridge H7", "There is no edition 'bridge'."),
    ],
)
def test_a_wrong_score_is_one_sentence(run: Run, words: str, message: str) -> None:
    result = run("score", *(words.split() or [""]))
    assert (result.code, result.out) == (2, "")
    assert message in result.err


def test_verify_says_how_much_held(run: Run) -> None:
    files = sorted(str(path) for path in GOLDEN.glob("*.jsonl"))
    assert run("verify", *files).out == "21 rounds and 5880 steps hold on the engine game.\n"
    data = json.loads(run("verify", "--json", files[0]).out)
    assert data["ok"] is True
    assert data["rounds"] == 3


def test_verify_prints_the_first_difference(run: Run, tmp_path: Path) -> None:
    lines = (GOLDEN / "classic.jsonl").read_text().splitlines()
    data = json.loads(lines[1])
    gone = data["legal"][4].pop()
    lines[1] = json.dumps(data)
    file = tmp_path / "wrong.jsonl"
    file.write_text("\n".join(lines))
    result = run("verify", str(file))
    assert result.code == 1
    assert "Round 2, step 5: the legal actions differ." in result.out
    assert gone in result.out.splitlines()[-1]
    found = json.loads(run("verify", "--json", str(file)).out)
    assert found | {"ok": False, "round": 2, "step": 5} == found


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "has no rounds in it"),
        (b"{", "Round 1: It is cut short"),
        (b'{"edition": "classic"}', "Round 1: The line has no 'starter'."),
        (b"\xff", "is not UTF-8 text"),
    ],
)
def test_verify_of_something_else_is_one_sentence(
    run: Run, tmp_path: Path, content: bytes, message: str
) -> None:
    file = tmp_path / "x.jsonl"
    file.write_bytes(content)
    result = run("verify", str(file))
    assert result.code == 2
    assert message in result.err


def test_verify_refuses_an_unknown_engine_and_a_missing_file(run: Run) -> None:
    assert "There is no engine 'warp'" in run("verify", "--engine", "warp", "x").err
    result = run("verify", "no-such-file.jsonl")
    assert (result.code, result.err) == (
        2,
        "expedition: Can't read no-such-file.jsonl: No such file or directory.\n",
    )


def test_perft_counts_and_divides(run: Run, tmp_path: Path) -> None:
    assert run("perft", "--depth", "4").out == "370\n"
    lines = run("perft", "--depth", "4", "--divide").out.split()
    assert sum(map(int, lines[1:-1:2])) == int(lines[-1]) == 370
    data = json.loads(run("perft", "solo", "--depth", "3", "--json").out)
    assert data["count"] == 141
    deal = tmp_path / "deal.txt"
    deal.write_text(data["deal"])
    assert run("perft", "solo", "--depth", "3", "--deal", str(deal)).out == "141\n"
    first = data["deal"].split()[0]
    after = run("perft", "solo", "--deal", str(deal), "--depth", "2", "--after", f"x{first}", ".")
    assert int(after.out) > 0


def test_perft_refuses_what_it_cannot_count(run: Run) -> None:
    assert "--depth is 0; it should be from 1 to 100." in run("perft", "--depth", "0").err
    assert "--depth is 500" in run("perft", "--depth", "500").err
    assert "Seat 5 can't start" in run("perft", "--starter", "5").err
    assert "Not a pack of classic" in run("perft", "--deal", "-", text="R7 R8").err
    assert "Play or discard a card" in run("perft", "--after", ".").err


def test_replay_shows_a_record_in_every_way(run: Run, tmp_path: Path) -> None:
    for ruleset in EDITIONS.values():
        record = random_record(ruleset, 3, finished=True)
        file = tmp_path / f"{ruleset.id}.json"
        file.write_text(record_to_json(record), "utf-8")
        shown = run("replay", str(file))
        assert shown.code == 0
        assert "The match is over" in shown.out
        assert parse_record(run("replay", "--text", str(file)).out) == record
        assert parse_record(run("replay", "--json", str(file)).out) == record
        piped = run("replay", "-", text=record_to_text(record))
        assert piped.out == shown.out
        assert len(run("replay", "--end", str(file)).out) < len(shown.out)
        assert len(run("replay", "--boards", str(file)).out) > len(shown.out)
        only = run("replay", "--round", "1", str(file)).out
        assert "\nRound 1" in only
        assert "\nRound 2" not in only
        assert "--round is 9" in run("replay", "--round", "9", str(file)).err


def test_replay_names_round_turn_and_reason(run: Run, tmp_path: Path) -> None:
    record = random_record(find_edition("classic"), 3, finished=True)
    data = json.loads(record_to_json(record))
    data["rounds"][0]["actions"][2] = "xR7" if data["rounds"][0]["actions"][0] == "R7" else "R7"
    data["rounds"][0]["actions"][0] = data["rounds"][0]["actions"][2]
    file = tmp_path / "broken.json"
    file.write_text(json.dumps(data))
    result = run("replay", str(file))
    assert result.code == 1
    assert "Round 1, turn " in result.err
    assert result.err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"format": "expedition-record", "version": 1', "cut short"),
        (b"{" + b" " * (100 * 2**20), "too large: 4 MB is the most"),
        (b'{"format": "expedition-record", "version": 3}', "from a later Expedition"),
        (b'{"format": "expedition-record", "version": "1"}', "should be a whole number, not text"),
        (b"", "The record is empty."),
        (b"PK\x03\x04\xff", "not UTF-8 text"),
    ],
    ids=["cut", "100 MB", "future", "type", "empty", "binary"],
)
def test_replay_of_a_broken_file_is_one_sentence(
    run: Run, tmp_path: Path, content: bytes, message: str
) -> None:
    file = tmp_path / "broken.json"
    file.write_bytes(content)
    result = run("replay", str(file))
    assert result.code in (1, 2)
    assert message in result.err
    assert result.err.count("\n") == 1
    assert result.out == ""


def test_a_folder_or_a_missing_file_is_one_sentence(run: Run, tmp_path: Path) -> None:
    assert "Is a directory" in run("replay", str(tmp_path)).err
    assert "No such file" in run("replay", str(tmp_path / "none")).err


def test_output_that_nobody_reads_is_no_crash(tmp_path: Path) -> None:
    record = random_record(find_edition("classic"), 3, finished=True)
    file = tmp_path / "match.json"
    file.write_text(record_to_json(record), "utf-8")
    piped = subprocess.run(
        f"{COMMAND} replay --boards {file} | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert piped.stderr == ""
    assert piped.stdout.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("editions > /dev/full", "Can't write the output: No space left on device."),
        ("editions >&-", ""),
        ("play --seed 1 <&-", ""),
        ("replay - <&-", "The record is empty."),
        ("editions 2>&-", ""),
    ],
)
def test_closed_and_full_streams_are_no_crash(tmp_path: Path, line: str, message: str) -> None:
    done = subprocess.run(
        f"{COMMAND} {line}",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        stdin=subprocess.DEVNULL,
        env=os.environ | {"EXPEDITION_DATA": str(tmp_path)},
    )
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert message in done.stderr


def test_rules_name_every_parameter() -> None:
    """A parameter that is a rule can't be left out of the list of differences."""
    not_rules = {"id", "name", "summary", "aliases", "suit_word", "wager_word"}
    assert set(NAMES) == {field.name for field in fields(Ruleset)} - not_rules


def test_an_ascii_terminal_is_no_crash(run: Run, tmp_path: Path) -> None:
    record = random_record(find_edition("standard-partners"), 10, finished=True)
    file = tmp_path / "match.json"
    file.write_text(record_to_json(record), "utf-8")
    result = run("replay", str(file), PYTHONUTF8="0", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert result.code == 0
