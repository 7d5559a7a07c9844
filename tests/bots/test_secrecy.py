"""Bots that think choose from what their seat knows: the hidden cards are dealt again.

Those that search sample hidden cards by themselves, so that their own guesses must not depend on
what is really there either.
"""

from __future__ import annotations

import pickle
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest

from bots.networks import critic_arrays, forget_networks, random_arrays
from bots.positions import CLASSIC
from expedition.bots import bot_names, find_bot
from expedition.bots.search import SearchBot
from expedition.bots.shipped import NETWORKS, write_weights
from expedition.bots.suit_net import CRITIC
from expedition.game import EDITIONS, Deal, Match, Observation, Ruleset, State
from properties.strategies import every_edition
from properties.twins import twins

if TYPE_CHECKING:
    from pathlib import Path

    from expedition.bots import Bot

THINKERS = [name for name in bot_names() if name not in ("random", "careful")]


@cache
def pairs(ruleset: Ruleset) -> tuple[tuple[Observation, Match, Match], ...]:
    """Return matches that the seat to act can't tell apart, with what it sees of both."""
    rng, found = Random(f"twins {ruleset.id}"), []
    for _ in range(400):
        seat = int(rng.random() * ruleset.seats)
        pair = twins(ruleset, seat, rng, open_hands=False)
        state, other = pair.match.state, pair.other.state
        if state is None or other is None or state.is_over or state.to_act != seat:
            continue
        view = pair.match.observe(seat)
        if len(view.legal_actions) > 1 and state != other:
            assert view == pair.other.observe(seat)
            found.append((view, pair.match, pair.other))
        if len(found) == 6:
            break
    assert len(found) == 6
    return tuple(found)


def plays(name: str, ruleset: Ruleset) -> Bot:
    """Return a bot, one that hardly thinks."""
    return SearchBot(0.002) if name == "search" else find_bot(name, ruleset)


def told(bot: Bot, match: Match, view: Observation) -> tuple[str, float]:
    """Return what a bot does, and how it leaves its generator."""
    rng = Random(5)
    seen = match.observe(view.seat)
    return str(bot.choose(seen, seen.legal_actions, rng)), rng.random()


PLAYING = [
    (name, ruleset)
    for name in THINKERS
    for ruleset in EDITIONS.values()
    if name == "search" or ruleset.id in NETWORKS
]


@pytest.mark.parametrize(
    ("name", "ruleset"),
    PLAYING,
    ids=lambda each: each.id if isinstance(each, Ruleset) else each,
)
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_choice(
    name: str, ruleset: Ruleset
) -> None:
    bot = plays(name, ruleset)
    for view, match, other in pairs(ruleset):
        assert told(bot, match, view) == told(bot, other, view)


@pytest.mark.parametrize("name", THINKERS)
def test_nothing_is_asked_but_the_observation(name: str) -> None:
    """A copy of it, which leads to no state, to no deal, and to nothing hidden, gives the same."""
    for view, match, _ in pairs(CLASSIC)[:3]:
        parcel = pickle.dumps(view)
        assert not any(module in parcel for module in (b"game.state", b"game.deal", b"game.match"))
        seen: Observation = pickle.loads(parcel)  # noqa: S301  our own
        bot, rng = plays(name, CLASSIC), Random(5)
        with pytest.MonkeyPatch.context() as patch:
            for kind, made in ((State, "new"), (Deal, "shuffled"), (State, "apply")):
                patch.setattr(kind, made, lambda *_, **__: pytest.fail("a round was made"))
            action = bot.choose(seen, seen.legal_actions, rng)
        assert (str(action), rng.random()) == told(bot, match, view)


@pytest.mark.parametrize("name", THINKERS)
def test_a_bot_remembers_nothing(name: str) -> None:
    """What it chose elsewhere, for another seat or in another round, changes nothing."""
    bot = plays(name, CLASSIC)
    fresh = [told(plays(name, CLASSIC), match, view) for view, match, _ in pairs(CLASSIC)]
    assert [told(bot, match, view) for view, match, _ in pairs(CLASSIC)] == fresh
    assert [told(bot, match, view) for view, match, _ in reversed(pairs(CLASSIC))] == fresh[::-1]


@pytest.mark.parametrize("name", ["network", "search"])
def test_no_network_is_told_more(weights: Path, name: str) -> None:
    """One that was never trained answers to every number that it is given, and so does a critic.

    That is told all cards, but of worlds that the search made up.
    """
    for seed in range(3):
        critic = {CRITIC + name: array for name, array in critic_arrays(seed).items()}
        arrays = random_arrays(seed) | (critic if seed else {})
        write_weights(weights / "classic.npz", arrays, {})
        forget_networks()
        bot = plays(name, CLASSIC)
        for view, match, other in pairs(CLASSIC):
            assert told(bot, match, view) == told(bot, other, view)


@every_edition
def test_the_twins_differ(ruleset: Ruleset) -> None:
    """Or all of this would say nothing."""
    for _, match, other in pairs(ruleset):
        assert match.state is not None
        assert other.state is not None
        assert match.state.deal != other.state.deal
