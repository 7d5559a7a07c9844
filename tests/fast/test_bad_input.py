"""What can't be taken is refused in one sentence, and nothing has changed."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from expedition.fast import BadArray, Batch, Information, determinize, pack, unpack
from expedition.game import Deal, GameError, InvalidSetup, Ruleset, State, find_edition, observe

if TYPE_CHECKING:
    from collections.abc import Callable

CLASSIC = find_edition("classic")


def dealt(size: int = 3, **options: Any) -> Batch:
    batch = Batch(CLASSIC, size, seed=1, **options)
    batch.deal()
    return batch


def a_pack() -> list[int]:
    return [CLASSIC.kind_order[card] for card in CLASSIC.pack]


def illegal(batch: Batch) -> list[int]:
    """Return legal actions for all states but the second."""
    legal = batch.legal()
    actions = [int(np.flatnonzero(row)[0]) for row in legal]
    actions[1] = int(np.flatnonzero(legal[1] == 0)[0])
    return actions


def half_played() -> Batch:
    batch = dealt()
    batch.play(most_turns=3)
    return batch


BAD: dict[str, tuple[Callable[[Batch], object], str]] = {
    "no states": (lambda _: Batch(CLASSIC, 0), "`size` is 1 to 2147483648, not 0."),
    "half a state": (lambda _: Batch(CLASSIC, 1.5), "`size` is a whole number, not 1.5."),  # type: ignore[arg-type]
    "a generator for a seed": (
        lambda _: Batch(CLASSIC, seed=Random(1)),  # type: ignore[arg-type]
        "`seed` is a whole number, not a Random.",
    ),
    "a negative seed": (lambda b: b.seed(-1), "`seed` is 0 to 18446744073709551615, not -1."),
    "true for a seed": (lambda b: b.seed(True), "`seed` is a whole number, not True."),  # noqa: FBT003
    "packs too few": (
        lambda b: b.deal([a_pack()]),
        "`packs` is whole numbers of shape (3, 60), not int64 of shape (1, 60).",
    ),
    "an edition that there is not": (
        lambda _: Batch("clasic"),
        "There is no edition 'clasic'. Did you mean 'classic'? The editions are classic, "
        "classic-sixth, classic-partners, standard, standard-partners, standard-solo, five-suit.",
    ),
    "a batch of nothing": (lambda _: Batch(None), "An edition is a name or a Ruleset, not None."),  # type: ignore[arg-type]
    "a batch in place of what a seat knows": (
        lambda b: determinize(b, b),  # type: ignore[arg-type]
        "`information` is an Information, not a Batch.",
    ),
    "a state in place of an observation": (
        lambda b: Information.of(unpack(b, 0)),  # type: ignore[arg-type]
        "`observation` is an Observation, not a State.",
    ),
    "a pack with a card twice": (
        lambda b: b.deal([a_pack(), a_pack(), [0, 0, 0, 0, *a_pack()[4:]]]),
        "Row 2 of `packs` is not a pack of classic.",
    ),
    "a kind that is none": (
        lambda b: b.deal([[99] * 60] * 3),
        "`packs` has 99; its numbers are 0 to 49.",
    ),
    "a starter who is not there": (
        lambda b: b.deal(starters=[0, 1, 2]),
        "`starters` has 2; its numbers are 0 to 1.",
    ),
    "where of another length": (
        lambda b: b.deal(where=np.ones(2, np.bool_)),
        "`where` is an array of 3 booleans, not bool of shape (2,).",
    ),
    "where of numbers": (
        lambda b: b.deal(where=np.array([0, 1, 2])),
        "`where` is an array of 3 booleans, not int64 of shape (3,).",
    ),
    "too few actions": (
        lambda b: b.step([1]),
        "`actions` is whole numbers of shape (3,), not int64 of shape (1,).",
    ),
    "actions of the wrong type": (
        lambda b: b.step(np.zeros(3)),
        "`actions` is whole numbers of shape (3,), not float64 of shape (3,).",
    ),
    "an action that there is not": (
        lambda b: b.step([0, 0, 106]),
        "`actions` has 106; its numbers are 0 to 105.",
    ),
    "a ragged list": (
        lambda b: b.step([[1], [2, 3], 4]),  # type: ignore[arg-type]
        "`actions` is whole numbers of shape (3,), not a list.",
    ),
    "a mask of the wrong shape": (
        lambda b: b.legal(np.zeros((3, 105), np.uint8)),
        "`out` is a uint8 or int8 or bool array of shape (3, 106), not uint8 of shape (3, 105).",
    ),
    "a mask of the wrong type": (
        lambda b: b.legal(np.zeros((3, 106))),
        "`out` is a uint8 or int8 or bool array of shape (3, 106), not float64 of shape (3, 106).",
    ),
    "observations with gaps": (
        lambda b: b.observe(out=np.zeros((3, 2 * b.observation_size), np.uint8)[:, ::2]),
        "`out` is a uint8 or float32 array of shape (3, 376), not uint8 of shape (3, 376) "
        "with gaps in it.",
    ),
    "a list to write to": (
        lambda b: b.scores([]),  # type: ignore[arg-type]
        "`out` is a int32 array of shape (3, 2), not a list.",
    ),
    "a seat that is not there": (
        lambda b: b.observe([0, 1, -1]),
        "`seats` has -1; its numbers are 0 to 1.",
    ),
    "no such policy": (
        lambda b: b.play("clever"),
        "There is no policy 'clever'; the policies are random, sensible and careful.",
    ),
    "no threads": (lambda b: b.play(threads=0), "`threads` is 1 to 1024, not 0."),
    "a place that is not there": (
        lambda b: b.copy(3, [0]),
        "`the place of a state` is 0 to 2, not 3.",
    ),
    "another ruleset's state": (
        lambda b: pack(b, 0, State.new(Deal.shuffled(find_edition("standard"), Random(1)))),
        "A round of standard in a batch of classic.",
    ),
    "open hands": (
        lambda b: pack(b, 0, State.new(Deal.shuffled(CLASSIC, Random(1)), open_hands=True)),
        "The hands of this round are open; the compiled engine plays with closed hands.",
    ),
    "what another ruleset's seat knows": (
        lambda b: determinize(
            b,
            Information.of(
                observe(State.new(Deal.shuffled(find_edition("standard"), Random(1))), 0)
            ),
        ),
        "What is known is of standard; the batch is of classic.",
    ),
    "what a seat that is not there knows": (
        lambda b: Information.in_batch(b, 0, 2),
        "`seat` is 0 to 1, not 2.",
    ),
    "too little room to recall": (
        lambda b: b.recall(0),
        "`actions` is 1 to 1048576, not 0.",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_sentence_says_what_is_wrong_and_nothing_changes(name: str) -> None:
    batch = dealt()
    before = batch.clone()
    call, sentence = BAD[name]
    with pytest.raises((BadArray, InvalidSetup)) as error:
        call(batch)
    assert str(error.value) == sentence
    assert batch.states.tobytes() == before.states.tobytes()
    assert np.array_equal(batch.lengths, before.lengths)


def test_an_illegal_action_is_named_and_no_state_goes_on() -> None:
    batch = dealt()
    before = batch.states.copy()
    actions = illegal(batch)
    with pytest.raises(BadArray, match=r"^Action \d+ \(.+\) in state 1 is illegal: .+\.$"):
        batch.step(actions)
    assert batch.states.tobytes() == before.tobytes()


def test_a_round_that_is_over_takes_no_action() -> None:
    batch = dealt()
    batch.play()
    with pytest.raises(BadArray, match=r"in state 0 is illegal: the round is over\.$"):
        batch.step([0, 0, 0])


def test_nothing_is_asked_of_a_batch_that_is_not_dealt() -> None:
    for ask in (Batch.legal, Batch.scores, Batch.observe, Batch.play, lambda b: b.over):
        with pytest.raises(BadArray, match="State 0 is not dealt yet"):
            ask(Batch(CLASSIC, 2))
    with pytest.raises(BadArray, match="The round is not dealt yet"):
        Batch(CLASSIC).step([0])


def test_an_illegal_action_is_refused_in_the_words_of_the_rules() -> None:
    batch = dealt(1)
    missing = int(np.flatnonzero(batch.observe()[0][:50] == 0)[0])
    card = CLASSIC.kinds[missing]
    with pytest.raises(BadArray) as error:
        batch.step([missing])
    assert str(error.value).startswith(f"Action {missing} ({card}) is illegal: You don't hold ")
    batch = dealt(1, history=False)
    batch.step(batch.legal().argmax(axis=1))
    with pytest.raises(BadArray, match="the mask has what is legal"):
        batch.step([missing])


def test_what_was_not_kept_is_said() -> None:
    for batch in (half_played(), Batch(CLASSIC, 3, history=False)):
        if (batch.states["over"] == -1).all():
            batch.deal()
            batch.step([int(np.flatnonzero(row)[0]) for row in batch.legal()])
        for ask in (lambda b: unpack(b, 0), lambda b: Information.in_batch(b, 0, 0)):
            with pytest.raises(BadArray, match="The actions of state 0 were not kept"):
                ask(batch)
        with pytest.raises(BadArray, match="The actions of state 0 were not kept"):
            batch.recall(50)


def test_a_longer_round_than_there_is_room_for() -> None:
    batch = dealt()
    batch.step([int(np.flatnonzero(row)[0]) for row in batch.legal()])
    batch.step([int(np.flatnonzero(row)[0]) for row in batch.legal()])
    with pytest.raises(BadArray, match="has had 2 actions; there is room for 1"):
        batch.recall(1)


def test_an_array_that_cannot_be_written_to() -> None:
    out = np.zeros((3, 2), np.int32)
    out.flags.writeable = False
    with pytest.raises(BadArray, match="that can't be written to"):
        dealt().scores(out)


def mine(known: Information, kind: int) -> int:
    """Return the kind of a card that seat 0 was dealt, the only one of its kind."""
    held: list[int] = [each for each in known.deal[:8].tolist() if not CLASSIC.kinds[each].is_wager]
    return held[kind]


LAST = len(CLASSIC.kinds)
#: What can be no round of classic that seat 1 began: the actions.
IMPOSSIBLE: dict[str, Callable[[Information], list[int]]] = {
    "a card that only seat 0 holds": lambda known: [LAST + mine(known, 0)],
    "a draw first": lambda _: [2 * LAST],
    "two cards in a turn": lambda _: [LAST, LAST + 10],
    "a pile that is empty": lambda _: [LAST, 2 * LAST + 3],
    "the pile that was discarded to": lambda _: [LAST, 2 * LAST + 1],
    "pile after pile": lambda _: [101] * 1000,
    "more draws than cards": lambda _: [100] * 3000,
    "a pile without end": lambda _: [50, 100] * 4000,
    "an unseen hand-over": lambda _: [-1],
    "a card of seat 0 that it does not hold": lambda known: [
        LAST + _missing(known, 0),
        100,
        LAST + _missing(known, 1),
    ],
    "a draw of seat 0 that it has not seen": lambda known: [
        LAST + _missing(known, 0),
        100,
        LAST + mine(known, 0),
        100,
    ],
}


def _missing(known: Information, number: int) -> int:
    """Return a kind of number card that seat 0 was not dealt."""
    held = set(known.deal[:8].tolist())
    cards = enumerate(CLASSIC.kinds)
    return [n for n, card in cards if n not in held and not card.is_wager][number]


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_what_can_be_no_round_is_not_sampled(name: str) -> None:
    known = Information.of(observe(State.new(Deal.shuffled(CLASSIC, Random(2)), 1), 0))
    wrong = Information(CLASSIC, 0, 1, known.deal, IMPOSSIBLE[name](known))
    batch = dealt()
    before = batch.clone()
    with pytest.raises(BadArray, match="No deal agrees"):
        determinize(batch, wrong)
    assert batch.states.tobytes() == before.states.tobytes()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seat": 2}, "`seat` is 0 to 1, not 2."),
        ({"seat": 0.0}, "`seat` is a whole number, not 0.0."),
        ({"starter": 10**7}, "`starter` is 0 to 1, not 10000000."),
        ({"deal": [1, 2, 3]}, "`deal` is whole numbers of shape (80,), not int64 of shape (3,)."),
        ({"deal": [200] * 80}, "`deal` has kinds below 50, or 255, in its first 60 places."),
        ({"deal": [255] * 80}, "`deal` has the hand of seat 0, and no other hand."),
        ({"deal": [1] * 16 + [255] * 64}, "`deal` has the hand of seat 0, and no other hand."),
        ({"actions": [10**6]}, "`actions` has 1000000; its numbers are -1 to 105."),
        (
            {"actions": [[1]]},
            "`actions` is whole numbers of 1 dimension, not int64 of shape (1, 1).",
        ),
        (
            {"actions": [0.5]},
            "`actions` is whole numbers of 1 dimension, not float64 of shape (1,).",
        ),
        ({"ruleset": "classic"}, "`ruleset` is a Ruleset, not 'classic'."),
    ],
)
def test_what_a_seat_knows_is_checked_when_it_is_put_together(
    change: dict[str, Any], sentence: str
) -> None:
    known = Information.of(observe(State.new(Deal.shuffled(CLASSIC, Random(2)), 1), 0))
    parts: dict[str, Any] = {
        "ruleset": CLASSIC,
        "seat": 0,
        "starter": 1,
        "deal": known.deal,
        "actions": [],
    }
    with pytest.raises(BadArray) as error:
        Information(**(parts | change))
    assert str(error.value) == sentence


def test_a_ruleset_that_does_not_fit() -> None:
    many = Ruleset(
        id="many", name="Many", summary="For tests.", suits=CLASSIC.suits, ranks=tuple(range(2, 20))
    )
    with pytest.raises(InvalidSetup, match="takes 64 kinds of card at most; many has 95"):
        Batch(many)
    for change in ({"ranks": (2, 300)}, {"ranks": (-2, 3)}, {"cost": 10**20}, {"cost": -1}):
        odd = replace(CLASSIC, id="odd", aliases=(), doubled_ranks=(), **change)
        with pytest.raises(
            InvalidSetup, match=r"The compiled engine takes [^\n]+; odd doesn't fit"
        ):
            Batch(odd)


def test_odd_things_in_odd_places_are_refused_in_a_sentence() -> None:
    batch = dealt()
    for call in (
        lambda: Batch(CLASSIC, seed=10**5000),
        lambda: batch.copy(0, [[1], [1, 2]]),
        lambda: batch.observe(out=np.ma.zeros((3, 376), np.uint8)),
        lambda: batch.play(np.array(["random"])),  # type: ignore[arg-type]
        lambda: Information.in_batch(batch, 0, np.array([0, 1])),  # type: ignore[arg-type]
        lambda: Information.in_batch(batch, 0, True),  # noqa: FBT003
        lambda: batch.step(np.array([1, 2, 3], object)),
    ):
        with pytest.raises(BadArray, match=r"^[^\n]+\.$"):
            call()
    batch.copy(0, [])


def test_an_array_of_the_batch_itself_is_taken_as_it_was() -> None:
    batch = dealt()
    batch.lengths[:] = [int(np.flatnonzero(row)[0]) for row in batch.legal()]
    before = batch.lengths.copy()
    batch.step(batch.lengths)
    assert (batch.lengths == before + 1).all()


def test_arrays_of_any_kind_that_says_the_same_are_taken() -> None:
    batches = [dealt() for _ in range(4)]
    actions = np.array([int(np.flatnonzero(row)[0]) for row in batches[0].legal()])
    fixed = actions.copy()
    fixed.flags.writeable = False
    swapped = actions.astype(actions.dtype.newbyteorder())
    for batch, given in zip(
        batches, (actions, fixed, swapped, actions.astype(np.uint8)), strict=True
    ):
        batch.step(given)
        assert np.array_equal(batch.observe(0), batches[0].observe(0))


def test_what_is_refused_is_an_error_of_the_game() -> None:
    assert issubclass(BadArray, GameError)
    assert issubclass(BadArray, ValueError)
