"""Levels for people: the same network, seeing less or judging otherwise. A table of data.

None of them blunders by lot. The weaker ones see less of the table or tell good from nearly as
good less surely; the ones with a style weigh what they do otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from expedition.bots.network import drawn, policy
from expedition.bots.patience import in_time
from expedition.bots.shipped import why_no_network
from expedition.bots.tastes import Blindness, Taste

if TYPE_CHECKING:
    from random import Random

    from expedition.game import Action, Observation, Ruleset


@dataclass(frozen=True)
class Level:
    """How a level plays."""

    title: str
    style: str
    temperature: float = 0.0
    """How unsure its judgement is: logarithms of chances are divided by it before it draws."""
    blindness: Blindness = field(default_factory=Blindness)
    taste: Taste = field(default_factory=Taste)

    def __call__(self) -> LevelBot:
        """Make a bot that plays so."""
        return LevelBot(self)


# From the weakest to the strongest, then those with a style. `careful`, `network` and `search` go
# on from there; docs/bots.md has the whole ladder.

TOURIST = Level(
    "Tourist",
    "Looks at its own cards only, never at the deck, and takes the fourth best for the best.",
    temperature=3.0,
    blindness=Blindness(theirs=True, unseen=True, deck=True),
)
WALKER = Level(
    "Walker",
    "Doesn't look at what the other side does, and often takes the second best for the best.",
    temperature=3.0,
    blindness=Blindness(theirs=True),
)
HIKER = Level(
    "Hiker",
    "Plays well, but never looks how much of the deck is left.",
    blindness=Blindness(deck=True),
)
GUIDE = Level(
    "Guide",
    "Forgets what lies in the piles, and often takes the second best for the best.",
    temperature=4.0,
    blindness=Blindness(unseen=True),
)
PLUNGER = Level(
    "Plunger",
    "Loves wagers, and sets out early and often.",
    taste=Taste(wager=4.0, open=2.0),
)
MISER = Level(
    "Miser",
    "Sets out seldom, lays no wagers, and makes much of little.",
    taste=Taste(wager=-30.0, open=-4.0),
)
SPOILER = Level(
    "Spoiler",
    "Gives nothing away, and takes what the other side could use.",
    taste=Taste(feed=-0.2, rob=0.2),
)


class LevelBot:
    """Plays as its level says, where a network was trained."""

    def __init__(self, level: Level) -> None:
        """Take the level."""
        self.level = level

    def declines(self, ruleset: Ruleset) -> str | None:
        """Return why it doesn't play a ruleset, or None."""
        return why_no_network(ruleset)

    def choose(self, observation: Observation, legal: tuple[Action, ...], rng: Random) -> Action:
        """Choose one of the legal actions. Raises BadWeights."""
        legal = in_time(observation, legal)
        if len(legal) == 1:
            return legal[0]
        logs = policy(self.level.blindness(observation), legal)
        for action, more in self.level.taste(observation, legal).items():
            logs[observation.ruleset.action_space.id(action)] += more
        return drawn(observation, logs, self.level.temperature, rng)
