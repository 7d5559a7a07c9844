"""The fold: what each event does to a table, and what doesn't follow."""

from __future__ import annotations

import pytest

from expedition.table.commands import Greet, Rename, Replace, Resign, Return, Stop
from expedition.table.errors import BrokenLog
from expedition.table.events import (
    Answered,
    BotSat,
    Dealt,
    Event,
    Restarted,
    Sat,
    StopReason,
    TakenBack,
    TurnTaken,
)
from expedition.table.happening import unfold
from expedition.table.table import EndedBy, Table
from table.sittings import Sitting, quick_turn, two, waiting


def test_it_waits_until_every_seat_is_taken() -> None:
    sitting = waiting()
    table = sitting.table
    assert (sitting.phase, table.state, table.to_act, table.people) == (
        "waiting",
        None,
        None,
        (0,),
    )
    assert table.sitters[1].is_free
    assert sitting.sit(1, " Bo ") == ["sat", "dealt"]
    assert sitting.phase == "playing"
    assert sitting.table.sitters[1].name == "Bo"
    assert sitting.table.to_act == 0


def test_against_a_bot_it_begins_at_once() -> None:
    sitting = Sitting("classic", "careful", "me")
    assert [event.kind for event in sitting.log] == ["created", "dealt"]
    assert sitting.table.bot_to_act == 0
    sitting.turn()
    assert sitting.table.to_act == 1


def test_numbers_count_every_event_and_turns_count_what_changed_the_position() -> None:
    sitting = two()
    assert (sitting.table.seq, sitting.table.turn_seq) == (3, 3)
    sitting.do(0, Greet("hello"))
    assert (sitting.table.seq, sitting.table.turn_seq) == (4, 3)
    sitting.turn()
    assert (sitting.table.seq, sitting.table.turn_seq) == (5, 5)
    sitting.ask(0, "take-back")
    assert (sitting.table.seq, sitting.table.turn_seq) == (6, 5)
    sitting.answer(1, yes=True)
    assert (sitting.table.seq, sitting.table.turn_seq) == (8, 8)


def test_a_match_is_played_to_its_end() -> None:
    sitting = two(rounds=2)
    sitting.play_out()
    assert sitting.phase == "between"
    assert sitting.table.to_act is None
    sitting._keep((sitting._deal(sitting.table.ruleset),))
    sitting.play_out()
    ending = sitting.table.ending
    assert ending is not None
    assert ending.by is EndedBy.PLAYED
    assert sitting.phase == "ended"
    totals = sitting.table.match.totals
    assert ending.winners == tuple(s for s in (0, 1) if totals[s] == max(totals))
    assert sum(sitting.table.series) == 1


def test_resigning_gives_the_match_to_the_others() -> None:
    sitting = Sitting("classic-partners", "me", "here", "here", "here")
    sitting.do(2, Resign())
    ending = sitting.table.ending
    assert ending is not None
    assert (ending.by, ending.seat, ending.winners) == (EndedBy.RESIGNED, 2, (1,))
    assert list(sitting.table.series) == [0, 1]
    assert not sitting.table.round_running


def test_alone_nobody_wins_by_resigning() -> None:
    sitting = Sitting("standard-solo", "me")
    sitting.do(0, Resign())
    assert sitting.table.ending is not None
    assert sitting.table.ending.winners == ()
    assert sitting.table.series == (0,)


def test_stopping_has_no_winner() -> None:
    sitting = Sitting("classic", "me", "careful")
    sitting.do(0, Stop())
    ending = sitting.table.ending
    assert ending is not None
    assert (ending.by, ending.winners, ending.why) == (EndedBy.STOPPED, (), StopReason.AGREED)
    assert sitting.table.series == (0, 0)


def test_a_bot_stands_in_and_the_person_comes_back() -> None:
    sitting = two()
    sitting.gone = frozenset({0})
    sitting.do(1, Replace(0, "random"))
    sitter = sitting.table.sitters[0]
    assert (sitter.bot, sitter.name, sitter.stands_in) == ("random", "Player 0", True)
    assert sitting.table.people == (1,)
    assert sitting.table.bot_to_act == 0
    sitting.do(0, Return())
    sitter = sitting.table.sitters[0]
    assert (sitter.bot, sitter.name, sitter.stands_in, sitter.host) == (
        None,
        "Player 0",
        False,
        True,
    )


def test_a_new_name() -> None:
    sitting = two()
    sitting.do(1, Rename("Bo"))
    assert [sitter.name for sitter in sitting.table.sitters] == ["Player 0", "Bo"]
    assert not sitting.table.sitters[1].host


def test_a_teaching_round_comes_before_the_match_and_does_not_count() -> None:
    sitting = two(rounds=1, open_hands=True)
    teaching = sitting.state.open_hands
    sitting.play_out()
    assert sitting.phase == "between"
    assert sitting.table.match.totals == (0, 0)
    sitting._keep((sitting._deal(sitting.table.ruleset),))
    assert (teaching, sitting.state.open_hands) == (True, False)
    sitting.play_out()
    assert sitting.phase == "ended"


def test_the_happenings_of_a_log_number_it_and_say_what_moved() -> None:
    sitting = two()
    sitting.turn()
    table, happened = unfold(sitting.log)
    assert table == sitting.table
    assert [each.seq for each in happened] == [1, 2, 3, 4]
    assert happened[2].round == 1
    assert [str(step.action) for step in happened[3].steps] == list(sitting.log[3].actions)  # type: ignore[union-attr]
    assert not happened[3].closed


def _dealt() -> Dealt:
    return next(event for event in two().log if isinstance(event, Dealt))


NEVER: dict[str, Event] = {
    "another deal in the middle": _dealt(),
    "a broken promise": Dealt(_dealt().deal[::-1], _dealt().salt, _dealt().commitment),
    "a deal of half a pack": Dealt(_dealt().deal[:9], _dealt().salt, _dealt().commitment),
    "a deal of no cards": Dealt(("?",), _dealt().salt, _dealt().commitment),
    "half a turn": TurnTaken(0, quick_turn(two().state)[:1]),
    "no turn": TurnTaken(0, ()),
    "a turn of somebody else": TurnTaken(1, quick_turn(two().state)),
    "a turn of nobody": TurnTaken(9, quick_turn(two().state)),
    "a turn in no notation": TurnTaken(0, ("what?", ".")),
    "a turn of numbers": TurnTaken(0, (1, 2)),  # type: ignore[arg-type]
    "an answer to nothing": Answered(0, yes=True),
    "back to the future": TakenBack(0, 3),
    "a seat that there is not": Sat(5, "Eve"),
    "a seat by name": BotSat("first", "careful"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("event", NEVER.values(), ids=NEVER)
def test_what_does_not_follow(event: Event) -> None:
    sitting = two()
    with pytest.raises(BrokenLog, match=f"Event 4 \\({event.kind}\\) does not follow"):
        sitting.table.then(event)


def test_nothing_is_begun_again_before_there_is_a_round() -> None:
    with pytest.raises(BrokenLog, match="does not follow"):
        waiting().table.then(Restarted())
    with pytest.raises(BrokenLog, match="does not follow"):
        waiting().table.then(TakenBack(0, 0))


def test_the_fold_is_the_table() -> None:
    sitting = two(rounds=1)
    sitting.play_out()
    assert Table.fold(sitting.log) == sitting.table
