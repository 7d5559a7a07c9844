"""What a bot process is told: what its seat knows, and nothing of the server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from expedition.game import (
    Action,
    Match,
    Observation,
    Ruleset,
    observe,
)
from expedition.table import bot_process
from expedition.table.bot_process import WORKER, Question, environment
from properties.redeal import other_world
from properties.strategies import play
from properties.twins import twins
from table.bot_pools import (
    every_edition,
    nothing_left_behind,  # noqa: F401  a fixture
    posix,
    run,
    seen,
    villains,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from expedition.table.bot_pool import BotPool

pytestmark = pytest.mark.usefixtures("nothing_left_behind")

#: A worker that keeps a copy of all that comes through its pipe before it passes it on.
RECORDING = """
import os, subprocess, sys
with open(sys.argv[1], "wb") as copy:
    worker = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE)
    while part := os.read(0, 65536):
        copy.write(part)
        copy.flush()
        worker.stdin.write(part)
        worker.stdin.flush()
    worker.stdin.close()
    worker.wait()
"""


def recorded(path: Path, questions: Sequence[tuple[Observation, int]]) -> list[Action]:
    """Ask `careful` all of them through one worker, whose pipe is copied to a file."""

    async def ask(pool: BotPool) -> list[Action]:
        return [await pool.choose("careful", seat_sees, seed) for seat_sees, seed in questions]

    command = (sys.executable, "-c", RECORDING, str(path), *WORKER)
    return run(ask, deadline=5, command=command, on_fault=pytest.fail)


def pairs(ruleset: Ruleset, rng: Random) -> list[tuple[Observation, Observation]]:
    """Return what seats see of rounds, and of others that they can't tell apart from them."""
    found = []
    for seed, temperament in enumerate(("any legal", "eager", "digger", "generous")):
        dealt, actions = play(ruleset, seed, temperament)
        states = [dealt]
        for action in actions:
            states.append(states[-1].apply(action))
        for step in sorted(rng.sample(range(len(states) - 1), 6)):
            state = states[step]
            world = other_world(state, state.to_act, rng)
            if world and world[-1] != state:
                found.append((observe(state, state.to_act), observe(world[-1], state.to_act)))
    for open_hands in (False, True):
        pair = twins(ruleset, 0, rng, open_hands=open_hands)
        seats = [match.observe(0) for match in (pair.match, pair.other)]
        if seats[0].legal_actions:
            found.append((seats[0], seats[1]))
    return found


@every_edition
def test_what_a_seat_cannot_tell_apart_is_the_same_on_the_pipe(
    ruleset: Ruleset, tmp_path: Path
) -> None:
    both = pairs(ruleset, Random(4))
    assert len(both) > 12
    answers = []
    for side in (0, 1):
        questions = [(pair[side], seed) for seed, pair in enumerate(both)]
        answers.append(recorded(tmp_path / f"{side}.bytes", questions))
    one, other = ((tmp_path / f"{side}.bytes").read_bytes() for side in (0, 1))
    # Nothing but the questions, and all of them.
    frames = (Question("careful", pair[0], n).frames() for n, pair in enumerate(both))
    assert one == b"".join(
        len(part).to_bytes(4, "big") + part for question in frames for part in question
    )
    assert one == other
    assert answers[0] == answers[1]


def test_the_pipe_shows_what_a_seat_can_tell_apart() -> None:
    """The test above would notice: other cards, another seed and another bot are other bytes."""
    questions = [
        Question("careful", seen(seed=1), 1),
        Question("careful", seen(seed=2), 1),
        Question("careful", seen(seed=1), 2),
        Question("random", seen(seed=1), 1),
    ]
    assert len({question.frames() for question in questions}) == len(questions)


@every_edition
def test_the_bytes_depend_on_nothing_but_what_is_seen(ruleset: Ruleset) -> None:
    """Not on which equal cards are one object, what has been worked out, or hangs on."""
    dealt, actions = play(ruleset, 3, "eager")
    match = Match.new(ruleset).begin(dealt.deal)
    for action in actions[: len(actions) // 2]:
        if match.played[-1].starter == dealt.starter:
            match = match.apply(action)
    state = match.played[-1]
    observation = match.observe(state.to_act)
    expected = Question("careful", observation, 1).frames()
    copied = deepcopy(observation)
    assert copied == observation
    assert Question("careful", copied, 1).frames() == expected
    object.__setattr__(observation, "deck", state.deck)
    assert Question("careful", observation, 1).frames() == expected


def test_a_worker_is_told_nothing_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EXPEDITION_DATA", "/data/tables")
    monkeypatch.setenv("SECRET_TOKEN", "hush")
    monkeypatch.setenv("PYTHONPATH", "here")
    monkeypatch.setenv("EXPEDITION_CACHE", "compiled")
    monkeypatch.setenv("EXPEDITION_WEIGHTS", "weights")
    file = tmp_path / "found.json"
    run(
        lambda pool: pool.choose("looking", seen()),
        command=villains(file),
        deadline=5,
        on_fault=pytest.fail,
    )
    found = json.loads(file.read_text(encoding="utf-8"))
    environment = found["environment"]
    folder = environment.pop("HOME")
    assert found["files"] == []
    assert Path(found["folder"]).name == Path(folder).name
    assert environment.pop("PYTHONPATH") == str(Path.cwd() / "here")
    # It runs in another folder, so that names of folders are made whole.
    assert environment.pop("EXPEDITION_CACHE") == str(Path.cwd() / "compiled")
    assert environment.pop("EXPEDITION_WEIGHTS") == str(Path.cwd() / "weights")
    for name in bot_process._NEEDED:
        environment.pop(name, None)
    own = ("USERPROFILE", "TMPDIR", "TEMP", "TMP")
    assert {environment.pop(name) for name in own} == {folder}
    # Here the interpreter adds one by itself: the locale, or on macOS the encoding.
    assert set(environment) <= {*bot_process._ONE_THREAD, "PYTHONUTF8", "__CF_USER_TEXT_ENCODING"}


@posix
@pytest.mark.parametrize("home", ["home", "nowhere", None], ids=["home", "read-only", "without"])
def test_what_bots_compile_is_kept_where_the_server_would_keep_it(
    home: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker's own home is empty and soon gone. The server itself doesn't load the compiler."""
    for name in ("EXPEDITION_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "nowhere").write_text("no folder")
    if home:
        monkeypatch.setenv("HOME", str(tmp_path / home))
    else:
        monkeypatch.setattr(bot_process, "user_cache_path", _no_home)
    bot_process.cache_base.cache_clear()
    told = environment(str(tmp_path))["EXPEDITION_CACHE"]
    bot_process.cache_base.cache_clear()
    code = (
        f"import sys, platformdirs\nif {home is None}:\n"
        "  def user_cache_path(*_, **__): raise RuntimeError\n"
        "  platformdirs.user_cache_path = user_cache_path\n"
        "from expedition.fast.compiled import cache_folder\nprint(cache_folder())"
    )
    found = {}
    for given in (os.environ.copy(), environment(str(tmp_path)) | {"EXPEDITION_CACHE": told}):
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=given
        )
        found[done.stdout] = given
    assert len(found) == 1, "the server and a worker find the same folder"
    assert next(iter(found)).startswith(told)


def _no_home(*_: object, **__: object) -> Path:
    msg = "nobody can say where the home is"
    raise RuntimeError(msg)


def test_a_worker_imports_the_rules_and_the_bots_alone() -> None:
    code = (
        "import runpy, sys\nbefore = set(sys.modules)\n"
        f"runpy.run_path({WORKER[-1]!r})\nprint(*sorted(set(sys.modules) - before))"
    )
    modules = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, check=True, text=True, timeout=60
    ).stdout.split()
    rooms = {".".join(name.split(".")[:2]) for name in modules if name.startswith("expedition")}
    assert rooms <= {"expedition", "expedition.game", "expedition.notation", "expedition.bots"}
    others = {name.split(".")[0] for name in modules} - {"expedition"}
    assert others <= sys.stdlib_module_names
    assert not others & {"asyncio", "ssl", "sqlite3"}
