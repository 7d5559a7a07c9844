"""Two people and one device: between their turns a curtain, behind which there is nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from browser.means import Tap
from browser.words import t

if TYPE_CHECKING:
    from browser.player import Player


TURNS = 10


def drew(phone: Player) -> None:
    """Wait until it's said what came into the hand, which is marked there."""
    look = phone.until(lambda look: look.said.startswith("You drew "), "The card that was drawn")
    card = next(name for _, _, name in look.hand if t("table.card.fresh") in name)
    said = look.said.strip().removeprefix("You drew ").removesuffix(".")
    assert card.lower().startswith(said), (card, said)


def test_two_on_one_phone(phone: Player) -> None:
    page = phone.open("/").page
    page.get_by_text(t("home.here"), exact=True).tap()
    page.get_by_role("button", name=t("home.here.start")).tap()
    finger = Tap(page)
    seen: dict[str, list[str]] = {}
    whose = ""
    turns = 0
    while turns < TURNS:
        look = phone.until(lambda look: look.curtain or phone.is_on_turn(look), "The next turn")
        if look.curtain:
            text = page.locator("main").inner_html()
            assert look.hand == []
            assert look.places == {}
            assert "in your hand" not in text
            assert "data-card" not in text
            button = page.locator("[data-lift]")
            whose = button.inner_text()
            button.tap()
            continue
        if whose:
            hand = [card for card, *_ in look.hand]
            others = [cards for name, cards in seen.items() if name != whose]
            assert hand not in others, "That is the hand of the other person."
            seen[whose] = hand
        finger.turn(phone.choose(look))
        turns += 1
        drew(phone)
        page.locator("[data-pass]").tap()
        phone.until(lambda now: now.curtain, "The curtain")
    assert len(seen) == 2


def test_a_reload_behind_the_curtain_shows_no_hand(phone: Player) -> None:
    page = phone.open("/").page
    page.get_by_text(t("home.here"), exact=True).tap()
    page.get_by_role("button", name=t("home.here.start")).tap()
    phone.until(lambda look: look.curtain or look.hand)
    if phone.look().curtain:
        page.locator("[data-lift]").tap()
    Tap(page).turn(phone.choose(phone.ready()))
    page.locator("[data-pass]").wait_for()
    page.reload()
    phone.until(lambda look: look.curtain, "The curtain")
    assert phone.look().hand == []
