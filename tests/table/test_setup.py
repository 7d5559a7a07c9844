"""Setting up: what a table is made from, the next match, and going on from a turn."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from expedition.game import Deal, State, find_edition
from expedition.table.commands import Replace, Resign
from expedition.table.errors import Code, Refused
from expedition.table.setup import (
    SeatKind,
    SeatWish,
    Setup,
    branch_events,
    created,
    rematch_created,
)
from expedition.table.table import Table
from table.sittings import ROSTER, Sitting, quick_turn, two

ME = SeatWish(SeatKind.ME, " Ann ")
FRIEND = SeatWish(SeatKind.FRIEND)
BOT = SeatWish(SeatKind.BOT, bot="careful")


def test_what_is_left_out_is_what_the_edition_says() -> None:
    ruleset = find_edition("five-suit")
    event = created(Setup(ruleset.aliases[0], (ME, BOT)), ROSTER)
    assert event.edition == ruleset.id
    assert event.rounds == ruleset.rounds[0]
    assert event.start_rule == ruleset.start_rule.value
    assert [chair.name for chair in event.chairs] == ["Ann", None]
    assert [chair.host for chair in event.chairs] == [True, False]
    starters = {created(Setup("classic", (ME, BOT)), ROSTER).first_starter for _ in range(60)}
    assert starters == {0, 1}  # by lot


def _state(edition: str = "classic", starter: int = 0) -> State:
    return State.new(Deal.shuffled(find_edition(edition), Random(1)), starter)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"edition": "chess"}, "chess"),
        ({"start_rule": "loudest"}, "start rule"),
        ({"rounds": 100}, "1 to 99 rounds"),
        ({"seats": (ME,)}, "2 seats, not 1"),
        ({"seats": (BOT, BOT)}, "Exactly one seat is yours"),
        ({"seats": (ME, ME)}, "Exactly one seat is yours"),
        ({"seats": (ME, SeatWish(SeatKind.BOT, bot="hal"))}, "no bot 'hal'"),
        ({"seats": (SeatWish(SeatKind.ME, ""), BOT)}, "at least one letter"),
        ({"first_starter": 2}, "first seat to play is 0 to 1"),
        ({"daily": "2026-11-30"}, "played in standard-solo"),
        (
            {"edition": "standard-solo", "seats": (ME,), "daily": "x", "open_hands": True},
            "no teaching round",
        ),
        ({"branch": _state(), "open_hands": True}, "neither a teaching round"),
        ({"branch": _state("standard")}, "of another edition"),
    ],
    ids=str,
)
def test_refused(changes: dict[str, Any], said: str) -> None:
    setup = {"edition": "classic", "seats": (ME, BOT), **changes}
    with pytest.raises(Refused, match=said) as refused:
        created(Setup(**setup), ROSTER)
    assert refused.value.code is Code.BAD


@pytest.mark.parametrize("starter", [0, 1])
def test_going_on_from_a_turn(starter: int) -> None:
    state = _state(starter=starter)
    for _ in range(3):
        turn = quick_turn(state)
        legal = {str(action): action for action in state.legal_actions()}
        state = state.apply(legal[turn[0]])
        legal = {str(action): action for action in state.legal_actions()}
        state = state.apply(legal[turn[1]])
    # Who started then starts now, whatever was asked for.
    setup = Setup("classic", (ME, FRIEND), rounds=3, first_starter=1 - starter, branch=state)
    event = created(setup, ROSTER)
    table = Table.fold((event, *branch_events(state)))
    assert table.state == state
    assert (event.branched, event.rounds) == (True, 1)


def test_the_next_match_keeps_what_was_agreed_and_counts_on() -> None:
    sitting = two(rounds=2, browse=False, listed=True, start_rule="leader", open_hands=True)
    sitting.do(0, Resign())
    kept = rematch_created(sitting.table, swap=False)
    assert [chair.name for chair in kept.chairs] == ["Player 0", "A friend"]
    assert [chair.host for chair in kept.chairs] == [True, False]
    assert (kept.series, kept.rounds, kept.browse, kept.listed) == ((0, 1), 2, False, True)
    assert (kept.start_rule, kept.first_starter, kept.open_hands) == ("leader", 0, False)
    swapped = rematch_created(sitting.table, swap=True)
    assert [chair.name for chair in swapped.chairs] == ["A friend", "Player 0"]
    assert [chair.host for chair in swapped.chairs] == [False, True]
    assert swapped.series == (1, 0)


def test_a_series_goes_on() -> None:
    sitting = two(rounds=1)
    sitting.do(0, Resign())
    next_one = Table.fold([rematch_created(sitting.table, swap=True)])
    assert next_one.series == (1, 0)


def test_partners_move_one_seat_on_and_change_sides_with_their_wins() -> None:
    sitting = Sitting("classic-partners", "me", "here", "careful", "here")
    sitting.do(1, Resign())
    swapped = rematch_created(sitting.table, swap=True)
    assert [chair.bot or chair.name for chair in swapped.chairs] == [
        "Player 3",
        "Player 0",
        "Player 1",
        "careful",
    ]
    assert swapped.series == (0, 1)


def test_a_bot_that_stood_in_plays_the_next_match() -> None:
    sitting = two()
    sitting.gone = frozenset({1})
    sitting.do(0, Replace(1, "random"))
    sitting.do(0, Resign())
    assert rematch_created(sitting.table, swap=False).chairs[1].bot == "random"
