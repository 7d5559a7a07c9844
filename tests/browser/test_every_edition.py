"""A whole round of each edition by tap, on the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.means import Tap
from browser.tables import lay
from browser.words import t
from expedition.game import EDITIONS

if TYPE_CHECKING:
    from browser.player import Player

# Whole rounds of these are played elsewhere: by tap, by drag, by keys; by partners; alone.
_ELSEWHERE = ("classic", "standard-partners", "standard-solo")


@pytest.mark.parametrize(
    "edition",
    [pytest.param(name, marks=pytest.mark.long if name in _ELSEWHERE else ()) for name in EDITIONS],
)
def test_a_round(phone: Player, address: str, edition: str) -> None:
    seats = EDITIONS[edition].seats
    phone.sit(lay(address, edition, "me", *["careful"] * (seats - 1), rounds=1))
    assert phone.play_round(Tap(phone.page)) >= 5
    phone.page.get_by_role("region", name=t("end.title")).wait_for()
    text = phone.page.locator("main").inner_text()
    assert "undefined" not in text
    assert "NaN" not in text
