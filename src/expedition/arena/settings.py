"""What a contest is: the settings that decide every pair, and those that decide how many."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from expedition.arena.errors import ArenaError
from expedition.arena.players import plain_name
from expedition.game import find_edition

if TYPE_CHECKING:
    from expedition.game import Ruleset

#: A round is broken off, and scored as it lies, when it has taken so many turns.
TURN_CAP = 400
#: Seconds that an external bot may take for one answer.
DEADLINE = 5.0
#: A contest may stop early only after so many pairs, and then so many more.
CHECK_EVERY = 50
#: More bots would make a ladder of thousands of pairings.
MOST_BOTS = 64


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All that the result of a pair depends on, with its number and its pairing.

    Raises ArenaError for a number that can't be, and InvalidSetup for an unknown edition.
    """

    bots: tuple[str, ...]
    """Names, as `make_bot` takes them."""
    edition: str = "classic"
    """An edition's id or alias; kept as the id."""
    seed: int = 0
    match_rounds: int | None = None
    """Rounds of a match where whole matches are played; None where each deal is one round."""
    cap: int = TURN_CAP
    """Turns after which a round is broken off."""
    deadline: float = DEADLINE
    """Seconds that an external bot may take for one answer."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "edition", find_edition(self.edition).id)
        object.__setattr__(self, "bots", tuple(map(plain_name, self.bots)))
        if not 2 <= len(self.bots) <= MOST_BOTS:
            msg = f"A contest is between 2 to {MOST_BOTS} bots, not {len(self.bots)}."
            raise ArenaError(msg)
        if self.match_rounds is not None and self.match_rounds < 1:
            msg = f"A match has at least one round, not {self.match_rounds}."
            raise ArenaError(msg)
        if self.cap < 1:
            msg = f"A round can't be broken off after {self.cap} turns: 1 is the least."
            raise ArenaError(msg)
        if not 0 < self.deadline < float("inf"):
            msg = f"A bot can't answer within {self.deadline:g} seconds."
            raise ArenaError(msg)

    @property
    def ruleset(self) -> Ruleset:
        """The edition's rules."""
        return find_edition(self.edition)

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """Who meets whom: every two bots, by their places in `bots`."""
        return tuple(combinations(range(len(self.bots)), 2))

    @property
    def unit(self) -> str:
        """What a margin counts the points of: `round` or `match`."""
        return "round" if self.match_rounds is None else "match"

    def as_data(self) -> dict[str, Any]:
        """Return the settings as plain data, to keep and to compare."""
        return asdict(self) | {"bots": list(self.bots)}


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """How many pairs are played. No pair's result depends on any of this.

    With `until` or `test` the contest is looked at after every `check_every` pairs, counted in
    their order, and stops when the standard error is reached or the test is decided. Where it
    stops thus doesn't depend on which worker was faster. Raises ArenaError for numbers that
    can't be.
    """

    pairs: int
    """The most pairs of each pairing."""
    until: float | None = None
    """The standard error to reach, in points: of the margin, or of every rating of a ladder."""
    test: float | None = None
    """The margin of H1 in a sequential test against H0, no margin; see `sequential`."""
    alpha: float = 0.05
    beta: float = 0.05
    check_every: int = CHECK_EVERY

    def __post_init__(self) -> None:
        for wrong, sentence in (
            (self.pairs < 1, f"A contest takes at least 1 pair, not {self.pairs}."),
            (
                self.until is not None and not 0 < self.until < float("inf"),
                f"A standard error of {self.until} can't be reached; it must be above 0.",
            ),
            (
                self.test is not None and not 0 < self.test < float("inf"),
                f"The margin to test for is {self.test}; it must be above 0.",
            ),
            (
                not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5),
                f"Error rates are between 0 and 0.5, not {self.alpha} and {self.beta}.",
            ),
            (
                self.check_every < 2,
                f"Pairs between two looks are {self.check_every}; 2 is the least.",
            ),
        ):
            if wrong:
                raise ArenaError(sentence)

    def is_checkpoint(self, pairs: int) -> bool:
        """Whether the contest may stop early after so many pairs."""
        return pairs > 0 and pairs % self.check_every == 0

    def as_data(self) -> dict[str, Any]:
        """Return the schedule as plain data."""
        return asdict(self)
