"""What is read aloud: names that tell controls apart, what happens, and reasons."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from browser.means import Tap, card_of
from browser.pages import refuse
from browser.people import DESK
from browser.tables import join, lay
from browser.words import t

if TYPE_CHECKING:
    from pathlib import Path

    from browser.people import People
    from browser.player import Player


def test_a_card_says_what_it_is_where_it_is_and_whether_it_fits(desk: Player, address: str) -> None:
    desk.sit(lay(address, "classic", "me", "careful"))
    for _, _, name in desk.ready().hand:
        assert re.fullmatch(
            r"(Yellow|White|Blue|Green|Red) (wager|\d+), in your hand, playable(, number \d)?"
            r"(, just drawn)?",
            name,
        )
    standard = desk.sit(lay(address, "standard", "me", "careful"))
    for _, _, name in standard.ready().hand:
        assert re.match(r"(Jack|Queen|King|\d+) of (clubs|diamonds|hearts|spades), ", name)


def test_places_say_so_when_a_card_can_go_there(desk: Player, address: str) -> None:
    desk.sit(lay(address, first_starter=0))
    choice = desk.choose(desk.ready())
    mouse = Tap(desk.page, touch=False)
    mouse.on(card_of(choice))
    look = desk.look()
    card = desk.page.locator(card_of(choice)).get_attribute("aria-pressed")
    assert card == "true"
    lit = {place for place, name in look.places.items() if re.search("Lay .* here", name)}
    assert lit == {choice.place}
    assert "Discard " in look.places[f"discard:{choice.card[0]}"]
    mouse.on(f'[data-place="{choice.place}"]')
    lit = {draw for draw, name in desk.look().draws.items() if t("table.pile.draw") in name}
    assert lit == {"."}


def test_each_turn_is_said_once_in_the_line_and_also_the_same_words_again(
    people: People, address: str
) -> None:
    table = lay(address, "classic", "me", "friend", first_starter=0)
    table["seats"].append(join(address, table))
    ada, bo = people.come(DESK).sit(table), people.come(DESK).sit(table, 1)
    heard = "window.heard = []; new MutationObserver(() => heard.push(document.querySelector("
    bo.page.evaluate(
        f"() => {{ {heard}'[role=status][data-focus]').textContent)).observe("
        "document.querySelector('[role=status][data-focus]'),"
        " { childList: true, characterData: true, subtree: true }); }"
    )
    Tap(ada.page, touch=False).turn(ada.choose(ada.ready()))
    bo.until(lambda look: t("now.yours") in look.said, "The turn")
    said = set(bo.page.evaluate("heard"))
    assert len(said) == 1, said
    assert re.match(
        r"Player 0 laid .* and drew from the deck\. Your turn\. Choose a card to lay or discard",
        said.pop(),
    )
    # The same question twice: the second answer is new to a screen reader.
    bo.page.keyboard.press("Tab")
    texts = []
    for _ in range(2):
        bo.page.keyboard.press("s")
        bo.page.wait_for_timeout(100)
        texts.append(bo.look().said)
    assert texts[0] != texts[1]
    assert texts[0].strip() == texts[1].strip()


def test_a_card_that_does_not_fit_says_why(phone: Player, address: str) -> None:
    name = refuse(phone, address)
    alert = phone.look().alert
    assert alert.startswith(name)
    assert re.search("is lower than the|is the same as the|must come before any number", alert), (
        alert
    )
    assert phone.is_on_turn(phone.look())


def test_what_cannot_be_drawn_says_why(phone: Player, address: str) -> None:
    phone.sit(lay(address, first_starter=0))
    finger = Tap(phone.page)
    finger.on('[data-draw="."]')
    phone.until(lambda look: t("table.first-card") in look.alert, "The reason")
    card, copy, _ = phone.ready().hand[0]
    finger.on(f'[data-card="{card}"][data-copy="{copy}"]')
    finger.on(f'[data-place="discard:{card[0]}"]')
    # One's own card is not drawn back; a button takes it back.
    finger.on(f'[data-draw="<{card[0]}"]')
    phone.until(lambda look: "so this pile is closed" in look.alert, "The reason")
    phone.page.get_by_role("button", name=t("table.back.card")).tap()
    phone.until(lambda look: "not sent yet" not in str(look.hand), "The card")
    finger.on(f'[data-place="discard:{card[0]}"]')
    other = next(suit for suit in "YWBGR" if suit != card[0])
    finger.on(f'[data-draw="<{other}"]')
    phone.until(lambda look: "is empty" in look.alert, "The reason")


def test_the_log_reads_back_what_happened_and_is_silent(desk: Player, address: str) -> None:
    desk.sit(lay(address))
    mouse = Tap(desk.page, touch=False)
    for _ in range(2):
        desk.take_turn(mouse)
    log = desk.page.get_by_role("log", name=t("table.log"))
    expect(log).to_have_attribute("aria-live", "off")
    assert len(re.findall("laid|discarded", log.inner_text())) >= 4


def test_every_card_has_its_letter_and_shape_in_every_palette(
    desk: Player, address: str, shots: Path
) -> None:
    table = lay(address)
    for palette in ("classic", "clear", "soft", "mono"):
        radio = desk.open("/settings").page.get_by_role(
            "radio", name=t(f"settings.palette.{palette}")
        )
        radio.check(force=True)
        for card, copy, _ in desk.sit(table).ready().hand:
            button = desk.page.locator(f'[data-card="{card}"][data-copy="{copy}"]')
            assert card[0] in (button.text_content() or "")
            assert button.locator("svg").count() >= 1
        desk.page.screenshot(path=shots / f"palette-{palette}.png")
