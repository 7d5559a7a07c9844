"""The page's modules by themselves: their own tests, their types, and the one that is vendored."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VENDOR = ROOT / "src" / "expedition" / "web" / "static" / "vendor"
TYPESCRIPT = "typescript@7"


def run(*command: str, seconds: int = 120) -> subprocess.CompletedProcess[str]:
    """Run a program of Node's, or skip where there is none."""
    program = shutil.which(command[0])
    if program is None:
        pytest.skip(f"There is no {command[0]} here.")
    return subprocess.run(
        [program, *command[1:]], cwd=ROOT, capture_output=True, text=True, timeout=seconds
    )


def test_the_tests_of_the_modules() -> None:
    tests = sorted(str(path) for path in (ROOT / "tests" / "browser" / "js").glob("*.test.mjs"))
    assert tests
    done = run("node", "--test", *tests)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_the_types_hold() -> None:
    compiler = ("npx", "--yes", "--package", TYPESCRIPT, "tsc")
    if run(*compiler, "--version").returncode:
        pytest.skip(f"{TYPESCRIPT} can't be had here: is there a network?")
    done = run(*compiler, "-p", "jsconfig.json")
    assert done.returncode == 0, done.stdout[-4000:]


def test_what_is_vendored_is_what_was_noted() -> None:
    note = (VENDOR / "README.md").read_text("utf-8")
    (noted,) = re.findall(r"SHA-256: `([0-9a-f]{64})`", note)
    assert hashlib.sha256((VENDOR / "lit.js").read_bytes()).hexdigest() == noted
    assert (VENDOR / "LICENSE-lit").exists()


def test_no_module_is_too_long() -> None:
    folder = ROOT / "src" / "expedition" / "web" / "static" / "js"
    long = {
        path.name: lines
        for path in folder.rglob("*.js")
        if "words" not in path.parts and (lines := len(path.read_text("utf-8").splitlines())) > 300
    }
    assert not long
