"""Every link on every page leads somewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx

from browser.pages import PLAIN, open_state
from browser.people import DESK
from browser.words import t

if TYPE_CHECKING:
    from browser.people import People

_LINKS = "() => [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href'))"
# As a click on it does, without a load.
_GO = "(to) => { history.pushState(null, '', to); dispatchEvent(new PopStateEvent('popstate')); }"
_STATES = ("start", "between", "ended", "sheet", "menu", "review", "waiting", "dead link")


def test_every_link_leads_to_a_page(people: People, address: str) -> None:
    player = people.come(DESK)
    people.allow("404")
    page = player.page
    links: dict[str, str] = {}

    def gather(where: str) -> None:
        for link in page.evaluate(_LINKS):
            links.setdefault(link, where)

    for path in PLAIN:
        player.open(path).page.wait_for_load_state("networkidle")
        gather(path)
    for state in _STATES:
        open_state(player, address, state)
        gather(state)
    pages = {link.split("#")[0].split("?")[0]: where for link, where in links.items()}
    dead = []
    for link, where in pages.items():
        if not link:
            continue
        assert link.startswith("/"), f"{where} leads away, to {link}."
        if link.startswith("/api/"):
            if httpx.get(f"{address}{link}").status_code != 200:
                dead.append(f"{where}: {link}")
            continue
        page.evaluate(_GO, link)
        page.wait_for_timeout(100)
        heading = page.get_by_role("heading", level=1)
        heading.wait_for()
        if heading.inner_text() in (t("lost.title"), t("broken.title")):
            dead.append(f"{where}: {link}")
    assert not dead


def test_back_and_forward_lead_where_one_was(people: People) -> None:
    player = people.come(DESK)
    page = player.open("/").page
    menu = page.get_by_role("navigation", name=t("shell.nav"))
    for path in ("rules", "settings"):
        menu.get_by_role("link", name=t(f"shell.{path}")).click()
        page.wait_for_url(f"**/{path}*")
    page.go_back()
    page.wait_for_url("**/rules*")
    page.go_back()
    page.get_by_role("button", name=t("home.play")).wait_for()
    page.go_forward()
    page.wait_for_url("**/rules*")
