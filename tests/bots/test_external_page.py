"""docs/protocol.md: its exchange is replayed, and its tables have every field."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bots.external_programs import (
    CLASSIC,
    nothing_left_behind,  # noqa: F401  a fixture
    patient,
    program,
)
from expedition.bots import find_bot
from expedition.bots.external_failure import FailureKind
from expedition.bots.external_messages import PROTOCOL, edition_data, observation_data
from expedition.bots.external_pipes import LONGEST_LINE, MOST_OUTPUT
from expedition.game import Deal, Match

if TYPE_CHECKING:
    from expedition.game import Action

pytestmark = pytest.mark.usefixtures("nothing_left_behind")
ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/protocol.md").read_text("utf-8")

#: Says the lines of a file, one for each that asks for one, and writes down all that it hears.
SCRIPTED = """
lines = open(sys.argv[1]).read().splitlines()
with open(sys.argv[2], "wb", buffering=0) as heard:
    for line in sys.stdin.buffer:
        heard.write(line)
        if json.loads(line)["type"] in ("hello", "act"):
            say(lines.pop(0))
"""


def exchange() -> list[tuple[str, Any]]:
    """Return the worked exchange: who speaks, and what."""
    (block,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    found: list[tuple[str, str]] = []
    for line in block.splitlines():
        who, text = line[:6].strip(), line[6:]
        if who:
            found.append((who, text))
        else:
            found[-1] = (found[-1][0], f"{found[-1][1]} {text}")
    return [(who, json.loads(text)) for who, text in found]


def test_the_worked_exchange_is_what_is_said(tmp_path: Path) -> None:
    said = exchange()
    answers = [json.dumps(message) for who, message in said if who == "bot"]
    (tmp_path / "lines").write_text("\n".join(answers))
    match = Match.new(CLASSIC, rounds=3).begin(Deal.shuffled(CLASSIC, Random(5)))
    careful = find_bot("careful")
    for _ in range(2):
        seen = match.observe(0)
        match = match.apply(careful.choose(seen, seen.legal_actions, Random(0)))
    rng = Random(8)
    chosen: list[Action] = []
    with patient(program(SCRIPTED, tmp_path / "lines", tmp_path / "heard"), deadline=5.0) as bot:
        for _ in range(2):
            seen = match.observe(1)
            chosen.append(bot.choose(seen, seen.legal_actions, rng))
            match = match.apply(chosen[-1])
        bot.round_over(match.observe(1))
    heard = (tmp_path / "heard").read_bytes().splitlines()
    assert [json.loads(line) for line in heard] == [m for who, m in said if who == "host"]
    assert [str(action) for action in chosen] == ["W$", "."]
    kinds = [message["type"] for _, message in said]
    assert kinds == "hello ready round act action act action round_over quit".split()  # noqa: SIM905


def test_every_field_is_on_the_page() -> None:
    messages = [message for _, message in exchange()]
    named = set(re.findall(r"`([a-z_]+)`", PAGE))
    for message in messages:
        assert set(message) - {"type"} <= named
        assert message["type"] in named
    observation = next(m["observation"] for m in messages if m["type"] == "act")
    assert set(observation) <= named
    assert set(edition_data(CLASSIC)) <= named
    match = Match.new(CLASSIC).begin(Deal.shuffled(CLASSIC, Random(5)))
    assert set(observation_data(match.observe(0))) == set(observation)


def test_the_limits_are_on_the_page() -> None:
    assert f"version {PROTOCOL}" in PAGE
    assert f"over {LONGEST_LINE // 1024} KiB, over {MOST_OUTPUT // 1024} KiB" in PAGE
    for kind in FailureKind:
        assert kind.value in PAGE


def test_the_program_on_the_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(code, "docs/protocol.md", "exec"), {"__name__": "example"})  # noqa: S102
