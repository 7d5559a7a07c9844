"""Every page there is, and a table in every state that looks different."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from browser.means import Tap, card_of
from browser.tables import Json, finished, join, lay, long_table, play_out
from browser.words import t

if TYPE_CHECKING:
    from browser.player import Player

#: Pages without a table.
PLAIN = (
    "/",
    "/learn",
    "/rules",
    "/rules/classic",
    "/rules/standard-solo",
    "/settings",
    "/daily",
    "/about",
    "/review",
    "/nowhere",
)

#: A table in its states, and what is opened over it.
STATES = (
    "start",
    "chosen",
    "placed",
    "middle",
    "long",
    "long six",
    "refused",
    "waiting",
    "curtain",
    "teaching",
    "partners",
    "solo",
    "between",
    "ended",
    "sheet",
    "menu",
    "keys",
    "greetings",
    "invited",
    "dead link",
    "review",
    "review in words",
)


def open_state(player: Player, address: str, state: str) -> None:
    """Bring a page into a state."""
    page = player.page
    say = partial(t, language=player.words.language)
    finger = Tap(page, touch=bool(page.evaluate("navigator.maxTouchPoints")))
    match state:
        case "start" | "chosen" | "placed":
            player.sit(lay(address, first_starter=0))
            choice = player.choose(player.ready())
            if state != "start":
                finger.on(card_of(choice))
            if state == "placed":
                finger.on(f'[data-place="{choice.place}"]')
        case "middle" | "menu" | "keys":
            player.sit(_begun(address, "classic", "careful", turns=9)).ready()
            if state == "menu":
                page.locator("[data-menu]").click()
            elif state == "keys":
                page.keyboard.press("Tab")
                page.keyboard.press("?")
        case "long":
            player.sit(long_table(address, "classic")).ready()
        case "long six":
            player.sit(long_table(address, "classic-sixth")).ready()
        case "refused":
            refuse(player, address)
        case "waiting":
            page.goto("/")
            page.get_by_role("button", name=say("home.friend")).click()
            page.get_by_role("img", name=say("invite.qr")).wait_for()
        case "curtain":
            page.goto("/")
            page.get_by_text(say("home.here"), exact=True).click()
            page.get_by_role("button", name=say("home.here.start")).click()
            player.until(lambda look: look.curtain or look.hand, "The table")
            if not player.look().curtain:
                finger.turn(player.choose(player.look()))
                page.locator("[data-pass]").click()
                player.until(lambda look: look.curtain, "The curtain")
        case "teaching":
            player.sit(lay(address, "classic", "me", "careful", open_hands=True)).ready()
        case "partners":
            bots = ("careful", "careful", "careful")
            player.sit(_begun(address, "classic-partners", *bots, turns=5)).ready()
        case "solo":
            player.sit(_begun(address, "standard-solo", turns=8)).ready()
        case "between":
            player.sit(_begun(address, "classic", "random", rounds=1)).ready()
        case "ended" | "sheet":
            player.sit(finished(address)).ready()
            if state == "sheet":
                player.button(say("table.sheet")).click()
                page.get_by_role("dialog").get_by_role("table").first.wait_for()
        case "greetings":
            table = lay(address, "classic", "me", "friend")
            join(address, table)
            player.sit(table)
            player.button(say("table.greet")).click()
        case "invited":
            table = lay(address, "classic", "me", "friend")
            page.goto(f"/t/{table['table']}#i.{table['invite']}")
            player.button(say("join.sit")).wait_for()
        case "dead link":
            page.goto("/t/23456789abcdef")
            page.get_by_role("heading", name=say("table.lost")).wait_for()
        case "review" | "review in words":
            table = finished(address)
            page.goto(f"/review/{table['table']}?step=20&eyes=all")
            page.get_by_role("slider").wait_for()
            if state == "review in words":
                page.get_by_text(say("review.words"), exact=True).click()


# Looking at these changes nothing, so one of each will do.
@cache
def _begun(address: str, edition: str, *bots: str, **until: int) -> Json:
    table = lay(address, edition, "me", *bots)
    play_out(address, table, **until)
    return table


def refuse(player: Player, address: str) -> str:
    """Lay a card where it doesn't fit; returns its name."""
    table = lay(address)
    play_out(address, table, turns=12)
    player.sit(table)
    finger = Tap(player.page, touch=bool(player.page.evaluate("navigator.maxTouchPoints")))
    for _ in range(8):
        look = player.ready()
        unfit = [held for held in look.hand if player.words.playable not in held[2]]
        if unfit:
            card, copy, name = unfit[0]
            finger.on(f'[data-card="{card}"][data-copy="{copy}"]')
            finger.on(f'[data-place="lay:{card[0]}"]')
            player.until(lambda now: now.alert, "The reason")
            return name.split(",")[0]
        player.take_turn(finger)
    message = "Every card fitted."
    raise AssertionError(message)
