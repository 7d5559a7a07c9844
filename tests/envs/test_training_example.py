"""The example that trains sb3-contrib's MaskablePPO on the vector environment."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples/train_maskable_ppo.py"
NEEDED = ("torch", "sb3_contrib")
MISSING = [name for name in NEEDED if importlib.util.find_spec(name) is None]


@pytest.mark.skipif(
    bool(MISSING) and os.environ.get("EXPEDITION_NEEDS_TORCH") != "1",
    reason=f"{' and '.join(MISSING)} not installed: pip install sb3-contrib",
)
def test_it_learns_for_a_few_hundred_steps() -> None:
    command = [sys.executable, "-W", "ignore", str(EXAMPLE), "--steps", "256", "--rounds", "32"]
    run = subprocess.run(
        [*command, "--edition", "standard-solo", "--games", "16"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    said = re.findall(r"Mean margin against random (\w+): ([+-]\d+\.\d) points", run.stdout)
    assert [moment for moment, _ in said] == ["before", "after"]
