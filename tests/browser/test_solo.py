"""Alone, and the deal of the day with its list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from browser.means import Tap
from browser.words import t

if TYPE_CHECKING:
    from browser.people import People
    from browser.player import Player


def test_alone_to_the_last_card_of_the_hand(phone: Player) -> None:
    page = phone.open("/").page
    page.get_by_role("button", name=t("home.solo")).tap()
    finger = Tap(page)
    while phone.ready().over != "ended":
        if phone.look().over == "between":
            page.locator("[data-deal]").tap()
            phone.until(lambda look: not look.over)
        phone.play_round(finger)
    ending = page.get_by_role("region", name=t("end.title"))
    expect(ending.get_by_role("heading")).to_contain_text("You scored")
    # The hand was played out.
    assert phone.look().hand == []


def test_the_deal_of_the_day_is_the_same_for_everybody_and_listed(people: People) -> None:
    hands = []
    for name in ("Ada", "Bo"):
        player = people.come()
        page = player.open("/daily").page
        page.get_by_label(t("daily.name")).fill(name)
        page.get_by_label(t("daily.name")).blur()
        player.button(t("daily.play")).tap()
        hands.append([card for card, *_ in player.ready().hand])
        player.play_round(Tap(page))
        page.get_by_role("region", name=t("end.title")).wait_for()
        page.goto("/daily")
        best = page.get_by_role("region", name=t("daily.best"))
        expect(best.get_by_role("cell", name=name, exact=True)).to_be_visible()
    assert hands[0] == hands[1]
    expect(best.get_by_role("row")).to_have_count(3)
    # Who plays it again sits at the table that they had, or at a new one that is not listed.
    expect(page.get_by_text("A new deal comes in")).to_be_visible()
