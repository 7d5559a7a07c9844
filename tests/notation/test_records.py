from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from expedition.game import find_edition
from expedition.notation import (
    RecordError,
    parse_record,
    record_schema,
    record_to_json,
    record_to_text,
)
from notation.records import RULESETS, random_record

if TYPE_CHECKING:
    from expedition.game import Ruleset

SCHEMA = Draft202012Validator(record_schema(), format_checker=Draft202012Validator.FORMAT_CHECKER)
EACH = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
SEEDS = st.integers(0, 10**6)


@EACH
@settings(max_examples=15)
@given(seed=SEEDS)
def test_json_out_and_in_gives_the_same_record(ruleset: Ruleset, seed: int) -> None:
    record = random_record(ruleset, seed)
    text = record_to_json(record)
    again = parse_record(text)
    assert again == record
    assert record_to_json(again) == text
    assert parse_record(text.encode()) == record


@EACH
@settings(max_examples=15)
@given(seed=SEEDS)
def test_text_out_and_in_gives_the_same_record(ruleset: Ruleset, seed: int) -> None:
    record = random_record(ruleset, seed)
    text = record_to_text(record)
    again = parse_record(text)
    assert again == record
    assert record_to_text(again) == text
    assert parse_record(text.replace("\n", "\r\n")) == record


@EACH
def test_what_is_written_fits_the_published_schema(ruleset: Ruleset) -> None:
    Draft202012Validator.check_schema(record_schema())
    for seed in range(10):
        SCHEMA.validate(json.loads(record_to_json(random_record(ruleset, seed))))


def test_both_forms_are_kept_as_they_were() -> None:
    """What people see, kept whole: a change of the form shows, and old files must still read."""
    record = random_record(find_edition("standard-partners"), 10, finished=True)
    folder = Path(__file__).parent
    for write, name in ((record_to_text, "kept.txt"), (record_to_json, "kept.json")):
        kept = (folder / name).read_text("utf-8")
        assert write(record) == kept
        assert parse_record(kept) == record


def test_errors_survive_pickling() -> None:
    import pickle

    error = RecordError("why.", round_number=2, turn=3)
    again = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert str(again) == str(error) == "Round 2, turn 3: why."
    assert (again.round_number, again.turn) == (2, 3)
