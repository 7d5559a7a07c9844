"""Bots by name: those that are announced are found, and what is wrong with others is said."""

from importlib.metadata import EntryPoint
from typing import Any

import pytest

from expedition.bots import About, UnknownBot, about_bot, bot_names, can_think, find_bot, registry
from expedition.bots.careful import CarefulBot
from expedition.bots.random_bot import RandomBot
from expedition.bots.search import THINK, SearchBot
from expedition.game import Ruleset, find_edition


def broken() -> None:
    """Stand for a bot whose making fails."""
    msg = "its network is missing"
    raise OSError(msg)


class Thinker:
    """A bot that can be told how long to think, and plays for two alone."""

    thinks = True
    title = "A thinker"
    style = "Thinks."

    def __init__(self, think: float = 7.0) -> None:
        self.think = think

    def declines(self, ruleset: Ruleset) -> str | None:
        return None if ruleset.seats == 2 else "it plays with two only."

    def choose(self, observation: Any, legal: Any, rng: Any) -> Any:
        return legal[0]


def announce(monkeypatch: pytest.MonkeyPatch, **bots: str) -> None:
    """Let only these bots be installed: their names, and where they are."""
    points = [EntryPoint(name, value, registry.GROUP) for name, value in bots.items()]

    def entry_points(*, group: str) -> list[EntryPoint]:
        return [point for point in points if point.group == group]

    monkeypatch.setattr(registry, "entry_points", entry_points)


def test_finds_the_bots_of_this_package() -> None:
    assert isinstance(find_bot("careful"), CarefulBot)
    assert isinstance(find_bot("random"), RandomBot)
    assert {"careful", "random"} <= set(bot_names())


def test_names_are_in_alphabetical_order() -> None:
    assert list(bot_names()) == sorted(bot_names())


def test_every_bot_that_is_named_can_be_made() -> None:
    assert all(callable(find_bot(name).choose) for name in bot_names())


def test_takes_capitals_and_spaces_as_they_come() -> None:
    assert isinstance(find_bot("  Careful "), CarefulBot)


def test_each_call_makes_a_bot() -> None:
    assert find_bot("careful") is not find_bot("careful")


def test_unknown_name_suggests_a_near_one() -> None:
    with pytest.raises(UnknownBot, match=r"no bot 'carefull'\. Did you mean 'careful'\?"):
        find_bot("carefull")


def test_unknown_name_lists_the_bots() -> None:
    with pytest.raises(UnknownBot, match=r"no bot 'zzz'\. The bots are .*careful.*random"):
        find_bot("zzz")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("no_such_package:Bot", "can't be loaded: No module named 'no_such_package'"),
        ("expedition.bots.careful:NoSuchBot", "can't be loaded: .*NoSuchBot"),
        ("expedition.bots.careful:Judgement", "can't be loaded: .*observation"),
        (f"{__name__}:broken", "can't be loaded: its network is missing"),
    ],
)
def test_says_why_a_bot_cannot_be_loaded(
    monkeypatch: pytest.MonkeyPatch, value: str, reason: str
) -> None:
    announce(monkeypatch, villain=value)
    assert bot_names() == ("villain",), "it's announced, and loaded only when asked for"
    with pytest.raises(UnknownBot, match=reason) as caught:
        find_bot("villain")
    assert value in str(caught.value)


def test_refuses_what_cannot_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    announce(monkeypatch, dumb="builtins:object")
    with pytest.raises(UnknownBot, match=r"'dumb' \(builtins:object\) has no method choose\(\)"):
        find_bot("dumb")


def test_a_bot_may_be_made_by_a_function(monkeypatch: pytest.MonkeyPatch) -> None:
    announce(monkeypatch, mine="expedition.bots.random_bot:RandomBot")
    assert isinstance(find_bot("mine"), RandomBot)


# How long to think


@pytest.mark.parametrize(
    ("name", "think"),
    [
        ("search", THINK),
        ("search@2", 2.0),
        ("search@0.5", 0.5),
        ("search@.25", 0.25),
        ("search@1e-3", 0.001),
        ("search@60", 60.0),
        (" Search @ 2 ", 2.0),
    ],
)
def test_a_name_can_say_how_long_to_think(name: str, think: float) -> None:
    bot = find_bot(name)
    assert isinstance(bot, SearchBot)
    assert bot.think == think


@pytest.mark.parametrize(
    "seconds",
    ["0", "-1", "60.001", "1e9", "nan", "inf", "-inf", "", "two", "1,5", "1s", "1@2", "@"],
)
def test_what_is_no_time_to_think_is_said(seconds: str) -> None:
    with pytest.raises(UnknownBot) as caught:
        find_bot(f"search@{seconds}")
    assert str(caught.value) == (
        f"search@{seconds}: after @ come the seconds to think, more than 0 and at most 60."
    )


def test_who_cannot_be_told_says_so() -> None:
    with pytest.raises(UnknownBot) as caught:
        find_bot("careful@2")
    assert str(caught.value) == ("The bot 'careful' can't be told how long to think; leave @2 out.")
    for name in bot_names():
        if not can_think(name):
            with pytest.raises(UnknownBot, match="can't be told how long to think"):
                find_bot(f"{name}@1")


@pytest.mark.parametrize("name", ["@", "@1", "serch@1", ""])
def test_an_unknown_name_is_unknown_with_seconds_too(name: str) -> None:
    for asked in (find_bot, about_bot, can_think):
        with pytest.raises(UnknownBot, match="There is no bot"):
            asked(name)


def test_another_package_s_bot_can_think_too(monkeypatch: pytest.MonkeyPatch) -> None:
    announce(monkeypatch, thinker=f"{__name__}:Thinker")
    assert can_think("thinker")
    assert can_think("thinker@3")
    plain, told = find_bot("thinker"), find_bot("thinker@3")
    assert isinstance(plain, Thinker)
    assert isinstance(told, Thinker)
    assert (plain.think, told.think) == (7.0, 3.0)


# What a bot says of itself


def test_a_bot_says_what_it_is_called_and_how_it_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    announce(
        monkeypatch,
        thinker=f"{__name__}:Thinker",
        silent=f"{__name__}:announce",
        broken="no_such_package:Bot",
    )
    assert about_bot(" Thinker@2 ") == About("A thinker", "Thinks.")
    assert about_bot("silent") == About("Silent", "")
    assert not can_think("silent")
    for asked in (about_bot, can_think):
        with pytest.raises(UnknownBot, match="can't be loaded"):
            asked("broken")


def test_a_bot_need_not_be_made_to_say_it(monkeypatch: pytest.MonkeyPatch) -> None:
    announce(monkeypatch, villain=f"{__name__}:broken")
    assert about_bot("villain") == About("Villain", "")


def test_a_bot_may_decline_an_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    announce(monkeypatch, thinker=f"{__name__}:Thinker", plain="expedition.bots.careful:CarefulBot")
    find_bot("thinker", find_edition("classic"))
    find_bot("thinker")
    find_bot("plain", find_edition("solo"))
    for name in ("thinker", "thinker@2"):
        with pytest.raises(UnknownBot) as caught:
            find_bot(name, find_edition("solo"))
        assert str(caught.value) == (
            "The bot 'thinker' doesn't play standard-solo: it plays with two only."
        )
