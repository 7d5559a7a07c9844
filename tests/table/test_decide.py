"""Decisions: every command, accepted and refused, with the sentence that says why."""

from __future__ import annotations

import pytest

from expedition.game import DrawPile, HandOver
from expedition.table import decide as decisions
from expedition.table.commands import (
    Answer,
    Ask,
    DealNext,
    Greet,
    Rename,
    Replace,
    Resign,
    Return,
    Stop,
    TakeTurn,
)
from expedition.table.errors import Code, Refused
from expedition.table.events import Greeted, Request, Stopped, StopReason, TurnTaken
from table.sittings import Sitting, quick_turn, two, waiting

# Turns


def test_a_turn() -> None:
    sitting = two()
    turn = quick_turn(sitting.state)
    assert sitting.do(0, TakeTurn(sitting.table.seq, turn)) == ["turn"]
    assert sitting.log[-1] == TurnTaken(0, turn)


def test_turns_at_the_wrong_time() -> None:
    sitting = waiting()
    turn = TakeTurn(1, (".",))
    sitting.refuses(0, turn, Code.NOT_NOW, "No round is being played")
    sitting.sit(1)
    sitting.refuses(0, TakeTurn(1, (".",)), Code.STALE, "Something has happened since")
    sitting.refuses(0, TakeTurn(99, (".",)), Code.STALE, "Something has happened since")
    sitting.refuses(1, TakeTurn(3, (".",)), Code.NOT_YOURS, "not your turn")
    sitting.play_out()
    sitting.refuses(0, TakeTurn(sitting.table.seq, (".",)), Code.NOT_NOW, "No round is being")
    sitting.do(0, Resign())
    sitting.refuses(0, TakeTurn(sitting.table.seq, (".",)), Code.OVER, "has ended")


def test_a_greeting_does_not_make_a_turn_stale() -> None:
    sitting = two()
    seen = sitting.table.seq
    sitting.do(1, Greet("hello"))
    sitting.do(0, TakeTurn(seen, quick_turn(sitting.state)))


def test_illegal_turns_say_which_rule() -> None:
    sitting = two()
    seq, hand = sitting.table.seq, sitting.state.hand
    missing = next(card for card in sitting.table.ruleset.kinds if card not in hand)
    refused = sitting.refuses(0, TakeTurn(seq, (str(missing), ".")), Code.ILLEGAL, "")
    assert refused.params == {"fault": "not-in-hand", "action": str(missing)}
    refused = sitting.refuses(0, TakeTurn(seq, (".", ".")), Code.ILLEGAL, "")
    assert refused.params["fault"] == "a-card-comes-first"
    closed = str(DrawPile(hand[0].suit))
    refused = sitting.refuses(0, TakeTurn(seq, (f"x{hand[0]}", closed)), Code.ILLEGAL, "")
    assert refused.params == {"fault": "pile-closed", "action": closed}


def test_what_is_no_turn() -> None:
    sitting = two()
    seq, turn = sitting.table.seq, quick_turn(sitting.state)
    whole = "A turn is a card and a draw"
    sitting.refuses(0, TakeTurn(seq, ()), Code.BAD, whole)
    sitting.refuses(0, TakeTurn(seq, turn[:1]), Code.BAD, whole)
    sitting.refuses(0, TakeTurn(seq, (*turn, turn[0])), Code.BAD, whole)
    sitting.refuses(0, TakeTurn(seq, ("castle", ".")), Code.BAD, "castle")
    sitting.refuses(0, TakeTurn(seq, ("Q7", ".")), Code.BAD, "Q7")


def test_what_follows_a_hand_over_is_not_tried_with_the_next_hand() -> None:
    """Whether the next seat holds a card must not show in the refusal."""
    sitting = Sitting("classic-partners", "me", "here", "here", "here")
    state = sitting.state
    gift = str(next(a for a in state.legal_actions() if isinstance(a, HandOver)))
    for card in sitting.table.ruleset.kinds:
        command = TakeTurn(sitting.table.seq, (gift, f"x{card}"))
        sitting.refuses(0, command, Code.BAD, "A turn is a card and a draw")
    assert sitting.do(0, TakeTurn(sitting.table.seq, (gift,))) == ["turn"]


def test_a_round_that_goes_nowhere_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "MAX_TURNS", 3)
    sitting = Sitting("classic", "me", "careful")
    assert [sitting.turn(), sitting.turn()] == [["turn"], ["turn"]]
    assert sitting.turn() == ["turn", "stopped"]
    assert sitting.log[-1] == Stopped(None, StopReason.TOO_LONG)
    sitting = Sitting("classic", "careful", "me")
    assert [sitting.turn(), sitting.turn()] == [["turn"], ["turn"]]
    assert sitting.turn() == ["turn", "stopped"]  # also when it is a bot's turn


# Rounds


def test_the_next_round() -> None:
    sitting = two()
    sitting.refuses(0, DealNext(), Code.NOT_NOW, "when this one is over")
    sitting.play_out()
    assert sitting.do(1, DealNext()) == ["dealt"]
    sitting.do(0, Resign())
    sitting.refuses(0, DealNext(), Code.OVER, "has ended")


def test_restart_throws_the_round_away_unscored() -> None:
    sitting = two()
    waiting().refuses(0, Ask(Request.RESTART), Code.NOT_NOW, "no round to begin again")
    starter, deal = sitting.state.starter, sitting.state.deal
    sitting.turn()
    sitting.ask(1, "restart")
    assert sitting.answer(0, yes=True) == ["answered", "restarted", "dealt"]
    assert sitting.state.deal != deal
    assert (sitting.state.starter, sitting.state.events) == (starter, ())
    assert sitting.table.restarted
    assert len(sitting.table.seals) == 1


def test_restart_of_a_round_that_is_over_takes_its_points_back() -> None:
    sitting = two()
    sitting.play_out()
    assert len(sitting.table.match.scores) == 1
    sitting.ask(0, "restart")
    sitting.answer(1, yes=True)
    assert not any(sitting.table.match.totals)
    assert sitting.phase == "playing"


def test_the_deal_of_the_day_is_played_as_it_falls() -> None:
    sitting = Sitting("standard-solo", "me", daily="2026-11-30", rounds=3)
    assert sitting.table.created.rounds == 1
    sitting.turn()
    sitting.refuses(0, Ask(Request.RESTART), Code.NOT_NOW, "played as it falls")
    sitting.refuses(0, Ask(Request.TAKE_BACK), Code.NOT_NOW, "played as it falls")
    sitting.play_out()
    sitting.refuses(0, Ask(Request.REMATCH), Code.NOT_NOW, "rematch")


def test_a_teaching_round_can_be_taken_back_and_begun_again() -> None:
    sitting = Sitting("classic", "me", "careful", open_hands=True)
    sitting.turn()
    assert sitting.ask(0, "take-back") == ["asked", "taken-back"]
    assert sitting.ask(0, "restart") == ["asked", "restarted", "dealt"]
    assert sitting.state.open_hands


# Take-backs


def test_take_back_by_consent() -> None:
    sitting = two()
    sitting.refuses(0, Ask(Request.TAKE_BACK), Code.NOT_NOW, "no turn of this round")
    before = sitting.state
    sitting.turn()
    sitting.refuses(1, Ask(Request.TAKE_BACK), Code.NOT_NOW, "no turn of this round")
    assert sitting.ask(0, "take-back") == ["asked"]
    sitting.refuses(1, Ask(Request.RESTART), Code.NOT_NOW, "answer that first")
    sitting.refuses(0, Answer(yes=True), Code.NOT_NOW, "the others answer")
    assert sitting.answer(1, yes=True) == ["answered", "taken-back"]
    assert sitting.state == before
    assert sitting.table.taken_back
    sitting.refuses(1, Answer(yes=True), Code.NOT_NOW, "Nothing is being asked")


def test_declined_and_withdrawn() -> None:
    sitting = two()
    sitting.turn()
    after = sitting.state
    for seat in (0, 1):
        sitting.ask(0, "take-back")
        assert sitting.answer(seat, yes=False) == ["answered"]
        assert sitting.table.pending is None
        assert sitting.state == after


def test_take_back_while_the_other_plays_on() -> None:
    """The other's turn doesn't answer the question; agreeing then takes both turns back."""
    sitting = two()
    before = sitting.state
    sitting.turn()
    sitting.ask(0, "take-back")
    sitting.turn()
    assert sitting.table.pending is not None
    sitting.answer(1, yes=True)
    assert sitting.state == before


def test_a_turn_by_whoever_asked_takes_the_question_back() -> None:
    sitting = two()
    sitting.turn()
    sitting.ask(0, "take-back")
    sitting.turn()
    sitting.turn()
    assert sitting.table.pending is None


def test_the_end_of_the_round_settles_it() -> None:
    sitting = two(rounds=2)
    while len(sitting.state.deck) > 1:
        sitting.turn()
    last = sitting.state.to_act
    sitting.ask(1 - last, "take-back")
    sitting.turn()
    assert sitting.phase == "between"
    assert sitting.table.pending is None
    sitting.refuses(0, Ask(Request.TAKE_BACK), Code.NOT_NOW, "no turn of this round")


def test_bots_agree_even_while_they_think() -> None:
    sitting = Sitting("classic", "me", "careful")
    before = sitting.state
    sitting.turn()
    assert sitting.table.bot_to_act == 1
    assert sitting.ask(0, "take-back") == ["asked", "taken-back"]
    assert sitting.state == before
    assert sitting.table.to_act == 0
    sitting.turn()
    sitting.turn()
    sitting.ask(0, "take-back")
    assert sitting.state == before


def test_on_one_device_nobody_has_to_be_asked() -> None:
    sitting = Sitting("classic", "me", "here")
    sitting.turn()
    assert sitting.ask(0, "take-back") == ["asked", "taken-back"]
    assert sitting.ask(1, "restart") == ["asked", "restarted", "dealt"]


def test_of_four_everybody_else_agrees() -> None:
    sitting = Sitting("classic-partners", "me", "friend", "careful", "here")
    sitting.sit(1)
    sitting.turn()
    assert sitting.ask(0, "restart") == ["asked"]
    sitting.refuses(3, Answer(yes=True), Code.NOT_NOW, "not needed")  # sits beside the one who asks
    sitting.refuses(2, Answer(yes=True), Code.NOT_NOW, "not needed")
    assert sitting.answer(1, yes=True) == ["answered", "restarted", "dealt"]
    sitting.turn()
    assert sitting.ask(1, "restart") == ["asked"]
    assert sitting.answer(0, yes=True) == ["answered"]
    assert sitting.table.pending is not None
    assert sitting.answer(3, yes=True) == ["answered", "restarted", "dealt"]


def test_when_the_one_who_is_asked_has_left_a_bot_agrees() -> None:
    sitting = two()
    sitting.turn()
    sitting.ask(0, "take-back")
    sitting.gone = frozenset({1})
    assert sitting.do(0, Replace(1, "careful")) == ["bot-sat", "taken-back"]


# Leaving


def test_resigning() -> None:
    waiting().refuses(0, Resign(), Code.NOT_NOW, "nothing to resign")
    sitting = two()
    assert sitting.do(1, Resign()) == ["resigned"]
    sitting.refuses(0, Resign(), Code.OVER, "has ended")
    sitting.refuses(0, Stop(), Code.OVER, "has ended")
    sitting.refuses(0, Ask(Request.RESTART), Code.OVER, "has ended")


def test_stopping() -> None:
    assert waiting().do(0, Stop()) == ["stopped"]
    sitting = two()
    sitting.refuses(0, Stop(), Code.NOT_NOW, "Others still play here")
    sitting.gone = frozenset({0})
    sitting.refuses(0, Stop(), Code.NOT_NOW, "Others still play here")
    sitting.gone = frozenset({1})
    assert sitting.do(0, Stop()) == ["stopped"]
    assert sitting.log[-1] == Stopped(0, StopReason.GONE)
    beside = Sitting("classic", "me", "here")
    beside.do(1, Stop())
    assert beside.log[-1] == Stopped(1, StopReason.AGREED)


def test_replacing_and_coming_back() -> None:
    sitting = two()
    sitting.refuses(0, Replace(1, "careful"), Code.NOT_NOW, "Nobody has left that seat")
    sitting.gone = frozenset({1})
    sitting.refuses(0, Replace(1, "hal"), Code.BAD, "no bot 'hal'")
    sitting.refuses(0, Replace(0, "careful"), Code.NOT_NOW, "Nobody has left that seat")
    sitting.do(0, Replace(1, "careful"))
    for command in (TakeTurn(sitting.table.seq, (".",)), Rename("Bo")):
        sitting.refuses(1, command, Code.NOT_NOW, "take your seat back first")
    sitting.refuses(1, Resign(), Code.NOT_NOW, "nothing to resign")
    assert sitting.do(1, Return()) == ["sat"]
    sitting.refuses(1, Return(), Code.NOT_NOW, "No bot sits in your seat")


def test_a_bot_that_sat_there_from_the_beginning_is_nobodys_stand_in() -> None:
    sitting = Sitting("classic", "me", "careful")
    sitting.refuses(1, Return(), Code.NOT_NOW, "No bot sits in your seat")


def test_taking_a_seat() -> None:
    sitting = waiting()
    with pytest.raises(Refused, match="Somebody has this seat") as refused:
        sitting.sit(0)
    assert refused.value.code is Code.FULL
    with pytest.raises(Refused, match="at least one letter"):
        sitting.sit(1, " ")
    sitting.do(0, Stop())
    with pytest.raises(Refused, match="has ended") as refused:
        sitting.sit(1)
    assert refused.value.code is Code.OVER


# Talking, and the next match


def test_names_and_greetings() -> None:
    sitting = two()
    assert sitting.do(1, Greet("thanks")) == ["greeted"]
    assert sitting.log[-1] == Greeted(1, "thanks")
    sitting.refuses(1, Greet("you smell"), Code.BAD, "no greeting 'you smell'")
    sitting.refuses(1, Rename("\u202e"), Code.BAD, "not seen")
    alone = Sitting("classic", "me", "careful")
    alone.refuses(0, Greet("hello"), Code.NOT_NOW, "Nobody else is here")


@pytest.mark.parametrize("swap", [False, True])
def test_a_rematch(swap: bool) -> None:  # noqa: FBT001
    sitting = two(rounds=1)
    sitting.refuses(0, Ask(Request.REMATCH), Code.NOT_NOW, "once the match has ended")
    sitting.do(1, Resign())
    assert sitting.ask(0, "rematch", swap=swap) == ["asked"]
    assert sitting.answer(1, yes=True) == ["answered", "rematched"]
    rematch = sitting.table.rematch
    assert rematch is not None
    assert (rematch.table, rematch.swap) == ("next-table", swap)
    sitting.refuses(0, Ask(Request.REMATCH), Code.NOT_NOW, "once the match has ended")


def test_no_rematch_of_what_was_stopped() -> None:
    sitting = waiting()
    sitting.do(0, Stop())
    sitting.refuses(0, Ask(Request.REMATCH), Code.NOT_NOW, "once the match has ended")
