"""docs/environments.md: its loops run, and its tables are those of the engine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from expedition.fast import observation_sections, observation_size
from expedition.fast.sections import pile_most
from expedition.game import EDITIONS, DrawDeck, DrawPile, HandOver, find_edition

PAGE = (Path(__file__).parents[2] / "docs/environments.md").read_text("utf-8")
LOOPS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def table(heading: str) -> list[list[str]]:
    """Return the cells of the first table below a heading, without its own headings."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


@pytest.mark.parametrize("loop", LOOPS)
def test_every_loop_runs_and_is_short(loop: str) -> None:
    assert len(loop.splitlines()) <= 10
    exec(compile(loop, "docs/environments.md", "exec"), {"__name__": "example"})  # noqa: S102


def test_there_is_a_loop_for_each_environment() -> None:
    text = "\n".join(LOOPS)
    for name in ("expedition_v0.env", "expedition/Solo-v0", "ExpeditionVectorEnv"):
        assert name in text


def test_every_edition_has_its_sizes() -> None:
    rows = []
    for name, edition in EDITIONS.items():
        kinds, suits, seats = len(edition.kinds), len(edition.suits), edition.seats
        sizes = pile_most(edition), observation_size(edition), len(edition.action_space)
        rows.append([f"`{name}`", *map(str, (kinds, suits, seats, *sizes))])
    assert table("Editions") == rows


def test_the_sections_are_those_of_the_engine() -> None:
    rows = {
        name.strip("`"): (length, meaning) for name, length, meaning in table("What a seat sees")
    }
    for edition in EDITIONS.values():
        kinds, suits, seats = len(edition.kinds), len(edition.suits), edition.seats
        lengths = {"K": kinds, "S × P": suits * pile_most(edition), "N": seats, "S": suits, "1": 1}
        sections = observation_sections(edition)
        names = [section.name for section in sections]
        assert names == [name for name in rows if name in names], "in this order"
        for section in sections:
            length, meaning = rows[section.name]
            assert (lengths[length], meaning) == (section.length, section.meaning)
    largest = {section.name for section in observation_sections(find_edition("classic-partners"))}
    assert rows.keys() == largest


@pytest.mark.parametrize("name", EDITIONS)
def test_the_actions_are_those_of_the_engine(name: str) -> None:
    edition = EDITIONS[name]
    space, kinds, suits = edition.action_space, len(edition.kinds), len(edition.suits)
    assert [space.id(each) for each in space.play.values()] == [*range(kinds)]
    assert [space.id(each) for each in space.discard.values()] == [*range(kinds, 2 * kinds)]
    assert space.id(DrawDeck()) == 2 * kinds
    piles = [space.id(DrawPile(suit)) for suit in edition.suits]
    assert piles == [*range(2 * kinds + 1, 2 * kinds + suits + 1)]
    first = 2 * kinds + suits + 1
    for pair in space.hand_over.values():
        assert isinstance(pair, HandOver)
        i, j = edition.kind_order[pair.first], edition.kind_order[pair.second]
        assert i <= j
        assert space.id(pair) == first + j * (j + 1) // 2 + i
    ids = [row[0] for row in table("Actions")]
    assert ids[:4] == ["0 to K - 1", "K to 2K - 1", "2K", "2K + 1 to 2K + S"]
    assert ids[4] == "2K + S + 1 + j(j + 1) / 2 + i"
