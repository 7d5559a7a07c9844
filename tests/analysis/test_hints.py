"""Hints in positions made by hand: one for each code, with all that its sentence names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import pytest

from expedition.analysis import REASONS, Hint, Reason, draw_hints, hints, remarks
from expedition.game import EDITIONS, Discard, DrawPile, Play, Step, observe
from rules.positions import after, an_action, begin, dig, in_turns, until_deck, until_seat

if TYPE_CHECKING:
    from collections.abc import Callable

    from expedition.game import State

CLASSIC = EDITIONS["classic"]
PARTNERS = EDITIONS["classic-partners"]
SOLO = EDITIONS["standard-solo"]
STANDARD = EDITIONS["standard"]
FIVE_SUIT = EDITIONS["five-suit"]

PRO, CON = "for", "against"


def first(
    *hands: str, moves: str = "", starter: int = 0, deck: int = 0, shut: bool = False
) -> State:
    """Return a classic round after some moves, and with `deck`, after passing until it is so."""
    state = after(begin(CLASSIC, *hands, starter=starter, open_hands=not shut), moves)
    return until_deck(state, deck) if deck else state


def partners(*hands: str, moves: str = "") -> State:
    return after(begin(PARTNERS, *hands, open_hands=True), moves)


def solo(hand: str) -> State:
    return begin(SOLO, hand, open_hands=True)


def seven_laid() -> State:
    hand = "Y$ Y$ Y$ Y2 Y3 Y4 Y5 Y6"
    turns = [f"{card} ." for card in hand.split()[:7]]
    return until_seat(in_turns(begin(CLASSIC, hand, open_hands=True), *turns), 0)


def dug(times: int) -> State:
    """Return a standard round in which everybody has only discarded and dug for a while."""
    state = begin(STANDARD, "C2 C3 C4", "D2 D3 D4")
    state = after(state, "xC2 . xD2 .")
    for _ in range(times):
        state = dig(state)
    return state


@dataclass(frozen=True)
class Case:
    """A position, what may be done in it, and a reason that is to be told."""

    code: str
    params: dict[str, object]
    position: Callable[[], State]
    what: str
    """A card action; with a draw after a slash, that; nothing for what is said of the whole."""
    side: str

    def __str__(self) -> str:
        return f"{self.code} {self.what}"


def c(code: str, what: str, side: str, position: Callable[[], State], **params: object) -> Case:
    return Case(code, params, position, what, side)


begun = partial(first, "Y4 Y5", "W2", moves="Y4 . xW2 .")
wagered = partial(first, "Y$ Y$ Y5", "W2", moves="Y$ . xW2 .")
fresh = partial(first, "Y4")
to_end = partial(first, "Y7 Y8 Y9 Y10", "W2", moves="Y7 . xW2 .", deck=4)
theirs = partial(first, "Y6", "Y3 Y8", moves="Y3 .", starter=1)
last_card = partial(first, "Y4 W2", starter=1, deck=1)
two = partial(partners, "Y3 Y3 Y6", "", "Y4")
found = partial(first, "Y4 W9", "Y6", moves="xY6 .", starter=1)

CASES = [
    c("adds", "Y5", PRO, begun, suit="Y", n=5),
    c("adds-times", "Y5", PRO, wagered, suit="Y", rank=5, times=2, points=10),
    c("toward-even", "Y5", PRO, begun, suit="Y", n=11),
    c(
        "breaks-even",
        "Y9",
        PRO,
        partial(first, "Y3 Y8 Y9", "W2 W3", moves="Y3 . xW2 . Y8 . xW3 ."),
        suit="Y",
        cost=20,
    ),
    c("starts-costs", "Y4", CON, fresh, suit="Y", cost=20),
    c("starts-costs-times", "Y$", CON, partial(first, "Y$"), suit="Y", points=40, times=2),
    c("multiplies", "Y$", PRO, wagered, suit="Y", times=3),
    c("risk-grows", "Y$", CON, wagered, suit="Y", points=60),
    c(
        "last-gain",
        "Y4",
        PRO,
        partial(first, "Y3 Y4", "W2", moves="Y3 . xW2 .", deck=2),
        suit="Y",
        n=4,
    ),
    c("last-loss", "Y4", CON, partial(first, "Y4", deck=2), suit="Y", n=16),
    c("hand-covers", "Y4", PRO, partial(first, "Y4 Y8 Y9"), suit="Y", sum=21, cost=20),
    c("needs-more", "Y4", CON, partial(first, "Y4 Y8"), suit="Y", sum=12, n=8),
    c("cant-cover", "Y10", CON, partial(first, "Y10"), suit="Y", cost=20),
    c("too-late", "Y2", CON, partial(first, "Y2", deck=4), n=2, turns=1),
    c("starts-early", "Y4", PRO, fresh, n=21),
    c("starts-late", "Y4", CON, partial(first, "Y4", deck=4), n=1),
    c("time-short", "Y8", PRO, to_end, n=3, turns=2),
    c("time-short", "xY8", CON, to_end, n=3, turns=2),
    c("can-wait", "Y5", CON, begun, n=1, turns=21),
    c("skips-held", "Y6", CON, partial(first, "Y$ Y4 Y6"), n=2, cards=("Y$", "Y4")),
    c("skips-partner", "Y6", CON, two, n=1, cards=("Y4",)),
    c("skips-pile", "Y6", CON, partial(first, "Y6", "Y3", moves="xY3 .", starter=1), card="Y3"),
    c("skips-unseen", "Y3", CON, partial(first, "Y3"), n=2, cards=("Y$", "Y2")),
    c("skips-nothing", "Y5", PRO, begun),
    c("bonus-reached", "Y6", PRO, seven_laid, suit="Y", length=8, bonus=20),
    c("bonus-near", "Y$", PRO, partial(first, "Y$ Y$ Y$ Y2 Y3 Y4 Y5 Y6"), suit="Y", n=7, bonus=20),
    c("bonus-out-of-reach", "Y10", CON, partial(first, "Y10"), suit="Y", bonus=20),
    c("partner-follows", "Y3", PRO, two, n=1, cards=("Y4",)),
    c("denies", "Y6", PRO, theirs, suit="Y"),
    c("nobody-can-lay", "xY4", PRO, partial(first, "Y4 Y5", "Y6", moves="Y5 . Y6 .")),
    c("you-cant-lay", "xY4", PRO, partial(first, "Y4 Y5", "W2", moves="Y5 . xW2 ."), suit="Y"),
    c("spare-copy", "xY3", PRO, two),
    c("only-one", "xY4", PRO, fresh, suit="Y"),
    c("gives-up", "xY5", CON, begun, suit="Y", n=5),
    c("gives-up-times", "xY$", CON, wagered, suit="Y", times=3),
    c("breaks-up", "xY4", CON, partial(first, "Y4 Y8"), suit="Y", n=2, sum=12),
    c("partner-collects", "xY6", CON, two, n=1, cards=("Y4",)),
    c("out-of-round", "xC4", CON, partial(solo, "C4")),
    c("nothing-fits", "xY4", PRO, partial(first, "Y4 Y9", "W2", moves="Y9 . xW2 .")),
    c("feeds", "xY6", CON, theirs, suit="Y", n=6),
    c(
        "feeds-times",
        "xY$",
        CON,
        partial(first, "Y$", "Y$", moves="Y$ .", starter=1),
        suit="Y",
        times=3,
    ),
    c("they-hold", "xY6", CON, theirs, n=1, cards=("Y8",)),
    c(
        "they-collect",
        "xY6",
        CON,
        partial(first, "Y6", "Y8 Y3"),
        suit="Y",
        n=2,
        cards=("Y3", "Y8"),
    ),
    c("they-cant-lay", "xY6", PRO, partial(first, "Y6", "Y8", moves="Y8 .", starter=1)),
    c("not-begun-there", "xY4", PRO, fresh, suit="Y"),
    c("nobody-takes", "xY4", PRO, last_card),
    c("covers-yours", "xY6", CON, partial(first, "Y6", "Y3", moves="xY3 .", starter=1), card="Y3"),
    c(
        "covers-theirs",
        "xY6",
        PRO,
        partial(first, "W2 Y6", "Y2 Y4", moves="Y2 . xW2 . xY4 .", starter=1),
        card="Y4",
    ),
    c("deck-fits", "xY5/.", PRO, begun, n=5, total=42),
    c("deck-fits", "Y5/.", PRO, partial(begun, shut=True), n=5, total=50),
    c("deck-fits-none", "Y10/.", CON, partial(first, "Y10"), n=44),
    c("deck-shortens", "xY10/.", CON, to_end, n=2, turns=1),
    c(
        "deck-hurries",
        "xY$/.",
        PRO,
        partial(first, "W2 Y$", "Y7 Y8 Y9 Y10", moves="xW2 . Y7 .", deck=4),
        n=3,
        turns=2,
    ),
    c("ends-level", "xY4/.", CON, last_card, points=0),
    c("ends-behind", "Y4/.", CON, last_card, points=-16, theirs=0),
    c(
        "ends-ahead",
        "xY4/.",
        PRO,
        partial(first, "Y4", "Y3", moves="Y3 .", starter=1, deck=1),
        points=0,
        theirs=-17,
    ),
    c(
        "left-in-hand",
        "Y9/.",
        CON,
        partial(first, "Y8 Y9 Y10", "W2", moves="xW2 . Y8 .", starter=1, deck=1),
        n=1,
    ),
    c("take-adds", "xW9/<Y", PRO, partial(first, "Y4 W9", "Y6", moves="Y4 . xY6 ."), suit="Y", n=6),
    c(
        "take-times",
        "xW9/<Y",
        PRO,
        partial(first, "Y$ W9", "Y$", moves="Y$ . xY$ ."),
        suit="Y",
        times=3,
    ),
    c("take-joins", "xW9/<Y", PRO, found, n=1, cards=("Y4",)),
    c("take-starts", "xW9/<Y", CON, found, suit="Y", cost=20),
    c(
        "take-useless",
        "xW9/<Y",
        CON,
        partial(first, "Y7 W9", "Y6", moves="Y7 . xY6 ."),
        card="Y6",
    ),
    c(
        "take-too-late",
        "xW2/<Y",
        CON,
        partial(first, "Y4 W2", "Y6", moves="xY6 .", starter=1, deck=1),
        card="Y6",
    ),
    c(
        "take-denies",
        "xW8/<Y",
        PRO,
        partial(first, "W8 W9", "Y3 Y6", moves="Y3 . xW9 . xY6 .", starter=1),
        suit="Y",
    ),
    c("take-time", "xY10/<R", PRO, to_end, n=2, turns=2),
    c(
        "take-uncovers",
        "xW8/<Y",
        CON,
        partial(
            first,
            "W8 W9 Y2",
            "Y3 Y6 W2",
            moves="Y3 . xW9 . xY6 . xY2 . xW2 .",
            starter=1,
        ),
        card="Y6",
    ),
    c("take-seen", "xW9/<Y", CON, partial(found, shut=True), card="Y6"),
    c("to-lay", "", PRO, begun, n=1, turns=21),
    c("they-wait", "", PRO, theirs, n=1, turns=21),
    c("hand-over", "", PRO, two, n=8),
    c(
        "hand-over-helps",
        "",
        PRO,
        lambda: until_deck(after(begin(PARTNERS, "Y7 Y8 Y9 Y10"), "Y7 ."), 3),
        n=3,
        turns=1,
    ),
]

#: Told in a test of their own below.
ELSEWHERE = {"stall-near", "stall-ends"}


def reasons(state: State, what: str) -> dict[str, list[Reason]]:
    """Return what is told of an action, of a draw after one, or of the whole position."""
    observation = observe(state, state.to_act)
    if not what:
        return {PRO: list(remarks(observation)), CON: []}
    card, _, draw = what.partition("/")
    action = an_action(state.ruleset, card)
    told = hints(observation)
    if draw:
        assert isinstance(action, Play | Discard)
        told = draw_hints(observation, action)
        action = an_action(state.ruleset, draw)
    (hint,) = [hint for hint in told if hint.action == action]
    return {PRO: list(hint.pros), CON: list(hint.cons)}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_reason_is_told_where_it_holds(case: Case) -> None:
    told = reasons(case.position(), case.what)
    codes = {side: [reason.code for reason in told[side]] for side in told}
    assert case.code in codes[case.side], codes
    (reason,) = [reason for reason in told[case.side] if reason.code == case.code]
    assert reason.params == case.params
    assert case.code not in codes[CON if case.side == PRO else PRO]


def test_every_code_has_its_case() -> None:
    assert {case.code for case in CASES} | ELSEWHERE == set(REASONS)


def test_a_stall_is_announced() -> None:
    cases: tuple[tuple[int, list[Reason]], ...] = (
        (10, []),
        (12, [Reason("stall-near", {"n": 3})]),
        (15, [Reason("stall-ends")]),
    )
    for times, expected in cases:
        state = dug(times)
        observation = observe(state, state.to_act)
        discard = next(
            hint.action for hint in hints(observation) if isinstance(hint.action, Discard)
        )
        draws = draw_hints(observation, discard)
        piles = [hint for hint in draws if isinstance(hint.action, DrawPile)]
        assert piles
        for hint in piles:
            told = [reason for reason in hint.cons if reason.code.startswith("stall")]
            assert told == expected
        play = next(hint.action for hint in hints(observation) if isinstance(hint.action, Play))
        for hint in draw_hints(observation, play):
            assert not [reason for reason in hint.cons if reason.code.startswith("stall")]


# What must not be told


def codes_of(state: State, what: str) -> set[str]:
    told = reasons(state, what)
    return {reason.code for side in told.values() for reason in side}


def test_a_hidden_hand_gives_no_reason() -> None:
    shut = codes_of(first("Y6", "Y3 Y8", shut=True), "xY6")
    assert "they-collect" not in shut
    assert "not-begun-there" in shut
    hidden = codes_of(first("Y6", "Y3 Y8", moves="Y3 .", starter=1, shut=True), "xY6")
    assert "feeds" in hidden
    assert "they-hold" not in hidden


def test_what_was_seen_to_go_into_a_hidden_hand_is_a_reason() -> None:
    # Seat 0 discards Y9, seat 1 takes it: everybody knows where it is.
    state = first("Y6 Y9", "Y3 W2", moves="xY9 . Y3 <Y", shut=True)
    (told,) = [r for r in reasons(state, "xY6")[CON] if r.code == "they-hold"]
    assert told.params == {"n": 1, "cards": ("Y9",)}


def test_numbers_come_from_the_ruleset() -> None:
    """Six cards bring the bonus in the standard editions, and nothing says eight there."""
    state = begin(STANDARD, "CJ CQ CK C2 C3 C4", open_hands=True)
    (told,) = [r for r in reasons(state, "CJ")[PRO] if r.code == "bonus-near"]
    assert told.params == {"suit": "C", "n": 5, "bonus": 20}


def test_wagers_that_ascend_skip_each_other() -> None:
    state = begin(FIVE_SUIT, "CJ CQ CK", open_hands=True)
    (told,) = [r for r in reasons(state, "CK")[CON] if r.code == "skips-held"]
    assert told.params == {"n": 2, "cards": ("CJ", "CQ")}
    plain = begin(STANDARD, "CJ CQ CK", open_hands=True)
    assert "skips-held" not in codes_of(plain, "CK")


def test_alone_there_is_no_other_side() -> None:
    state = after(begin(SOLO, "C2 C3 C4 D5 H6 S7", open_hands=True), "C2 .")
    observation = observe(state, 0)
    told = [*hints(observation), *draw_hints(observation, Discard(observation.hand[0]))]
    codes = {reason.code for hint in told for reason in (*hint.pros, *hint.cons)}
    assert not {code for code in codes if code.startswith(("the", "take", "feeds", "covers"))}
    assert not codes & {"denies", "nobody-takes", "not-begun-there", "can-wait", "time-short"}


def test_nothing_is_told_out_of_turn_or_when_it_is_over() -> None:
    state = begun()
    assert hints(observe(state, 1)) == ()
    assert remarks(observe(state, 1)) == ()
    assert draw_hints(observe(state, 0)) == ()
    drawing = after(state, "Y5")
    assert drawing.step is Step.DRAW
    assert remarks(observe(drawing, 0)) == ()
    assert draw_hints(observe(drawing, 0), Play(state.hand[0])) == ()
    over = until_deck(state, 0)
    assert over.is_over
    assert all(hints(observe(over, seat)) == () for seat in (0, 1))


def test_a_solo_turn_without_a_deck_has_no_draw() -> None:
    state = until_deck(begin(SOLO, open_hands=True), 0)
    assert not state.is_over
    observation = observe(state, 0)
    told = hints(observation)
    assert told
    action = told[0].action
    assert isinstance(action, Play | Discard)
    assert draw_hints(observation, action) == ()


def test_the_best_comes_first() -> None:
    told: tuple[Hint, ...] = hints(observe(begun(), 0))
    assert str(told[0].action) == "Y5"
