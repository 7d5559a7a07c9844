"""Choosing a bot: who plays the edition, the weakest first, how each plays and how strong it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.people import DESK, PHONE, People
from browser.words import t
from expedition.bots.strength import Strength
from web.serving import running_server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page, Route

POINTS = {"random": -190.2, "walker": -30.4, "guide": -4.0, "network": 12.4, "search": 19.6}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server whose bots were measured in classic alone."""

    def strength(bot: str, edition: str) -> Strength | None:
        known = edition == "classic" and bot in POINTS
        return Strength(POINTS[bot], 0.6, 1000) if known else None

    with pytest.MonkeyPatch.context() as patch, running_server() as running:
        patch.setattr("expedition.web.site_routes.strength", strength)
        yield running


def field(page: Page, name: str) -> Locator:
    """Return a field of the match to be set up, with what is said under it."""
    return page.locator(".options label.field").filter(has=page.get_by_text(name, exact=True))


def choice_of(page: Page, name: str) -> Locator:
    """Return what is to be chosen in a field."""
    return field(page, name).locator("select")


def options(page: Page) -> list[str]:
    """Return the names that are offered, as a person reads them."""
    return choice_of(page, t("home.bot")).locator("option").all_inner_texts()


def test_bots_are_offered_by_strength_and_say_how_they_play(people: People) -> None:
    page = people.come(DESK).open("/").page
    page.get_by_text(t("home.options")).click()
    # Who was not measured comes after those that were.
    expect(choice_of(page, t("home.bot"))).to_have_value("careful")
    names = options(page)
    measured = ["Random", "Walker", "Guide", "Careful", "Network", "Search"]
    assert names[:6] == measured
    assert set(names[6:]) == {"Hiker", "Miser", "Plunger", "Spoiler", "Tourist"}
    choice = choice_of(page, t("home.bot"))
    expect(choice).to_have_value("careful")
    told = field(page, t("home.bot")).locator(".muted")
    expect(told).to_have_text(t("bot.careful.style"))
    choice.select_option("network")
    ahead = t("bot.ahead", n=12, error=2, against="Careful")
    expect(told).to_have_text(f"{t('bot.network.style')} {ahead}")
    expect(page.locator("#how")).to_contain_text(t("bot.network.style"))
    expect(page.locator("#how")).not_to_contain_text(ahead)
    choice.select_option("miser")
    expect(told).to_have_text(t("bot.miser.style"))


def test_a_bot_that_does_not_play_an_edition_is_not_offered_for_it(people: People) -> None:
    page = people.come(DESK).open("/").page
    page.get_by_text(t("home.options")).click()
    choice = choice_of(page, t("home.bot"))
    choice.select_option("network")
    edition = choice_of(page, t("home.edition"))
    edition.select_option("five-suit")
    expect(choice).to_have_value("careful")
    assert "Network" not in options(page)
    assert options(page)[0] == "Random"
    # It comes back with the edition.
    edition.select_option("classic")
    expect(choice).to_have_value("network")
    edition.select_option("standard")
    page.get_by_role("button", name=t("home.play")).click()
    page.wait_for_url("**/t/*")


def test_partners_are_offered_the_bots_of_their_edition(people: People) -> None:
    player = people.come(DESK)
    page = player.open("/").page
    page.get_by_text(t("home.options")).click()
    choice_of(page, t("home.bot")).select_option("network")
    page.get_by_text(t("home.partners"), exact=True).click()
    seat = (
        page.locator(".way-more label.field")
        .filter(has=page.get_by_text(t("home.seat", n=2), exact=True))
        .locator("select")
    )
    words = seat.locator("option").all_inner_texts()
    assert t("home.seat.named", bot="Network") not in words
    assert t("home.seat.named", bot="Careful") in words
    seat.select_option("bot:search")
    page.get_by_role("button", name=t("home.partners.start")).click()
    # The one that was chosen for two gives way to one that plays.
    page.wait_for_url("**/t/*")
    player.ready()


def test_the_choice_fits_a_phone(people: People, shots: Path) -> None:
    page = people.come(PHONE).open("/").page
    page.get_by_text(t("home.options")).tap()
    choice = choice_of(page, t("home.bot"))
    choice.select_option("search")
    expect(field(page, t("home.bot"))).to_contain_text(t("bot.search.style"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    choice.scroll_into_view_if_needed()
    page.screenshot(path=shots / "bots-phone.png")


def test_the_page_can_be_used_before_the_bots_are_known(browser: Browser, address: str) -> None:
    people = People(browser, address)
    player = people.come(DESK)
    held: list[Route] = []
    player.page.route("**/api/bots", lambda route: held.append(route))
    page = player.open("/").page
    page.get_by_role("button", name=t("home.solo")).wait_for()
    expect(page.locator("#how")).to_have_text(t("home.loading"))
    page.get_by_role("button", name=t("home.play")).click()
    page.wait_for_timeout(100)
    for route in held:
        route.continue_()
    page.wait_for_url("**/t/*")
    people.leave()
