"""Rounds to hold the invariants against: dealt, played by several temperaments, cut anywhere.

Uniformly random play rarely lays a card and never empties a pile on purpose, so most of its
rounds look alike. The other temperaments get to long expeditions, deep piles, hand-overs one
after the other, and stalls.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from os import environ
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import strategies as st

from expedition.bots import find_bot
from expedition.game import (
    EDITIONS,
    Action,
    Card,
    Deal,
    Discard,
    DrawDeck,
    DrawPile,
    HandOver,
    Play,
    Ruleset,
    State,
    Step,
    Suit,
    Wager,
    observe,
)

if TYPE_CHECKING:
    from collections.abc import Callable

every_edition = pytest.mark.parametrize("ruleset", EDITIONS.values(), ids=EDITIONS)

# A ruleset works its tables out when first asked and keeps them, and a state is pickled with
# them: ask for all of them now, or the same state would have other bytes the second time.
for _edition in EDITIONS.values():
    for _name, _attribute in vars(Ruleset).items():
        if isinstance(_attribute, cached_property):
            getattr(_edition, _name)

#: No rule ends a round of the classic editions when nobody draws off the deck; after so many
#: steps the eager take over, who do.
PATIENCE = 250

# To choose is slow, to repeat is not: so few different rounds of a temperament are played, each of
# them once, and cut at every length. A long run has time for many.
FEW, FEW_OF_A_BOT = (10**6, 100) if environ.get("EXPEDITION_HYPOTHESIS") == "long" else (24, 4)


def any_legal(state: State, rng: Random) -> Action:
    """Choose as the weakest bot does."""
    legal = state.legal_actions()
    return legal[int(rng.random() * len(legal))]


def eager(state: State, rng: Random) -> Action:
    """Lay in small steps, and take from a pile what can be laid: expeditions grow long."""
    legal = state.legal_actions()
    if rng.random() < 0.05:
        return any_legal(state, rng)
    if state.step is Step.DRAW:
        piles = [draw for draw in legal if isinstance(draw, DrawPile)]
        wanted = [draw for draw in piles if _skipped(state, state.pile(draw.suit)[-1]) in (0, 1)]
        return rng.choice(wanted) if wanted and rng.random() < 0.7 else legal[0]
    plays = [action for action in legal if isinstance(action, Play)]
    steps = [_skipped(state, action.card) for action in plays]
    if plays and (min(steps) <= 2 or rng.random() < 0.3):
        return plays[steps.index(min(steps))]
    # Where anything is left to choose from, what can't be laid is what is not needed.
    discards = [action for action in legal if isinstance(action, Discard)]
    return rng.choice([d for d in discards if _skipped(state, d.card) < 0] or discards)


def _skipped(state: State, card: Card) -> int:
    """Return how many numbers an expedition would skip with this card; -1 if it can't be laid."""
    laid = state.expedition(state.ruleset.side(state.to_act), card.suit)
    last = laid[-1].points if laid else 0
    return -1 if last and card.points <= last else max(0, card.points - max(last, 1) - 1)


def digger(state: State, rng: Random) -> Action:
    """Discard and take from the piles: much is known of hands, little moves, rounds stall."""
    legal = state.legal_actions()
    wanted = DrawPile if state.step is Step.DRAW else Discard
    wished = [action for action in legal if isinstance(action, wanted)]
    if not wished or rng.random() < 0.05:
        return any_legal(state, rng)
    return rng.choice(wished)


def generous(state: State, rng: Random) -> Action:
    """Hand cards to the partner half of the time, and dig for the rest."""
    gifts = [action for action in state.legal_actions() if isinstance(action, HandOver)]
    if gifts and rng.random() < 0.5:
        return rng.choice(gifts)
    return digger(state, rng) if rng.random() < 0.5 else eager(state, rng)


def _as_bot(name: str) -> Callable[[State, Random], Action]:
    bot = find_bot(name)

    def choose(state: State, rng: Random) -> Action:
        observation = observe(state, state.to_act)
        return bot.choose(observation, observation.legal_actions, rng)

    return choose


TEMPERAMENTS: dict[str, Callable[[State, Random], Action]] = {
    "any legal": any_legal,
    "eager": eager,
    "digger": digger,
    "generous": generous,
}
#: Bots that are quick, and play every edition; tests/bots/test_secrecy.py has the others.
BOTS = ("careful", "random")


@dataclass(frozen=True)
class Round:
    """A round as far as it was played: every state of it, the first just dealt."""

    states: tuple[State, ...]

    @property
    def state(self) -> State:
        """The state reached."""
        return self.states[-1]

    def __repr__(self) -> str:
        # What to type to see it again, since a state shows little of itself.
        deal, last = self.states[0].deal, self.states[-1]
        played = " ".join(map(str, last.history))
        return f"{deal.ruleset.id}: {deal}; seat {last.starter} starts: {played}"


@cache
def play(ruleset: Ruleset, seed: int, temperament: str) -> tuple[State, tuple[Action, ...]]:
    """Play a whole round; return how it began and all that was done."""
    rng = Random(seed)
    dealt = state = State.new(Deal.shuffled(ruleset, rng), seed % ruleset.seats)
    choose = TEMPERAMENTS.get(temperament) or _as_bot(temperament)
    while not state.is_over:
        state = state.apply((choose if len(state.events) < PATIENCE else eager)(state, rng))
    return dealt, state.history


@st.composite
def rounds(
    draw: st.DrawFn, ruleset: Ruleset, *, whole: bool = False, open_hands: bool | None = None
) -> Round:
    """Rounds of an edition, cut at any step, or whole ones."""
    temperament = draw(st.sampled_from([*TEMPERAMENTS, *BOTS]))
    few = FEW_OF_A_BOT if temperament in BOTS else FEW
    seed = draw(st.integers(0, few - 1))
    dealt, actions = play(ruleset, seed, temperament)
    percent = 100 if whole else draw(st.integers(0, 100))
    if open_hands is None:
        open_hands = draw(st.booleans())
    states = [State.new(dealt.deal, dealt.starter, open_hands=open_hands)]
    for action in actions[: len(actions) * percent // 100]:
        states.append(states[-1].apply(action))
    return Round(tuple(states))


def states(ruleset: Ruleset, *, open_hands: bool | None = None) -> st.SearchStrategy[State]:
    """States of an edition that play can reach."""
    return rounds(ruleset, open_hands=open_hands).map(lambda played: played.state)


#: Cards, those of any edition and those of none.
any_card = st.builds(
    Card, st.sampled_from(Suit), st.sampled_from(Wager) | st.integers(min_value=-1, max_value=12)
)

#: Actions, most of them foreign to any one edition.
any_action: st.SearchStrategy[Action] = st.one_of(
    st.builds(Play, any_card),
    st.builds(Discard, any_card),
    st.builds(DrawDeck),
    st.builds(DrawPile, st.sampled_from(Suit)),
    st.builds(HandOver, any_card, any_card),
)
