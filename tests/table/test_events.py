"""Events: every kind to data and back, and what isn't one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from expedition.table.errors import BrokenLog
from expedition.table.event_text import event_to_text
from expedition.table.events import (
    Answered,
    Asked,
    BotSat,
    Chair,
    Created,
    Dealt,
    Event,
    Greeted,
    Rematched,
    Request,
    Resigned,
    Restarted,
    Sat,
    Stopped,
    StopReason,
    TakenBack,
    TurnTaken,
    event_from_data,
    event_to_data,
)
from expedition.table.table import Table

CREATED = Created(
    rules=1,
    edition="classic",
    rounds=3,
    start_rule="leader",
    first_starter=1,
    chairs=(Chair(name="Ann", host=True), Chair(bot="careful")),
    open_hands=True,
    browse=False,
    listed=True,
    daily="2026-11-30",
    branched=True,
    series=(0.5, 2.0),
)
EVENTS: list[Event] = [
    CREATED,
    Sat(1, "Bo"),
    BotSat(0, "random"),
    Dealt(("R7", "Y$"), "salt", "c0ffee"),
    TurnTaken(0, ("xR7", "<Y")),
    *(Asked(1, what, swap=True) for what in Request),
    Answered(0, yes=False),
    TakenBack(1, 4),
    Restarted(),
    Resigned(0),
    *(Stopped(None, why) for why in StopReason),
    Greeted(1, "hello"),
    Rematched("abc", swap=False),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_to_data_and_back(event: Event) -> None:
    data = event_to_data(event)
    text = event_to_text(data)
    assert data["kind"] == event.kind
    assert event_from_data(json.loads(text)) == event


def test_every_kind_is_tried() -> None:
    assert {type(event) for event in EVENTS} == set(Event.__args__)


def test_an_older_log_lacks_what_was_added_later() -> None:
    data = event_to_data(CREATED)
    for later in ("open_hands", "browse", "listed", "daily", "branched", "series"):
        del data[later]
    again = event_from_data(data)
    assert isinstance(again, Created)
    assert again.browse
    assert again.series is None


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": "resigned"},
        {"kind": "exploded", "seat": 0},
        {"kind": None},
        {"kind": ["sat"]},
        {"kind": "sat", "seat": 0, "name": "Ann", "more": 1},
        {"kind": "asked", "seat": 0, "what": "mercy"},
        {"kind": "stopped", "seat": 0, "why": 3},
        {"kind": "created", "rules": 1},
        {**event_to_data(CREATED), "chairs": [3]},
        {**event_to_data(CREATED), "chairs": None},
        {**event_to_data(CREATED), "chairs": [{"throne": "yes"}]},
    ],
    ids=str,
)
def test_broken_data(data: dict[str, Any]) -> None:
    with pytest.raises(BrokenLog, match="can't be read"):
        event_from_data(data)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"rules": 999}, "later Expedition"),
        ({"edition": "chess"}, "set up"),
        ({"edition": 7}, "set up"),
        ({"start_rule": "whoever"}, "set up"),
        ({"first_starter": 5}, "set up"),
        ({"rounds": 0}, "set up"),
        ({"chairs": []}, "chairs"),
    ],
    ids=str,
)
def test_a_table_that_can_not_be(changes: dict[str, Any], said: str) -> None:
    event = event_from_data({**event_to_data(CREATED), **changes})
    with pytest.raises(BrokenLog, match=said):
        Table.fold([event])


def test_a_log_begins_with_the_creation_and_has_one() -> None:
    with pytest.raises(BrokenLog, match="empty"):
        Table.fold([])
    with pytest.raises(BrokenLog, match="begins with"):
        Table.fold([Sat(0, "Ann")])
    with pytest.raises(BrokenLog, match="once"):
        Table.fold([CREATED, CREATED])
