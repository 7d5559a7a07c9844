"""Legal and illegal actions and undo, in any order, beside the second reading of the rules."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random
from typing import ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from expedition.game import (
    Action,
    IllegalAction,
    RoundOver,
    Ruleset,
    State,
    Step,
    observe,
    public_view,
)
from properties import model
from properties.strategies import FEW, TEMPERAMENTS, any_action, every_edition, play

seeds = st.integers(0, FEW - 1)
temperaments = st.sampled_from([*TEMPERAMENTS])


class RoundMachine(RuleBasedStateMachine):
    """One round in the engine and on the model's table, both with all their former states."""

    ruleset: ClassVar[Ruleset]

    def __init__(self) -> None:
        super().__init__()
        space = self.ruleset.action_space
        self.actions = [space.action(number) for number in range(len(space))]
        self.texts = [str(action) for action in self.actions]

    @initialize(seed=seeds, temperament=temperaments, percent=st.integers(0, 99))
    def begin(self, seed: int, temperament: str, percent: int) -> None:
        """Deal, and begin somewhere in the round: its end is far from its start."""
        self.state, actions = play(self.ruleset, seed, temperament)
        deal = [str(card) for card in self.state.deal.cards]
        self.table = model.Table(self.ruleset.id, deal, self.state.starter)
        self.past: list[tuple[State, model.Table]] = []
        for action in actions[: len(actions) * percent // 100]:
            self.go_on(str(action))

    def go_on(self, text: str) -> None:
        """Do one action in both."""
        action = next(action for action in self.state.legal_actions() if str(action) == text)
        self.past.append((self.state, self.table.copy()))
        self.state = self.state.apply(action)
        self.table.do(text)

    @precondition(lambda self: not self.table.over)
    @rule(data=st.data())
    def do_something_legal(self, data: st.DataObject) -> None:
        # Drawn from what the model allows; whether the engine lists the same is the invariant's.
        self.go_on(data.draw(st.sampled_from(sorted(self.table.legal()))))

    @precondition(lambda self: not self.table.over)
    @rule(
        steps=st.integers(1, 60),
        seed=st.integers(0, 2**32),
        temperament=st.sampled_from([*TEMPERAMENTS]),
    )
    def play_on_a_while(self, steps: int, seed: int, temperament: str) -> None:
        rng = Random(seed)
        for _ in range(steps):
            if self.state.is_over:
                break
            self.go_on(str(TEMPERAMENTS[temperament](self.state, rng)))
            self.agrees_on_the_zones()

    @rule(data=st.data())
    def try_something_illegal(self, data: st.DataObject) -> None:
        legal = self.table.legal()
        ids = [number for number, text in enumerate(self.texts) if text not in legal]
        before = pickle.dumps(self.state)
        action = self.actions[data.draw(st.sampled_from(ids))]
        with pytest.raises(IllegalAction) as refused:
            self.state.apply(action)
        assert isinstance(refused.value, RoundOver) == self.table.over
        assert pickle.dumps(self.state) == before

    @rule(action=any_action)
    def try_anything(self, action: Action) -> None:
        # Not by its text: a letter is unique within an edition only, P is purple or caps.
        if action not in self.actions:
            with pytest.raises(IllegalAction):
                self.state.apply(action)

    @precondition(lambda self: self.past)
    @rule(steps=st.integers(1, 5))
    def undo(self, steps: int) -> None:
        for _ in range(min(steps, len(self.past))):
            self.state, self.table = self.past.pop()

    @invariant()
    def agrees_on_what_is_legal(self) -> None:
        assert {str(action) for action in self.state.legal_actions()} == self.table.legal()

    @invariant()
    def agrees_on_whose_turn_it_is(self) -> None:
        assert self.state.is_over == self.table.over
        assert self.state.to_act == self.table.turn
        assert (self.state.step is Step.DRAW) == self.table.drawing

    @invariant()
    def agrees_on_the_zones(self) -> None:
        state, table = self.state, self.table
        assert [sorted(map(str, hand)) for hand in state.hands] == [
            sorted(table.hands[seat]) for seat in range(self.ruleset.seats)
        ]
        for place, suit in enumerate(self.ruleset.suits):
            assert [*map(str, state.piles[place])] == table.piles[suit.letter]
            for side in range(self.ruleset.sides):
                laid = [*map(str, state.expeditions[side][place])]
                assert laid == table.columns[side, suit.letter]
        assert [*map(str, state.deck)] == table.deck
        assert [*map(str, state.deal.aside)] == table.aside

    @invariant()
    def has_the_whole_pack(self) -> None:
        assert Counter(self.table.cards) == Counter(map(str, self.ruleset.pack))

    @invariant()
    def agrees_on_the_scores(self) -> None:
        expected = [self.table.score(side) for side in range(self.ruleset.sides)]
        assert [score.total for score in self.state.scores] == expected

    @invariant()
    def can_go_on_until_it_is_over(self) -> None:
        assert bool(self.state.legal_actions()) != self.state.is_over

    @invariant()
    def shows_its_sizes_and_no_more(self) -> None:
        sizes = tuple(len(self.table.hands[seat]) for seat in range(self.ruleset.seats))
        views = [public_view(self.state), *(observe(self.state, s) for s in range(len(sizes)))]
        for view in views:
            assert view.hand_sizes == sizes
            assert view.deck_size == len(self.table.deck)

    def teardown(self) -> None:
        # However it got here, with undo and all, it is what its history makes of its deal.
        if hasattr(self, "state"):
            dealt = State.new(self.state.deal, self.state.starter)
            assert dealt.replay(self.state.history) == self.state


@every_edition
def test_the_engine_plays_as_the_second_reading_does(ruleset: Ruleset) -> None:
    class Machine(RoundMachine):
        pass

    Machine.ruleset = ruleset
    # An example is a whole session, so it takes fewer of them than of other tests.
    few = settings(max_examples=max(10, settings().max_examples // 2))
    run_state_machine_as_test(Machine, settings=few)
