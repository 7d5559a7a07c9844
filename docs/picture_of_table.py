"""Takes docs/table.png, the picture in the README: a table in the middle of a round.

Run it again when the table looks different, with a chromium installed:
`.venv/bin/python docs/picture_of_table.py`
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from random import Random

import httpx
from playwright.sync_api import sync_playwright

from expedition.bots import find_bot
from expedition.game import Deal, Match, find_edition
from expedition.notation import Player, Record, record_to_json

ROOT = Path(__file__).parents[1]
SEED, TURNS = 11, 28


def main() -> None:
    """Play a fixed round, set it up at a server, and take its picture."""
    sys.path.append(str(ROOT / "tests"))
    from web.serving import running_server

    seats = [{"kind": "me", "name": "You"}, {"kind": "bot", "bot": "careful"}]
    branch = {"record": record_to_json(played()), "round": 1, "turn": TURNS}
    with running_server() as address, tempfile.TemporaryDirectory() as profile:
        body = {"edition": "classic", "seats": seats, "from": branch}
        table = httpx.post(f"{address}/api/tables", json=body).raise_for_status().json()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch_persistent_context(
                profile,
                executable_path=shutil.which("chromium") or shutil.which("google-chrome"),
                args=["--no-sandbox"],
                viewport={"width": 1180, "height": 760},
            )
            page = browser.new_page()
            page.goto(f"{address}/t/{table['table']}#s.{table['seats'][0]['token']}")
            page.wait_for_timeout(1500)
            page.screenshot(path=Path(__file__).with_name("table.png"))
            browser.close()


def played() -> Record:
    """Return the record of a round that the bot plays against itself."""
    ruleset, rng, bot = find_edition("classic"), Random(SEED), find_bot("careful")  # noqa: S311  a fixed round
    match = Match.new(ruleset, rounds=1).begin(Deal.shuffled(ruleset, rng))
    while not match.is_over:
        state = match.played[-1]
        view = match.observe(state.to_act)
        match = match.apply(bot.choose(view, view.legal_actions, rng))
    return Record(match, (Player("You"), Player("careful", "careful")))


if __name__ == "__main__":
    main()
