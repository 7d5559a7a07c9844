"""Everything fits at every size, and is large enough to touch; pictures of it are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from browser.pages import PLAIN, STATES, open_state
from browser.people import DESK, PHONE

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from browser.people import People
    from browser.player import Player

Size = tuple[int, int]

#: Where one touches, and where one has a mouse.
TOUCHED: tuple[Size, ...] = ((360, 640), (390, 844), (640, 360), (768, 1024))
POINTED: tuple[Size, ...] = ((1024, 768), (1280, 800), (1920, 1080))
#: The screens of which pictures are kept at every size.
SCREENS = ("start", "placed", "long six", "between", "ended", "review", "curtain", "teaching")
#: The least side of what is touched on a phone, in CSS pixels.
FINGER = 44

# The controls that can be seen, with where they are; what a dialog covers isn't counted, nor a link
# within a sentence, which the guidelines leave out too.
_CONTROLS = """() => {
  const dialog = document.querySelector("dialog[open]");
  const within = dialog ?? document.body;
  const found = [];
  for (const one of within.querySelectorAll("a[href], button, input, select, textarea, summary")) {
    const ticked = one.matches("input[type=radio], input[type=checkbox]");
    const target = (ticked ? one.closest("label") : null) ?? one;
    const box = target.getBoundingClientRect();
    const style = getComputedStyle(target);
    if (!box.width || !box.height || style.visibility === "hidden") continue;
    if (target.closest(".skip, [inert]")) continue;
    if (target.closest("details:not([open])") && !target.matches("summary")) continue;
    const sentence = one.matches("a") && getComputedStyle(one).display === "inline";
    const name = one.getAttribute("aria-label") ?? target.textContent ?? "";
    found.push({
      name: name.trim().replace(/\\s+/g, " ").slice(0, 60),
      x: box.x, y: box.y, w: box.width, h: box.height, sentence,
      scrolls: target.closest(".scrolls, .log, .turn-list, .coach-text") !== null,
    });
  }
  return found;
}"""
_OVERFLOW = """() => {
  const page = document.documentElement;
  return { x: page.scrollWidth - innerWidth, y: page.scrollHeight - innerHeight };
}"""


def controls(page: Page) -> list[dict[str, Any]]:
    """Return every control that can be seen, with its box."""
    found: list[dict[str, Any]] = page.evaluate(_CONTROLS)
    return found


def overlapping(boxes: list[dict[str, Any]]) -> list[str]:
    """Return the pairs of controls that lie over each other by more than a pixel."""
    pairs = []
    for number, one in enumerate(boxes):
        for other in boxes[number + 1 :]:
            across = min(one["x"] + one["w"], other["x"] + other["w"]) - max(one["x"], other["x"])
            down = min(one["y"] + one["h"], other["y"] + other["h"]) - max(one["y"], other["y"])
            if across > 1 and down > 1 and not (one["scrolls"] or other["scrolls"]):
                pairs.append(f"{one['name']!r} and {other['name']!r} ({across:.0f}x{down:.0f})")
    return pairs


@pytest.mark.parametrize("sizes", [TOUCHED, POINTED], ids=["touched", "pointed"])
def test_nothing_overlaps_or_is_cut_off_at_a_table(
    people: People, shots: Path, sizes: tuple[Size, ...]
) -> None:
    player = people.come(PHONE if sizes is TOUCHED else DESK)
    wrong = []
    for state in SCREENS:
        open_state(player, people.address, state)
        for size in sizes:
            resize(player.page, size)
            wrong += [f"{state} {size}: {fault}" for fault in misfits(player.page, state, size)]
            name = f"{state.replace(' ', '-')}-{size[0]}x{size[1]}.png"
            player.page.screenshot(path=shots / name)
    assert not wrong, "\n".join(wrong)


def resize(page: Page, size: Size) -> None:
    """Give a page another size, and let it settle."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(
        "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"
    )


def misfits(page: Page, state: str, size: Size) -> list[str]:
    """Return what lies over something else, or outside of the window."""
    boxes = controls(page)
    wrong = [f"{pair} overlap" for pair in overlapping(boxes)]
    over = page.evaluate(_OVERFLOW)
    if over["x"] > 0:
        wrong.append(f"{over['x']} px too wide")
    # A review has more to say than fits; a table never has.
    if state != "review":
        wrong += [f"{over['y']} px too high"] if over["y"] > 0 else []
        wrong += [
            f"{box['name']!r} is cut off at {box['y'] + box['h']:.0f}"
            for box in boxes
            if box["y"] + box["h"] > size[1] + 1 and not box["scrolls"]
        ]
    return wrong


def test_the_other_pages_at_a_desk(desk: Player, people: People, shots: Path) -> None:
    people.allow("404")
    for path in PLAIN:
        desk.open(path).page.wait_for_load_state("networkidle")
        picture(desk.page, shots, path)
        assert not overlapping(controls(desk.page)), path


def picture(page: Page, shots: Path, path: str) -> None:
    """Keep a picture of a page in its whole length."""
    name = path.strip("/").replace("/", "-") or "first"
    width = page.evaluate("innerWidth")
    page.screenshot(path=shots / f"page-{name}-{width}.png", full_page=True)


def test_no_page_scrolls_sideways_and_what_is_touched_is_large_enough(
    people: People, shots: Path
) -> None:
    """On 320 and 360 pixels; each page is opened once."""
    player = people.come(PHONE)
    people.allow("404")
    wide: list[str] = []
    small: dict[str, str] = {}

    def look(where: str) -> None:
        resize(player.page, (360, 640))
        for box in controls(player.page):
            if min(box["w"], box["h"]) < FINGER - 0.5 and not box["sentence"]:
                small.setdefault(f"{box['name']} ({box['w']:.0f}x{box['h']:.0f})", where)
        resize(player.page, (320, 568))
        wide.extend([where] if player.page.evaluate(_OVERFLOW)["x"] > 0 else [])

    for path in PLAIN:
        player.open(path).page.wait_for_load_state("networkidle")
        look(path)
        resize(player.page, (360, 640))
        picture(player.page, shots, path)
    for state in STATES:
        open_state(player, people.address, state)
        look(state)
    assert not wide
    assert not small, "\n".join(f"{where}: {name}" for name, where in small.items())


def test_the_table_of_a_small_phone_shows_everything_without_scrolling(
    people: People, address: str
) -> None:
    """Also with the longest columns, five and six of them."""
    player = people.come(PHONE)
    for state in ("start", "long", "long six", "partners", "solo", "teaching"):
        open_state(player, address, state)
        over = player.page.evaluate(_OVERFLOW)
        assert over["y"] <= 0, f"{state} is {over['y']} px too high."
        for what in ("[data-card]", "[data-place]", "[data-draw]"):
            for box in player.page.locator(what).all():
                place = box.bounding_box()
                assert place, f"{state}: {what} is hidden."
                assert place["y"] >= 0
                assert place["y"] + place["height"] <= 640, f"{state}: {what} is cut off."
