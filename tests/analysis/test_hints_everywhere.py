"""Hints over random play in every edition: of what is legal, true, and of nothing hidden."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from expedition.analysis import REASONS, Hint, Reason, draw_hints, hints, remarks
from expedition.game import (
    EDITIONS,
    Card,
    Discard,
    DrawDeck,
    HandOver,
    Observation,
    Play,
    Ruleset,
    State,
    Step,
    observe,
)
from properties.redeal import other_worlds, tells_apart
from properties.strategies import every_edition, play, rounds

if TYPE_CHECKING:
    from collections.abc import Iterator

#: The codes that tell to the point what laying a card changes: which way, and in which parameter.
CHANGES = {
    "adds": (1, "n"),
    "adds-times": (1, "points"),
    "last-gain": (1, "n"),
    "last-loss": (-1, "n"),
    "starts-costs-times": (-1, "points"),
}
SKIPS = ("skips-held", "skips-partner", "skips-unseen", "skips-pile")

seeds = st.integers(0, 2**32)


def all_hints(observation: Observation) -> Iterator[Hint]:
    """Yield every hint that a seat can be given now, those of the draws to come too."""
    told = hints(observation)
    yield from told
    if observation.step is Step.PLAY:
        for hint in told:
            assert isinstance(hint.action, Play | Discard)
            yield from draw_hints(observation, hint.action)


def as_text(state: State, seat: int) -> str:
    """Return everything that a seat is told, as it could be sent."""
    observation = observe(state, seat)
    told = [
        [str(hint.action), *([reason.code, dict(reason.params)] for reason in side)]
        for hint in all_hints(observation)
        for side in (hint.pros, hint.cons)
    ]
    general = [[reason.code, dict(reason.params)] for reason in remarks(observation)]
    return json.dumps([told, general])


@every_edition
@given(data=st.data())
def test_there_is_a_hint_for_what_is_legal_and_for_nothing_else(
    ruleset: Ruleset, data: st.DataObject
) -> None:
    state = data.draw(rounds(ruleset)).state
    for seat in range(ruleset.seats):
        observation = observe(state, seat)
        told = [hint.action for hint in hints(observation)]
        legal = [a for a in observation.legal_actions if not isinstance(a, HandOver)]
        assert len(told) == len(legal)
        assert set(told) == set(legal)
        if state.is_over or observation.step is Step.DRAW:
            continue
        for action in told:
            assert isinstance(action, Play | Discard)
            after = state.apply(action)
            draws = after.legal_actions() if after.step is Step.DRAW else ()
            assert tuple(hint.action for hint in draw_hints(observation, action)) == draws


@every_edition
@given(data=st.data())
def test_every_reason_has_its_parameters(ruleset: Ruleset, data: st.DataObject) -> None:
    state = data.draw(rounds(ruleset)).state
    observation = observe(state, state.to_act)
    letters = {suit.letter for suit in ruleset.suits}
    cards = {str(card) for card in ruleset.kinds}
    told: list[Reason] = [*remarks(observation)]
    for hint in all_hints(observation):
        told += [*hint.pros, *hint.cons]
        codes = [reason.code for reason in (*hint.pros, *hint.cons)]
        assert len(codes) == len(set(codes)), codes
    for reason in told:
        assert set(reason.params) == set(REASONS[reason.code]), reason
        for name, value in reason.params.items():
            if name == "suit":
                assert value in letters
            elif name == "card":
                assert value in cards
            elif name == "cards":
                assert isinstance(value, tuple)
                assert value
                assert set(value) <= cards
                assert reason.params["n"] == len(value)
            else:
                assert type(value) is int
                assert (
                    value > 0
                    or name in ("sum", "turns", "points", "theirs")
                    or (reason.code in ("to-lay", "starts-late"))
                ), reason


@every_edition
@given(data=st.data())
def test_what_is_said_of_points_and_turns_is_so(ruleset: Ruleset, data: st.DataObject) -> None:
    state = data.draw(rounds(ruleset)).state
    if state.is_over or state.step is Step.DRAW:
        return
    seat, side = state.to_act, ruleset.side(state.to_act)
    observation = observe(state, seat)
    before = state.scores[side].total
    for hint in hints(observation):
        assert isinstance(hint.action, Play | Discard)
        played = state.apply(hint.action)
        change = played.scores[side].total - before
        for reason in (*hint.pros, *hint.cons):
            if reason.code in CHANGES:
                sign, name = CHANGES[reason.code]
                points = reason.params[name]
                assert isinstance(points, int)
                # The bonus is a reason of its own, but where all that a turn brings is summed up.
                apart = not reason.code.startswith("last-")
                extra = apart and any(r.code == "bonus-reached" for r in hint.pros)
                assert change == sign * points + ruleset.bonus * extra
            if reason.code in SKIPS:
                skipped = reason.params.get("cards", (reason.params.get("card"),))
                assert isinstance(skipped, tuple)
                for card in (kind for kind in ruleset.kinds if str(kind) in skipped):
                    assert _could_lay(state, side, card), reason
                    assert not _could_lay(played, side, card), reason
        for draw in draw_hints(observation, hint.action):
            drawn = played.apply(draw.action)
            for reason in (*draw.pros, *draw.cons):
                _check_draw(reason, draw, drawn, seat)


def _could_lay(state: State, side: int, card: Card) -> bool:
    """Whether a side's expedition takes a card, written once more from the rules of play."""
    laid = state.expedition(side, card.suit)
    if not laid:
        return True
    if card.is_wager and not state.ruleset.wagers_ascend:
        return laid[-1].is_wager
    return laid[-1].order < card.order


def _check_draw(reason: Reason, draw: Hint, drawn: State, seat: int) -> None:
    is_end = reason.code.startswith("ends-") or reason.code in ("stall-ends", "left-in-hand")
    assert drawn.is_over or not is_end, reason
    if reason.code.startswith("ends-"):
        points = [drawn.scores[side].total for side in range(drawn.ruleset.sides)]
        mine = points.pop(drawn.ruleset.side(seat))
        theirs = reason.params.get("theirs", mine)
        assert (reason.params["points"], [theirs]) == (mine, points)
    if drawn.is_over:
        assert is_end or not isinstance(draw.action, DrawDeck), reason
        return
    turns = observe(drawn, seat).turns_left(seat)
    if reason.code in ("deck-shortens", "take-time"):
        assert reason.params["turns"] == turns
    if reason.code == "take-too-late":
        assert turns == 0


@cache
def a_whole_round(ruleset: Ruleset, seed: int, *, open_hands: bool) -> tuple[State, ...]:
    dealt, actions = play(ruleset, seed, "eager")
    states = [State.new(dealt.deal, dealt.starter, open_hands=open_hands)]
    for action in actions:
        states.append(states[-1].apply(action))
    return tuple(states)


@every_edition
@given(seed=seeds, open_hands=st.booleans())
def test_hints_name_nothing_that_the_seat_does_not_see(
    ruleset: Ruleset, seed: int, *, open_hands: bool
) -> None:
    """Worlds that a seat can't tell apart give it the same hints, to the letter."""
    rng = Random(seed)
    states = a_whole_round(ruleset, seed % 6, open_hands=open_hands)
    cut = states[: 1 + int(rng.random() * (len(states) - 1))]
    seat = cut[-1].to_act
    for other in other_worlds(cut, seat, rng, 2):
        for place in sorted({0, len(cut) // 2, len(cut) - 1}):
            assert as_text(cut[place], seat) == as_text(other[place], seat)


def test_the_comparison_would_notice_a_hidden_card() -> None:
    rng = Random(3)
    cut = a_whole_round(EDITIONS["classic"], 3, open_hands=False)[:20]
    seat = cut[-1].to_act
    worlds = list(other_worlds(cut, seat, rng, 5))
    assert worlds

    def leaky(state: State) -> str:
        dealt = State.new(state.deal, state.starter, open_hands=True)
        return as_text(dealt.replay(state.history), seat)

    assert all(tells_apart(leaky, cut, other) for other in worlds)
