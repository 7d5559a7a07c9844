"""Whole rounds of every edition from a separate reading of the rules, and perft counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from expedition.cli.engines import ENGINES, find_engine
from expedition.game import EDITIONS, Deal, State, divide, find_edition, perft
from expedition.notation import (
    GoldenMismatch,
    RecordError,
    parse_cards,
    parse_golden,
    verify_golden,
)

if TYPE_CHECKING:
    from expedition.notation.golden import Round

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
        assert verify_golden(parse_golden(line, number), find_engine(engine)) > 20


def count(current: Round, depth: int) -> int:
    """Count the action sequences of a length, with what every engine has and nothing more."""
    actions = current.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(count(current.apply(action), depth - 1) for action in actions)


def perft_deal(entry: dict[str, Any]) -> Deal:
    ruleset = find_edition(entry["edition"])
    return Deal(ruleset, parse_cards(entry["deal"], ruleset))


@pytest.mark.parametrize("entry", PERFT, ids=lambda entry: entry["edition"])
def test_perft_entries_are_plain_data(entry: dict[str, Any]) -> None:
    assert list(entry) == ["edition", "starter", "deal", "counts"]
    assert str(perft_deal(entry)) == entry["deal"]
    assert len(entry["counts"]) >= 3


@pytest.mark.parametrize("entry", PERFT, ids=lambda entry: entry["edition"])
def test_perft_counts_hold(entry: dict[str, Any]) -> None:
    dealt = State.new(perft_deal(entry), entry["starter"])
    for depth, expected in enumerate(entry["counts"], start=1):
        assert count(dealt, depth) == expected


@pytest.mark.parametrize("entry", PERFT, ids=lambda entry: entry["edition"])
def test_the_game_counts_as_we_do(entry: dict[str, Any]) -> None:
    dealt = State.new(perft_deal(entry), entry["starter"])
    assert perft(dealt, 0) == 1
    # Where a count is small it costs little; the deepest ones are the engines' business.
    depths = [depth for depth, total in enumerate(entry["counts"], start=1) if total < 20_000]
    for depth in depths:
        assert perft(dealt, depth) == count(dealt, depth)
        divided = divide(dealt, depth)
        assert set(divided) == set(dealt.legal_actions())
        assert sum(divided.values()) == entry["counts"][depth - 1]


def first(path: Path = FOLDER / "classic.jsonl") -> dict[str, object]:
    data: dict[str, object] = json.loads(path.read_text().splitlines()[0])
    return data


def mismatch(data: object) -> GoldenMismatch:
    with pytest.raises(GoldenMismatch) as caught:
        verify_golden(parse_golden(json.dumps(data), 1), State.new)
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
        ("expeditions", [], "'expeditions' is of 0 sides; classic has 2"),
        ("scores", [3], "'scores' is of 1 sides; classic has 2"),
    ],
)
def test_a_broken_line_says_why(key: str, value: object, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_golden(json.dumps(first() | {key: value}), 4)
    assert message in str(caught.value)
    assert str(caught.value).startswith("Round 4: ")


def test_a_line_that_is_no_json_says_so() -> None:
    with pytest.raises(RecordError, match="Round 1: It is cut short"):
        parse_golden('{"edition": ', 1)
