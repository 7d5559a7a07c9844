"""The list of bots: asked for in a process of its own, whatever bots do when they are loaded."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from expedition.bots import about_bot, bot_names, can_think
from expedition.game import EDITIONS, find_edition
from expedition.table.bot_list import BotList
from expedition.table.errors import Code, Refused
from expedition.table.roster import Listed, Roster
from table.bot_pools import folders, nothing_left_behind  # noqa: F401  a fixture

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.usefixtures("nothing_left_behind")

VILLAINS = (sys.executable, "-P", str(Path(__file__).with_name("villain_listing.py")))
ALL = tuple(EDITIONS)


def listed(*names: str, command: Sequence[str] = VILLAINS, limit: float = 10.0) -> list[Listed]:
    """Ask about these bots once, in a loop of its own."""

    async def ask() -> list[Listed]:
        bots = BotList(lambda: names, command=command, limit=limit)
        try:
            return list(await bots.roster())
        finally:
            await bots.close()

    return asyncio.run(ask())


def test_every_bot_that_ships_is_listed_as_it_speaks_of_itself() -> None:
    async def ask() -> list[Listed]:
        bots = BotList()
        roster = await bots.roster()
        assert await bots.roster() is roster, "asked once"
        await bots.close()
        return list(roster)

    found = asyncio.run(ask())
    assert tuple(bot.id for bot in found) == bot_names()
    for bot in found:
        assert (bot.title, bot.style) == about_bot(bot.id)
        assert bot.thinks == can_think(bot.id)
        assert bot.editions
    assert all(bot.editions == ALL for bot in found if bot.id in ("careful", "random"))


def test_the_server_loads_no_bot_to_list_them() -> None:
    code = (
        "import asyncio, sys\nfrom expedition.table.bot_list import BotList\n"
        "found = list(asyncio.run(BotList().roster()))\n"
        "rooms = {name.split('.')[0] for name in sys.modules}\n"
        "print(len(found), rooms & {'numpy', 'numba'}, 'expedition.bots.careful' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == f"{len(bot_names())} set() False\n"


def test_a_bot_says_what_it_plays_and_is_cut_short() -> None:
    (bot,) = listed("picky")
    assert bot == Listed(
        "picky", bot.title, "Plays what it likes.", thinks=True, editions=bot.editions
    )
    assert bot.editions == ("five-suit",)
    assert len(bot.title) == 40


def test_bots_that_misbehave_leave_the_others_alone(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    names = ("absent", "careful", "exiting", "failing", "hanging", "lying", "random", "shouting")
    began = time.monotonic()
    found = {bot.id: bot for bot in listed(*names, limit=2.0)}
    assert time.monotonic() - began < 2 + 8
    # What one printed about another is not believed.
    assert set(found) == {"careful", "lying", "random", "shouting"}
    assert found["careful"] == Listed("careful", *about_bot("careful"))
    said = [record.getMessage() for record in caplog.records if "left out" in record.getMessage()]
    absent = "The bot 'absent' can't be loaded: No module named 'absent'."
    assert sorted(said[:-1]) == [
        f"The bot 'absent' is left out: {absent}",
        "The bot 'exiting' is left out: Loading it ended the process.",
        "The bot 'failing' is left out: The bot 'failing' can't say what it plays: LookupError.",
        "The bot 'hanging' is left out: It wasn't loaded within 2 s.",
    ]
    assert said[-1] == f"Bots that are left out: absent, exiting, failing, hanging. {absent}"


def test_where_nobody_can_be_asked_it_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask() -> None:
        bots = BotList(lambda: ("careful",))
        bots.begin()
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "full"))
        for _ in range(2):
            with pytest.raises(Refused, match="can't be listed now") as refused:
                await bots.roster()
            assert refused.value.code is Code.UNAVAILABLE
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        assert [bot.id for bot in await bots.roster()] == ["careful"]
        await bots.close()

    asyncio.run(ask())


def test_closing_ends_the_process(tmp_path: Path) -> None:
    async def ask() -> None:
        bots = BotList(lambda: ("hanging",), command=VILLAINS)
        bots.begin()
        await asyncio.sleep(0.3)
        assert len(folders(tmp_path)) == 1
        await bots.close()

    began = time.monotonic()
    asyncio.run(ask())
    assert time.monotonic() - began < 3
    assert folders(tmp_path) == []


# The roster


def test_a_roster_says_who_can_be_seated() -> None:
    roster = Roster([Listed("b", "B", editions=("classic", "standard")), Listed("a", "A")])
    assert [bot.id for bot in roster] == ["a", "b"]
    for bot, edition in (("a", "five-suit"), ("b", "classic")):
        roster.check(bot, find_edition(edition))
    for bot, why in (
        ("b", "The bot 'b' doesn't play Five-suit deck, only Classic, Standard deck."),
        ("hal", "There is no bot 'hal' on this server."),
        ("a@60", "There is no bot 'a@60' on this server."),
        ("x" * 90, f"There is no bot '{'x' * 40}' on this server."),
    ):
        with pytest.raises(Refused) as refused:
            roster.check(bot, find_edition("five-suit"))
        assert str(refused.value) == why
        assert refused.value.code is Code.BAD
