"""Weights of a test's own in place of those that ship."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bots.networks import forget_networks
from expedition.bots.shipped import VARIABLE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Let networks be read from an empty folder; what was read before is forgotten, and after."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    forget_networks()
    yield tmp_path
    forget_networks()
