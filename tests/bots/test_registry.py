"""Bots by name: those that are announced are found, and what is wrong with others is said."""

from importlib.metadata import EntryPoint

import pytest

from expedition.bots import UnknownBot, bot_names, find_bot, registry
from expedition.bots.careful import CarefulBot
from expedition.bots.random_bot import RandomBot


def broken() -> None:
    """Stand for a bot whose making fails."""
    msg = "its network is missing"
    raise OSError(msg)


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
