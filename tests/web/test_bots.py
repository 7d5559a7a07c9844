"""The bots of a server: who is offered, how strong they are, and who is seated where."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from expedition.bots import about_bot, bot_names
from expedition.bots.strength import Strength
from expedition.game import EDITIONS
from expedition.table.bot_list import BotList
from web.serving import ask, get, running_server, set_up

if TYPE_CHECKING:
    from collections.abc import Iterator

MEASURED = {
    ("random", "classic"): Strength(-193.8, 1.1, 1000),
    ("network", "classic"): Strength(12.3, 0.5, 4000),
    ("network", "standard"): Strength(1.0, 0.5, 4000),
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch, running_server() as running:
        patch.setattr(
            "expedition.web.site_routes.strength", lambda *which: MEASURED.get((which[0], which[1]))
        )
        yield running


def test_every_bot_is_offered_with_what_it_plays_and_how_strong_it_is(address: str) -> None:
    reply = get(address, "/api/bots")
    assert reply.status_code == 200
    bots = {bot["id"]: bot for bot in reply.json()}
    assert tuple(bots) == bot_names()
    for name, bot in bots.items():
        assert (bot["title"], bot["style"]) == about_bot(name)
        assert isinstance(bot["thinks"], bool)
        assert set(bot["margin"]) == set(bot["editions"]) <= set(EDITIONS)
    assert bots["careful"]["editions"] == list(EDITIONS)
    assert bots["search"]["thinks"]
    assert bots["random"]["margin"]["classic"] == {
        "mean": -193.8,
        "se": 1.1,
        "deals": 1000,
        "against": "careful",
    }
    assert bots["random"]["margin"]["five-suit"] is None
    assert set(bots["careful"]["margin"].values()) == {None}
    # What it was measured in and doesn't play is nobody's business.
    assert set(bots["network"]["margin"]) == set(bots["network"]["editions"])


@pytest.mark.parametrize(
    ("edition", "bot", "why"),
    [
        ("five-suit", "network", "The bot 'network' doesn't play Five-suit deck, only Classic"),
        ("classic", "hal", "There is no bot 'hal' on this server."),
        ("classic", "", "There is no bot '' on this server."),
        ("classic", "search@30", "There is no bot 'search@30' on this server."),
        ("classic", "Careful", "There is no bot 'Careful' on this server."),
    ],
)
def test_a_bot_is_refused_where_it_does_not_play(
    address: str, edition: str, bot: str, why: str
) -> None:
    body = {"edition": edition, "seats": [{"kind": "me"}, {"kind": "bot", "bot": bot}]}
    reply = ask(address, "POST", "/api/tables", json.dumps(body), content_type="application/json")
    assert reply.status_code == 400
    error = reply.json()["error"]
    assert error["code"] == "bad"
    assert error["message"].startswith(why)
    assert error["message"].endswith(".")


def test_every_bot_sits_down_where_it_plays(address: str) -> None:
    async def seat() -> None:
        for bot in get_bots:
            for edition in bot["editions"]:
                others = [bot["id"]] * (EDITIONS[edition].seats - 1)
                await set_up(address, edition, *others, "me")

    get_bots = get(address, "/api/bots").json()
    asyncio.run(seat())


def test_while_bots_cannot_be_listed_the_rest_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("expedition.web.app.BotList", lambda: BotList(command=("/nowhere/python",)))
    with running_server() as address:
        reply = get(address, "/api/bots")
        assert reply.status_code == 503
        assert reply.json()["error"] == {
            "code": "unavailable",
            "message": "The bots can't be listed now. Try again in a moment.",
            "params": {},
        }
        assert get(address, "/api/editions").status_code == 200
        asyncio.run(set_up(address, "classic", "me", "friend"))


def test_a_server_loads_nothing_that_only_bots_need() -> None:
    code = """
import asyncio, sys
from web.serving import get, running_server
with running_server() as address:
    assert len(get(address, "/api/bots").json()) > 2
print({name.split(".")[0] for name in sys.modules} & {"numpy", "numba", "llvmlite"})
"""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\nsys.path[:0] = {sys.path!r}\n{code}"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout == "set()\n"
