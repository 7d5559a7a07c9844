"""Levels: each is announced and says how it plays, and plays as it says."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from bots.networks import random_arrays
from bots.positions import CLASSIC
from expedition.bots import UnknownBot, about_bot, bot_names, can_think, find_bot, levels
from expedition.bots.levels import MISER, PLUNGER, SPOILER, Level, LevelBot
from expedition.bots.network import NetworkBot
from expedition.bots.shipped import NETWORKS, write_weights
from expedition.game import EDITIONS, Deal, Discard, Play, State, Step, observe
from properties.strategies import any_legal

if TYPE_CHECKING:
    from pathlib import Path

    from expedition.bots import Bot

LEVELS = {name.lower(): each for name, each in vars(levels).items() if isinstance(each, Level)}


def played(bots: tuple[Bot, Bot], seed: int) -> State:
    """Play a round of classic, the first bot at seat 0."""
    rng = Random(seed)
    state = State.new(Deal.shuffled(CLASSIC, rng), seed % 2)
    while not state.is_over and len(state.history) < 500:
        view = observe(state, state.to_act)
        state = state.apply(bots[state.to_act].choose(view, view.legal_actions, rng))
    return state


def at_first_seat(level: Level, rounds: int = 8) -> list[State]:
    return [played((level(), NetworkBot()), seed) for seed in range(rounds)]


def laid(states: list[State]) -> list[Play]:
    """Return what the first seat has laid."""
    events = [event for state in states for event in state.events if event.seat == 0]
    return [event.action for event in events if isinstance(event.action, Play)]


def suits_begun(states: list[State]) -> int:
    return sum(bool(column) for state in states for column in state.expeditions[0])


def test_every_level_is_announced_under_its_name() -> None:
    assert len(LEVELS) == 7
    for name, level in LEVELS.items():
        assert name in bot_names()
        bot = find_bot(name)
        assert isinstance(bot, LevelBot)
        assert bot.level is level
        assert find_bot(name) is not bot


def test_every_bot_has_a_title_and_says_how_it_plays_in_a_sentence() -> None:
    for name in bot_names():
        about = about_bot(name)
        assert about.title[:1].isupper()
        if name in LEVELS:
            assert about.title.lower() == name
            assert about == (LEVELS[name].title, LEVELS[name].style)
        assert about.style[:1].isupper()
        assert about.style.endswith(".")
        assert about.style.count(".") == 1, "one sentence"
        assert len(about.style) < 100
    assert len({about_bot(name) for name in bot_names()}) == len(bot_names())


def test_only_search_thinks() -> None:
    assert [name for name in bot_names() if can_think(name)] == ["search"]


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("edition", NETWORKS)
def test_its_choices_are_legal(edition: str, name: str) -> None:
    ruleset = EDITIONS[edition]
    rng, bot = Random(name), find_bot(name, ruleset)
    state = State.new(Deal.shuffled(ruleset, rng), open_hands=rng.random() < 0.3)
    for _ in range(50):
        if state.is_over:
            break
        view = observe(state, state.to_act)
        if rng.random() < 0.3:
            state = state.apply(any_legal(state, rng))
        else:
            state = state.apply(bot.choose(view, view.legal_actions, rng))


@pytest.mark.parametrize("name", LEVELS)
def test_it_says_no_to_editions_without_a_network(name: str) -> None:
    for ruleset in EDITIONS.values():
        if ruleset.id not in NETWORKS:
            with pytest.raises(UnknownBot, match=f"{name}.* doesn't play {ruleset.id}: none was"):
                find_bot(name, ruleset)


def test_it_does_not_see_what_it_is_blind_to(weights: Path) -> None:
    """By a network that was never trained, to which everything matters."""
    write_weights(weights / "classic.npz", random_arrays(4), {})
    minds = dict.fromkeys(LEVELS, 0)
    rng = Random(2)
    state = State.new(Deal.shuffled(CLASSIC, rng))
    for _ in range(60):
        view = observe(state, state.to_act)
        other = replace(view, deck_size=90)
        for name, level in LEVELS.items():
            one, two = (level().choose(v, v.legal_actions, Random(7)) for v in (view, other))
            minds[name] += one != two
        state = state.apply(any_legal(state, rng))
    blind = {name for name, level in LEVELS.items() if level.blindness.deck}
    assert blind == {name for name, count in minds.items() if not count}
    assert blind == {"tourist", "hiker"}


def test_without_a_taste_and_a_doubt_it_plays_as_the_network() -> None:
    plain = Level("Plain", "Plays.")
    for state in at_first_seat(plain, 2):
        start = State.new(state.deal, state.starter)
        for action in state.history:
            if start.to_act == 0:
                view = observe(start, 0)
                assert NetworkBot().choose(view, view.legal_actions, Random(0)) == action
            start = start.apply(action)


@pytest.mark.parametrize("name", LEVELS)
def test_only_the_unsure_leave_anything_to_chance(weights: Path, name: str) -> None:
    write_weights(weights / "classic.npz", random_arrays(4), {})
    bot, state = find_bot(name), State.new(Deal.shuffled(CLASSIC, Random(6)))
    view = observe(state, 0)
    choices = [bot.choose(view, view.legal_actions, Random(seed)) for seed in range(60)]
    again = [bot.choose(view, view.legal_actions, Random(seed)) for seed in range(60)]
    assert choices == again
    if not LEVELS[name].temperature:
        assert len(set(choices)) == 1
    else:
        assert len(set(choices)) > 1


def test_the_plunger_wagers_and_sets_out_more_than_the_miser() -> None:
    plunger, miser = at_first_seat(PLUNGER), at_first_seat(MISER)
    wagers = [sum(play.card.is_wager for play in laid(states)) for states in (plunger, miser)]
    assert wagers[0] > wagers[1]
    assert suits_begun(plunger) > suits_begun(miser) > 0


@pytest.mark.parametrize("level", [PLUNGER, MISER, SPOILER], ids=lambda level: level.title)
def test_a_style_does_otherwise_only_what_it_likes_more(level: Level) -> None:
    """In the positions of others' rounds: the wagers, the cards begun with, what is spoiled."""
    otherwise = 0
    for state in at_first_seat(Level("Plain", "Plays.")):
        start = State.new(state.deal, state.starter)
        for action in state.history:
            if start.to_act == 0 and len(legal := start.legal_actions()) > 1:
                view = observe(start, 0)
                likings = level.taste(view, legal)
                choice = level().choose(view, legal, Random(0))
                if choice != action:
                    assert likings.get(choice, 0.0) > likings.get(action, 0.0)
                    otherwise += 1
            start = start.apply(action)
    assert otherwise > 3


def test_the_spoiler_gives_the_other_side_less() -> None:
    """Of what it could discard in the same positions, less that is of use to them."""
    given = []
    states = at_first_seat(Level("Plain", "Plays."))
    for level in (SPOILER, Level("Plain", "Plays.")):
        useful = 0
        for state in states:
            start = State.new(state.deal, state.starter)
            for action in state.history:
                if start.to_act == 0 and start.step is Step.PLAY:
                    choice = level().choose(observe(start, 0), start.legal_actions(), Random(0))
                    if isinstance(choice, Discard):
                        theirs = start.expedition(1, choice.card.suit)
                        last = max((card.points for card in theirs), default=0)
                        useful += bool(theirs) and choice.card.points > last
                start = start.apply(action)
        given.append(useful)
    assert given[0] < given[1]


@pytest.mark.usefixtures("weights")
def test_without_weights_it_says_so_before_a_round_begins() -> None:
    for name in LEVELS:
        with pytest.raises(UnknownBot, match=r"There are no weights .*classic\.npz"):
            find_bot(name, CLASSIC)
