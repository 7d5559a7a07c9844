"""Programs that play over JSON lines, well or badly, and what the tests of them share."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from expedition.bots.external import ExternalBot
from expedition.game import Action, Deal, Match, Observation, Ruleset, State, find_edition, observe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CLASSIC = find_edition("classic")
EXAMPLES = Path(__file__).parents[2] / "examples"
#: Seconds. Villains get this; others get time enough for a busy machine.
SHORT = 0.4

posix = pytest.mark.skipif(sys.platform == "win32", reason="uses signals and modes of POSIX")

PRELUDE = """
import json, os, signal, subprocess, sys, time

def hear():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit()

def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()

def say(*message, **fields):
    write((message[0] if message else json.dumps(fields)) + "\\n")

def ready(**more):
    hear()
    say(**{"type": "ready", "protocol": 1} | more)

def asked():
    while (message := hear())["type"] != "act":
        pass
    return message

def answer(message, **more):
    chosen = {"type": "action", "request": message["request"], "action": message["legal"][0]}
    say(**chosen | more)

def play():
    while True:
        answer(asked())

def hide(seen, kinds):
    return next(card for card in kinds if card not in seen["hand"])
"""


def program(body: str, *arguments: object) -> list[str]:
    """Return the command of a program of these lines, which has some functions to begin with."""
    return [sys.executable, "-I", "-c", PRELUDE + body, *map(str, arguments)]


def seen(ruleset: Ruleset = CLASSIC, seed: int = 1, seat: int = 0) -> Observation:
    """Return what a seat sees that is the first to act in a round just dealt."""
    return observe(State.new(Deal.shuffled(ruleset, Random(seed)), seat), seat)


def choose(bot: ExternalBot, observation: Observation, seed: int = 1) -> Action:
    return bot.choose(observation, observation.legal_actions, Random(seed))


def patient(command: list[str] | str, **options: float) -> ExternalBot:
    """Return a bot with time enough for a busy machine."""
    return ExternalBot(command, **({"deadline": 20.0, "start_limit": 30.0} | options))  # type: ignore[arg-type]


def whole_round(bot: ExternalBot, ruleset: Ruleset, seed: int = 1) -> Match:
    """Let a bot play a round in all seats."""
    match = Match.new(ruleset, rounds=1).begin(Deal.shuffled(ruleset, Random(seed)))
    rng = Random(seed)
    while not (state := match.played[-1]).is_over:
        observation = match.observe(state.to_act)
        match = match.apply(bot.choose(observation, observation.legal_actions, rng))
        assert len(state.events) < 800
    for seat in range(ruleset.seats):
        bot.round_over(match.observe(seat))
    return match


@pytest.fixture
def nothing_left_behind() -> Iterator[None]:
    """Fail a test after which a process, a thread or an open file is left."""
    before = _children(), _open_files()
    yield
    assert not [t for t in threading.enumerate() if t.name == "external bot"]
    assert _children() <= before[0]
    assert _open_files() <= before[1]


def soon(done: Callable[[], bool], limit: float = 3.0) -> bool:
    end = time.monotonic() + limit
    while not done() and time.monotonic() < end:
        time.sleep(0.02)
    return done()


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat")
    return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")


def _children() -> set[str]:
    """Return the processes that this one has started and not yet buried; none where it can't."""
    found: set[str] = set()
    for task in Path("/proc/self/task").glob("*/children"):
        found.update(task.read_text().split())
    return found


def _open_files() -> int:
    files = Path("/proc/self/fd")
    return len(list(files.iterdir())) if files.exists() else 0
