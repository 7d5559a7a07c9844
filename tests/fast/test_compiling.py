"""What is compiled is kept where there is a place, and nothing fails where there is none."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from expedition.fast import compiled, warmup

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
        assert found.parent == tmp_path / "__pycache__"
    finally:
        compiled.cache_folder.cache_clear()


def test_warmup_shows_progress_and_a_second_one_compiles_nothing(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    other = kept / "fast-0123456789abcdef"
    other.mkdir(parents=True)
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
    assert {path: path.stat().st_mtime_ns for path in kept.rglob("*.nbc")} == files
    # Everything that a user can call was among it.
    run("-c", _LOOK, EXPEDITION_CACHE=str(kept))
    assert {path: path.stat().st_mtime_ns for path in kept.rglob("*.nbc")} == files


def test_every_compiled_entry_point_is_warmed_up() -> None:
    for _, call in warmup.steps():
        call()
    loops = import_module("expedition.fast.loops")
    determinize = import_module("expedition.fast.determinize")
    entries = {name: each for name, each in vars(loops).items() if name.endswith("_all")}
    entries |= {"first_illegal": loops.first_illegal, "play_rounds": loops.play_rounds}
    entries |= {
        name: getattr(determinize, name) for name in ("determinize_all", "write_information")
    }
    for name, entry in entries.items():
        assert entry.signatures, name


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
