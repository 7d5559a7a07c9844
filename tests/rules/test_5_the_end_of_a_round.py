"""Chapter 5 of the rules: the end of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from expedition.game import DrawDeck, Fault, RoundOver, State, Termination
from rules.positions import (
    a_card,
    after,
    begin,
    dig,
    editions_with,
    every_edition,
    pass_by,
    refusal_of,
    until_deck,
)

if TYPE_CHECKING:
    from expedition.game import Ruleset

ends_with_the_deck = editions_with(lambda ruleset: not ruleset.play_out_hands)
stalls = editions_with(lambda ruleset: ruleset.stall_turns)
never_stalls = editions_with(lambda ruleset: not ruleset.stall_turns and ruleset.draw_from_piles)
hands_over = editions_with(lambda ruleset: ruleset.hand_over)

#: Hands from which there is always something to throw and something else to dig for.
MIXED = ("a2 b2 c2", "a3 b3 c3", "a4 b4 c4", "a5 b5 c5")


def refuses_everything(state: State) -> None:
    """Check that a round is over for every action that its edition has."""
    assert state.legal_actions() == ()
    space = state.ruleset.action_space
    for action_id in range(len(space)):
        refusal = refusal_of(state, space.action(action_id))
        assert isinstance(refusal, RoundOver)
        assert refusal.fault is Fault.ROUND_OVER


@ends_with_the_deck
def test_5_1_the_round_ends_the_instant_the_last_deck_card_is_drawn(ruleset: Ruleset) -> None:
    for starter in range(ruleset.seats):
        state = until_deck(begin(ruleset, starter=starter), 1)
        assert not state.is_over
        last, seat = state.deck[0], state.to_act
        state = state.apply(state.legal_actions()[0])
        assert not state.is_over
        state = state.apply(DrawDeck())
        assert state.termination is Termination.DECK_EMPTY
        assert last in state.hands[seat]
        assert [len(hand) for hand in state.hands] == [ruleset.hand_size] * ruleset.seats
        refuses_everything(state)


@ends_with_the_deck
def test_5_1_whoever_draws_it(ruleset: Ruleset) -> None:
    # A turn that digs leaves the deck as it is, so the last card falls to the next seat.
    for digs in range(ruleset.seats):
        state = until_deck(begin(ruleset, *MIXED), 4)
        for _ in range(digs):
            state = dig(state)
        last_to_draw = (state.to_act + 3) % ruleset.seats
        state = until_deck(state, 0)
        assert state.is_over
        assert state.events[-1].seat == last_to_draw


@ends_with_the_deck
def test_5_1_a_card_off_a_pile_does_not_end_the_round(ruleset: Ruleset) -> None:
    state = dig(until_deck(begin(ruleset, *MIXED), 1))
    assert not state.is_over
    assert len(state.deck) == 1


@ends_with_the_deck
def test_5_1_the_refusal_says_why_the_round_is_over(ruleset: Ruleset) -> None:
    state = until_deck(begin(ruleset), 0)
    card = state.hand[0]
    assert str(refusal_of(state, str(card))) == (
        "The round is over: the last card of the deck was drawn."
    )


@editions_with(lambda ruleset: ruleset.play_out_hands)
def test_5_2_alone_one_plays_on_without_drawing_until_the_hand_is_empty(ruleset: Ruleset) -> None:
    state = until_deck(begin(ruleset, "aJ a2"), 1)
    state = pass_by(state)
    for held in range(ruleset.hand_size, 0, -1):
        assert not state.is_over
        assert len(state.hand) == held
        assert refusal_of(state, ".").fault is Fault.CARD_STEP
        state = state.apply(state.legal_actions()[0])
    assert state.termination is Termination.HANDS_EMPTY
    assert state.hands == ((),)
    refuses_everything(state)


@editions_with(lambda ruleset: ruleset.play_out_hands)
def test_5_2_the_last_card_drawn_may_be_laid(ruleset: Ruleset) -> None:
    deck = "_ " * (ruleset.deck_size - 1) + "a10"
    state = after(until_deck(begin(ruleset, deck=deck), 0), "a10")
    assert state.expeditions[0][0] == (a_card(ruleset, "a10"),)


def begun(ruleset: Ruleset) -> State:
    """A round with something in the piles, and no turn yet that counts towards a stall."""
    state = pass_by(pass_by(begin(ruleset, *MIXED)))
    assert state.idle_turns == 0
    return state


def after_digging(state: State, turns: int) -> State:
    for _ in range(turns):
        assert not state.is_over
        state = dig(state)
    return state


@stalls
def test_5_3_eight_turns_for_every_player_of_discards_and_digs_end_the_round(
    ruleset: Ruleset,
) -> None:
    limit = {2: 16, 4: 32}[ruleset.seats]
    state = after_digging(begun(ruleset), limit - 1)
    assert not state.is_over
    state = dig(state)
    assert state.termination is Termination.STALLED
    assert state.deck
    refuses_everything(state)
    assert "a discard and a draw off a pile" in str(refusal_of(state, "."))


@stalls
@pytest.mark.parametrize("other", ["lay and dig", "lay and draw", "discard and draw"])
def test_5_3_any_other_turn_starts_the_count_again(ruleset: Ruleset, other: str) -> None:
    limit = ruleset.stall_limit
    state = after_digging(begun(ruleset), limit - 1)
    if other == "discard and draw":
        state = pass_by(state)
    else:
        # Plays are listed first, then discards; the deck first, then piles.
        state = state.apply(state.legal_actions()[0])
        state = state.apply(state.legal_actions()[-1 if other == "lay and dig" else 0])
    assert not state.is_over
    state = after_digging(state, limit - 1)
    assert not state.is_over
    assert dig(state).termination is Termination.STALLED


@editions_with(lambda ruleset: ruleset.stall_turns and ruleset.hand_over)
def test_5_3_a_hand_over_starts_the_count_again(ruleset: Ruleset) -> None:
    limit = ruleset.stall_limit
    state = after_digging(begun(ruleset), limit - 1)
    state = after(state, f">{state.hand[0]}+{state.hand[1]}")
    assert not state.is_over
    state = after_digging(state, limit - 1)
    assert not state.is_over
    assert dig(state).termination is Termination.STALLED


@stalls
def test_5_3_the_round_is_scored_as_it_lies(ruleset: Ruleset) -> None:
    state = after(begin(ruleset, *MIXED), "a2 .")
    state = pass_by(state)
    while not state.is_over:
        state = dig(state)
    assert [score.total for score in state.scores] == [-18, 0]


@never_stalls
def test_5_4_no_number_of_idle_turns_ends_the_round(ruleset: Ruleset) -> None:
    state = after_digging(begun(ruleset), 200)
    assert not state.is_over
    assert state.legal_actions()


@hands_over
def test_5_4_hand_overs_can_keep_a_round_going(ruleset: Ruleset) -> None:
    state = begun(ruleset)
    for turn in range(400):
        hand_overs = [a for a in state.legal_actions() if str(a).startswith(">")]
        give = hand_overs and turn % 8 in (0, 2)
        state = state.apply(hand_overs[-1]) if give else dig(state)
        assert not state.is_over
    assert sum(str(action).startswith(">") for action in state.history) > 20


@every_edition
def test_5_4_only_these_ends_exist(ruleset: Ruleset) -> None:
    stalling = ruleset.id in {"standard", "standard-partners"}
    assert bool(ruleset.stall_limit) is stalling
    assert ruleset.play_out_hands is (ruleset.id == "standard-solo")
