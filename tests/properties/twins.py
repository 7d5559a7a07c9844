"""Twin matches: one that was played, and one that an audience can't tell apart from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from expedition.game import Deal, Match, Ruleset, State
from properties.redeal import Audience, other_world
from properties.strategies import any_legal, eager

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True)
class Twins:
    """A match in a round after a counted one, and the same with all hidden cards dealt again."""

    match: Match
    other: Match


def twins(ruleset: Ruleset, audience: Audience, rng: Random, *, open_hands: bool) -> Twins:
    """Play a counted round and the next, which is cut anywhere; redeal both.

    With `open_hands`, a teaching round before them is redealt too. Both matches are played through
    Match, each by itself: what they carry from round to round, totals and who starts, is their own.
    """
    first_starter = int(rng.random() * ruleset.seats)
    match = other = Match.new(ruleset, rounds=3, first_starter=first_starter, open_hands=open_hands)
    for to_the_end in (True,) * (1 + open_hands) + (False,):
        course = [match.begin(Deal.shuffled(ruleset, rng))]
        while not (state := course[-1].played[-1]).is_over:
            choose = eager if to_the_end or rng.random() < 0.5 else any_legal
            course.append(course[-1].apply(choose(state, rng)))
        # One in six of those that are cut anywhere goes to the end too.
        length = len(course) if to_the_end else int(rng.random() * len(course) * 1.2)
        match = course[min(length, len(course) - 1)]
        other = twin_round(other, match.played[-1], audience, rng)
    return Twins(match, other)


def twin_round(match: Match, state: State, audience: Audience, rng: Random) -> Match:
    """Return the match with a next round that is the same to the audience as another round is."""
    world = (other_world(state, audience, rng) or [state])[-1]
    match = match.begin(world.deal)
    for action in world.history:
        match = match.apply(action)
    assert match.played[-1] == world, "it was started by another seat"
    return match
