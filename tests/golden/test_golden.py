"""Whole rounds of every edition from a separate reading of the rules, and perft counts."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from expedition.game import EDITIONS, Deal, State, find_edition, perft
from expedition.notation import ENGINES, GoldenMismatch, RecordError, parse_golden, verify_golden

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.jsonl"))
PERFT = json.loads((FOLDER / "perft.json").read_text())


def test_every_edition_has_golden_rounds_and_perft_counts() -> None:
    assert {path.stem for path in FILES} == set(EDITIONS)
    assert {entry["edition"] for entry in PERFT} == set(EDITIONS)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_rounds_hold(path: Path, engine: str) -> None:
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        assert verify_golden(parse_golden(line, number), ENGINES[engine]) > 20


@pytest.mark.parametrize("entry", PERFT, ids=lambda entry: entry["edition"])
def test_perft(entry: dict[str, object]) -> None:
    ruleset = find_edition(str(entry["edition"]))
    state = State.new(Deal.shuffled(ruleset, Random(int(str(entry["seed"])))))
    counts = entry["counts"]
    assert isinstance(counts, list)
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


def first(path: Path = FOLDER / "classic.jsonl") -> dict[str, object]:
    data: dict[str, object] = json.loads(path.read_text().splitlines()[0])
    return data


def mismatch(data: object) -> GoldenMismatch:
    with pytest.raises(GoldenMismatch) as caught:
        verify_golden(parse_golden(json.dumps(data), 1), ENGINES["game"])
    return caught.value


def test_a_missing_legal_action_is_found_at_its_step() -> None:
    data = first()
    legal = data["legal"]
    assert isinstance(legal, list)
    gone = legal[6].pop()
    error = mismatch(data)
    assert (error.round_number, error.step, error.what) == (1, 7, "the legal actions")
    assert gone in error.got.split()
    assert gone not in error.expected.split()


def test_a_doubled_legal_action_is_found() -> None:
    data = first()
    legal = data["legal"]
    assert isinstance(legal, list)
    legal[0].append(legal[0][0])
    assert mismatch(data).step == 1


def test_wrong_ends_are_found() -> None:
    data = first()
    scores = data["scores"]
    assert isinstance(scores, list)
    scores[0] += 1
    assert mismatch(data).what == "the scores"

    data = first()
    expeditions = data["expeditions"]
    assert isinstance(expeditions, list)
    next(iter(expeditions[0].values())).pop()
    assert "expeditions of side 0" in mismatch(data).what

    data = first()
    for key in ("actions", "legal"):
        steps = data[key]
        assert isinstance(steps, list)
        steps.pop()
    assert mismatch(data).what == "the ends"


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("edition", "chess", "There is no edition 'chess'"),
        ("cards", ["R7"], "Not a pack of classic"),
        ("starter", 5, "'starter' is 5"),
        ("actions", [1], "'actions' should hold texts"),
        ("legal", [], "actions, but 0 lists of legal ones"),
        ("scores", "none", "'scores' should be a list"),
        ("expeditions", [{"Q": []}], "which is unknown"),
        ("more", 1, "which is unknown"),
    ],
)
def test_a_broken_line_says_why(key: str, value: object, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_golden(json.dumps(first() | {key: value}), 4)
    assert message in str(caught.value)
    assert str(caught.value).startswith("Round 4: ")


def test_a_line_that_is_no_json_says_so() -> None:
    with pytest.raises(RecordError, match="not a JSON object"):
        parse_golden('{"edition": ', 1)
