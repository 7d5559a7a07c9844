"""A table's record: readable at every moment, and silent on what is still secret."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from expedition.game import EDITIONS
from expedition.notation import Record, parse_record, record_to_json, record_to_text
from expedition.table.commands import DealNext, Resign, Stop
from expedition.table.records import table_record
from table.sittings import Sitting, two, waiting

if TYPE_CHECKING:
    from expedition.table.table import Table


def read_back(table: Table, *, opened: bool = True) -> Record:
    """Return the record of a table, having read both of its forms back."""
    record = table_record(table, "2026-11-30", opened=opened)
    for text in (record_to_json(record), record_to_text(record)):
        again = parse_record(text.encode())
        assert again.match == record.match
        assert again.sealed == record.sealed
        assert again.seals == record.seals
        assert again.tags == record.tags
        assert [player.name for player in again.players] == [
            player.name for player in record.players
        ]
    return record


def tags(record: Record) -> dict[str, str]:
    """Return the tags, but for how to check the deal, which is said in every record."""
    found = dict(record.tags)
    found.pop("check-deal", "")
    return found


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("open_hands", [False, True], ids=["closed", "teaching"])
def test_at_every_moment(edition: str, *, open_hands: bool) -> None:
    seats = ["me", *["here"] * (EDITIONS[edition].seats - 1)]
    sitting = Sitting(edition, *seats, rounds=2, open_hands=open_hands)
    while sitting.table.ending is None:
        if sitting.table.round_running:
            sitting.turn()
        else:
            sitting.do(0, DealNext())
        record = read_back(sitting.table)
        assert (record.sealed is not None) == sitting.table.round_running
        assert len(record.match.played) == sum(
            state.is_over for state in sitting.table.match.played
        )
    assert record.match == sitting.table.match
    assert len(record.seals) == 2 + open_hands


def test_before_the_first_deal() -> None:
    record = read_back(waiting().table)
    assert (record.match.played, record.seals, record.sealed) == ((), (), None)
    assert [player.name for player in record.players] == ["Player 0", "Nobody"]


def test_a_running_round_tells_nothing_but_what_was_seen() -> None:
    sitting = two()
    sitting.turn()
    record = read_back(sitting.table)
    text = record_to_json(record)
    salt, commitment = sitting.table.seals[-1].salt, sitting.table.seals[-1].commitment
    assert salt is not None
    assert salt not in text
    assert commitment in text
    seen = {action.lstrip("x") for action in sitting.log[-1].actions}  # type: ignore[union-attr]
    for card in map(str, sitting.table.ruleset.kinds):
        assert (f'"{card}' in text or f"x{card}" in text) <= (card in seen), card


def test_a_match_given_up_is_open_and_says_so() -> None:
    sitting = two()
    sitting.turn()
    sitting.do(1, Resign())
    record = read_back(sitting.table)
    assert record.sealed is None
    assert record.match == sitting.table.match
    assert tags(record) == {"ended": "resigned by seat 1"}
    stopped = waiting()
    stopped.do(0, Stop())
    assert tags(read_back(stopped.table)) == {"ended": "stopped by seat 0"}


def test_what_was_taken_back_or_begun_again_is_marked() -> None:
    sitting = Sitting("classic", "me", "here")
    sitting.turn()
    sitting.ask(0, "take-back")
    assert tags(read_back(sitting.table)) == {"taken-back": "yes"}
    sitting.turn()
    sitting.ask(0, "restart")
    record = read_back(sitting.table)
    assert tags(record) == {"taken-back": "yes", "restarted": "yes"}
    assert record.sealed is not None
    assert record.sealed.actions == ()


@pytest.mark.parametrize("how", ["played", "resigned", "running"])
def test_the_deal_of_the_day_stays_sealed_until_the_day_is_over(how: str) -> None:
    sitting = Sitting("standard-solo", "me", daily="2026-11-30")
    sitting.turn()
    if how == "played":
        sitting.play_out()
    elif how == "resigned":
        sitting.do(0, Resign())
    salt = sitting.table.seals[-1].salt or "?"
    closed = read_back(sitting.table, opened=False)
    assert closed.sealed is not None
    assert salt not in record_to_json(closed)
    assert salt not in record_to_text(closed)
    if how != "running":
        after = read_back(sitting.table, opened=True)
        assert after.sealed is None
        assert salt in record_to_json(after)
        assert json.loads(record_to_json(after))["tags"]["daily"] == "2026-11-30"
