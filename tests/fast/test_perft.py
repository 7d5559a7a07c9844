"""The compiled engine counts the same sequences of actions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from expedition.fast import Batch
from expedition.game import find_edition
from expedition.notation import parse_cards

PERFT = json.loads((Path(__file__).parents[1] / "golden" / "perft.json").read_text())


@pytest.mark.parametrize("entry", PERFT, ids=lambda entry: entry["edition"])
def test_perft_counts_hold(entry: dict[str, Any]) -> None:
    ruleset = find_edition(entry["edition"])
    deal = [ruleset.kind_order[card] for card in parse_cards(entry["deal"], ruleset)]
    batch = Batch(ruleset)
    batch.deal([deal], starters=entry["starter"])
    for expected in entry["counts"][:-1]:
        # Every state once for each of its legal actions, each of which is then taken.
        origins, actions = np.nonzero(batch.legal())
        assert len(actions) == expected
        following = Batch(ruleset, len(actions), history=False)
        following.states[:] = batch.states[origins]
        following.step(actions)
        batch = following
    assert np.count_nonzero(batch.legal()) == entry["counts"][-1]
