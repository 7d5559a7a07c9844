"""Levels for people: the same network, seeing less or judging otherwise. A table of data.

None of them blunders by lot. The weaker ones see less of the table or tell good from nearly as
good less surely; the ones with a style weigh what they do otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from expedition.bots.careful import CarefulBot
from expedition.bots.network import drawn
from expedition.bots.reading import legal_mask, read
from expedition.bots.shipped import family, network_for, why_no_network
from expedition.bots.suit_net import log_chances
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


# From the weakest to the strongest, then those with a style. Stronger are `network` and `search`.

TOURIST = Level(
    "Tourist",
    "Looks at its own cards only, and is easily tempted to set out.",
    temperature=3.0,
    blindness=Blindness(theirs=True, unseen=True, deck=True),
    taste=Taste(open=1.5),
)
WALKER = Level(
    "Walker",
    "Looks at its own cards, and doesn't count what is gone.",
    temperature=2.0,
    blindness=Blindness(theirs=True, unseen=True),
)
HIKER = Level(
    "Hiker",
    "Forgets to watch what the other side collects.",
    temperature=1.5,
    blindness=Blindness(theirs=True),
)
GUIDE = Level(
    "Guide",
    "Sees the whole table, and often settles for the second best.",
    temperature=1.5,
)
PLUNGER = Level(
    "Plunger",
    "Loves wagers, and sets out early and often.",
    taste=Taste(wager=2.5, open=1.0),
)
MISER = Level(
    "Miser",
    "Sets out seldom, wagers nothing, and makes much of little.",
    taste=Taste(wager=-5.0, open=-2.0),
)
SPOILER = Level(
    "Spoiler",
    "Gives nothing away, and takes what the other side could use.",
    taste=Taste(feed=-0.12, rob=0.12),
)


class LevelBot:
    """Plays as its level says; where no network was trained it plays as `careful`."""

    def __init__(self, level: Level) -> None:
        """Take the level."""
        self.level = level
        self._careful = CarefulBot()

    def declines(self, ruleset: Ruleset) -> str | None:
        """Return why it doesn't play a ruleset, or None: its network can't be read."""
        return None if family(ruleset) is None else why_no_network(ruleset)

    def choose(self, observation: Observation, legal: tuple[Action, ...], rng: Random) -> Action:
        """Choose one of the legal actions. Raises BadWeights."""
        if len(legal) == 1:
            return legal[0]
        if family(observation.ruleset) is None:
            return self._careful.choose(observation, legal, rng)
        blocks, overall = read(self.level.blindness(observation))
        logits, _ = network_for(observation.ruleset)(blocks[None], overall[None])
        logs = log_chances(logits, legal_mask(observation, legal)[None])[0]
        for action, more in self.level.taste(observation, legal).items():
            logs[observation.ruleset.action_space.id(action)] += more
        return drawn(observation, logs, self.level.temperature, rng)
