"""What one may do before a turn is sent: change one's mind, choose ahead, be asked once more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from browser.means import Tap, card_of
from browser.people import DESK
from browser.player import Choice
from browser.tables import join, lay, play_out
from browser.words import t

if TYPE_CHECKING:
    from browser.people import People
    from browser.player import Player


def two(people: People, address: str) -> tuple[Player, Player]:
    """Return two people at a table; the first one is on turn."""
    table = lay(address, "classic", "me", "friend", first_starter=0)
    table["seats"].append(join(address, table))
    return people.come(DESK).sit(table), people.come(DESK).sit(table, 1)


def test_a_placed_card_is_taken_back_and_another_one_laid(phone: Player, address: str) -> None:
    phone.sit(lay(address, first_starter=0))
    look = phone.ready()
    finger = Tap(phone.page)
    choice = phone.choose(look)
    finger.on(card_of(choice))
    finger.on(f'[data-place="{choice.place}"]')
    phone.until(lambda now: "not sent yet" in str(now.hand), "The placed card")
    phone.page.locator("[data-back]").tap()
    phone.until(lambda now: "not sent yet" not in str(now.hand), "The card back in the hand")
    # A second tap on the chosen card puts it down again.
    finger.on(card_of(choice))
    expect(phone.page.locator(card_of(choice))).to_have_attribute("aria-pressed", "false")
    phone.take_turn(finger)


def test_a_turn_chosen_ahead_is_sent_when_its_time_comes(people: People, address: str) -> None:
    ada, bo = two(people, address)
    look = bo.look()
    Tap(bo.page, touch=False).turn(bo.choose(look))
    bo.until(lambda now: t("table.premove.ready") in now.said, "That it is kept")
    assert ada.look().deck == 44
    Tap(ada.page, touch=False).turn(ada.choose(ada.ready()))
    ada.until(lambda now: ada.is_on_turn(now) and now.deck == 42, "The turn chosen ahead")
    assert bo.look().position != look.position


def test_a_turn_chosen_ahead_can_be_dropped(people: People, address: str) -> None:
    ada, bo = two(people, address)
    Tap(bo.page, touch=False).turn(bo.choose(bo.look()))
    bo.button(t("table.premove.drop")).click()
    bo.page.keyboard.press("Escape")
    Tap(ada.page, touch=False).turn(ada.choose(ada.ready()))
    assert bo.ready().deck == 43


def test_whoever_wants_to_be_asked_once_more_is(people: People, address: str) -> None:
    player = people.come(DESK)
    player.open("/settings").page.get_by_label(t("settings.confirm")).check()
    player.sit(lay(address, first_starter=0))
    look = player.ready()
    Tap(player.page, touch=False).turn(player.choose(look))
    player.until(lambda now: t("table.confirm") in now.said, "The question")
    assert player.look().deck == look.deck
    player.page.locator("[data-send]").click()
    player.until(lambda now: now.deck < look.deck, "The turn")


def test_the_piles_can_be_looked_through(people: People, address: str) -> None:
    ada, _ = two(people, address)
    mouse = Tap(ada.page, touch=False)
    card, copy, _ = ada.ready().hand[0]
    mouse.turn(Choice(card, copy, f"discard:{card[0]}", "."))
    ada.until(lambda now: not ada.is_on_turn(now), "The other's turn")
    mouse.on(f'[data-draw="<{card[0]}"]')
    ada.until(lambda now: "pile, from the top: " in now.said, "The list")


def test_scores_can_be_hidden(people: People, address: str) -> None:
    player = people.come(DESK)
    player.open("/settings").page.get_by_label(t("settings.scores")).uncheck()
    table = lay(address)
    play_out(address, table, turns=8)
    look = player.sit(table).ready()
    assert not any("Worth" in name for name in look.places.values())
