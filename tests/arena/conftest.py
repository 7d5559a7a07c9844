"""Bots that misbehave, installed as any other package's would be; and the command in-process."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

import pytest

from expedition.arena import Pair, Schedule, Settings, Standings, run_contest
from expedition.arena.figures import Running
from expedition.bots import UnknownBot
from expedition.cli import arena
from expedition.cli.failure import BAD_INPUT, CommandError
from expedition.game import GameError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

VILLAINS = '''
import os
import time

from expedition.bots.careful import CarefulBot
from expedition.game import Discard, DrawPile, Play


class Raising:
    def choose(self, observation, legal, rng):
        raise KeyError("no idea\\nat all")


class Quitting:
    def choose(self, observation, legal, rng):
        raise SystemExit(3)


class Lying:
    """Plays a card of a suit that it has already played as high as can be."""

    def choose(self, observation, legal, rng):
        hand = observation.hand
        return Play(next(card for card in observation.ruleset.kinds if card not in hand))


class Mute:
    def choose(self, observation, legal, rng):
        return None


class Equal:
    """Answers with something that says it is equal to everything."""

    def choose(self, observation, legal, rng):
        return self

    def __eq__(self, other):
        return True

    __hash__ = None

    def __str__(self):
        raise ValueError


class Stalling:
    """Lays nothing, and takes a discard whenever it may."""

    def choose(self, observation, legal, rng):
        stalls = [action for action in legal if isinstance(action, (Discard, DrawPile))]
        return stalls[0] if stalls else legal[0]


class Flaky:
    """Gives up now and then."""

    def choose(self, observation, legal, rng):
        if rng.random() < 0.005:
            raise OSError
        return legal[0]


class SeatZero:
    """Plays well in the first side's seats only."""

    def __init__(self):
        self.careful = CarefulBot()

    def choose(self, observation, legal, rng):
        if observation.side:
            discards = [action for action in legal if isinstance(action, Discard)]
            return discards[0] if discards else legal[0]
        return self.careful.choose(observation, legal, rng)


class Dying:
    def choose(self, observation, legal, rng):
        os._exit(7)


class Mortal:
    """Ends its process now and then."""

    def choose(self, observation, legal, rng):
        if rng.random() < 0.001:
            os._exit(7)
        return legal[0]


class Sleepy:
    """Says that it has begun to think, and thinks for longer than anybody waits."""

    def choose(self, observation, legal, rng):
        open(os.environ["SLEEPY"] + str(os.getpid()), "x").close()
        time.sleep(300)


class Absent:
    def __init__(self):
        raise OSError("its network is missing")
'''

ENTRY_POINTS = """
[expedition.bots]
raising = arena_villains:Raising
quitting = arena_villains:Quitting
lying = arena_villains:Lying
mute = arena_villains:Mute
equal = arena_villains:Equal
stalling = arena_villains:Stalling
flaky = arena_villains:Flaky
seat-zero = arena_villains:SeatZero
dying = arena_villains:Dying
sleepy = arena_villains:Sleepy
mortal = arena_villains:Mortal
absent = arena_villains:Absent
"""


@pytest.fixture
def villains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install the villains, for this process and those that it starts; return their folder."""
    folder = tmp_path / "site"
    info = folder / "arena_villains-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / "arena_villains.py").write_text(VILLAINS)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: arena-villains\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "arena_villains", raising=False)
    return folder


def running(values: Iterable[float]) -> Running:
    """Return the mean and variance of values."""
    found = Running()
    for value in values:
        found.add(value)
    return found


def settings(*bots: str, **others: Any) -> Settings:
    """Return settings of a contest, by default of careful and random."""
    return Settings(bots=bots or ("careful", "random"), **others)


def played(
    chosen: Settings, pairs: int, workers: int = 1, schedule: Schedule | None = None
) -> Standings:
    """Play so many pairs."""
    return run_contest(chosen, schedule or Schedule(pairs=pairs), workers=workers)


def results(standings: Standings) -> list[Pair]:
    """Return the pairs, which compare without their times."""
    return list(standings.pairs())


def with_margin(pair: Pair, number: int, margin: int) -> Pair:
    """Return a pair with this number and margin."""
    return replace(pair, number=number, games=(((margin, 0),), ((margin, 0),)))


@dataclass
class Result:
    code: int
    out: str
    err: str

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.out)
        return found


class Command(Protocol):
    def __call__(self, *words: str) -> Result: ...


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """Run `expedition arena` in this process, failures handled as the command line does."""

    def run(*words: str) -> Result:
        parser = argparse.ArgumentParser(allow_abbrev=False)
        arena.add_to(parser.add_subparsers())
        options = parser.parse_args(["arena", *words])
        try:
            code: int = options.run(options)
            failure = ""
        except CommandError as error:
            code, failure = error.code, str(error)
        except (GameError, UnknownBot) as error:
            code, failure = BAD_INPUT, str(error)
        said = capsys.readouterr()
        return Result(code, said.out, said.err + failure)

    return run
