"""A whole match with keys alone. The focus is never lost, and arriving turns don't take it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from browser.means import Keys
from browser.tables import lay
from browser.words import t

if TYPE_CHECKING:
    from browser.player import Player

_NO_POINTERS = """
for (const kind of ["pointerdown", "mousedown", "touchstart"])
  addEventListener(kind, () => console.error(`There was a ${kind}.`), true);
"""


def focused(player: Player) -> str:
    """Return what has the focus: an element's name, or the kind of element."""
    return str(
        player.page.evaluate(
            "() => document.activeElement.getAttribute('aria-label')"
            " ?? document.activeElement.tagName"
        )
    )


def press_on(player: Player, name: str) -> None:
    """Tab to a button of this name and press it, as somebody would who can't see where it is."""
    for _ in range(30):
        if player.page.evaluate("() => document.activeElement.textContent.trim()") == name:
            player.page.keyboard.press("Enter")
            return
        player.page.keyboard.press("Tab")
    message = f"Tab never came to {name!r}."
    raise AssertionError(message)


def test_three_rounds_from_the_first_page(desk: Player) -> None:
    page = desk.page
    page.add_init_script(_NO_POINTERS)
    desk.open("/")
    page.get_by_role("button", name=t("home.play")).wait_for()
    press_on(desk, t("home.play"))

    def keeps_focus() -> None:
        assert focused(desk) != "BODY", "The focus was lost."

    for number in (1, 2, 3):
        # The arrows first; who knows the letters is faster.
        desk.play_round(Keys(page, letters=number > 1), check=keeps_focus)
        keeps_focus()
        if number < 3:
            press_on(desk, t("between.deal", n=number + 1))
            desk.until(lambda look: not look.over, "The next deal")
            keeps_focus()
    press_on(desk, t("table.sheet"))
    page.get_by_role("dialog", name=t("table.sheet")).wait_for()
    page.keyboard.press("Escape")
    assert focused(desk) != "BODY"


def test_the_other_sides_turn_leaves_the_focus_where_it_is(desk: Player, address: str) -> None:
    desk.sit(lay(address))
    keys = Keys(desk.page)
    desk.ready()
    keys.reach('[data-place="other:1:B"]')
    there = focused(desk).split(":")[0]
    letters = Keys(desk.page, letters=True)
    choice = desk.choose(desk.ready())
    letters.turn(choice)
    desk.ready()
    assert focused(desk) != "BODY"
    keys.reach('[data-place="other:1:B"]')
    assert focused(desk).split(":")[0] == there


def test_a_step_back_with_escape_and_a_reason_with_w(desk: Player, address: str) -> None:
    desk.sit(lay(address))
    page = desk.page
    look = desk.ready()
    choice = desk.choose(look)
    at = [(card, copy) for card, copy, _ in look.hand].index((choice.card, choice.copy)) + 1
    page.keyboard.press(str(at))
    page.keyboard.press("l")
    desk.until(lambda now: "not sent yet" in str(now.hand), "The placed card")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    now = desk.look()
    assert "not sent yet" not in str(now.hand)
    assert now.position == look.position
    page.keyboard.press(str(at))
    page.keyboard.press("w")
    desk.until(lambda now: t("table.why.fits") in now.said, "The reason")


def test_the_list_of_keys_and_the_box_that_answers(desk: Player, address: str) -> None:
    desk.sit(lay(address))
    page = desk.page
    desk.ready()
    page.keyboard.press("Tab")
    page.keyboard.press("?")
    page.get_by_role("dialog", name=t("dialog.keys")).wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    box = page.get_by_role("textbox", name=t("command.label"))
    box.wait_for()
    for word, answer in {
        "score": "Careful: ",
        "mine": t("command.none.mine"),
        "theirs": "Careful",
        "board": "pile",
        "turns": "You have ",
        "help": "You can ask: ",
        "hand": "You hold ",
        "deck": "The deck: ",
        "legal": "You can lay ",
        "left": "turns for you",
        "piles": "pile",
        "turn": t("now.yours"),
    }.items():
        page.keyboard.type(word)
        page.keyboard.press("Enter")
        desk.until(lambda now, answer=answer: answer in now.said, answer)  # type: ignore[misc]


def test_single_keys_can_be_switched_off(desk: Player, address: str) -> None:
    desk.open("/settings").page.get_by_label(t("settings.shortcuts")).uncheck()
    desk.sit(lay(address))
    before = desk.ready()
    desk.page.keyboard.press("Tab")
    desk.page.keyboard.press("1")
    desk.page.keyboard.press("l")
    assert desk.look().said == before.said
