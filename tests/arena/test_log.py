"""The log: what it holds, what it goes on from, and what it refuses and leaves alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from arena.conftest import played, results, settings
from expedition.arena import ArenaError, ContestLog, Schedule, Settings, run_contest
from expedition.arena.results import from_data, to_data

if TYPE_CHECKING:
    from pathlib import Path

SCHEDULE = Schedule(pairs=3)


def write(path: Path, chosen: Settings, pairs: int = 3) -> bytes:
    """Play so many pairs into a log, and return what is in it then."""
    schedule = Schedule(pairs=pairs)
    log = ContestLog(path, chosen, schedule)
    run_contest(chosen, schedule, log=log)
    log.close()
    return path.read_bytes()


def refused(path: Path, chosen: Settings, content: bytes) -> str:
    """Return why a file is refused; it must be left as it was."""
    path.write_bytes(content)
    with pytest.raises(ArenaError) as caught:
        ContestLog(path, chosen, SCHEDULE)
    assert path.read_bytes() == content
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    return str(caught.value)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    folder = tmp_path / "logs"
    folder.mkdir()
    return folder / "log.jsonl"


def test_it_has_a_header_and_a_line_a_pair(log: Path) -> None:
    chosen = settings(seed=4)
    header, *lines = map(json.loads, write(log, chosen).splitlines())
    assert header["arena"] == 1
    assert header["settings"] == chosen.as_data()
    assert header["schedule"]["pairs"] == 3
    assert {"expedition", "rules", "python"} <= set(header["versions"])
    assert [line["pair"] for line in lines] == [0, 1, 2]
    assert [from_data(line) for line in lines] == results(played(chosen, 3))
    assert [file.name for file in log.parent.iterdir()] == ["log.jsonl"]


def test_a_pair_comes_back_from_its_line_times_and_all() -> None:
    pair = results(played(settings(edition="solo", match_rounds=2), 1))[0]
    data = json.loads(json.dumps(to_data(pair)))
    assert from_data(data) == pair
    assert to_data(from_data(data)) == data


@pytest.mark.parametrize("cut", [1, 40, 400])
def test_half_a_last_line_is_dropped_and_played_again(log: Path, cut: int) -> None:
    chosen = settings(seed=4)
    whole = write(log, chosen)
    log.write_bytes(whole[:-cut])
    open_log = ContestLog(log, chosen, SCHEDULE)
    assert len(open_log.pairs) == 2
    again = run_contest(chosen, SCHEDULE, log=open_log)
    open_log.close()
    assert results(again) == results(played(chosen, 3))
    lines = log.read_bytes().splitlines()
    assert lines[:3] == whole.splitlines()[:3]
    assert len(lines) == 4


@pytest.mark.parametrize("size", [0, 1, 30])
def test_a_log_that_had_hardly_begun_begins_again(log: Path, size: int) -> None:
    whole = write(log, settings())
    log.write_bytes(whole[:size])
    assert len(write(log, settings()).splitlines()) == 4


def test_more_pairs_go_on_from_fewer(log: Path) -> None:
    write(log, settings(), pairs=2)
    before = log.read_bytes()
    assert write(log, settings(), pairs=4).startswith(before)
    assert write(log, settings(), pairs=1).startswith(before), "fewer take none away"


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ({"seed": 1}, "there seed is 0, here 1"),
        ({"edition": "solo"}, "there edition is classic, here standard-solo"),
        ({"cap": 7}, "there cap is 400, here 7"),
        ({"match_rounds": 3}, "there match_rounds is None, here 3"),
        ({"bots": ("random", "careful")}, "there bots is careful, random, here random, careful"),
    ],
)
def test_other_settings_are_refused(log: Path, others: dict[str, object], said: str) -> None:
    content = write(log, settings(), pairs=1)
    chosen = Settings(**({"bots": ("careful", "random")} | others))  # type: ignore[arg-type]
    assert said in refused(log, chosen, content)


def test_another_version_is_refused_and_another_python_is_not(log: Path) -> None:
    header, rest = write(log, settings()).split(b"\n", 1)
    data = json.loads(header)
    data["versions"]["python"] = "2.7"
    log.write_bytes(json.dumps(data).encode() + b"\n" + rest)
    ContestLog(log, settings(), SCHEDULE).close()
    data["versions"]["expedition"] = "9.9"
    content = json.dumps(data).encode() + b"\n" + rest
    assert "there expedition is 9.9, here" in refused(log, settings(), content)
    data["arena"] = 7
    content = json.dumps(data).encode() + b"\n" + rest
    assert "a log of form 7" in refused(log, settings(), content)


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b"{}",
        b"[1, 2]",
        b"",
        b'{"pair": 1}',
        b"[" * 100_000,
        b"\xff\xfe",
        b'{"pair": -1, "between": [0, 1]}',
    ],
)
def test_a_damaged_line_is_named(log: Path, line: bytes) -> None:
    header, first, _, third, _ = write(log, settings()).split(b"\n")
    content = b"\n".join([header, first, line, third, b""])
    assert "damaged in line 3, and left as it is" in refused(log, settings(), content)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"margin":', b'"margin":1'),
        (b'"between":[0,1]', b'"between":[0,7]'),
        (b'"pair":1', b'"pair":0'),
    ],
)
def test_a_changed_line_is_found_out(log: Path, old: bytes, new: bytes) -> None:
    header, first, second, third, _ = write(log, settings()).split(b"\n")
    content = b"\n".join([header, first, second.replace(old, new, 1), third, b""])
    assert "damaged in line 3" in refused(log, settings(), content)


@pytest.mark.parametrize(
    "content", [b"# Shopping\nmilk\n", b"milk", b"{}\n", b"[]\n", b'{"arena":1}\n', b"\x00\n"]
)
def test_a_file_that_is_no_log_is_left_alone(log: Path, content: bytes) -> None:
    assert "no log of the arena; it is left as it is" in refused(log, settings(), content)


def test_one_contest_at_a_time(log: Path) -> None:
    first = ContestLog(log, settings(), SCHEDULE)
    with pytest.raises(ArenaError, match="is being written by another contest"):
        ContestLog(log, settings(), SCHEDULE)
    first.close()
    assert log.read_bytes() == b"", "nothing was played, so any settings may come"
    ContestLog(log, settings(), SCHEDULE).close()


def test_a_place_that_cannot_hold_a_log(log: Path) -> None:
    with pytest.raises(ArenaError, match="is not a file to keep a log in"):
        ContestLog(log.parent, settings(), SCHEDULE)
    with pytest.raises(ArenaError, match="Can't keep the log in"):
        ContestLog(log.parent / "deeper" / "log.jsonl", settings(), SCHEDULE)
    assert not list(log.parent.iterdir())
