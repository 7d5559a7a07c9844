"""Two friends by link, and somebody who watches: what each of them sees, and what they agree on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from browser.means import Tap
from browser.people import DESK, PHONE
from browser.words import t

if TYPE_CHECKING:
    from browser.people import People
    from browser.player import Player


def invite(host: Player, *, name: str = "Ada") -> str:
    """Lay a table for a friend on the first page; returns the link."""
    page = host.open("/settings").page
    page.get_by_label(t("settings.name")).fill(name)
    page.get_by_label(t("settings.name")).blur()
    host.open("/")
    page.get_by_role("button", name=t("home.friend")).click()
    return page.get_by_role("textbox", name=t("invite.link")).input_value()


def accept(guest: Player, link: str, *, name: str = "Bo") -> None:
    """Come with the link and sit down."""
    page = guest.open(link).page
    page.get_by_label(t("join.name")).fill(name)
    guest.button(t("join.sit")).click()
    guest.until(lambda look: look.hand, "The hand")


def ask(player: Player, wish: str) -> None:
    """Ask for something in the menu."""
    player.page.locator("[data-menu]").click()
    player.page.get_by_role("dialog", name=t("table.menu")).get_by_role("button", name=wish).click()


def says(player: Player, words: str) -> None:
    """Wait until the line above the hand says something."""
    player.until(lambda look: words in look.said, words)


def test_a_match_of_two_with_a_third_watching(people: People) -> None:
    ada, bo, eve = people.come(DESK), people.come(PHONE), people.come(DESK)
    link = invite(ada)
    expect(ada.page.get_by_role("img", name=t("invite.qr"))).to_be_visible()
    accept(bo, link)
    table = link.split("#")[0]
    eve.open(table)
    says(eve, "thinking")
    ada.until(lambda look: look.hand, "The hand")

    # Each sees one hand at most, and nobody the same.
    hands = [[card for card, *_ in one.look().hand] for one in (ada, bo, eve)]
    assert [len(hand) for hand in hands] == [8, 8, 0]
    watched = eve.page.content()
    assert "in your hand" not in watched
    expect(ada.page.get_by_text("Bo", exact=True).first).to_be_visible()
    expect(bo.page.get_by_text("Ada", exact=True).first).to_be_visible()

    means = {ada: Tap(ada.page, touch=False), bo: Tap(bo.page)}
    first, second = (ada, bo) if ada.is_on_turn(ada.look()) else (bo, ada)
    name = {ada: "Ada", bo: "Bo"}
    choice = first.choose(first.ready())
    means[first].turn(choice)
    for other in (second, eve):
        says(other, f"{name[first]} laid ")
        says(other, "and drew from the deck.")
    says(first, t("now.theirs", name=name[second]))

    # Take-back: by consent.
    ask(first, t("menu.take-back"))
    request = second.page.get_by_role("group", name=t("request.title"))
    expect(request).to_contain_text(t("request.take-back", name=name[first]))
    request.get_by_role("button", name=t("request.yes")).click()
    for one in (ada, bo, eve):
        says(one, t("said.taken-back"))
    assert first.ready().deck == 44

    # And refused, for a change.
    means[first].turn(choice)
    second.ready()
    ask(first, t("menu.take-back"))
    request.get_by_role("button", name=t("request.no")).click()
    says(first, t("said.declined", name=name[second]))
    assert second.is_on_turn(second.look())
    # The turn that was taken back is no turn any more.
    lines = ada.page.get_by_role("log").get_by_role("listitem").all_inner_texts()
    numbered = [found[1] for line in lines if (found := re.match(r"(?:Turn )?(\d+)\b", line))]
    assert numbered == ["1"]

    # A greeting from the list.
    bo.button(t("table.greet")).click()
    bo.page.get_by_role("dialog").get_by_role("button", name=t("greet.good-luck")).click()
    for other in (ada, eve):
        says(other, t("said.greeted", name="Bo", words=t("greet.good-luck")))

    # A new deal, unscored.
    before = [card for card, *_ in ada.look().hand]
    ask(bo, t("menu.restart"))
    ada.page.get_by_role("group", name=t("request.title")).get_by_role(
        "button", name=t("request.yes")
    ).click()
    for one in (ada, bo, eve):
        says(one, t("said.restarted"))
    assert [card for card, *_ in ada.until(lambda look: look.deck == 44).hand] != before

    # Resigning ends it for everybody, with the winner named.
    ask(bo, t("menu.resign"))
    bo.page.locator("[data-resign]").click()
    ending = {one: one.page.get_by_role("region", name=t("end.title")) for one in (ada, bo, eve)}
    expect(ending[ada].get_by_role("heading")).to_contain_text("You win")
    for other in (bo, eve):
        expect(ending[other].get_by_role("heading")).to_contain_text("Ada wins")

    # The rematch, in each other's seats, without a new link.
    ada.button(t("end.rematch.swap")).click()
    request = bo.page.get_by_role("group", name=t("request.title"))
    expect(request).to_contain_text(t("request.rematch.swap", name="Ada"))
    request.get_by_role("button", name=t("request.yes")).click()
    for one in (ada, bo):
        one.until(lambda look: len(look.hand) == 8 and not look.over, "The rematch")
        expect(one.page).not_to_have_url(re.compile(re.escape(table)))
    eve.page.locator("[data-rematch]").click()
    says(eve, "thinking")


def test_the_key_of_a_seat_leaves_the_address_and_opens_the_seat_again(people: People) -> None:
    ada, bo = people.come(DESK), people.come(DESK)
    accept(bo, invite(ada))
    assert "#" not in bo.page.url
    bo.page.reload()
    bo.until(lambda look: len(look.hand) == 8, "The hand")
    bo.open("/")
    yours = bo.page.get_by_role("region", name=t("home.yours"))
    yours.get_by_role("link").first.click()
    bo.until(lambda look: len(look.hand) == 8, "The hand")


def test_whoever_would_rather_watch_may(people: People) -> None:
    ada, eve = people.come(DESK), people.come(DESK)
    link = invite(ada)
    eve.open(link)
    eve.button(t("join.watch")).click()
    expect(eve.page.get_by_text(t("invite.wait", n=1))).to_be_visible()
    assert eve.look().hand == []


def test_a_listed_table_is_found_and_watched_from_the_first_page(people: People) -> None:
    ada, bo, eve = people.come(DESK), people.come(DESK), people.come(DESK)
    ada.open("/").page.get_by_text(t("home.options")).click()
    ada.page.get_by_label(t("home.listed")).check()
    name = ada.page.get_by_label(t("home.name"))
    name.fill("Ada the listed")
    name.blur()
    ada.page.get_by_role("button", name=t("home.friend")).click()
    accept(bo, ada.page.get_by_role("textbox", name=t("invite.link")).input_value())
    eve.open("/").page.get_by_text(t("home.watch.text")).click()
    eve.page.get_by_role("link", name="Ada the listed").first.click()
    says(eve, "thinking")
    assert eve.look().hand == []
