"""`search`: what it takes and what it leaves, its seed, its budget, and who stands in for it."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from random import Random
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

from bots.networks import arrays_that_like
from bots.positions import CLASSIC, dealt, turns, wait
from expedition.bots import UnknownBot, find_bot, search
from expedition.bots.careful import CarefulBot
from expedition.bots.network import NetworkBot
from expedition.bots.search import SearchBot, first_thought
from expedition.bots.shipped import family, write_weights
from expedition.game import (
    EDITIONS,
    Deal,
    Discard,
    DrawPile,
    HandOver,
    Play,
    Ruleset,
    State,
    Step,
    find_edition,
    observe,
)
from properties.strategies import any_legal, every_edition

if TYPE_CHECKING:
    from pathlib import Path

    from expedition.game import Action, Observation

THINK = 0.004


def choose(state: State, seed: int = 1, bot: SearchBot | None = None) -> Action:
    view = observe(state, state.to_act)
    return (bot or SearchBot(THINK)).choose(view, view.legal_actions, Random(seed))


def a_state(ruleset: Ruleset, steps: int, seed: int = 5) -> State:
    """Return a round that has gone on for a while, at a step with a choice."""
    rng = Random(seed)
    state = State.new(Deal.shuffled(ruleset, rng))
    while not state.is_over and (steps > 0 or len(state.legal_actions()) < 2):
        state, steps = state.apply(any_legal(state, rng)), steps - 1
    return state


# What it chooses


@every_edition
def test_it_chooses_among_what_is_legal_in_every_edition(ruleset: Ruleset) -> None:
    """In a round that it plays with others; apply would refuse what is illegal."""
    rng, bot = Random(2), SearchBot(0.001)
    state = State.new(Deal.shuffled(ruleset, rng))
    searched = 0
    while not state.is_over and searched < 25:
        if rng.random() < 0.4:
            action, searched = choose(state, searched, bot), searched + 1
        else:
            action = any_legal(state, rng)
        state = state.apply(action)
    assert searched > 8


@pytest.mark.parametrize("edition", ["classic", "five-suit"])
def test_it_plays_a_teaching_round(edition: str) -> None:
    rng, ruleset = Random(3), find_edition(edition)
    state = State.new(Deal.shuffled(ruleset, rng), open_hands=True)
    for _ in range(300):
        if state.is_over:
            break
        state = state.apply(choose(state))
    assert state.is_over


def test_it_plays_a_round_that_has_gone_on_for_ever() -> None:
    """No rule of classic ends a round when nobody draws off the deck."""
    state = State.new(Deal.shuffled(CLASSIC, Random(1)))
    while len(state.history) < 900:
        wanted = Discard if state.step is Step.PLAY else DrawPile
        legal = state.legal_actions()
        state = state.apply(next((each for each in legal if isinstance(each, wanted)), legal[-1]))
    assert len(state.deck) > 30
    for _ in range(2):
        state = state.apply(choose(state))


def obvious() -> State:
    """Return a last turn in which Y10 is worth 20 points, and any other card a loss or nothing."""
    state = dealt("Y$ Y9 Y10 W6 B5 G7 R8 W2", "R2 R3 R4 R5 B3 G4 G5 G6", "B8 R9 W8 G8")
    state = wait(turns(state, "Y$ . xR2 . xW2 . xR3 . Y9 . xR4 ."), 2)
    assert "Y10" in map(str, state.legal_actions())
    return state


@pytest.mark.parametrize("seed", range(3))
def test_it_finds_what_a_bad_policy_dislikes(weights: Path, seed: int) -> None:
    write_weights(weights / "classic.npz", arrays_that_like(CLASSIC, discard=2.5), {})
    state = obvious()
    assert str(NetworkBot().choose(observe(state, 0), state.legal_actions(), Random(1)))[0] == "x"
    assert str(choose(state, seed)) == "Y10"


def test_it_leaves_what_a_bad_policy_likes(weights: Path) -> None:
    """With one turn left, no expedition is begun."""
    write_weights(weights / "classic.npz", arrays_that_like(CLASSIC, play=2.5, deck=9.0), {})
    state = wait(dealt("Y5 W3 B4 G2 R9 Y7 W8 B9"), 2)
    assert isinstance(
        NetworkBot().choose(observe(state, 0), state.legal_actions(), Random(1)), Play
    )
    assert isinstance(choose(state), Discard)


def test_where_there_is_no_network_careful_has_the_first_thought() -> None:
    for edition in ("five-suit", "classic-partners"):
        for steps in (0, 7, 20):
            state = a_state(find_edition(edition), steps)
            view = observe(state, state.to_act)
            logs = first_thought(view, view.legal_actions)
            space = view.ruleset.action_space
            careful = CarefulBot().choose(view, view.legal_actions, Random(1))
            assert logs[space.id(careful)] == logs.max()


def test_what_the_policy_is_sure_of_is_not_searched(
    weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_weights(weights / "classic.npz", arrays_that_like(CLASSIC, deck=9.0), {})
    from expedition.bots import comparison

    monkeypatch.setattr(comparison, "compare", lambda *_: pytest.fail("it was searched"))
    drawing = turns(dealt("Y2 W2", "R2"), "xY2 . xR2")
    assert sorted(map(str, drawing.legal_actions())) == [".", "<Y"]
    assert str(choose(drawing)) == "."


def test_hand_overs_are_among_what_it_thinks_of() -> None:
    ruleset = find_edition("classic-partners")
    view = observe(State.new(Deal.shuffled(ruleset, Random(1))), 0)
    logs = first_thought(view, view.legal_actions)
    gifts = [a for a in view.legal_actions if isinstance(a, HandOver)]
    assert gifts
    assert all(logs[ruleset.action_space.id(gift)] > -1000 for gift in gifts)


# The same again


@pytest.mark.parametrize("edition", ["classic", "classic-sixth", "standard-partners", "five-suit"])
def test_the_same_seed_gives_the_same_choice(edition: str) -> None:
    bot = SearchBot(THINK)
    for steps in (0, 9, 25):
        state = a_state(find_edition(edition), steps)
        for seed in (1, 2):
            assert choose(state, seed) == choose(state, seed, bot)


def test_choices_are_the_same_in_every_run() -> None:
    script = (
        "from random import Random\n"
        "from expedition.bots.search import SearchBot\n"
        "from expedition.game import Deal, State, find_edition, observe\n"
        "bot, rng = SearchBot(0.004), Random(7)\n"
        "for edition in ('classic', 'partners'):\n"
        "    state = State.new(Deal.shuffled(find_edition(edition), rng))\n"
        "    while len(state.history) < 8:\n"
        "        view = observe(state, state.to_act)\n"
        "        state = state.apply(bot.choose(view, view.legal_actions, rng))\n"
        "    print(*state.history)\n"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", script],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1
    assert len("".join(runs).split()) == 16


def test_the_seconds_are_a_budget_of_decisions(weights: Path) -> None:
    write_weights(weights / "classic.npz", arrays_that_like(CLASSIC, play=1.0), {})
    state = State.new(Deal.shuffled(CLASSIC, Random(1)))
    view = observe(state, 0)
    budgets: list[int] = []
    from expedition.bots.comparison import NETWORK_A_SECOND, Comparison

    spend = Comparison.spend

    def told(self: Comparison, budget: int) -> None:
        budgets.append(budget)
        spend(self, 1)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Comparison, "spend", told)
        for think in (0.01, 0.25):
            SearchBot(think).choose(view, view.legal_actions, Random(1))
    assert budgets == [int(think * NETWORK_A_SECOND) for think in (0.01, 0.25)]


# What it needs, and who stands in until that is there


@pytest.mark.parametrize("package", ["numba", "threadpoolctl"])
def test_what_is_not_installed_is_said(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(search, "find_spec", lambda name: None if name == package else found(name))
    with pytest.raises(UnknownBot) as caught:
        find_bot("search")
    assert str(caught.value) == (
        "The bot 'search' (expedition.bots.search:SearchBot) can't be loaded: "
        f"it needs {package}, which is not installed. "
        "In a checkout of Expedition: pip install '.[bots]'."
    )


@pytest.mark.parametrize(("edition", "who"), [("classic", "network"), ("five-suit", "careful")])
def test_in_a_hurry_a_first_thought_stands_in_until_all_is_loaded(
    edition: str, who: str, monkeypatch: pytest.MonkeyPatch, weights: Path
) -> None:
    write_weights(weights / "classic.npz", arrays_that_like(CLASSIC, play=1.0), {})
    loaded = Event()
    calls: list[str] = []

    def load() -> None:
        calls.append(edition)
        assert loaded.wait(60)

    monkeypatch.setattr(search, "_load", load)
    state = a_state(find_edition(edition), 4)
    view = observe(state, state.to_act)
    bot = SearchBot(THINK)
    first = str(find_bot(who).choose(view, view.legal_actions, Random(1)))
    try:
        assert not bot.stands_in
        bot.hurry()
        bot.hurry()
        rng = Random(1)
        assert str(bot.choose(view, view.legal_actions, rng)) == first
        assert bot.stands_in == who
        # What is left of the generator is the same, whoever answered.
        other = Random(1)
        SearchBot(THINK).choose(view, view.legal_actions, other)
        assert rng.random() == other.random()
    finally:
        loaded.set()
    assert bot._loading is not None
    bot._loading.join(60)
    assert choose(state, 1, bot) == choose(state, 1)
    assert not bot.stands_in
    assert calls == [edition]


def test_nothing_compiled_is_loaded_before_it_is_needed() -> None:
    """So a process is ready to play at once: what stands in needs NumPy alone."""
    script = (
        "import sys\n"
        "from random import Random\n"
        "from threading import Event\n"
        "from expedition.bots import find_bot, search\n"
        "from expedition.game import Deal, State, find_edition, observe\n"
        "search._load = lambda: Event().wait(30)\n"
        "for edition in ('classic', 'five-suit'):\n"
        "    bot = find_bot('search', find_edition(edition))\n"
        "    bot.hurry()\n"
        "    state = State.new(Deal.shuffled(find_edition(edition), Random(1)))\n"
        "    view = observe(state, 0)\n"
        "    bot.choose(view, view.legal_actions, Random(1))\n"
        "    print(bot.stands_in, 'numba' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert done.stdout.splitlines() == ["network False", "careful False"]


def test_once_loaded_nothing_is_left_to_load() -> None:
    """Or the first choice after a hurried one would be the slow one, in some edition."""
    script = (
        "from random import Random\n"
        "from expedition.bots import search\n"
        "search._load()\n"
        "from numba.core.registry import CPUDispatcher\n"
        "from expedition.fast import loops, determinize as _\n"
        "from expedition.fast import exchange\n"
        "from expedition.game import EDITIONS, Deal, State, observe\n"
        "def ready():\n"
        "    return {f'{module.__name__}.{name}': len(each.signatures)\n"
        "            for module in (loops, exchange) for name, each in vars(module).items()\n"
        "            if isinstance(each, CPUDispatcher)}\n"
        "before = ready()\n"
        "assert before['expedition.fast.loops.deal_all'] + sum(before.values())\n"
        "for ruleset in EDITIONS.values():\n"
        "    state = State.new(Deal.shuffled(ruleset, Random(1)))\n"
        "    for seed in range(6):\n"
        "        view = observe(state, state.to_act)\n"
        "        state = state.apply(search.SearchBot(0.001).choose(\n"
        "            view, view.legal_actions, Random(seed)))\n"
        "print(sorted(name for name, count in ready().items() if count > before[name]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert done.stdout == "[]\n"


def test_loading_leaves_nothing_out_because_the_network_is_sure(weights: Path) -> None:
    """One that is sure of the first choice would leave everything to be loaded later."""
    from expedition.bots import comparison

    write_weights(weights / "classic.npz", arrays_that_like(CLASSIC, discard=60.0), {})
    asked: list[str] = []
    compare = comparison.compare

    def told(seen: Observation, *words: Any, **more: Any) -> int:
        asked.append(seen.ruleset.id)
        return compare(seen, *words, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comparison, "compare", told)
        search._load()
    assert {family(EDITIONS[each]) is None for each in asked} == {True, False}


@pytest.mark.usefixtures("weights")
def test_without_weights_loading_is_quiet_and_choosing_says_why() -> None:
    bot = SearchBot(THINK)
    bot.hurry()
    assert bot._loading is not None
    bot._loading.join(60)
    with pytest.raises(Exception, match="There are no weights"):
        choose(dealt("Y2"), 1, bot)


def test_it_has_words_for_itself() -> None:
    assert SearchBot.thinks
    assert SearchBot.title == "Search"
    assert SearchBot.style.endswith(".")
    assert all(find_bot("search", ruleset) for ruleset in EDITIONS.values())
