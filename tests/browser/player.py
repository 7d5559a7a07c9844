"""Somebody at a table in a browser: what they read there, and how they take a turn."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

# One look at the page: what is on it for whoever reads names, not colours.
_LOOK = """() => {
  const all = (what) => [...document.querySelectorAll(what)];
  const there = (what) => document.querySelector(what) !== null;
  const name = (element) => element?.getAttribute("aria-label") ?? "";
  return {
    title: document.title,
    said: document.querySelector('[role=status][data-focus]')?.textContent ?? "",
    alert: all("[role=alert]").map((element) => element.textContent.trim()).join(" ").trim(),
    hand: all("[data-card]").map((element) => [
      element.dataset.card, Number(element.dataset.copy), name(element)]),
    places: all("[data-place]").map((element) => [element.dataset.place, name(element)]),
    draws: all("[data-draw]").map((element) => [element.dataset.draw, name(element)]),
    over: there("[data-deal]") ? "between" : there(".ends") ? "ended" : "",
    curtain: there("[data-lift]"),
  };
}"""
SOON = 10.0


@dataclass(frozen=True, slots=True)
class Words:
    """The few words by which a table is read."""

    language: str
    turn: str
    playable: str


ENGLISH = Words("en", "Your turn", "in your hand, playable")
GERMAN = Words("de", "Du bist dran", "in deiner Hand, passt")


@dataclass(frozen=True, slots=True)
class Choice:
    """A turn: which of the equal cards, where it goes, where one draws; no draw where none is."""

    card: str
    copy: int
    place: str
    draw: str | None


@dataclass(frozen=True, slots=True)
class Look:
    """What a page shows at one moment."""

    title: str
    said: str
    alert: str
    hand: list[tuple[str, int, str]]
    places: dict[str, str]
    draws: dict[str, str]
    over: str
    curtain: bool

    @property
    def position(self) -> object:
        """What every turn of one's own changes: the deck, or the hand."""
        return self.deck, [(card, copy) for card, copy, _ in self.hand]

    @property
    def deck(self) -> int:
        """The cards left, as the deck's name has it."""
        return int("".join(filter(str.isdigit, self.draws["."].split(".")[0])) or 0)


class Means(Protocol):
    """A way to take a turn: by tapping, dragging, or with keys."""

    def turn(self, choice: Choice) -> None:
        """Take it."""


class Player:
    """Somebody before a page."""

    def __init__(self, page: Page, name: str = "", words: Words = ENGLISH) -> None:
        self.page = page
        self.name = name
        self.words = words

    def look(self) -> Look:
        """Look at the page."""
        seen: dict[str, Any] = self.page.evaluate(_LOOK)
        return Look(
            seen["title"],
            seen["said"],
            seen["alert"],
            [(card, copy, name) for card, copy, name in seen["hand"]],
            dict(seen["places"]),
            dict(seen["draws"]),
            seen["over"],
            seen["curtain"],
        )

    def until(self, holds: Callable[[Look], object], what: str = "") -> Look:
        """Look until something holds; fails when it doesn't come about."""
        end = time.monotonic() + SOON
        while True:
            look = self.look()
            if holds(look):
                return look
            assert time.monotonic() < end, f"{what or 'What was awaited'} never came: {look}"
            self.page.wait_for_timeout(30)

    def open(self, path: str) -> Player:
        """Go to a page of this server, loading it anew."""
        self.page.goto(path)
        return self

    def sit(self, table: dict[str, Any], seat: int = 0) -> Player:
        """Sit down at a table that was set up, by the link of a seat."""
        token = table["seats"][seat]["token"]
        self.page.goto(f"/t/{table['table']}#s.{token}")
        self.until(lambda look: look.said, "The table")
        return self

    def is_on_turn(self, look: Look) -> bool:
        """Whether they may take a turn now."""
        return look.title.startswith(self.words.turn) and bool(look.hand)

    def ready(self) -> Look:
        """Look once it's their turn, or the round is over."""
        return self.until(lambda look: look.over or self.is_on_turn(look), "The turn")

    def choose(self, look: Look) -> Choice:
        """Choose a turn, none too clever: lay what fits, lowest first; draw off the deck."""
        fits = [held for held in look.hand if self.words.playable in held[2]]
        card, copy, _ = min(fits or look.hand, key=lambda held: (_rank(held[0]), held[0]))
        place = "lay" if fits else "discard"
        return Choice(card, copy, f"{place}:{card[0]}", "." if look.deck else None)

    def take_turn(self, means: Means, choice: Choice | None = None) -> Look:
        """Take a turn once one may; returns what is there when the next one is asked of them."""
        look = self.ready()
        if look.over:
            return look
        means.turn(choice or self.choose(look))
        return self.until(
            lambda now: now.over or (self.is_on_turn(now) and now.position != look.position),
            "The next turn",
        )

    def play_round(self, means: Means, *, check: Callable[[], object] = lambda: None) -> int:
        """Play until the round is over; returns the number of turns."""
        turns = 0
        while not self.ready().over:
            self.take_turn(means)
            check()
            turns += 1
        return turns

    def button(self, name: str) -> Locator:
        """The button of this name."""
        return self.page.get_by_role("button", name=name, exact=True)


def _rank(card: str) -> int:
    mark = card[1:]
    return int(mark) if mark.isdigit() else {"$": 0, "J": -3, "Q": -2, "K": -1}[mark]
