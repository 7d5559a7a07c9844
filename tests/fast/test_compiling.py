"""What is compiled is kept where there is a place, and nothing fails where there is none."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from expedition.fast import compiled

if TYPE_CHECKING:
    from pathlib import Path

#: Deals and looks: a few small functions to compile.
_LOOK = """
from expedition.fast import Batch
from expedition.fast.compiled import cache_folder
from expedition.game import find_edition
batch = Batch(find_edition("classic"))
batch.deal()
print(cache_folder(), int(batch.legal().sum()))
"""

#: All that a user can call, with each kind of array it takes.
_EVERYTHING = """
import copy, pickle, random
import numpy as np
from expedition.envs import ExpeditionVectorEnv, SoloEnv, expedition_v0
from expedition.fast import POLICIES, Batch, Information, determinize, observation_row, pack, unpack
from expedition.game import Deal, State, find_edition, observe

ruleset = find_edition("classic-partners")
for history in (True, False):
    batch = Batch(ruleset, 7, history=history)
    batch.deal()
    batch.deal(starters=1, where=np.arange(7) < 3)
    for dtype in (np.uint8, np.int8, np.bool_):
        batch.legal(np.zeros((7, len(ruleset.action_space)), dtype))
    frozen = batch.legal().argmax(axis=1)
    frozen.flags.writeable = False
    batch.step(frozen)
    batch.step(batch.legal().argmax(axis=1).astype(np.int8))
    batch = pickle.loads(pickle.dumps(copy.deepcopy(batch)))
    batch.scores()
    batch.margins()
    batch.blocks()
    batch.careful_actions()
    batch.hidden()
    for seats in (None, 0, [0] * 7):
        batch.observe(seats)
        batch.observe(seats, np.zeros((7, batch.observation_size), np.float32))
    if history:
        batch.recall(9)
        known = pickle.loads(pickle.dumps(Information.in_batch(batch, 1, 0)))
        determinize(Batch(ruleset, 2), known)
        unpack(batch, 1)
    batch.play("random", threads=3, most_turns=4)
    batch.play("sensible", threads=3)
    batch.play("careful")
state = State.new(Deal.shuffled(ruleset, random.Random(1)))
pack(Batch(ruleset), 0, state)
observation_row(observe(state, 1))
for opponents in (None, *POLICIES):
    env = ExpeditionVectorEnv(5, "classic", opponents=opponents, copy=False)
    _, info = env.reset(seed=1)
    env.step(info["action_mask"].argmax(axis=1))
    _, info = (solo := copy.deepcopy(SoloEnv())).reset(seed=1)
    solo.step(info["action_mask"].argmax())
table = expedition_v0.env("standard")
table.reset(seed=1)
table.last()
"""


def run(*command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, **variables},
        check=False,
    )


def test_without_any_place_to_write_to_it_runs_all_the_same(tmp_path: Path) -> None:
    # Root may write anywhere, so the places are ones that nobody can make a folder in.
    file = tmp_path / "file"
    file.write_text("")
    done = run("-c", _LOOK, EXPEDITION_CACHE=str(file / "under-a-file"))
    assert done.returncode == 0, done.stderr
    folder, legal = done.stdout.split()
    assert folder == "None"
    assert int(legal) > 8


def test_where_the_home_cannot_be_written_the_package_folder_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.delenv(compiled.VARIABLE, raising=False)
    monkeypatch.setattr(compiled, "user_cache_path", lambda *_, **__: file / "under-a-file")
    monkeypatch.setattr(compiled, "__file__", str(tmp_path / "compiled.py"))
    compiled.cache_folder.cache_clear()
    try:
        found = compiled.cache_folder()
        assert found is not None
        assert found.parent == tmp_path / "__pycache__" / "expedition-fast"
    finally:
        compiled.cache_folder.cache_clear()


def test_warmup_shows_progress_and_a_second_one_compiles_nothing(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    other = kept / "expedition-fast" / "0123456789abcdef"
    other.mkdir(parents=True)
    strangers = [kept / "fast-api" / "src", kept / "expedition-fast" / "notes"]
    for stranger in strangers:
        stranger.mkdir(parents=True)
    first = run("-m", "expedition", "warmup", EXPEDITION_CACHE=str(kept))
    assert first.returncode == 0, first.stderr
    lines = first.stderr.splitlines()
    assert lines[0] == f"1 of {len(lines)}: dealing ..."
    assert first.stdout.startswith("Compiled everything in ")
    assert f"kept in {kept}" in first.stdout
    assert "1 folder of other versions or checkouts; --clean removes them." in first.stdout
    assert other.exists()
    files = {path: path.stat().st_mtime_ns for path in kept.rglob("*.nbc")}
    assert len(files) > len(lines)
    second = run("-m", "expedition", "warmup", "--clean", EXPEDITION_CACHE=str(kept))
    assert second.returncode == 0
    assert second.stdout.startswith("All was compiled already: loaded in ")
    assert "Removed 1 folder of other versions or checkouts." in second.stdout
    assert not other.exists()
    assert all(stranger.exists() for stranger in strangers)
    assert {path: path.stat().st_mtime_ns for path in kept.rglob("*.nbc")} == files
    # Everything that a user can call was among it.
    done = run("-c", _EVERYTHING, EXPEDITION_CACHE=str(kept))
    assert done.returncode == 0, done.stderr
    assert {path: path.stat().st_mtime_ns for path in kept.rglob("*.nbc")} == files


def test_nobody_can_say_where_the_home_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*_: object, **__: object) -> None:
        msg = "Could not determine home directory."
        raise RuntimeError(msg)

    monkeypatch.delenv(compiled.VARIABLE, raising=False)
    monkeypatch.setattr(compiled, "user_cache_path", nowhere)
    compiled.cache_folder.cache_clear()
    try:
        found = compiled.cache_folder()
        assert found is None or found.parent.parent.name == "__pycache__"
    finally:
        compiled.cache_folder.cache_clear()


@pytest.mark.parametrize("module", ["expedition", "expedition.cli.main", "expedition.web.app"])
def test_nothing_that_people_play_with_loads_the_compiler(module: str) -> None:
    code = f"import sys, {module}; print([m for m in ('numba', 'numpy') if m in sys.modules])"
    assert run("-c", code).stdout.strip() == "[]"


def test_a_package_that_is_missing_is_named() -> None:
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from expedition.cli.main import main\n"
        "sys.exit(main(['warmup']))"
    )
    done = run("-c", code)
    assert done.returncode == 2
    assert done.stderr == (
        "expedition: The fast engine needs numba, which is not installed. "
        "In a checkout of Expedition: pip install '.[fast]'\n"
    )
