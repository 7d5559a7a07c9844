"""What OpenSpiel shows a player, and the worlds it samples for one, keep the cards unseen."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from envs.open_spiel_rounds import MODES, course_of, load, random_course, seen  # skips first
from expedition.fast import Batch, Information, determinize, unpack
from expedition.game import EDITIONS, Deal, State, observe
from properties.redeal import other_worlds
from properties.strategies import any_legal, eager

if TYPE_CHECKING:
    from expedition.envs.open_spiel_game import ExpeditionGame, ExpeditionState
    from expedition.game import InformationState

every_edition = pytest.mark.parametrize("edition", EDITIONS)
every_mode = pytest.mark.parametrize("chance", MODES)


def played(edition: str, rng: Random) -> tuple[State, ...]:
    """Play a round, cut at 40 actions and more."""
    states = [State.new(Deal.shuffled(EDITIONS[edition], rng))]
    while not states[-1].is_over and len(states) < 40 + int(rng.random() * 80):
        choose = eager if rng.random() < 0.6 else any_legal
        states.append(states[-1].apply(choose(states[-1], rng)))
    return tuple(states)


@every_mode
@every_edition
def test_worlds_that_look_the_same_are_shown_the_same(edition: str, chance: str) -> None:
    game = load(edition, chance, max_turns=130)
    rng = Random(f"{edition} {chance} redeal")
    compared = 0
    for _ in range(3):
        states = played(edition, rng)
        for seat in range(states[0].ruleset.seats):
            for world in other_worlds(states, seat, rng, 3):
                same_all_along(game, states[-1], world[-1], seat)
                compared += world[-1] != states[-1]
    assert compared


@every_mode
@every_edition
def test_sampled_worlds_are_shown_the_same(edition: str, chance: str) -> None:
    game = load(edition, chance, max_turns=130)
    ruleset = EDITIONS[edition]
    rng = Random(f"{edition} {chance} sampled")
    compared = 0
    for number in range(3):
        states = played(edition, rng)
        for seat in range(ruleset.seats):
            state, known = without_hidden_pairs(states, seat)
            batch = Batch(ruleset, 2, seed=number)
            determinize(batch, known)
            for place in range(2):
                world = unpack(batch, place)
                same_all_along(game, state, world, seat)
                compared += world != state
    assert compared


def without_hidden_pairs(states: tuple[State, ...], seat: int) -> tuple[State, Information]:
    """Return the last state in which the seat has seen all hand-overs: else samples have no past.

    Resampling, which is tested below, gives them one.
    """
    for state in reversed(states):
        known = Information.of(observe(state, seat))
        if (known.actions >= 0).all():
            return state, known
    raise AssertionError


def same_all_along(game: ExpeditionGame, state: State, world: State, seat: int) -> None:
    courses = zip(course_of(game, state), course_of(game, world), strict=True)
    for step, (one, other) in enumerate(courses):
        if one.round.batch is None and not same_so_far(one, other, seat):
            continue  # the same hand, dealt in another order
        if step % 3 == 0 or one.is_terminal():
            assert seen(one, seat) == seen(other, seat)


def same_so_far(one: ExpeditionState, other: ExpeditionState, seat: int) -> bool:
    return one.round.hand_so_far(seat) == other.round.hand_so_far(seat)


@every_edition
def test_information_states_differ_exactly_when_those_of_game_do(edition: str) -> None:
    ruleset = EDITIONS[edition]
    game = load(edition, max_turns=200)
    rng = Random(edition)
    texts: dict[str, InformationState] = {}
    rows: dict[object, InformationState] = {}
    deals = [Deal.shuffled(ruleset, Random(seed)) for seed in range(2)]
    for number in range(6):
        state = State.new(deals[number % 2])
        while not state.is_over and len(state.history) < 12:
            for seat in range(ruleset.seats):
                *_, shown = course_of(game, state)
                known = observe(state, seat).information_state
                text = shown.information_state_string(seat)
                row = tuple(shown.information_state_tensor(seat))
                # A row says who looks only by what that seat sees.
                assert texts.setdefault(text, known) == known
                assert rows.setdefault((seat, row), known) == known
            state = state.apply(any_legal(state, rng))
    assert len(texts) == len({*texts.values()}) == len(rows)


@every_mode
@every_edition
def test_a_resampled_state_is_the_same_to_its_player(edition: str, chance: str) -> None:
    game = load(edition, chance, max_turns=300)
    rng = Random(f"{edition} {chance} resample")
    others = 0
    for state in random_course(game, rng):
        if rng.random() < 0.85:
            continue
        seat = int(rng.random() * game.num_players())
        other = state.resample_from_infostate(seat, rng.random)
        assert seen(other, seat) == seen(state, seat)
        others += other.round.kinds_in_order() != state.round.kinds_in_order()
        if chance == "explicit":
            again = game.new_initial_state()
            for action in other.history():
                again.apply_action_with_legality_check(action)
            assert str(again) == str(other)
            for each in range(game.num_players()):
                assert seen(again, each) == seen(other, each)
        clone = other.clone()
        while not clone.is_terminal():
            clone.apply_action(rng.choice(clone.legal_actions()))
    assert others


def test_resampling_depends_on_nothing_unseen() -> None:
    rng = Random(5)
    for edition in ("classic", "classic-partners", "standard-partners"):
        game = load(edition, max_turns=130)
        states = played(edition, rng)
        for seat in range(states[0].ruleset.seats):
            for world in other_worlds(states, seat, rng, 2):
                *_, one = course_of(game, states[-1])
                *_, other = course_of(game, world[-1])
                samples = [
                    each.resample_from_infostate(seat, Random(9).random) for each in (one, other)
                ]
                assert str(samples[0]) == str(samples[1])
                assert samples[0].history() == samples[1].history()
