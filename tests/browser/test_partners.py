"""Four seats: two people on two devices, and two bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.means import Tap
from browser.people import DESK, PHONE
from browser.test_friend_by_link import accept
from browser.words import t

if TYPE_CHECKING:
    from browser.people import People


@pytest.mark.parametrize(
    "edition",
    [
        pytest.param("classic-partners", marks=pytest.mark.long),
        "standard-partners",
    ],
)
def test_a_round_of_partners_with_two_bots(people: People, edition: str) -> None:
    ada, bo = people.come(DESK), people.come(PHONE)
    page = ada.open("/").page
    page.get_by_text(t("home.partners")).click()
    form = page.get_by_role("group").filter(
        has=page.get_by_role("button", name=t("home.partners.start"))
    )
    form.get_by_label(t("home.edition")).select_option(t(f"edition.{edition}"))
    form.get_by_label(t("home.seat", n=3)).select_option(t("home.seat.friend"))
    page.get_by_role("button", name=t("home.partners.start")).click()
    accept(bo, page.get_by_role("textbox", name=t("invite.link")).input_value())
    means = [(ada, Tap(page, touch=False)), (bo, Tap(bo.page))]
    turns = 0
    while not ada.look().over:
        for player, way in means:
            if player.is_on_turn(look := player.look()):
                way.turn(player.choose(look))
                player.until(lambda now: now.over or now.title != look.title, "The end of the turn")
                turns += 1
        page.wait_for_timeout(10)
    assert bo.until(lambda look: look.over, "The end").over == ada.look().over
    assert turns > 10
    # Partners have one side: what one of them laid stands before both.
    names = [
        sorted(
            name.split(":")[1] for place, name in one.look().places.items() if place[:3] == "lay"
        )
        for one in (ada, bo)
    ]
    assert names[0] == names[1]


def test_two_cards_are_handed_to_the_partner(people: People, address: str) -> None:
    from browser.tables import lay

    ada = people.come(PHONE)
    ada.sit(lay(address, "classic-partners", "me", "careful", "careful", "careful"))
    look = ada.ready()
    first, second = look.hand[0], look.hand[-1]
    ada.page.locator(f'[data-card="{first[0]}"]').first.tap()
    ada.page.locator('[data-place="hand-over"]').tap()
    ada.page.locator(f'[data-card="{second[0]}"]').last.tap()
    # Nothing goes before it is confirmed.
    ada.until(lambda now: "?" in now.said, "The question")
    assert ada.look().position == look.position
    ada.page.locator("[data-send]").tap()
    now = ada.until(lambda now: now.position != look.position and ada.is_on_turn(now), "The turn")
    assert len(now.hand) == len(look.hand) - 2 + 0 or len(now.hand) == len(look.hand)
