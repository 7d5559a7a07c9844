"""Runs the real command, in a data folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest

COMMAND = str(Path(sys.executable).parent / "expedition")
PATH = f"{Path(COMMAND).parent}{os.pathsep}{os.environ.get('PATH', '')}"


@dataclass
class Result:
    code: int
    out: str
    err: str


class Run(Protocol):
    data: Path

    def __call__(self, *words: str, text: str | bytes = "", **env: str) -> Result: ...


class _Run:
    def __init__(self, data: Path) -> None:
        self.data = data

    def __call__(self, *words: str, text: str | bytes = "", **env: str) -> Result:
        done = subprocess.run(
            [COMMAND, *words],
            input=text.encode() if isinstance(text, str) else text,
            capture_output=True,
            env=os.environ
            | {"EXPEDITION_DATA": str(self.data), "PYTHONUTF8": "1", "PATH": PATH}
            | env,
            timeout=60,
            check=False,
        )
        out, err = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in out + err, err
        return Result(done.returncode, out, err)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return _Run(tmp_path / "data")
