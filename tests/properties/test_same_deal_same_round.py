"""Invariant 5: same ruleset, deal and actions give the same round, on every platform."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from expedition.game import Deal, Ruleset, State, Termination
from properties.strategies import any_legal, every_edition, rounds, states

#: The pack of every edition as Random(2024) shuffles it. Records keep seeds: these never change.
DEALS = {
    "classic": (
        "G3 R8 B$ W3 G7 Y$ Y5 R3 G6 G4 G$ R7 B$ W2 R5 B6 B9 W8 R$ Y$ R10 W6 Y3 R$ G$ G$ Y8 Y9 B4 R6"
        " Y2 W$ Y10 Y$ G10 Y6 Y4 B8 B2 W5 B5 Y7 R2 G8 W10 B7 R4 G9 B10 W7 B$ R9 W$ W$ G2 W9 R$ W4"
        " G5 B3"
    ),
    "classic-sixth": (
        "P4 W3 W9 P10 R$ W$ B$ G$ B10 Y8 P6 G9 G5 R6 B3 B7 Y2 B5 P8 Y3 W$ R$ G8 G10 W7 P9 Y7 W10 P7"
        " Y$ Y5 Y$ B9 R7 G$ R4 P2 P5 W$ P$ G4 P$ Y4 R9 P3 Y$ W6 Y9 Y6 G6 G$ B$ G2 Y10 R5 R10 B4 G3"
        " W5 R8 G7 B$ B6 R3 W2 W4 R$ B2 P$ W8 R2 B8"
    ),
    "classic-partners": (
        "R4 R10 B$ Y2 B3 G4 R5 G6 G2 B5 B2 W4 R9 Y9 W9 Y3 R3 W$ R6 Y2 G9 W5 G$ B7 W3 G2 G7 R8 G10"
        " Y5 W7 R2 Y$ G3 Y$ B4 R3 B6 Y8 W$ Y4 Y10 G$ B10 B2 Y3 R$ R4 Y$ W3 Y6 Y4 R7 B4 W6 R$ Y7 G8"
        " B9 B$ B8 W2 R$ G$ W8 B$ G5 W$ W2 G3 W10 R2 W4 G4 B3"
    ),
    "standard": (
        "HQ SQ D3 S4 C3 D7 H3 CJ H10 SJ S7 HJ DK S6 H6 H4 DJ H2 CK C7 C6 CQ C8 C4 C2 S10 SK S8 D8"
        " C5 S5 H8 D4 D10 S3 S9 HK D2 D6 H7 C9 C10 H5 D5 S2 DQ H9 D9"
    ),
    "standard-partners": (
        "H6 S8 D7 DQ H10 CK C3 S4 H9 H7 H4 S7 D5 DJ S5 HQ H2 D3 S2 CJ S10 D2 C2 S2 H4 H3 C5 C6 D10"
        " S6 C2 C9 C7 CQ SK C4 C3 H2 D8 D2 HJ C4 S3 SJ D4 HK S4 SQ H3 D3 D6 S9 C8 C10 H5 D4 S3 DK"
        " H8 D9"
    ),
    "standard-solo": (
        "HQ SQ D3 S4 C3 D7 H3 CJ H10 SJ S7 HJ DK S6 H6 H4 DJ H2 CK C7 C6 CQ C8 C4 C2 S10 SK S8 D8"
        " C5 S5 H8 D4 D10 S3 S9 HK D2 D6 H7 C9 C10 H5 D5 S2 DQ H9 D9"
    ),
    "five-suit": (
        "D3 P8 HK S3 D7 CK C5 P3 D6 D4 DQ P7 HJ S2 P5 H6 H9 S8 PQ CJ P10 S6 C3 PJ DK DJ C8 C9 H4 P6"
        " C2 SQ C10 CQ D10 C6 C4 H8 H2 S5 H5 C7 P2 D8 S10 H7 P4 D9 H10 S7 HQ P9 SJ SK D2 S9 PK S4"
        " D5 H3"
    ),
}

#: That deal, played on by the same generator: how many steps, the scores, and why it ended.
ROUNDS = {
    "classic": (278, (-13, -38), Termination.DECK_EMPTY),
    "classic-sixth": (444, (-92, -35), Termination.DECK_EMPTY),
    "classic-partners": (535, (-18, -43), Termination.DECK_EMPTY),
    "standard": (204, (-27, -35), Termination.DECK_EMPTY),
    "standard-partners": (256, (-53, -32), Termination.DECK_EMPTY),
    "standard-solo": (42, (-46,), Termination.HANDS_EMPTY),
    "five-suit": (246, (-22, -40), Termination.DECK_EMPTY),
}

#: Run in processes of their own, for what differs from process to process: hashes, addresses.
TELL = """
from random import Random
from expedition.game import EDITIONS, Deal, State, observe
for ruleset in EDITIONS.values():
    rng = Random(7)
    state = State.new(Deal.shuffled(ruleset, rng))
    while not state.is_over:
        legal = state.legal_actions()
        print(*map(ruleset.action_space.id, legal))
        state = state.apply(legal[int(rng.random() * len(legal))])
    print(repr(state), *state.history)
    print(*(repr(observe(state, seat)) for seat in range(ruleset.seats)))
"""


def random_round(ruleset: Ruleset, rng: Random) -> State:
    """Play a whole round."""
    state = State.new(Deal.shuffled(ruleset, rng))
    while not state.is_over:
        state = state.apply(any_legal(state, rng))
    return state


@every_edition
def test_a_seed_makes_the_deal_it_always_made(ruleset: Ruleset) -> None:
    assert str(Deal.shuffled(ruleset, Random(2024))) == DEALS[ruleset.id]


@every_edition
def test_a_seed_makes_the_round_it_always_made(ruleset: Ruleset) -> None:
    state = random_round(ruleset, Random(2024))
    scores = tuple(score.total for score in state.scores)
    assert (len(state.history), scores, state.termination) == ROUNDS[ruleset.id]


def test_every_process_tells_the_same() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", TELL],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            timeout=120,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(told) == 1
    assert len(told.pop().splitlines()) > 1000


@every_edition
@given(data=st.data())
def test_the_same_actions_again_give_the_same_state(ruleset: Ruleset, data: st.DataObject) -> None:
    state = data.draw(states(ruleset))
    deal = Deal(ruleset, tuple(state.deal.cards))
    again = State.new(deal, state.starter, open_hands=state.open_hands).replay(state.history)
    assert again == state
    assert hash(again) == hash(state)
    assert repr(again) == repr(state)
    assert again.scores == state.scores
    assert again.legal_actions() == state.legal_actions()


@every_edition
@given(seed=st.integers(0, 2**64))
def test_equal_generators_make_equal_deals(ruleset: Ruleset, seed: int) -> None:
    one, other = Random(seed), Random(seed)
    assert Deal.shuffled(ruleset, one) == Deal.shuffled(ruleset, other)
    # And take the same from the generator, so what is sampled next agrees too.
    assert one.getstate() == other.getstate()


@every_edition
@given(data=st.data())
def test_going_on_leaves_the_former_state_alone(ruleset: Ruleset, data: st.DataObject) -> None:
    played = data.draw(rounds(ruleset))
    replayed = played.states[0]
    for state, action in zip(played.states, played.state.history, strict=False):
        assert replayed == state
        replayed = replayed.apply(action)
    assert replayed == played.state


@every_edition
@given(data=st.data())
def test_a_copy_is_equal_and_goes_on_alike(ruleset: Ruleset, data: st.DataObject) -> None:
    state = data.draw(states(ruleset))
    twin: State = pickle.loads(pickle.dumps(state))  # noqa: S301  our own bytes
    assert twin == state
    assert twin.ruleset == state.ruleset
    assert twin.legal_actions() == state.legal_actions()
    for action in state.legal_actions()[:5]:
        assert twin.apply(action) == state.apply(action)


@every_edition
def test_rulesets_and_deals_survive_pickling(ruleset: Ruleset) -> None:
    twin = pickle.loads(pickle.dumps(ruleset))  # noqa: S301  our own bytes
    assert (twin, twin.pack, repr(twin)) == (ruleset, ruleset.pack, repr(ruleset))
    deal = Deal.shuffled(ruleset, Random(3))
    assert pickle.loads(pickle.dumps(deal)) == deal  # noqa: S301  our own bytes
