"""People who come to the page: each with a browser of their own, and all of them watched."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from browser.player import Player

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext

Device = dict[str, Any]

PHONE: Device = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
}
DESK: Device = {"viewport": {"width": 1280, "height": 800}}

# What the policy refuses is told to the console, where the watch hears it.
_TELL_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`Refused by the policy: ${event.violatedDirective} ${event.blockedURI}`));
"""
#: What a browser says of a request that failed, to which the page has its own words.
UNLOADED = r"Failed to load resource"


class People:
    """Whoever visits one server in a test."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self.address = address
        self._contexts: list[BrowserContext] = []
        self.faults: list[str] = []
        self._allowed: list[str] = []

    def come(self, device: Device | None = None, *, name: str = "", **options: Any) -> Player:
        """Return somebody new, with an empty memory. Options are those of a browser context."""
        context = self._browser.new_context(
            **{
                "base_url": self.address,
                "locale": "en-GB",
                "reduced_motion": "reduce",
                **(PHONE if device is None else device),
                **options,
            }
        )
        context.set_default_timeout(10_000)
        context.add_init_script(_TELL_VIOLATIONS)
        self.watch(context)
        self._contexts.append(context)
        return Player(context.new_page(), name)

    def watch(self, context: BrowserContext) -> None:
        """Note everything in a browser that ought not to be."""
        context.on("weberror", lambda error: self.faults.append(f"Error: {error.error}"))
        context.on(
            "console",
            lambda said: (
                self.faults.append(f"Console: {said.text} ({said.location.get('url')})")
                if said.type in ("error", "warning")
                else None
            ),
        )
        context.on("request", lambda request: self._is_own(request.url))

    def _is_own(self, url: str) -> None:
        place = re.sub("^ws", "http", url)
        if not place.startswith((f"{self.address}/", "data:", "blob:")):
            self.faults.append(f"A request to another place: {url}")

    def allow(self, *patterns: str) -> None:
        """Let faults of this kind be: the test brings them about."""
        self._allowed += patterns

    def leave(self) -> None:
        """Close every browser, and fail if something was wrong in any."""
        for context in self._contexts:
            context.close()
        left = [
            fault
            for fault in self.faults
            if not any(re.search(pattern, fault) for pattern in self._allowed)
        ]
        assert not left, "\n".join(left)

    def describe(self, path: Path) -> str:
        """Keep a picture of every page; returns where, and what each said."""
        lines = [*self.faults]
        for number, context in enumerate(self._contexts):
            for page in context.pages:
                shot = path.with_name(f"{path.name}-{number}.png")
                try:
                    page.screenshot(path=shot)
                    lines += [f"{page.url}: {shot}", page.locator("body").aria_snapshot()[:4000]]
                except Exception as error:
                    lines.append(f"{page.url}: no picture ({error})")
        return "\n".join(lines)
