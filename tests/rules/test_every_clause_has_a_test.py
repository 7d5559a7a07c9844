"""Every numbered clause of docs/rules.md has a test named after it, and no test names another."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

RULES = Path(__file__).parents[2] / "docs" / "rules.md"


def clauses() -> list[str]:
    return re.findall(r"^\*\*(\d+\.\d+)\*\*", RULES.read_text(encoding="utf-8"), re.MULTILINE)


def named_in_tests() -> set[str]:
    sources = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    names = re.findall(r"^def test_(\d+)_(\d+)_\w+\(", "\n".join(sources), re.MULTILINE)
    return {f"{chapter}.{clause}" for chapter, clause in names}


def test_every_clause_has_a_test() -> None:
    assert clauses()
    assert set(clauses()) - named_in_tests() == set()


def test_every_test_names_a_clause() -> None:
    assert named_in_tests() - set(clauses()) == set()


def test_clauses_are_numbered_in_order_and_once() -> None:
    numbers = [tuple(map(int, clause.split("."))) for clause in clauses()]
    for (chapter, clause), following in pairwise(numbers):
        assert following in ((chapter, clause + 1), (chapter + 1, 1))


def test_a_chapters_tests_are_in_its_file() -> None:
    for path in Path(__file__).parent.glob("test_[0-9]*.py"):
        chapter = path.name.split("_")[1]
        source = path.read_text(encoding="utf-8")
        assert set(re.findall(r"^def test_(\d+)_", source, re.MULTILINE)) == {chapter}
        headline = re.search(rf"^## {chapter} (.*)$", RULES.read_text(encoding="utf-8"), re.M)
        assert headline is not None
        assert path.stem == f"test_{chapter}_{headline[1].lower().replace(' ', '_')}"


def test_clauses_that_clauses_refer_to_exist() -> None:
    text = RULES.read_text(encoding="utf-8")
    referred = set(re.findall(r"(?<![\d.*])(\d{1,2}\.\d)(?![\d.])", text))
    assert referred <= set(clauses())
