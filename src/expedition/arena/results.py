"""What is known of a pair that has been played, and its line in a log."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from expedition.arena.times import Times

#: The points of the first bot and of the second in one round.
Points = tuple[int, int]


@dataclass
class Conduct:
    """How a bot behaved: its answers, its failures, its time."""

    illegal: int = 0
    """Rounds forfeited by an illegal answer."""
    late: int = 0
    """Rounds forfeited by an external bot that missed its deadline."""
    failed: int = 0
    """Rounds forfeited because the bot raised, or could not be made."""
    reason: str = ""
    """Why, the first time."""
    times: Times = field(default_factory=Times, compare=False)
    """Times differ from one run to the next, and so have no part in comparisons."""

    @property
    def forfeits(self) -> int:
        """Rounds forfeited."""
        return self.illegal + self.late + self.failed

    def merge(self, other: Conduct) -> None:
        """Add another's counts."""
        self.illegal += other.illegal
        self.late += other.late
        self.failed += other.failed
        self.reason = self.reason or other.reason
        self.times.merge(other.times)


@dataclass(frozen=True)
class Pair:
    """One pair of two bots: the same deals, both ways."""

    number: int
    """Which deals, from 0."""
    between: tuple[int, int]
    """The two bots, by their places in the contest."""
    games: tuple[tuple[Points, ...], ...]
    """The rounds of each game. Two games with the seats exchanged; or, where one plays alone,
    one game that holds both bots' rounds side by side."""
    rounds: int
    """Rounds played, of both games."""
    turns: int
    plies: int
    capped: int
    """Rounds broken off at the most turns."""
    conduct: tuple[Conduct, Conduct]

    @property
    def margin(self) -> float:
        """The first bot's points less the second's, a game, over both games."""
        return fmean(self._margins)

    @property
    def win(self) -> float:
        """The share of the games that the first bot won; a draw is half a win."""
        return fmean((margin > 0) + (margin == 0) / 2 for margin in self._margins)

    def score(self, place: int) -> float:
        """Return the points a game of the first (0) or the second bot (1)."""
        return fmean(sum(points[place] for points in game) for game in self.games)

    @property
    def _margins(self) -> list[int]:
        return [sum(first - second for first, second in game) for game in self.games]


def to_data(pair: Pair) -> dict[str, Any]:
    """Return a pair as plain data."""
    return {
        "pair": pair.number,
        "between": list(pair.between),
        "margin": pair.margin,
        "win": pair.win,
        "games": [[list(points) for points in game] for game in pair.games],
        "rounds": pair.rounds,
        "turns": pair.turns,
        "plies": pair.plies,
        "capped": pair.capped,
        "bots": [
            {
                "illegal": conduct.illegal,
                "late": conduct.late,
                "failed": conduct.failed,
                "reason": conduct.reason,
                "decisions": conduct.times.count,
                "seconds": round(conduct.times.seconds, 6),
                "times": [list(item) for item in sorted(conduct.times.classes.items())],
            }
            for conduct in pair.conduct
        ],
    }


def from_data(data: Any) -> Pair:  # noqa: ANN401  what a file holds can be anything
    """Return the pair that `to_data` wrote. Raises ValueError for anything else."""
    try:
        first, second = data["between"]
        one, other = (_conduct(bot) for bot in data["bots"])
        pair = Pair(
            number=_count(data["pair"]),
            between=(_count(first), _count(second)),
            games=tuple(tuple(_points(item) for item in game) for game in data["games"]),
            rounds=_count(data["rounds"]),
            turns=_count(data["turns"]),
            plies=_count(data["plies"]),
            capped=_count(data["capped"]),
            conduct=(one, other),
        )
        agrees = (pair.margin, pair.win) == (data["margin"], data["win"])
    except (KeyError, TypeError, AttributeError, OverflowError) as error:
        msg = f"not a pair: {error}"
        raise ValueError(msg) from None
    if not agrees:
        msg = "its margin is not that of its points"
        raise ValueError(msg)
    return pair


def _conduct(data: dict[str, Any]) -> Conduct:
    classes = {int(place): _count(number) for place, number in data["times"]}
    times = Times(_count(data["decisions"]), float(data["seconds"]), classes)
    return Conduct(
        illegal=_count(data["illegal"]),
        late=_count(data["late"]),
        failed=_count(data["failed"]),
        reason=str(data["reason"]),
        times=times,
    )


def _points(data: list[Any]) -> Points:
    first, second = data
    for number in (first, second):
        if type(number) is not int:
            raise TypeError(number)
    return first, second


def _count(number: object) -> int:
    if type(number) is not int or number < 0:
        raise TypeError(number)
    return number
