"""Every edition as a game of OpenSpiel: its own tests, its own search, and the rules again."""

from __future__ import annotations

import pickle
from random import Random

import numpy as np
import pytest

from envs.open_spiel_rounds import MODES, load, random_course, random_step, seen  # skips first

# isort: split
import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation

from expedition.envs.open_spiel_game import ExpeditionGame
from expedition.game import (
    EDITIONS,
    Deal,
    GameError,
    InvalidSetup,
    Ruleset,
    State,
    find_edition,
)

EVERY_GAME = [(edition, chance) for edition in EDITIONS for chance in MODES]
every_game = pytest.mark.parametrize(("edition", "chance"), EVERY_GAME)


@every_game
def test_random_simulations(edition: str, chance: str) -> None:
    game = load(edition, chance, max_turns=120)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@every_game
def test_the_rules_are_those_of_game(edition: str, chance: str) -> None:
    game = load(edition, chance)
    ruleset = game.ruleset
    course = []
    for state in random_course(game, Random(f"{edition} {chance}")):
        if not state.is_chance_node():
            course.append((state.current_player(), state.legal_actions()))
    cards = tuple(ruleset.kinds[kind] for kind in state.round.kinds_in_order())
    played = State.new(Deal(ruleset, cards))
    space = ruleset.action_space
    for action_id, (player, legal) in zip([*state.round.actions(), None], course, strict=True):
        assert player == (-4 if played.is_over else played.to_act)
        assert legal == [space.id(action) for action in played.legal_actions()]
        if action_id is not None:
            assert state.action_to_string(player, action_id) == str(space.action(action_id))
            played = played.apply(space.action(action_id))
    assert played.is_over
    assert state.returns() == margins(ruleset, played)
    assert state.rewards() == state.returns()


def margins(ruleset: Ruleset, played: State) -> list[float]:
    totals = [score.total for score in played.scores]
    if ruleset.sides == 1:
        return [float(totals[0])]
    return [float(totals[seat % 2] - totals[1 - seat % 2]) for seat in range(ruleset.seats)]


def test_chance_has_the_cards_that_are_left() -> None:
    state = load("classic").new_initial_state()
    wager, number = 0, 1  # the yellow ones: three wagers, one 2
    assert dict(state.chance_outcomes())[wager] == 3 / 60
    assert state.action_to_string(-1, wager) == "Y$"
    state.apply_action(wager)
    state.apply_action(number)
    outcomes = dict(state.chance_outcomes())
    assert outcomes[wager] == 2 / 58
    assert number not in outcomes
    assert sum(outcomes.values()) == pytest.approx(1)
    for _ in range(14):
        state.apply_action(state.legal_actions()[-1])
    assert state.current_player() == 0
    state.apply_action(wager)
    state.apply_action(
        state.round.ruleset.action_space.id(state.round.ruleset.action_space.draw_deck)
    )
    assert state.is_chance_node()
    assert dict(state.chance_outcomes())[wager] == 2 / 44


@every_game
def test_a_state_is_written_and_read_at_every_step(edition: str, chance: str) -> None:
    game = load(edition, chance, max_turns=40)
    for state in random_course(game, Random(7)):
        text = pyspiel.serialize_game_and_state(game, state)
        game_read, read = pyspiel.deserialize_game_and_state(text)
        assert game_read == game
        for other in (read, pickle.loads(pickle.dumps(state)), state.clone()):  # noqa: S301
            assert str(other) == str(state)
            assert other.history() == state.history()
            assert other.legal_actions() == state.legal_actions()
            seat = len(state.history()) % game.num_players()
            assert seen(other, seat) == seen(state, seat)
    last = load(edition, chance, max_turns=40).deserialize_state(state.serialize())
    assert last.returns() == state.returns()
    assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301


def test_a_state_goes_on_after_it_was_read() -> None:
    game = load("classic-partners", max_turns=60)
    rng = Random(1)
    state = game.new_initial_state()
    for _ in range(100):
        random_step(state, rng)
    _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    while not state.is_terminal():
        random_step(state, rng)
        read.apply_action(state.history()[-1])
        assert str(read) == str(state)
    assert read.is_terminal()


@every_game
def test_search_of_open_spiel_plays_whole_rounds(edition: str, chance: str) -> None:
    game = load(edition, chance, max_turns=50)
    random = np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bots = [
        ismcts.ISMCTSBot(game, evaluator, 100.0, 3, max_world_samples=worlds, random_state=random)
        for worlds in (ismcts.UNLIMITED_NUM_WORLD_SAMPLES, 2)
    ]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choice(outcomes, p=chances))
        else:
            state.apply_action(bots[state.current_player() % 2].step(state))
    assert state.round.batch is not None
    ruleset, scores = game.ruleset, state.round.batch.scores()[0].tolist()
    margins = [2 * scores[ruleset.side(seat)] - sum(scores) for seat in range(ruleset.seats)]
    assert state.returns() == margins


def test_other_tools_of_open_spiel() -> None:
    for chance in MODES:
        name = f"expedition(edition=standard-solo,chance={chance})"
        told = generate_playthrough.playthrough(name, [], seed=1)
        assert "InformationStateTensor(0).events" in told
    environment = rl_environment.Environment(load("standard", max_turns=20))
    step = environment.reset()
    while not step.last():
        seat = step.observations["current_player"]
        step = environment.step([step.observations["legal_actions"][seat][0]])
    assert sum(step.rewards) == 0


def test_observers_name_the_sections() -> None:
    game = load("classic", max_turns=30)
    *_, state = random_course(game, Random(2))
    recalling = pyspiel.IIGObservationType(perfect_recall=True)
    for kind, tensor in (
        (None, state.observation_tensor(1)),
        (recalling, state.information_state_tensor(1)),
    ):
        observation = make_observation(game, kind)
        observation.set_from(state, 1)
        assert observation.tensor.tolist() == tensor
        assert observation.dict["hand"].sum() == 8
    assert observation.string_from(state, 1) == state.information_state_string(1)
    nobody = pyspiel.PrivateInfoType.NONE
    for kind in (
        pyspiel.IIGObservationType(perfect_recall=False, public_info=False),
        pyspiel.IIGObservationType(perfect_recall=False, private_info=nobody),
    ):
        assert make_observation(game, kind) is None
    with pytest.raises(InvalidSetup, match="takes no parameters, but was given size"):
        game.make_py_observer(None, {"size": 3})


@every_game
def test_what_kind_of_game_it_is(edition: str, chance: str) -> None:
    game = load(edition, chance)
    ruleset = find_edition(edition)
    modes, utilities = pyspiel.GameType.ChanceMode, pyspiel.GameType.Utility
    kind = game.get_type()
    expected = modes.EXPLICIT_STOCHASTIC if chance == "explicit" else modes.SAMPLED_STOCHASTIC
    assert kind.chance_mode == expected
    alone = ruleset.sides == 1
    assert kind.utility == (utilities.GENERAL_SUM if alone else utilities.ZERO_SUM)
    assert game.num_players() == ruleset.seats
    assert game.num_distinct_actions() == len(ruleset.action_space)
    assert game.new_initial_state().get_game().get_type().chance_mode == expected


def test_a_cap_ends_the_round_with_the_scores_as_they_lie() -> None:
    game = load("standard-partners", max_turns=9)
    *_, state = random_course(game, Random(4))
    assert state.is_terminal()
    batch = state.round.batch
    assert batch is not None
    assert not batch.over[0]
    assert batch.turns[0] == 9
    own, other = batch.scores()[0].tolist()
    assert state.returns() == [own - other, other - own] * 2
    assert state.legal_actions() == []
    with pytest.raises(GameError, match="the round is over, it has had its 9 turns"):
        state.apply_action(0)


def test_deals_follow_from_the_seed() -> None:
    def deals(seed: int) -> list[str]:
        game = load("classic", "sampled", rng_seed=seed)
        states = [game.new_initial_state() for _ in range(3)]
        for state in states:
            state.apply_action(0)
        return [str(state) for state in states]

    assert deals(1) == deals(1) != deals(2)
    assert len({*deals(1)}) == 3


def test_a_pickled_game_goes_on_with_its_deals() -> None:
    game = load("classic", "sampled")
    game.new_initial_state().apply_action(0)
    states = [each.new_initial_state() for each in (game, pickle.loads(pickle.dumps(game)))]  # noqa: S301
    for state in states:
        state.apply_action(0)
    assert str(states[0]) == str(states[1])


@pytest.mark.parametrize(
    ("params", "sentence"),
    [
        ("edition=clasic", "There is no edition 'clasic'. Did you mean 'classic'?"),
        ("chance=dice", "`chance` is explicit or sampled, not 'dice'."),
        ("max_turns=1", "`max_turns` is 2 to 100000, not 1."),
        ("max_turns=1000000", "`max_turns` is 2 to 100000, not 1000000."),
        ("rng_seed=-1", "`rng_seed` is 0 or more, not -1."),
    ],
)
def test_bad_parameters(params: str, sentence: str) -> None:
    with pytest.raises(InvalidSetup) as caught:
        pyspiel.load_game(f"expedition({params})")
    assert str(caught.value).startswith(sentence)


def test_an_alias_is_the_edition() -> None:
    assert load("sixth") == load("classic-sixth")
    assert "edition=classic-sixth" in str(load("sixth"))


def test_what_is_refused_changes_nothing() -> None:
    state = load("classic").new_initial_state()
    for _ in range(3):
        state.apply_action(1 + len(state.history()))
    for action in (1, -7, 99):
        with pytest.raises(GameError, match="no card of that kind is left"):
            state.apply_action(action)
    for _ in range(13):
        state.apply_action(state.legal_actions()[0])
    before = str(state), state.history()
    not_mine = next(each for each in range(50) if each not in state.legal_actions())
    for action in (not_mine, 100, 106, -3):
        with pytest.raises(GameError):
            state.apply_action(action)
    with pytest.raises(GameError, match="There is no action 106 here; they are 0 to 105"):
        state.action_to_string(0, 106)
    with pytest.raises(GameError, match="There is no action -1 here"):
        state.action_to_string(0, -1)
    with pytest.raises(GameError, match="The sampler gives numbers from 0 to 1, not nan"):
        state.resample_from_infostate(1, lambda: float("nan"))
    for wrong in ({"foo": 3}, {"edition": 3}, {"max_turns": "x"}):
        with pytest.raises(InvalidSetup, match=next(iter(wrong))):
            ExpeditionGame(wrong)
    with pytest.raises(GameError, match="There is no seat 2"):
        state.resample_from_infostate(2, Random(1).random)
    assert (str(state), state.history()) == before
    undealt = load("classic", "sampled").new_initial_state()
    with pytest.raises(GameError, match="the one outcome 0, not 1"):
        undealt.apply_action(1)
