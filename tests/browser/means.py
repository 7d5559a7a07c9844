"""The ways to take a turn: a finger that taps, one that drags, a mouse, and keys alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import CDPSession, Page

    from browser.player import Choice

Point = tuple[float, float]


def card_of(choice: Choice) -> str:
    """Return the selector of the chosen card in the hand."""
    return f'[data-card="{choice.card}"][data-copy="{choice.copy}"]'


@dataclass(frozen=True, slots=True)
class Tap:
    """Card, place, draw: a tap each, with a finger where there are fingers, else by clicking."""

    page: Page
    touch: bool = True

    def turn(self, choice: Choice) -> None:
        """Take a turn."""
        self.on(card_of(choice))
        self.on(f'[data-place="{choice.place}"]')
        if choice.draw:
            self.on(f'[data-draw="{choice.draw}"]')

    def on(self, selector: str) -> None:
        """Tap the middle of something, where nothing else may lie over it."""
        x, y = middle(self.page, selector)
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)


@dataclass(frozen=True, slots=True)
class Mouse:
    """Cards dragged with the mouse: from the hand to a place, from the deck to the hand."""

    page: Page

    def turn(self, choice: Choice) -> None:
        """Take a turn."""
        self.drag(card_of(choice), f'[data-place="{choice.place}"]')
        if choice.draw:
            self.drag(f'[data-draw="{choice.draw}"]', HAND)

    def drag(self, what: str, to: str) -> None:
        """Drag something somewhere."""
        self.lift(what, to)
        self.page.mouse.up()

    def lift(self, what: str, towards: str) -> None:
        """Take something up and hold it over something else."""
        self.page.mouse.move(*middle(self.page, what))
        self.page.mouse.down()
        self.page.mouse.move(*middle(self.page, towards), steps=4)


@dataclass(frozen=True, slots=True)
class Finger:
    """Cards dragged with a finger: real touches, of which the browser may make a scroll."""

    page: Page
    session: CDPSession

    def turn(self, choice: Choice) -> None:
        """Take a turn."""
        self.drag(card_of(choice), f'[data-place="{choice.place}"]')
        if choice.draw:
            self.drag(f'[data-draw="{choice.draw}"]', HAND)

    def drag(self, what: str, to: str) -> None:
        """Drag something somewhere."""
        self.lift(what, to)
        self.touch("touchEnd")

    def lift(self, what: str, towards: str) -> None:
        """Take something up and hold it over something else."""
        self.page.locator(what).scroll_into_view_if_needed()
        start, end = middle(self.page, what), middle(self.page, towards)
        self.touch("touchStart", start)
        for point in _between(start, end, 4):
            self.touch("touchMove", point)

    def touch(self, kind: str, *points: Point) -> None:
        """Let fingers touch, move or lift off."""
        touched = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})


HAND = "[data-roving=hand]"


# The middle of something that stands still and that a finger would meet there, else why not.
_MIDDLE = """async (selector) => {
  const found = document.querySelector(selector);
  if (!found) return `There is no ${selector}.`;
  let box = found.getBoundingClientRect();
  for (const end = performance.now() + 2000; performance.now() < end; ) {
    await new Promise((go) => setTimeout(go, 16));
    const now = found.getBoundingClientRect();
    if (now.x === box.x && now.y === box.y) break;
    box = now;
  }
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const met = document.elementFromPoint(x, y);
  return found.contains(met) ? [x, y] : `${met?.outerHTML} lies over ${selector}.`;
}"""


def middle(page: Page, selector: str) -> Point:
    """Return the middle of something on the page."""
    found: list[float] | str = page.evaluate(_MIDDLE, selector)
    assert isinstance(found, list), found
    return found[0], found[1]


def _between(start: Point, end: Point, steps: int) -> Iterator[Point]:
    for step in range(1, steps + 1):
        part = step / steps
        yield start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


@dataclass(slots=True)
class Keys:
    """Keys and nothing else: from group to group with the arrows, or with a letter each."""

    page: Page
    letters: bool = False
    pressed: int = field(default=0, init=False)
    GROUPS: ClassVar = ("theirs", "piles", "mine", "hand")

    def turn(self, choice: Choice) -> None:
        """Take a turn."""
        if self.letters:
            self._with_letters(choice)
        else:
            self._with_arrows(choice)

    def press(self, key: str) -> None:
        """Press a key."""
        self.page.keyboard.press(key)
        self.pressed += 1

    def _with_letters(self, choice: Choice) -> None:
        hand: list[str] = self.page.evaluate(
            "() => [...document.querySelectorAll('[data-card]')]"
            ".map(({dataset}) => `${dataset.card}.${dataset.copy}`)"
        )
        at = hand.index(f"{choice.card}.{choice.copy}") + 1
        self.press(str(at % 10))
        self.press("l" if choice.place.startswith("lay") else "x")
        if choice.draw:
            self.press("d" if choice.draw == "." else choice.draw[1].lower())

    def _with_arrows(self, choice: Choice) -> None:
        self.reach(card_of(choice))
        self.press("Enter")
        self.reach(f'[data-place="{choice.place}"]')
        self.press("Space")
        if choice.draw:
            self.reach(f'[data-draw="{choice.draw}"]')
            self.press("Enter")

    def reach(self, selector: str) -> None:
        """Bring the focus to something: Tab onto the table, then arrows."""
        for _ in range(40):
            where = self.page.evaluate(_WHERE, [selector, list(self.GROUPS)])
            if where == "there":
                return
            self.press(where)
        message = f"The arrows never came to {selector}."
        raise AssertionError(message)


# Which key leads from the focus towards something, as a person would choose it.
_WHERE = """([selector, groups]) => {
  const wanted = document.querySelector(selector);
  const now = document.activeElement;
  if (now === wanted) return "there";
  const [from, to] = [now, wanted].map((element) => element?.closest("[data-roving]"));
  if (!from) return "Tab";
  if (from !== to) {
    const [at, goal] = [from, to].map((group) => groups.indexOf(group.dataset.roving));
    return at < goal ? "ArrowDown" : "ArrowUp";
  }
  const buttons = [...from.querySelectorAll("button")];
  return buttons.indexOf(now) < buttons.indexOf(wanted) ? "ArrowRight" : "ArrowLeft";
}"""
