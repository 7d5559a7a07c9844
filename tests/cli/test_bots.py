"""`expedition bots` lists who there is to play against; `--think` says how long one thinks."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import pytest

from expedition.bots import about_bot, bot_names, can_think
from expedition.bots.shipped import NETWORKS
from expedition.game import EDITIONS
from expedition.notation import parse_record

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Run


def test_it_lists_every_bot_with_its_style(run: Run) -> None:
    result = run("bots")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert max(map(len, lines)) <= 80
    listed = [line.split()[0] for line in lines if line[:1].strip() and line.split()[0].islower()]
    assert sorted(set(listed) & set(bot_names())) == sorted(bot_names())
    told = " ".join(result.out.split())
    for name in bot_names():
        assert about_bot(name).style in told
    assert "Points a round ahead of careful in classic" in told
    assert "expedition play --bot NAME plays against one." in told


@pytest.mark.parametrize("edition", EDITIONS)
def test_as_data_it_says_the_same_of_every_edition(run: Run, edition: str) -> None:
    result = run("bots", edition, "--json")
    assert (result.code, result.err) == (0, "")
    data = json.loads(result.out)
    assert (data["edition"], data["against"]) == (edition, "careful")
    assert sorted(bot["bot"] for bot in data["bots"]) == sorted(bot_names())
    for bot in data["bots"]:
        assert (bot["title"], bot["style"]) == about_bot(bot["bot"])
        assert bot["thinks"] is can_think(bot["bot"])
        declines = edition not in NETWORKS and bot["bot"] not in ("random", "careful", "search")
        assert bool(bot["missing"]) == declines
        if declines:
            assert f"doesn't play {edition}: none was trained" in bot["missing"]
        if bot["margin"] is not None:
            assert set(bot["margin"]) == {"mean", "se", "deals"}
            assert all(map(math.isfinite, bot["margin"].values()))
    means = [bot["margin"]["mean"] for bot in data["bots"] if bot["margin"]]
    assert means == sorted(means), "the weakest comes first"
    measured = [bot["margin"] is not None for bot in data["bots"]]
    assert measured == sorted(measured, reverse=True), "then those that were not measured"


def test_it_takes_an_alias(run: Run) -> None:
    assert json.loads(run("bots", "solo", "--json").out)["edition"] == "standard-solo"


def test_who_does_not_play_an_edition_says_why_in_the_list(run: Run) -> None:
    told = " ".join(run("bots", "five-suit").out.split())
    assert "The bot 'network' doesn't play five-suit: none was trained for it" in told


def test_an_unknown_edition_is_one_sentence(run: Run) -> None:
    result = run("bots", "clasic")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(
        "expedition: There is no edition 'clasic'. Did you mean 'classic'?"
    )


def test_help_fits_a_terminal(run: Run) -> None:
    for command in ("bots", "play"):
        result = run(command, "--help", COLUMNS="80")
        assert result.code == 0
        assert max(map(len, result.out.splitlines())) <= 80


# --think


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--bot search --think x", "search@x: after @ come the seconds to think"),
        ("--bot search --think 0", "search@0: after @ come the seconds to think"),
        ("--bot search --think 61", "more than 0 and at most 60."),
        ("--bot search --think nan", "after @ come the seconds to think"),
        ("--bot search@1 --think 1", "after @ come the seconds to think"),
        ("--bot careful --think 2", "The bot 'careful' can't be told how long to think"),
        ("--think 2", "The bot 'careful' can't be told how long to think"),
        ("--bot guide@2", "The bot 'guide' can't be told how long to think"),
        ("--bot serch --think 2", "There is no bot 'serch'. Did you mean 'search'?"),
        ("caps --bot network", "The bot 'network' doesn't play five-suit: none was trained"),
    ],
)
def test_what_no_bot_can_do_is_one_sentence(run: Run, words: str, message: str) -> None:
    result = run("play", *words.split())
    assert (result.code, result.out) == (2, "")
    assert result.err.count("\n") == 1
    assert message in result.err
    assert not list(run.data.glob("matches/*")), "no match was begun"


def test_how_long_it_thinks_is_kept_with_the_match(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    words = ("--seed", "3", "--rounds", "1", "--first", "me", "--record", str(file))
    result = run("play", "--bot", "Search", "--think", "0.001", *words, text="x1 .\nquit\n")
    assert result.code == 0, result.err
    record = parse_record(file.read_bytes())
    assert record.players[1].bot == "search@0.001"
    assert record.match.state is not None
    assert record.match.state.to_act == 0, "it has taken its turn"
    resumed = run("play", "--resume", "--think", "1", "--record", str(file))
    assert resumed.code == 2
    assert "leave --think out" in resumed.err
    assert run("play", "--resume", "--record", str(file), text="x1 .\nquit\n").code == 0
    longer = parse_record(file.read_bytes())
    assert longer.match.state is not None
    assert len(longer.match.state.history) > len(record.match.state.history)


@pytest.mark.parametrize("bot", ["network", "guide", "search"])
def test_without_its_weights_a_bot_is_refused_in_a_sentence(
    run: Run, tmp_path: Path, bot: str
) -> None:
    result = run("play", "--bot", bot, text="x1 .\n", EXPEDITION_WEIGHTS=str(tmp_path))
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        f"expedition: The bot '{bot}' doesn't play classic: There are no weights "
        f"{tmp_path / 'classic.npz'}. Install Expedition again to have them.\n"
    )


def test_a_match_whose_bot_has_lost_its_weights_is_kept(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    words = ("--bot", "network", "--first", "bot", "--seed", "1")
    run("play", *words, "--record", str(file), text="quit\n")
    kept = parse_record(file.read_bytes())
    result = run(
        "play",
        "--resume",
        "--record",
        str(file),
        text="x1 .\nx1 .\n",
        EXPEDITION_WEIGHTS=str(tmp_path),
    )
    assert result.code in (1, 2)
    left = parse_record(file.read_bytes())
    assert left.match.state is not None
    assert kept.match.state is not None
    assert left.match.state.history[:2] == kept.match.state.history[:2]
    assert "network" in result.err
