"""What ends a table asks first and leaves a way on; links say what they are good for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
from playwright.sync_api import expect

from browser.people import UNLOADED
from browser.tables import join, lay
from browser.words import t

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser.people import People
    from browser.player import Player


def choose_in_menu(page: Page, wish: str) -> None:
    """Open the menu and choose from it."""
    page.locator("[data-menu]").tap()
    menu = page.get_by_role("dialog", name=t("dialog.menu"))
    menu.get_by_role("button", name=wish, exact=True).tap()


def test_ending_a_table_is_asked_once_more_and_said_once(phone: Player, address: str) -> None:
    page = phone.sit(lay(address, first_starter=0)).page
    card, copy, _ = phone.ready().hand[0]
    page.locator(f'[data-card="{card}"][data-copy="{copy}"]').tap()
    choose_in_menu(page, t("menu.stop"))
    sure = page.get_by_role("dialog", name=t("dialog.stop"))
    sure.get_by_role("button", name=t("resign.no")).tap()
    assert phone.is_on_turn(phone.look())
    choose_in_menu(page, t("menu.stop"))
    sure.get_by_role("button", name=t("stop.yes")).tap()
    look = phone.until(lambda now: now.over == "ended", "The end")
    assert look.said.strip() == t("end.stopped")
    assert not any("here." in name for name in look.places.values())
    ending = page.get_by_role("region", name=t("end.title"))
    ending.get_by_role("link", name=t("end.home")).tap()
    page.get_by_role("button", name=t("home.play")).wait_for()


def test_the_fingerprint_of_the_deal_is_in_the_menu(phone: Player, address: str) -> None:
    table = lay(address)
    page = phone.sit(table).page
    choose_in_menu(page, t("menu.deal"))
    about = page.get_by_role("dialog", name=t("dialog.deal"))
    about.get_by_text(t("deal.full")).tap()
    sheet = httpx.get(f"{address}/api/tables/{table['table']}/sheet").json()
    whole = sheet["rounds"][-1]["commitment"]
    expect(about.locator("details code")).to_have_text(whole)
    short = about.locator("[data-fingerprint]").inner_text().rstrip(" …").replace(" ", "")
    assert whole.startswith(short)


def test_the_link_for_watchers_opens_no_seat(people: People, address: str) -> None:
    phone, eve = people.come(), people.come()
    page = phone.sit(lay(address)).page
    choose_in_menu(page, t("menu.watch"))
    panel = page.get_by_role("dialog", name=t("dialog.watch"))
    # This server is on this computer only, and says so.
    expect(panel.get_by_text(re.compile("works on this computer only"))).to_be_visible()
    link = panel.get_by_role("textbox", name=t("invite.link")).input_value()
    assert "#" not in link
    assert eve.open(link).until(lambda look: look.said, "The table").hand == []


def test_an_invitation_says_what_it_is_to(people: People, address: str) -> None:
    people.allow(UNLOADED)
    table = lay(address, "classic", "me", "friend", rounds=3)
    page = people.come().open(f"/t/{table['table']}#i.{table['invite']}").page
    host = httpx.get(f"{address}/api/tables/{table['table']}").json()["seats"][0]["name"]
    words = t("join.text", name=host, edition=t("edition.classic"), rounds=t("home.rounds", n=3))
    expect(page.get_by_text(words)).to_be_visible()
    # Used up, and never there.
    join(address, table)
    page.reload()
    expect(page.get_by_role("status")).to_have_text(t("join.full"))
    expect(page.get_by_role("button", name=t("join.sit"))).to_have_count(0)
    page.goto("/t/23456789abcdef#i.guessed")
    expect(page.get_by_role("alert")).to_have_text(t("error.no-table"))
