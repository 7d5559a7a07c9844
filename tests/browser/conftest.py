"""A browser and a server for the tests of the page, and people who sit before it.

Every page is watched: an error on it, a word in its console that says so, something that the
content security policy refused, or a request to another place fails the test, whatever it was for.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

from browser.people import DESK, People
from web.serving import running_server

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from playwright.sync_api import Browser

    from browser.player import Player

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


# Module, not session: while Playwright runs, no other test of this process may run an event loop.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium as it is installed."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        why = f"There is no browser here: none of {', '.join(BROWSERS)}."
        if os.environ.get("EXPEDITION_NEEDS_BROWSER") == "1":
            pytest.fail(why)
        pytest.skip(why)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server whose bots answer at once."""
    with running_server() as running:
        yield running


@pytest.fixture
def people(browser: Browser, address: str) -> Iterator[People]:
    """Whoever comes to the server's first page, or to a table."""
    everybody = People(browser, address)
    yield everybody
    everybody.leave()


@pytest.fixture
def desk(people: People) -> Player:
    """Somebody at a desk, with a mouse and a keyboard."""
    return people.come(DESK)


@pytest.fixture
def phone(people: People) -> Player:
    """Somebody with a small phone, who touches."""
    return people.come()


@pytest.fixture(scope="session")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for pictures: EXPEDITION_SHOTS, or a temporary one."""
    return _shots(tmp_path_factory)


def _shots(factory: pytest.TempPathFactory) -> Path:
    named = os.environ.get("EXPEDITION_SHOTS")
    folder = Path(named) if named else factory.getbasetemp() / "shots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep what a failing test saw last."""
    report = yield
    if report.when == "call" and report.failed:
        factory: pytest.TempPathFactory = item.config._tmp_path_factory  # type: ignore[attr-defined]
        name = re.sub(r"\W+", "-", item.name)
        for everybody in getattr(item, "funcargs", {}).values():
            if isinstance(everybody, People):
                folder = _shots(factory) / "failed"
                folder.mkdir(exist_ok=True)
                report.sections.append(("What the pages showed", everybody.describe(folder / name)))
    return report
