"""The documents, read by a test: examples run, links lead somewhere, nothing is left out."""

from __future__ import annotations

import doctest
import importlib
import json
import re
from pathlib import Path

import pytest

import expedition.game
from expedition.bots import bot_names
from expedition.bots.strength import strength
from expedition.game import EDITIONS
from expedition.notation import parse_record, record_to_text

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")])
COMMANDS = (
    "serve",
    "play",
    "bots",
    "score",
    "replay",
    "rules",
    "editions",
    "verify",
    "check-bot",
    "arena",
    "perft",
    "warmup",
)


def page(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_readme_says_first_what_it_is() -> None:
    title, first = page("README.md").split("\n\n")[:2]
    assert title == "# Expedition"
    assert "Lost Cities, Reiner Knizia's card game" in " ".join(first.split())
    assert "not affiliated" in first
    assert len(page("README.md").splitlines()) < 150


def test_readme_example_runs() -> None:
    parser = doctest.DocTestParser()
    test = parser.get_doctest(page("README.md"), {}, "README.md", "README.md", 0)
    assert len(test.examples) >= 8
    runner = doctest.DocTestRunner()
    assert runner.run(test).failed == 0


@pytest.mark.parametrize("name", ["docs/library.md", "docs/bots.md"])
def test_python_in_the_docs_runs(name: str) -> None:
    programs = blocks(page(name), "python")
    assert programs
    for program in programs:
        exec(compile(program, name, "exec"), {"__name__": "example"})  # noqa: S102


@pytest.mark.parametrize(
    "name",
    [
        "expedition.game.cards",
        "expedition.game.editions",
        "expedition.notation.cards",
        "expedition.notation.actions",
    ],
)
def test_examples_in_docstrings_run(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0


def test_the_two_forms_in_the_record_page_are_one_match() -> None:
    text = page("docs/record-format.md")
    (as_json,) = blocks(text, "json")
    (as_text,) = blocks(text, "text")
    assert parse_record(as_json) == parse_record(as_text)
    assert record_to_text(parse_record(as_json)) == as_text
    assert json.loads(as_json)["version"] == 1


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text("utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), target


def test_every_edition_command_and_bot_is_written_down() -> None:
    readme, rules, bots = page("README.md"), page("docs/rules.md"), page("docs/bots.md")
    for edition in EDITIONS.values():
        assert f"`{edition.id}`" in readme
        assert f"`{edition.id}`" in rules
        assert all(f"`{alias}`" in rules for alias in edition.aliases)
    for command in COMMANDS:
        assert f"expedition {command}" in readme
    for bot in bot_names():
        assert f"### `{bot}`" in bots


def test_the_code_map_names_every_room_and_file() -> None:
    text = page("ARCHITECTURE.md")
    assert len(text.splitlines()) < 250
    source = ROOT / "src/expedition"
    for room in source.iterdir():
        if room.is_dir() and not room.name.startswith("__"):
            assert f"`{room.name}/`" in text, room.name
    for file in (source / "game").glob("[!_]*.py"):
        assert f"`{file.name}`" in text, file.name


def test_every_public_name_has_a_docstring() -> None:
    for room in ("game", "notation", "bots", "analysis"):
        module = importlib.import_module(f"expedition.{room}")
        for name in module.__all__:
            thing = getattr(module, name)
            if isinstance(thing, type) or callable(thing):
                assert thing.__doc__, name
    assert expedition.game.__all__ == sorted(expedition.game.__all__, key=_natural)


def _natural(name: str) -> tuple[bool, bool, str]:
    # Constants, then classes, then functions, each by name: the order that the linter keeps.
    return (not name.isupper(), name[0].islower(), name)


def test_the_ladder_is_what_was_measured() -> None:
    lines = page("docs/bots.md").partition("### ")[0].splitlines()
    rows = [line.split("|") for line in lines if line.startswith("| `")]
    shown = {row[1].strip(" `"): [cell.strip() for cell in row[2:-1]] for row in rows}
    editions = [edition for edition in EDITIONS if strength("careful", edition)]
    assert "classic" in editions
    for bot in bot_names():
        cells = []
        for edition in editions:
            measured = strength(bot, edition)
            cells.append(f"{measured.mean:+.1f} ± {measured.se:.1f}" if measured else "")
        assert not any(cells) or shown[bot] == cells, bot


def test_decisions_are_numbered_without_gaps() -> None:
    numbers = [int(path.name[:4]) for path in sorted((ROOT / "docs/adr").glob("*.md"))]
    assert numbers == list(range(1, len(numbers) + 1))
