"""A round with open hands and the reasons for and against each card; then a match that counts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from browser.means import Tap
from browser.tables import play_out
from browser.words import t

if TYPE_CHECKING:
    from browser.player import Player


def test_an_open_round_with_its_reasons_and_a_fresh_match(phone: Player, address: str) -> None:
    page = phone.open("/").page
    page.get_by_role("button", name=t("home.teach")).tap()
    look = phone.ready()
    assert len(look.hand) == 8
    expect(page.get_by_role("img", name=re.compile("hand:"))).to_be_visible()
    expect(page.get_by_text(t("table.teaching"), exact=True).first).to_be_visible()

    phone.button(t("table.hints")).tap()
    hints = page.get_by_role("dialog", name=t("dialog.hints"))
    # The three best are open, whatever was dealt; every other choice is folded under them.
    expect(hints.get_by_text(re.compile("^(Lay|Discard) ")).first).to_be_visible()
    expect(hints.get_by_text(re.compile("^Lay ")).first).to_be_attached()
    assert not re.search(r"hint\.|\{\w+\}|undefined|null", hints.inner_text())
    hints.get_by_role("button", name=t("dialog.close")).tap()

    phone.take_turn(Tap(page))
    # The rest is played at another device of theirs; this one shows it.
    ((name, held),) = page.evaluate("Object.entries(JSON.parse(localStorage['expedition.seats']))")
    play_out(address, {"table": name, "seats": held["seats"]}, rounds=0)
    expect(page.get_by_role("heading", name=t("between.teaching"))).to_be_visible()
    phone.button(t("between.match")).tap()
    look = phone.until(lambda look: not look.over and phone.is_on_turn(look), "The match")
    expect(page.get_by_text(t("table.round", n=1, of=3))).to_be_attached()
    expect(page.get_by_role("img", name=re.compile("hand:"))).to_have_count(0)
    assert look.deck in (44, 43)


def test_ten_guided_turns(phone: Player) -> None:
    page = phone.open("/learn").page
    phone.button(t("learn.0.start")).tap()
    status = page.get_by_role("status")
    for turn in range(1, 11):
        expect(page.get_by_text(t("learn.step", at=turn, n=10))).to_be_visible()
        for _ in range(4):
            if page.locator("#go-on").is_visible():
                break
            text = status.inner_text()
            _follow(phone, text)
            expect(status).not_to_have_text(text)
        phone.button(t("learn.on")).tap()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    phone.button(t("learn.play")).tap()
    assert phone.ready().hand
    # The first page doesn't ask again.
    expect(phone.open("/").page.get_by_text(t("home.first"))).to_have_count(0)


def _follow(phone: Player, prompt: str) -> None:
    """Do what the lesson asks for."""
    page = phone.page
    if found := re.search(r"Choose (\w+) (\w+) from your hand", prompt):
        name = f"{found[1]} {found[2]}".capitalize()
        page.get_by_role("group", name="Your hand").get_by_role(
            "button", name=re.compile(rf"^{name},")
        ).first.tap()
    elif found := re.search(r"lay it on your (\w+) expedition", prompt):
        page.locator(f'[data-place="lay:{found[1][0].upper()}"]').tap()
    elif found := re.search(r"put it on the (\w+) discard pile", prompt):
        page.locator(f'[data-place="discard:{found[1][0].upper()}"]').tap()
    elif found := re.search(r"top card of the (\w+) pile", prompt):
        page.locator(f'[data-draw="<{found[1][0].upper()}"]').tap()
    else:
        assert "top card of the deck" in prompt, prompt
        page.locator('[data-draw="."]').tap()
