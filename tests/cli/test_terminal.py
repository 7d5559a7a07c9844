"""A person at a real terminal of 80 columns: keys, Ctrl-C, colours, two windows, a closed one."""

from __future__ import annotations

import os
import re
import signal
import sys
from typing import TYPE_CHECKING, Any

import pytest

from cli.conftest import COMMAND, PATH
from expedition.notation import parse_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

# A pexpect.spawn; it has no types.
Terminal = Any

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pexpect needs a pseudo-terminal")
if sys.platform != "win32":
    import pexpect


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def start(*words: str, **env: str) -> Terminal:
        child = pexpect.spawn(
            COMMAND,
            list(words),
            env=os.environ
            | {"EXPEDITION_DATA": str(tmp_path), "TERM": "xterm", "PATH": PATH}
            | env,
            dimensions=(24, 80),
            encoding="utf-8",
            timeout=20,
        )
        opened.append(child)
        return child

    yield start
    for child in opened:
        child.close(force=True)


def saved(tmp_path: Path) -> Path:
    (path,) = (tmp_path / "matches").glob("*.json")
    return path


def test_ctrl_c_keeps_the_match(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    child = terminal("play", "--seed", "3", "--first", "me")
    child.expect("Your card: ")
    child.sendline("x1")
    child.expect("Your draw: ")
    child.sendintr()
    child.expect("The match is kept. `expedition play --resume` goes on with it.")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 130
    assert len(parse_record(saved(tmp_path).read_bytes()).match.played[0].events) == 1
    again = terminal("play", "--resume")
    again.expect("You go on where you left off.")
    again.expect("Your draw: ")
    again.sendline(".")
    again.expect("Your card: ")
    again.sendeof()
    again.expect("the match is kept")
    again.expect(pexpect.EOF)
    again.wait()
    assert again.exitstatus == 1


@pytest.mark.parametrize("end", [signal.SIGHUP, signal.SIGTERM, signal.SIGKILL])
def test_a_terminal_closed_in_the_middle_loses_nothing(
    terminal: Callable[..., Terminal], tmp_path: Path, end: signal.Signals
) -> None:
    child = terminal("play", "--seed", "3", "--first", "me")
    child.expect("Your card: ")
    child.sendline("x1 .")
    child.expect("Your card: ")
    child.kill(end)
    child.expect(pexpect.EOF)
    child.wait()
    assert child.signalstatus == end
    assert len(parse_record(saved(tmp_path).read_bytes()).match.played[0].events) >= 4
    # No half-written file beside it. A killed program's lock file may be there; it locks nothing.
    left = [path.name for path in (tmp_path / "matches").iterdir() if path.suffix != ".lock"]
    assert left == [saved(tmp_path).name]
    again = terminal("play", "--resume")
    again.expect("You go on where you left off.")


def test_two_terminals_do_not_overwrite_each_other(
    terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    first = terminal("play", "--seed", "3", "--first", "me")
    first.expect("Your card: ")
    second = terminal("play", "--resume", "--record", str(saved(tmp_path)))
    second.expect("is open in another terminal")
    second.expect(pexpect.EOF)
    first.sendline("x2 .")
    first.expect("Your card: ")
    first.sendline("quit")
    first.expect(pexpect.EOF)
    third = terminal("play", "--resume")
    third.expect("Your card: ")
    # Another program, one that asks for no lock.
    saved(tmp_path).write_text("something else")
    third.sendline("x1 .")
    third.expect("was changed by another")
    third.expect(pexpect.EOF)
    assert saved(tmp_path).read_text() == "something else"


def test_colours_only_where_they_are_wanted(terminal: Callable[..., Terminal]) -> None:
    escape = re.compile(r"\x1b\[\d+m")
    child = terminal("play", "--seed", "3", "--first", "me")
    child.expect("Your card: ")
    assert escape.search(child.before)
    for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        plain = terminal("play", "--seed", "3", "--first", "me", **env)
        plain.expect("Your card: ")
        assert not escape.search(plain.before)


def test_the_table_fits_80_by_24(terminal: Callable[..., Terminal]) -> None:
    child = terminal("play", "--seed", "3", "--first", "me", NO_COLOR="1")
    for _ in range(20):
        child.expect("Your card: ")
        lines = child.before.replace("\r", "").split("\n")
        assert max(map(len, lines)) <= 80
        assert len(lines) <= 22
        child.sendline("1")
        if child.expect(["Your draw: ", "Your card: "]) == 1:
            child.sendline("x1")
            child.expect("Your draw: ")
        child.sendline("1")
