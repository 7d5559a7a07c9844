"""The example that searches, and what is said where a package is missing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples/monte_carlo_bot.py"


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, timeout=300, check=False
    )


def test_the_bot_that_samples_beats_random_from_both_seats() -> None:
    done = run(str(EXAMPLE), "--against", "random", "--deals", "2", "--worlds", "20")
    assert done.returncode == 0, done.stderr
    margins = [int(number) for number in re.findall(r"[+-]\d+", done.stdout)][:4]
    assert len(margins) == 4
    assert min(margins) > 0


@pytest.mark.parametrize("missing", ["pettingzoo", "gymnasium", "numba"])
def test_a_package_that_is_missing_is_named(missing: str) -> None:
    room = "fast" if missing == "numba" else "envs"
    done = run("-c", f"import sys; sys.modules[{missing!r}] = None\nimport expedition.envs")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        f"ModuleNotFoundError: expedition.{room} needs {missing}, which is not installed. "
        f"In a checkout of Expedition: pip install '.[{room}]'"
    )


def test_warmup_without_the_environments_compiles_the_engine() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None\nimport expedition.cli.main as m\n"
    done = run("-c", code + "sys.exit(m.main(['warmup']))")
    assert done.returncode == 0, done.stderr
    assert "environments" not in done.stderr
