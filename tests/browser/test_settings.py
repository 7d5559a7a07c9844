"""What a person sets stays set: language, light, movement. And a name is only a name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from browser.means import Tap
from browser.pages import PLAIN, open_state
from browser.people import DESK, PHONE
from browser.player import GERMAN
from browser.tables import join, lay
from browser.words import catalogue, t

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from browser.people import People
    from browser.player import Player

# Texts on the page, each as a whole, and what is read instead of them.
_TEXTS = """() => {
  const texts = [];
  const said = ["aria-label", "title", "placeholder", "alt"];
  const both = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
  const walker = document.createTreeWalker(document.body, both);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
    else texts.push(...said.map((name) => node.getAttribute(name) ?? ""));
  }
  return [...texts, document.title]
    .map((text) => text.trim().replace(/\\s+/g, " "))
    .filter(Boolean);
}"""


def english_only() -> set[str]:
    """Return every English sentence without gaps that no German one equals."""
    german = {form for forms in catalogue("de").values() for form in forms.values()}
    return {
        form
        for forms in catalogue("en").values()
        for form in forms.values()
        if "{" not in form and form not in german
    }


def english_with_gaps() -> list[re.Pattern[str]]:
    """Return every English sentence with gaps as a pattern."""
    german = {form for forms in catalogue("de").values() for form in forms.values()}
    patterns = []
    for forms in catalogue("en").values():
        for form in forms.values():
            words = re.sub(r"\{\w+\}", "", form)
            if "{" in form and form not in german and len(re.findall("[a-z]{2,}", words)) >= 2:
                pieces = map(re.escape, re.split(r"\{\w+\}", form))
                patterns.append(re.compile(".+".join(pieces)))
    return patterns


GERMAN_STATES = (
    *("placed", "refused", "waiting", "curtain", "teaching", "partners", "solo", "between"),
    *("ended", "sheet", "menu", "keys", "greetings", "invited", "dead link", "review in words"),
)


def test_all_of_it_in_german(people: People) -> None:
    player = people.come(PHONE, locale="de-DE")
    player.words = GERMAN
    people.allow("404")
    plain, gaps = english_only(), english_with_gaps()
    found: dict[str, str] = {}

    def read(where: str) -> None:
        for text in player.page.evaluate(_TEXTS):
            if text in plain or any(pattern.fullmatch(text) for pattern in gaps):
                found.setdefault(text, where)

    for path in PLAIN:
        player.open(path).page.wait_for_load_state("networkidle")
        expect(player.page.locator("html")).to_have_attribute("lang", "de")
        read(path)
    for state in GERMAN_STATES:
        open_state(player, people.address, state)
        read(state)
    player.sit(lay(people.address, "classic", "me", "careful", open_hands=True))
    for _ in range(2):
        player.take_turn(Tap(player.page))
        read("a turn")
    player.button(t("table.hints", "de")).tap()
    read("hints")
    assert not found, "\n".join(f"{where}: {text}" for text, where in found.items())


def test_settings_stay(desk: Player) -> None:
    page = desk.open("/settings").page
    page.get_by_label(t("settings.name")).fill("Çağla")
    page.get_by_role("radio", name=t("settings.theme.dark")).check(force=True)
    page.get_by_role("radio", name=t("settings.motion.0"), exact=True).check(force=True)
    page.get_by_label(t("settings.sounds")).check()
    page.get_by_label(t("settings.language")).select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_label(t("settings.name", "de"))).to_have_value("Çağla")
    expect(page.get_by_label(t("settings.sounds", "de"))).to_be_checked()
    # And what is kept can be forgotten.
    desk.button(t("settings.forget", "de")).click()
    desk.button(t("settings.forget.yes", "de")).click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_label(t("settings.name"))).to_have_value("")


NAMES = ("<img src=x onerror=a()>", '"><b>bold</b>${1+1}', "{name} &amp; {n}")


def test_a_name_is_only_a_name(people: People, address: str) -> None:
    table = lay(address, "classic-partners", "me", "friend", "friend", "friend", first_starter=1)
    table["seats"] += [join(address, table, name) for name in NAMES]
    ada, bo = people.come(DESK).sit(table), people.come(DESK).sit(table, 1)
    Tap(bo.page, touch=False).turn(bo.choose(bo.ready()))
    ada.until(lambda look: f"{NAMES[0]} laid" in look.said, "The turn")
    ada.page.locator("[data-menu]").click()
    ada.page.get_by_role("dialog").get_by_role("button", name=t("menu.resign")).click()
    ada.page.locator("[data-resign]").click()
    ada.page.get_by_role("region", name=t("end.title")).wait_for()
    _shows(ada.page)
    ada.open(f"/review/{table['table']}").page.get_by_role("slider").wait_for()
    _shows(ada.page)


def _shows(page: Page) -> None:
    text = page.locator("main").inner_text()
    assert all(name in text for name in NAMES), text
    assert page.locator("main img, main b:has-text('bold')").count() == 0


# How many things change their place just now.
_MOVING = """() => document.getAnimations().filter((one) =>
  one.playState === "running"
  && Number(one.effect.getComputedTiming().duration) > 1
  && one.effect.getKeyframes().some((frame) => "transform" in frame || "translate" in frame),
).length"""


def test_with_less_movement_nothing_moves(people: People, address: str) -> None:
    player = people.come(DESK).sit(lay(address))
    mouse = Tap(player.page, touch=False)
    for _ in range(2):
        mouse.turn(player.choose(player.ready()))
        assert player.page.evaluate(_MOVING) == 0
        player.ready()


def test_sounds_wait_until_the_page_was_touched(people: People, address: str) -> None:
    """Browsers complain of a page that would sound before, and the watch would hear of it."""
    table = lay(address, "classic", "me", "friend", first_starter=0)
    table["seats"].append(join(address, table))
    ada, bo = people.come(DESK), people.come(DESK)
    bo.open("/settings").page.get_by_label(t("settings.sounds")).check()
    ada.sit(table)
    bo.sit(table, 1)
    Tap(ada.page, touch=False).turn(ada.choose(ada.ready()))
    Tap(bo.page, touch=False).turn(bo.choose(bo.ready()))
    ada.ready()


def test_with_movement_a_match_goes_just_as_well(people: People, address: str) -> None:
    player = people.come(DESK, reduced_motion="no-preference").sit(lay(address))
    for _ in range(4):
        player.take_turn(Tap(player.page, touch=False))


def test_pictures_with_forced_colours_and_of_the_evening(people: People, shots: Path) -> None:
    player = people.come(PHONE, color_scheme="dark")
    for state in ("placed", "long", "ended", "menu"):
        open_state(player, people.address, state)
        # With forced colours a tap flashes black.
        player.page.wait_for_timeout(300)
        assert player.page.locator("html").get_attribute("data-theme") == "dark"
        player.page.screenshot(path=shots / f"dark-{state}.png")
        player.page.emulate_media(forced_colors="active")
        player.page.screenshot(path=shots / f"forced-colours-{state}.png")
        player.page.emulate_media(forced_colors="none")
