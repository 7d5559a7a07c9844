"""A reload, a dead network, no WebSockets, somebody gone: nothing that was done is lost."""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.means import Tap
from browser.people import DESK, UNLOADED, People
from browser.tables import join, lay
from browser.words import t
from web.serving import OPEN, running_server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

    from browser.player import Look, Player


def shown(look: Look) -> object:
    """Return what must be the same after a return: the hand, the deck, what lies on the table."""
    hand = [(card, copy) for card, copy, _ in look.hand]
    return look.draws["."].split(".")[0], hand, look.places


def test_a_reload_in_the_middle_of_a_round(phone: Player, address: str) -> None:
    phone.sit(lay(address))
    finger = Tap(phone.page)
    for _ in range(3):
        look = phone.take_turn(finger)
    phone.page.reload()
    assert shown(phone.ready()) == shown(look)
    for _ in range(2):
        phone.take_turn(finger)


def test_a_card_placed_but_not_sent_is_in_the_hand_again_after_a_reload(
    phone: Player, address: str
) -> None:
    phone.sit(lay(address))
    look = phone.ready()
    choice = phone.choose(look)
    finger = Tap(phone.page)
    finger.on(f'[data-card="{choice.card}"]')
    finger.on(f'[data-place="{choice.place}"]')
    phone.page.reload()
    again = phone.ready()
    assert again.position == look.position
    assert "placed" not in str(again.hand)


def test_the_network_goes_and_comes_back(people: People, address: str) -> None:
    people.allow(UNLOADED, "WebSocket connection")
    player = people.come()
    player.sit(lay(address))
    finger = Tap(player.page)
    look = player.take_turn(finger)
    context = player.page.context
    context.set_offline(True)
    # A connection that is already there isn't cut by that: the page is told that it is.
    player.page.evaluate("window.dispatchEvent(new Event('offline'))")
    choice = player.choose(look)
    finger.turn(choice)
    context.set_offline(False)
    player.page.evaluate("window.dispatchEvent(new Event('online'))")
    now = player.until(
        lambda now: now.over or (player.is_on_turn(now) and now.position != look.position),
        "The turn",
    )
    assert now.deck < look.deck
    player.take_turn(finger)


def test_the_socket_dies_while_a_turn_is_sent(people: People, address: str) -> None:
    """The turn is sent again under its key, and made once."""
    people.allow("WebSocket", UNLOADED)
    player = people.come()
    turns: list[str] = []
    sockets = []

    def between(route: object) -> None:
        server = route.connect_to_server()  # type: ignore[attr-defined]
        sockets.append(route)

        def pass_on(message: str) -> None:
            server.send(message)
            if '"turn"' in message:
                turns.append(message)
                if len(turns) == 1:
                    route.close(code=1011)  # type: ignore[attr-defined]

        route.on_message(pass_on)  # type: ignore[attr-defined]

    player.page.route_web_socket("**/socket", between)
    table = lay(address)
    player.sit(table)
    look = player.ready()
    Tap(player.page).turn(player.choose(look))
    player.until(
        lambda now: player.is_on_turn(now) and now.position != look.position, "The turn after"
    )
    assert len(sockets) >= 2
    assert player.look().deck >= look.deck - 2
    player.take_turn(Tap(player.page))


def test_without_websockets_the_match_goes_by_streams_and_posts(
    people: People, address: str
) -> None:
    people.allow("WebSocket")
    player = people.come()
    player.page.route_web_socket("**/socket", lambda route: route.close())
    posted: list[str] = []
    player.page.on(
        "request", lambda request: posted.append(request.url) if request.method == "POST" else None
    )
    player.sit(lay(address, "standard", "me", "careful"))
    assert player.play_round(Tap(player.page)) > 5
    assert any(url.endswith("/commands") for url in posted)
    player.page.locator("[data-deal]").tap()
    player.until(lambda look: not look.over, "The next deal")


def test_a_hidden_tab_that_comes_back_shows_the_table_as_it_is(
    people: People, address: str
) -> None:
    """Two devices at one seat: what is done on one is there on the other, when it is looked at."""
    table = lay(address)
    sleeper, other = people.come(), people.come(DESK)
    sleeper.sit(table)
    sleeper.ready()
    session = sleeper.page.context.new_cdp_session(sleeper.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    other.sit(table)
    for _ in range(3):
        look = other.take_turn(Tap(other.page, touch=False))
    session.send("Page.setWebLifecycleState", {"state": "active"})
    expected = shown(look)
    sleeper.until(lambda now: shown(now) == expected, "The same table")


@pytest.fixture
def impatient(browser: Browser) -> Iterator[People]:
    """People at a server that soon counts somebody as gone."""
    with running_server(replace(OPEN, gone_after=1.0)) as address:
        everybody = People(browser, address)
        yield everybody
        everybody.leave()


def two(people: People) -> tuple[Player, Player]:
    """Return two people at a table; the second one is on turn."""
    table = lay(people.address, "classic", "me", "friend", first_starter=1)
    table["seats"].append(join(people.address, table))
    ada, bo = people.come(DESK), people.come(DESK)
    return ada.sit(table, 0), bo.sit(table, 1)


def test_a_bot_goes_on_for_somebody_who_left_until_they_come_back(impatient: People) -> None:
    ada, bo = two(impatient)
    bo_page = bo.page.url
    bo.ready()
    bo.page.goto("about:blank")
    notice = ada.page.get_by_role("group", name=t("gone.title", name="Player 1"))
    notice.get_by_role("button", name=t("gone.replace")).click()
    ada.take_turn(Tap(ada.page, touch=False))
    bo.page.goto(bo_page)
    bo.button(t("gone.return")).click()
    look = ada.ready()
    Tap(ada.page, touch=False).turn(ada.choose(look))
    bo.ready()


def test_a_table_that_somebody_left_can_be_ended(impatient: People) -> None:
    ada, bo = two(impatient)
    bo.ready()
    bo.page.goto("about:blank")
    notice = ada.page.get_by_role("group", name=t("gone.title", name="Player 1"))
    notice.get_by_role("button", name=t("gone.stop")).click()
    expect(ada.page.get_by_role("heading", name="ended without a winner")).to_be_visible()


@contextmanager
def served(folder: Path, port: int) -> Iterator[str]:
    """Run `expedition serve` as a person does; it is asked to stop at the end."""
    command = [sys.executable, "-m", "expedition", "serve", "--no-browser", "--port", str(port)]
    with subprocess.Popen([*command, "--data", str(folder)], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout
            assert process.stdout.readline().startswith(b"Expedition is at ")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)


def test_the_server_stops_and_comes_back(browser: Browser, tmp_path: Path) -> None:
    """The page says so, keeps the table before one's eyes, and goes on without a reload."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with served(tmp_path, port) as address:
        people = People(browser, address)
        people.allow("WebSocket", UNLOADED)
        player = people.come()
        player.sit(lay(address))
        finger = Tap(player.page)
        look = player.take_turn(finger)
    offline = player.page.get_by_text(t("table.offline"))
    expect(offline).to_be_visible()
    finger.turn(player.choose(look))
    with served(tmp_path, port):
        player.until(
            lambda now: player.is_on_turn(now) and now.position != look.position, "The turn"
        )
        expect(offline).to_have_count(0)
        people.leave()
