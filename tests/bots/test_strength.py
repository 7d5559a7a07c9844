"""How strong bots are: only what was measured, and only of what there is."""

from __future__ import annotations

import json
import math
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

from expedition.bots import bot_names, strength
from expedition.bots.strength import YARDSTICK, Strength, how_measured
from expedition.game import EDITIONS

if TYPE_CHECKING:
    from pathlib import Path

FIGURES = json.loads(files("expedition.bots").joinpath("strength.json").read_text("utf-8"))


@pytest.fixture
def measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let figures be read from an empty file."""
    path = tmp_path / "strength.json"
    path.write_text("{}")
    monkeypatch.setattr(strength, "_FILE", path)
    monkeypatch.setattr(strength, "_measured", strength._measured.__wrapped__)
    return path


def test_what_was_not_measured_is_none(measured: Path) -> None:
    assert strength.strength("careful", "classic") is None
    assert how_measured() == ""
    measured.write_text('{"editions": {"classic": {}}}')
    assert strength.strength("careful", "classic") is None


def test_what_was_measured_is_told(measured: Path) -> None:
    figures = {"search": {"mean": 12.5, "se": 1.25, "deals": 100}}
    measured.write_text(json.dumps({"command": "make it", "editions": {"classic": figures}}))
    assert strength.strength("search", "classic") == Strength(12.5, 1.25, 100)
    assert strength.strength("search", "standard") is None
    assert strength.strength("network", "classic") is None
    assert how_measured() == "make it"


def test_the_figures_that_ship_are_of_bots_and_editions_that_there_are() -> None:
    assert set(FIGURES) == {"command", "editions"}
    assert isinstance(FIGURES["command"], str)
    assert bool(FIGURES["command"]) == bool(FIGURES["editions"])
    assert set(FIGURES["editions"]) <= set(EDITIONS)
    for edition, table in FIGURES["editions"].items():
        assert set(table) <= set(bot_names())
        for bot in table:
            found = strength.strength(bot, edition)
            assert found is not None
            assert math.isfinite(found.mean)
            assert math.isfinite(found.se)
            assert found.se > 0 or bot == YARDSTICK
            assert isinstance(found.deals, int)
            assert found.deals > 0 or bot == YARDSTICK
            if bot == YARDSTICK:
                assert found == Strength(0.0, 0.0, 0)
