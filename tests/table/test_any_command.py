"""Whatever anybody sends in whatever order: the log is the table, and what is shown is so.

Commands of all kinds come from all seats, most of them out of place.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from expedition.game import EDITIONS
from expedition.table.commands import (
    GREETINGS,
    Answer,
    Ask,
    Command,
    DealNext,
    Greet,
    Rename,
    Replace,
    Resign,
    Return,
    Stop,
    TakeTurn,
)
from expedition.table.errors import Refused
from expedition.table.event_text import event_to_text
from expedition.table.events import Request, event_from_data, event_to_data
from expedition.table.happening import unfold
from expedition.table.permissions import permissions
from expedition.table.records import table_record
from expedition.table.table import Phase, Table
from table.sittings import BOTS, Sitting, quick_turn

if TYPE_CHECKING:
    from expedition.table.permissions import Permissions

#: Stands for a legal turn, which has to be looked up when it is taken.
TURN = TakeTurn(-1, ())

turns = st.just(TURN)
wild: st.SearchStrategy[Command] = st.one_of(
    st.just(DealNext()),
    st.builds(Ask, st.sampled_from(Request), st.booleans()),
    st.builds(Answer, st.booleans()),
    st.builds(Replace, st.integers(0, 3), st.sampled_from((*BOTS, "hal"))),
    st.just(Return()),
    st.builds(Rename, st.sampled_from(("Ann", " ", "\u202e"))),
    st.builds(Greet, st.sampled_from((*GREETINGS, "you smell"))),
    st.builds(TakeTurn, st.integers(0, 60), st.just(("R7", "."))),
)
last: st.SearchStrategy[Command] = st.just(Resign()) | st.just(Stop())
steps = st.lists(
    st.tuples(
        st.integers(0, 3),
        st.one_of(turns, turns, wild, wild, wild),
        st.sets(st.integers(0, 3)),
    ),
    max_size=60,
)


def is_offered(can: Permissions, table: Table, seat: int, command: Command) -> bool:
    """Whether what is shown to a seat says that it may do this."""
    match command:
        case DealNext():
            return can.deal
        case Ask(what):
            asks = {
                Request.TAKE_BACK: can.take_back,
                Request.RESTART: can.restart,
                Request.REMATCH: can.rematch,
            }
            return asks[what]
        case Answer(yes):
            withdraws = table.pending is not None and table.pending.seat == seat and not yes
            return can.answer or withdraws
        case Resign():
            return can.resign
        case Stop():
            return can.stop
        case Replace(other, bot):
            return other in can.replace and bot in BOTS
        case Return():
            return can.return_
        case Greet(text):
            return can.greet and text in GREETINGS
        case Rename(name):
            return name == "Ann" and not table.sitters[seat].bot
        case TakeTurn():
            return can.turn
    raise AssertionError


def play(sitting: Sitting, seat: int, command: Command) -> None:
    """Send a command; it is accepted exactly if it is offered, or else changes nothing."""
    table = sitting.table
    can = permissions(table, seat, sitting.gone)
    legal = command is TURN
    if legal:
        turn = quick_turn(table.state) if table.round_running and table.state else ("R7", ".")
        command = TakeTurn(table.seq, turn)
    log = list(sitting.log)
    try:
        kinds = sitting.do(seat, command)
    except Refused as refused:
        assert str(refused).endswith((".", "!"))
        assert not (is_offered(can, table, seat, command) and (legal or not _is_turn(command)))
        assert (sitting.table, sitting.log) == (table, log)
    else:
        assert is_offered(can, table, seat, command)
        assert kinds
        event(f"{type(command).__name__} accepted")


def _is_turn(command: Command) -> bool:
    return isinstance(command, TakeTurn)


def check(sitting: Sitting) -> None:
    """Check that the log, as it is stored, is the table."""
    stored = [json.loads(event_to_text(event_to_data(one))) for one in sitting.log]
    events = [event_from_data(data) for data in stored]
    assert events == sitting.log
    table, happened = unfold(events)
    assert table == sitting.table == Table.fold(events)
    assert [each.seq for each in happened] == list(range(1, len(events) + 1))
    table_record(table, "2026-11-30")


@pytest.mark.parametrize("edition", EDITIONS)
@given(data=st.data(), steps=steps, end=st.tuples(st.integers(0, 3), last | wild))
def test_commands_at_random(
    edition: str,
    data: st.DataObject,
    steps: list[tuple[int, Command, set[int]]],
    end: tuple[int, Command],
) -> None:
    seats = EDITIONS[edition].seats
    kinds = [
        "me",
        *(data.draw(st.sampled_from(("here", "friend", *BOTS))) for _ in range(seats - 1)),
    ]
    sitting = Sitting(edition, *kinds, rounds=1, open_hands=data.draw(st.booleans()))
    for seat, command, gone in [*steps, (*end, set[int]()), *steps[:9]]:
        sitting.gone = frozenset(gone) & frozenset(sitting.table.people)
        free = [n for n, sitter in enumerate(sitting.table.sitters) if sitter.is_free]
        if free and seat == 3 and sitting.table.phase is Phase.WAITING:
            sitting.sit(free[0])
        who = sitting.table.to_act if command is TURN else None
        if who is not None and sitting.table.sitters[who].bot:
            sitting.turn()
        else:
            play(sitting, who if who is not None else seat % seats, command)
    check(sitting)
