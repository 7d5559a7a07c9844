"""What goes wrong is said in a sentence, with what to do next."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

from browser.means import Tap
from browser.people import DESK, UNLOADED
from browser.tables import finished, join, lay
from browser.words import t

if TYPE_CHECKING:
    from browser.people import People
    from browser.player import Player


@pytest.fixture(autouse=True)
def _faults_are_expected(people: People) -> None:
    people.allow(UNLOADED, "WebSocket")


def test_a_dead_link(phone: Player) -> None:
    page = phone.open("/t/23456789abcdef").page
    expect(page.get_by_role("alert")).to_have_text(t("error.no-table"))
    page.get_by_role("link", name=t("shell.home")).last.tap()
    page.get_by_role("button", name=t("home.play")).wait_for()


def test_a_page_that_there_is_not(phone: Player) -> None:
    page = phone.open("/nowhere").page
    expect(page.get_by_role("heading", level=1)).to_have_text(t("lost.title"))


@pytest.mark.parametrize("token", ["guessed", "AAAAAAAAAAAAAAAAAAAAAA"])
def test_a_guessed_key_opens_no_seat(phone: Player, address: str, token: str) -> None:
    table = lay(address)
    page = phone.open(f"/t/{table['table']}#s.{token}").page
    expect(page.get_by_role("alert")).to_have_text(t("error.no-seat"))
    assert phone.look().hand == []


def test_a_full_table_can_be_watched(people: People, address: str) -> None:
    table = lay(address, "classic", "me", "friend")
    join(address, table)
    late = people.come()
    late.open(f"/t/{table['table']}#i.{table['invite']}")
    # Said before one has typed a name.
    expect(late.page.get_by_role("status")).to_have_text(t("join.full"))
    late.button(t("join.watch")).tap()
    late.until(lambda look: "thinking" in look.said, "The table")


def test_a_match_that_is_over_is_shown_as_it_ended(people: People, address: str) -> None:
    table = finished(address)
    page = people.come(DESK).open(f"/t/{table['table']}").page
    ending = page.get_by_role("region", name=t("end.title"))
    expect(ending.get_by_role("heading")).to_have_text(re.compile("wins|tie", re.IGNORECASE))
    ending.get_by_role("link", name=t("end.review")).click()
    page.get_by_role("slider").wait_for()


def test_a_key_that_was_renewed_elsewhere(phone: Player, address: str) -> None:
    table = lay(address)
    phone.sit(table).ready()
    token = table["seats"][0]["token"]
    reply = httpx.post(
        f"{address}/api/tables/{table['table']}/token",
        headers={"Authorization": f"Bearer {token}"},
    )
    assert reply.status_code == 200
    phone.page.reload()
    expect(phone.page.get_by_role("alert").first).to_have_text(t("error.no-seat"))


def test_a_review_of_a_round_that_runs(phone: Player, address: str) -> None:
    table = lay(address)
    page = phone.open(f"/review/{table['table']}").page
    expect(page.get_by_role("status").first).to_have_text(
        re.compile(
            "|".join(map(re.escape, (t("review.fault.not-now"), t("review.fault.not-found"))))
        )
    )


def test_a_record_that_is_none(phone: Player) -> None:
    page = phone.open("/review").page
    page.get_by_label(t("review.bring.paste")).fill("{}")
    phone.button(t("review.bring.open")).tap()
    alert = page.get_by_role("alert")
    expect(alert).to_have_text(re.compile("This record does not hold: .+"))
    # What was typed is still there to be mended.
    expect(page.get_by_label(t("review.bring.paste"))).to_have_value("{}")


def test_a_record_goes_out_and_comes_in_again(desk: Player, address: str) -> None:
    table = finished(address)
    record = httpx.get(f"{address}/api/tables/{table['table']}/record").text
    page = desk.open("/review").page
    page.get_by_label(t("review.bring.paste")).fill(record)
    desk.button(t("review.bring.open")).click()
    page.get_by_role("slider").wait_for()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("slider")).to_have_value("2")
    desk.page.get_by_role("button", name=re.compile("^" + t("review.play-on"))).click()
    desk.ready()
    desk.take_turn(Tap(page, touch=False))


def test_a_link_to_a_turn_shows_that_turn_to_whoever_gets_it(people: People, address: str) -> None:
    table = finished(address)
    page = people.come(DESK).open(f"/review/{table['table']}?round=1&step=7&eyes=all").page
    expect(page.get_by_role("slider")).to_have_value("7")
    expect(page.locator("[aria-current=step]")).to_contain_text("7")


def test_the_first_page_without_a_server(people: People) -> None:
    player = people.come()
    player.open("/").page.wait_for_load_state("networkidle")
    player.page.context.set_offline(True)
    player.page.get_by_role("button", name=t("home.play")).tap()
    expect(player.page.get_by_role("alert").first).to_have_text(t("error.offline"))
    player.page.context.set_offline(False)
    player.page.get_by_role("button", name=t("home.play")).tap()
    player.ready()
