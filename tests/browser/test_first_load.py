"""What the first load weighs, and how soon one can begin."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from browser.people import DESK
from browser.tables import lay
from browser.words import t

if TYPE_CHECKING:
    from playwright.sync_api import Request

    from browser.people import People
    from browser.player import Player

#: Bytes on the wire, compressed: everything, and the scripts among it.
MOST, MOST_SCRIPT = 150_000, 60_000


def say(capsys: Any, words: str) -> None:
    """Print a figure, also from a worker, whose standard output is not for people."""
    with capsys.disabled():
        print(f"\n{words}", file=sys.stderr)  # noqa: T201


def weigh(player: Player) -> dict[str, dict[str, Any]]:
    """Return a record of what a page loads from now on: each address with its kind and bytes."""
    client = player.page.context.new_cdp_session(player.page)
    client.send("Network.enable")
    client.send("Network.setCacheDisabled", {"cacheDisabled": True})
    loaded: dict[str, dict[str, Any]] = {}
    client.on(
        "Network.responseReceived",
        lambda told: loaded.setdefault(told["requestId"], {}).update(
            kind=told["type"], url=told["response"]["url"]
        ),
    )
    client.on(
        "Network.loadingFinished",
        lambda told: loaded.setdefault(told["requestId"], {}).update(
            bytes=told["encodedDataLength"]
        ),
    )
    return loaded


def test_the_first_page_is_light(people: People, capsys: Any) -> None:
    player = people.come(DESK)
    loaded = weigh(player)
    player.open("/").page.wait_for_load_state("networkidle")
    total = sum(one.get("bytes", 0) for one in loaded.values())
    script = sum(one.get("bytes", 0) for one in loaded.values() if one.get("kind") == "Script")
    say(capsys, f"First load: {total / 1000:.1f} kB, {script / 1000:.1f} kB of it script")
    heaviest = sorted(loaded.values(), key=lambda one: -one.get("bytes", 0))[:12]
    assert total < MOST, heaviest
    assert script < MOST_SCRIPT, heaviest


def test_coming_to_a_table_by_a_link_is_light_too(
    people: People, address: str, capsys: Any
) -> None:
    table = lay(address)
    player = people.come(DESK)
    loaded = weigh(player)
    player.sit(table)
    player.page.wait_for_load_state("networkidle")
    total = sum(one.get("bytes", 0) for one in loaded.values())
    script = sum(one.get("bytes", 0) for one in loaded.values() if one.get("kind") == "Script")
    say(capsys, f"Table by link: {total / 1000:.1f} kB, {script / 1000:.1f} kB of it script")
    assert total < MOST


def test_one_can_begin_soon_on_a_slow_processor(people: People, capsys: Any) -> None:
    """With a quarter of the speed. The figure is printed; a busy machine is not a failure."""
    player = people.come()
    client = player.page.context.new_cdp_session(player.page)
    client.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    player.page.add_init_script("""
      const find = () => {
        const button = document.querySelector("main button");
        const there = button && !button.disabled && button.getBoundingClientRect().height;
        if (there) window.usable = performance.now();
        else requestAnimationFrame(find);
      };
      find();
    """)
    player.open("/")
    button = player.page.get_by_role("button", name=t("home.play"))
    button.tap()
    usable = player.page.evaluate("window.usable")
    player.until(lambda look: look.said, "The table")
    say(capsys, f"Usable after {usable / 1000:.2f} s on a processor slowed four times")
    assert usable > 0


def test_what_is_there_already_is_not_fetched_again(people: People) -> None:
    player = people.come(DESK)
    player.open("/").page.wait_for_load_state("networkidle")
    sizes: dict[str, int] = {}

    def note(request: Request) -> None:
        if "/static/" in request.url:
            sizes[request.url] = request.sizes()["responseBodySize"]

    player.page.on("requestfinished", note)
    player.open("/").page.wait_for_load_state("networkidle")
    assert sizes
    assert not {url: size for url, size in sizes.items() if size > 0}
