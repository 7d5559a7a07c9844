"""axe complains of nothing on any page, by day and in the evening, on a phone and at a desk.

It finds about half of what can be wrong. One thing more is looked for: controls without a name, and
those that share one with another in their group.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from browser.pages import PLAIN, STATES, open_state
from browser.people import DESK, PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser.people import Device, People


AXE = ("inline style", "style-src-elem inline")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


CONTROLS = ("button", "link", "textbox", "combobox", "checkbox", "radio", "slider", "spinbutton")
GROUPS = (
    *("banner", "main", "contentinfo", "complementary", "navigation", "region", "form", "dialog"),
    *("group", "radiogroup", "list", "listitem", "row", "log"),
)


def doubles(page: Page) -> list[str]:
    """Return controls without a name, and those that share one with another in their group."""
    client = page.context.new_cdp_session(page)
    nodes: list[dict[str, Any]] = client.send("Accessibility.getFullAXTree")["nodes"]
    client.detach()
    known = {node["nodeId"]: node for node in nodes}

    def group(node: dict[str, Any]) -> str:
        parent = known.get(node.get("parentId", ""))
        if parent is None or parent["role"]["value"] in GROUPS:
            return str(node.get("parentId"))
        return group(parent)

    wrong: list[str] = []
    seen: set[tuple[str, str, str]] = set()
    for node in nodes:
        role, name = node["role"]["value"], node.get("name", {}).get("value", "").strip()
        if node.get("ignored") or role not in CONTROLS:
            continue
        if not name:
            wrong.append(f"a {role} without a name")
        if (key := (group(node), role, name)) in seen:
            wrong.append(f"two of {role} {name!r} in a group")
        seen.add(key)
    return wrong


def violations(page: Page, *rules: str) -> list[str]:
    """Return what axe complains of by these rules, or by all, each with the elements."""
    only = {"type": "rule", "values": rules} if rules else {"type": "tag", "values": TAGS}
    # Its own style sheet is refused by the page's policy, which is as it should be.
    options = {"preload": False, "runOnly": only, "resultTypes": ["violations"]}
    found: list[dict[str, Any]] = Axe().run(page, options=options).response["violations"]
    return [
        f"{one['id']}: {node['html'][:160]} ({node['failureSummary']})"
        for one in found
        for node in one["nodes"][:4]
    ]


def faults(page: Page) -> list[str]:
    """Return what is wrong by day, and what an evening's colours make worse."""
    # Names are the same on a phone.
    wide = page.evaluate("innerWidth") > 1000
    found = [*violations(page), *(doubles(page) if wide else [])]
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {one}" for one in violations(page, "color-contrast")]
    page.emulate_media(color_scheme="light")
    return found


DEVICES = pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])


@DEVICES
def test_nothing_is_wrong_on_any_page(people: People, device: Device) -> None:
    player = people.come(device, color_scheme="light")
    people.allow("404", *AXE)
    found: list[str] = []
    for path in PLAIN:
        player.open(path).page.wait_for_load_state("networkidle")
        found += [f"{path}: {one}" for one in faults(player.page)]
    assert not found, "\n".join(found)


@DEVICES
def test_nothing_is_wrong_at_a_table(people: People, device: Device) -> None:
    player = people.come(device, color_scheme="light")
    people.allow("404", *AXE)
    found: list[str] = []
    for state in STATES:
        open_state(player, people.address, state)
        found += [f"{state}: {one}" for one in faults(player.page)]
    assert not found, "\n".join(found)
