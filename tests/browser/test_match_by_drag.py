"""Cards dragged, with a mouse or with a finger; a drag that is given up sends nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from browser.means import HAND, Finger, Mouse, card_of, middle
from browser.people import DESK, PHONE
from browser.tables import lay
from browser.words import t

if TYPE_CHECKING:
    from browser.people import People
    from browser.player import Player


def turns_sent(player: Player) -> list[Any]:
    """Return a list that the turns which a page sends from now on are added to."""
    sent: list[Any] = []

    def note(payload: str | bytes) -> None:
        frame = json.loads(payload)
        if frame["type"] == "turn":
            sent.append(frame)

    player.page.on("websocket", lambda socket: socket.on("framesent", note))
    return sent


def test_three_rounds_with_the_mouse_at_a_desk(desk: Player, address: str) -> None:
    desk.sit(lay(address, "classic", "me", "careful"))
    mouse = Mouse(desk.page)
    for number in (1, 2, 3):
        assert desk.play_round(mouse) >= 10
        if number < 3:
            desk.button(t("between.deal", n=number + 1)).click()
            desk.until(lambda look: not look.over, "The next deal")
    desk.page.get_by_role("region", name=t("end.title")).wait_for()


def test_with_a_finger_on_a_phone(phone: Player, address: str) -> None:
    phone.sit(lay(address))
    finger = Finger(phone.page, phone.page.context.new_cdp_session(phone.page))
    deck = phone.ready().deck
    for _ in range(4):
        phone.take_turn(finger)
    assert phone.look().deck <= deck - 4


def test_a_card_from_a_pile_comes_by_drag_too(desk: Player, address: str) -> None:
    desk.sit(lay(address, "classic", "me", "random"))
    mouse = Mouse(desk.page)
    look = desk.ready()
    while not any("alone" in name for name in look.draws.values()):
        look = desk.take_turn(mouse)
    pile = next(draw for draw, name in look.draws.items() if "alone" in name)
    card, copy, _ = next(held for held in look.hand if held[0][0] != pile[1])
    mouse.drag(f'[data-card="{card}"][data-copy="{copy}"]', f'[data-place="discard:{card[0]}"]')
    mouse.drag(f'[data-draw="{pile}"]', HAND)
    desk.until(lambda now: "took" in now.said or now.position != look.position, "The turn")


@pytest.mark.parametrize("way", ["Escape", "nowhere", "another window", "a second finger"])
def test_a_drag_given_up_sends_nothing(people: People, address: str, way: str) -> None:
    player = people.come(PHONE if way == "a second finger" else DESK)
    sent = turns_sent(player)
    player.sit(lay(address))
    look = player.ready()
    choice = player.choose(look)
    card, place = card_of(choice), f'[data-place="{choice.place}"]'
    page = player.page
    if way == "a second finger":
        finger = Finger(page, page.context.new_cdp_session(page))
        finger.lift(card, place)
        finger.touch("touchStart", middle(page, place), middle(page, HAND))
        finger.touch("touchEnd")
    else:
        mouse = Mouse(page)
        mouse.lift(card, place)
        if way == "Escape":
            page.keyboard.press("Escape")
        elif way == "nowhere":
            page.mouse.move(4, 4)
        else:
            page.evaluate("window.dispatchEvent(new Event('blur'))")
        page.mouse.up()
    page.wait_for_timeout(200)
    now = player.look()
    assert sent == []
    assert now.position == look.position
    assert "placed" not in str(now.hand)
    # And the table still takes a turn.
    player.take_turn(Mouse(page) if way != "a second finger" else finger)
    assert len(sent) == 1


def test_a_card_is_put_elsewhere_in_the_hand_by_dragging_it_there(
    desk: Player, address: str
) -> None:
    desk.sit(lay(address))
    hand = [(card, copy) for card, copy, _ in desk.ready().hand]
    (first, number), (last, other) = hand[0], hand[-1]
    Mouse(desk.page).drag(
        f'[data-card="{last}"][data-copy="{other}"]', f'[data-card="{first}"][data-copy="{number}"]'
    )
    cards = [card for card, _ in hand]
    moved = [cards[-1], *cards[:-1]]
    desk.until(lambda look: [card for card, *_ in look.hand] == moved, "The order")
    desk.page.reload()
    desk.until(lambda look: [card for card, *_ in look.hand] == moved, "The order")
