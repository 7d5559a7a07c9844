"""Faults 15 to 18 seen in other programs for this game, each ruled out with its whole kind.

A number is a fault; the names of its tests say what must hold instead.
"""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
from collections import Counter
from dataclasses import fields, is_dataclass
from enum import Enum
from importlib.metadata import distribution
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, get_type_hints

import pytest

import expedition
from cases.rounds import (
    random_rounds,
    some_states,
)
from expedition.bots import bot_names, find_bot
from expedition.game import (
    Action,
    Card,
    Deal,
    Discard,
    EventKind,
    Match,
    Observation,
    Play,
    Ruleset,
    State,
    Step,
    observe,
    public_view,
)
from expedition.game.knowledge import Knowledge
from properties.redeal import other_world
from rules.positions import (
    every_edition,
    laid_out,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


#: So many steps at most of a random round: some editions let it go on for very long.

# 15


def reachable(thing: object, seen: set[int] | None = None) -> Iterator[object]:
    """Everything that can be got at from a value, short of the rules themselves."""
    seen = set() if seen is None else seen
    if id(thing) in seen or isinstance(thing, Ruleset | Enum | str | int | None):
        return
    seen.add(id(thing))
    yield thing
    parts: list[object] = []
    if isinstance(thing, tuple | list | set | frozenset):
        parts += thing
    if isinstance(thing, dict):
        parts += [*thing.keys(), *thing.values()]
    if is_dataclass(thing):
        parts += [getattr(thing, each.name) for each in fields(thing)]
    parts += getattr(thing, "__dict__", {}).values()
    for part in parts:
        yield from reachable(part, seen)


@every_edition
def test_15_no_way_leads_from_an_observation_to_the_state(ruleset: Ruleset) -> None:
    for state in some_states(ruleset, 101):
        views = [public_view(state), *(observe(state, seat) for seat in range(ruleset.seats))]
        for view in views:
            for thing in reachable(view):
                assert not isinstance(thing, State | Deal | Match | Knowledge)
        # The walk does find them where they are.
        assert any(isinstance(thing, Deal) for thing in reachable(state))


def test_15_a_bot_is_handed_an_observation_and_nothing_else() -> None:
    for name in bot_names():
        choose = type(find_bot(name)).choose
        names = choose.__code__.co_varnames[: choose.__code__.co_argcount]
        assert names == ("self", "observation", "legal", "rng")
        hints = get_type_hints(
            choose, localns={"Action": Action, "Observation": Observation, "Random": Random}
        )
        assert hints["observation"] is Observation
        assert hints["rng"] is Random


@every_edition
@pytest.mark.parametrize("name", ["careful", "random"])
def test_15_a_bot_chooses_the_same_whatever_the_hidden_cards(ruleset: Ruleset, name: str) -> None:
    bot, rng = find_bot(name), Random(15)
    for state in some_states(ruleset, 61):
        if state.is_over:
            continue
        world = other_world(state, state.to_act, rng)
        assert world is not None
        chosen = []
        for each in (state, world[-1]):
            seen = observe(each, each.to_act)
            chosen.append(bot.choose(seen, seen.legal_actions, Random(1)))
        assert chosen[0] == chosen[1]


# 16


def test_16_everything_that_ships_can_be_loaded() -> None:
    names = [module.name for module in pkgutil.walk_packages(expedition.__path__, "expedition.")]
    assert "expedition.game.state" in names
    for name in names:
        # Alembic loads what is in migrations, in its own way: tests/table/test_migrations.py.
        if not name.endswith("__main__") and ".migrations." not in name:
            importlib.import_module(name)


def test_16_every_entry_point_of_the_installed_package_loads() -> None:
    points = distribution("expedition").entry_points
    assert {point.name for point in points.select(group="expedition.bots")} >= {"random", "careful"}
    assert [point.name for point in points.select(group="console_scripts")] == ["expedition"]
    for point in points:
        assert callable(point.load())


def test_16_the_console_script_starts() -> None:
    script = Path(sys.executable).with_name("expedition")
    if not script.exists():
        script = script.with_suffix(".exe")
    done = subprocess.run(
        [script, "--help"], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "expedition" in done.stdout


# 17


def can_lay(expedition: tuple[Card, ...], card: Card, *, ascend: bool) -> bool:
    """The rule in other words, which look at the whole expedition and not at its last card."""
    numbers = [each.points for each in expedition if not each.is_wager]
    if not card.is_wager:
        return all(card.points > number for number in numbers)
    courts = [str(each.rank) for each in expedition]
    return not numbers and (
        not ascend or all("JQK".index(c) < "JQK".index(str(card.rank)) for c in courts)
    )


@every_edition
def test_17_every_card_of_the_hand_is_judged_by_itself(ruleset: Ruleset) -> None:
    later = 0
    for state in some_states(ruleset, every=1, rounds=12):
        if state.step is not Step.PLAY or state.is_over:
            continue
        verdicts = []
        for card in state.hand:
            laid = state.expedition(ruleset.side(state.to_act), card.suit)
            verdicts.append(can_lay(laid, card, ascend=ruleset.wagers_ascend))
            assert state.is_legal(Play(card)) is verdicts[-1]
            assert state.is_legal(Discard(card))
        later += len(set(verdicts)) == 2
    assert later > 10, "hands in which some cards can be laid and some not"


# 18


@every_edition
def test_18_an_expedition_is_counted_once_for_each_suit(ruleset: Ruleset) -> None:
    state = laid_out(ruleset, "aJ a5 a9 b3 cJ cQ")
    score = state.scores[0]
    assert len(score.expeditions) == len(ruleset.suits)
    assert [part.cards for part in score.expeditions][:4] == [3, 1, 2, 0]
    assert sum(part.cards > 0 for part in score.expeditions) == 3
    assert sum(part.multiplier - 1 for part in score.expeditions) == 3
    assert score.total == -12 - 17 - 60


@every_edition
def test_18_counts_agree_with_what_was_laid_over_a_whole_match(ruleset: Ruleset) -> None:
    started: Counter[int] = Counter()
    laid: Counter[int] = Counter()
    by_hand: Counter[tuple[int, int, object]] = Counter()
    for number, states in enumerate(random_rounds(ruleset)):
        for side, score in enumerate(states[-1].scores):
            started[side] += sum(part.cards > 0 for part in score.expeditions)
            laid[side] += sum(part.cards for part in score.expeditions)
        for event in states[-1].events:
            if event.kind is EventKind.PLAY:
                by_hand[number, ruleset.side(event.seat), event.cards[0].suit] += 1
    for side in range(ruleset.sides):
        mine = {key: count for key, count in by_hand.items() if key[1] == side}
        assert started[side] == len(mine)
        assert laid[side] == sum(mine.values())
