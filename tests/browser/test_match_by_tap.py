"""A whole match on a small phone, with taps alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from browser.means import Tap
from browser.words import t

if TYPE_CHECKING:
    from browser.player import Player


def test_three_rounds_against_a_bot_from_the_first_page(phone: Player) -> None:
    page = phone.open("/").page
    page.get_by_role("button", name=t("home.play")).tap()
    finger = Tap(page)
    for number in (1, 2, 3):
        assert phone.play_round(finger) >= 10, f"Round {number} was too short."
        if number < 3:
            expect(page.get_by_role("heading", name=t("between.over", n=number))).to_be_visible()
            phone.button(t("between.deal", n=number + 1)).tap()
            phone.until(lambda look: not look.over, "The next deal")

    ending = page.get_by_role("region", name=t("end.title"))
    expect(ending.get_by_role("heading")).to_have_text(re.compile("win|tie", re.IGNORECASE))
    phone.button(t("table.sheet")).tap()
    sheet = page.get_by_role("dialog", name=t("table.sheet"))
    expect(sheet.get_by_role("heading", name="Round 3")).to_be_visible()
    sheet.get_by_role("button", name=t("dialog.close")).tap()
    ending.get_by_role("link", name=t("end.review")).tap()
    expect(page.get_by_role("heading", name=t("review.title"))).to_be_visible()
