"""`expedition replay --check-deal`: a promise kept, broken, not opened yet, or never made."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from expedition.game import EDITIONS, Deal, Match
from expedition.notation import (
    Player,
    Record,
    Seal,
    SealedRound,
    parse_record,
    record_to_json,
    record_to_text,
)

if TYPE_CHECKING:
    from cli.conftest import Run
    from expedition.game import Ruleset

PAGE = Path(__file__).parents[2] / "docs/record-format.md"
SALTS = ("salt-of-round-one", "salt-of-round-two", "salt-of-round-three")

every_edition = pytest.mark.parametrize("ruleset", EDITIONS.values(), ids=list(EDITIONS))


def played(ruleset: Ruleset, sealed: tuple[bool, ...], *, running: bool = False) -> Record:
    """Return a record of whole rounds, each promised or not, and one that is still going on."""
    rng = Random(7)
    match = Match.new(ruleset, rounds=len(sealed) + running, first_starter=0)
    seals: list[Seal | None] = []
    for place, promised in enumerate(sealed):
        deal = Deal.shuffled(ruleset, rng)
        match = match.begin(deal)
        seals.append(Seal.of(deal, SALTS[place]) if promised else None)
        while not match.played[-1].is_over:
            # Of the draws the deck comes first, so every round has an end.
            match = match.apply(match.played[-1].legal_actions()[0])
    while seals and seals[-1] is None:
        seals.pop()
    now = None
    if running:
        deal = Deal.shuffled(ruleset, rng)
        first = deal.hands[match.next_starter][0]
        hidden = Seal(Seal.of(deal, SALTS[-1]).commitment)
        now = SealedRound(match.next_starter, hidden, (f"x{first}", "."))
    players = tuple(Player(f"Seat {seat}") for seat in range(ruleset.seats))
    return Record(match, players, seals=tuple(seals), sealed=now)


def kept(record: Record, folder: Path) -> str:
    """Write a record to a file and return its name."""
    file = folder / "match.json"
    file.write_text(record_to_json(record), "utf-8")
    return str(file)


def commitments(record: Record) -> list[str]:
    return [seal.commitment for seal in record.seals if seal]


@every_edition
def test_a_promise_that_was_kept(run: Run, tmp_path: Path, ruleset: Ruleset) -> None:
    record = played(ruleset, (True, True))
    result = run("replay", "--check-deal", kept(record, tmp_path))
    assert (result.code, result.err) == (0, "")
    for number, state in enumerate(record.match.played, start=1):
        assert f"Round {number}: the deal is the one that was promised.\n" in result.out
        assert f"  commitment  {commitments(record)[number - 1]}\n" in result.out
        assert f"  salt        {SALTS[number - 1]}\n" in result.out
        assert f"  deal        {state.deal}\n" in result.out
    text = run("replay", "--check-deal", "-", text=record_to_text(record))
    assert text.out == result.out
    alone = run("replay", "--check-deal", "--round", "2", kept(record, tmp_path))
    assert "Round 1" not in alone.out
    assert alone.code == 0


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="no sha256sum here")
def test_the_line_to_check_it_by_hand_gives_the_commitment(run: Run, tmp_path: Path) -> None:
    record = played(EDITIONS["classic"], (True, True))
    out = run("replay", "--check-deal", kept(record, tmp_path)).out
    lines = re.findall(r"  by hand     (.*)\n", out)
    assert [shell(line).split()[0] for line in lines] == commitments(record)


def test_a_broken_promise_does_not_pass(run: Run, tmp_path: Path) -> None:
    record = played(EDITIONS["standard"], (True, True))
    data: dict[str, Any] = json.loads(record_to_json(record))
    data["rounds"][1]["salt"] = "another-salt-than-it-was"
    file = tmp_path / "match.json"
    file.write_text(json.dumps(data), "utf-8")
    result = run("replay", "--check-deal", str(file))
    assert result.code == 1
    assert "Round 2" in result.err
    assert "not the one that its commitment promised" in result.err
    assert result.err.count("\n") == 1


def test_a_round_that_is_going_on_is_not_opened_yet(run: Run, tmp_path: Path) -> None:
    record = played(EDITIONS["classic"], (True,), running=True)
    assert record.sealed
    promised = record.sealed.seal.commitment
    result = run("replay", "--check-deal", kept(record, tmp_path))
    assert result.code == 0
    assert "Round 2: the deal is promised and not opened yet.\n" in result.out
    assert f"  commitment  {promised}\n" in result.out
    alone = run("replay", "--check-deal", "--round", "2", kept(record, tmp_path))
    assert alone.code == 1
    assert "There is no opened promise in round 2" in alone.err
    asked = run("replay", "--check-deal", "--commitment", promised, kept(record, tmp_path))
    assert asked.code == 1
    assert "It is the commitment that you gave." in asked.out
    assert "not opened yet, so it can't be checked" in asked.err


def test_a_deal_that_nobody_promised_is_nothing_to_check(run: Run, tmp_path: Path) -> None:
    record = played(EDITIONS["classic"], (False,))
    result = run("replay", "--check-deal", kept(record, tmp_path))
    assert result.code == 1
    assert "Round 1: no commitment; this deal was not promised before the round." in result.out
    assert result.err.count("\n") == 1
    assert "nothing to check" in result.err
    some = run("replay", "--check-deal", kept(played(EDITIONS["classic"], (False, True)), tmp_path))
    assert some.code == 0
    assert "Round 1: no commitment" in some.out


def test_a_commitment_written_down_before_the_round(run: Run, tmp_path: Path) -> None:
    record = played(EDITIONS["five-suit"], (True, True))
    first, second = commitments(record)
    file = kept(record, tmp_path)
    for noted in (second, second.upper(), f" {second} "):
        result = run("replay", "--check-deal", "--commitment", noted, file)
        assert result.code == 0
        assert result.out.count("It is the commitment that you gave.") == 1
        assert result.out.count("It is not the commitment that you gave.") == 1
    other = run("replay", "--check-deal", "--round", "2", "--commitment", first, file)
    assert other.code == 1
    assert f"No opened deal in round 2 was promised by {first}." in other.err
    gone = run("replay", "--check-deal", "--commitment", "0" * 64, file)
    assert gone.code == 1
    assert "No opened deal in this record was promised by 000" in gone.err


def test_what_is_no_commitment_is_said(run: Run, tmp_path: Path) -> None:
    file = kept(played(EDITIONS["classic"], (True,)), tmp_path)
    for wrong in ("", "56f831", "g" * 64, "٣" * 64):
        result = run("replay", "--check-deal", "--commitment", wrong, file)
        assert result.code == 2
        assert "64 hexadecimal digits" in result.err
    assert "add that" in run("replay", "--commitment", "0" * 64, file).err
    assert "--check-deal" in run("replay", "--check-deal", "--end", file).err


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="no sha256sum here")
def test_the_check_in_the_record_page_runs() -> None:
    text = PAGE.read_text("utf-8")
    (line,), (answer,), (example,) = (
        re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
        for language in ("sh", "console", "json")
    )
    assert shell(line) == answer
    deal = parse_record(example).match.played[0].deal
    seal = Seal(answer.split()[0], "only-for-this-page")
    assert seal.fits(deal)
    assert str(deal) in line


def shell(line: str) -> str:
    """Run a line as it is typed and return what it prints."""
    return subprocess.run(
        line, shell=True, capture_output=True, text=True, check=True, timeout=60
    ).stdout
