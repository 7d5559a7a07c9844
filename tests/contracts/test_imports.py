"""What the rooms promise about themselves: what `game` imports, and how its files are kept."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import expedition
import expedition.game as game_room

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = Path(expedition.__file__).parent
EVERY_FILE = sorted(SOURCE.rglob("*.py"))
GAME_FILES = sorted((SOURCE / "game").glob("*.py"))

#: What would let the clock, the machine or the outside in. `game` may name their types only.
OUTSIDE = {
    "asyncio",
    "datetime",
    "io",
    "locale",
    "logging",
    "os",
    "pathlib",
    "platform",
    "random",
    "secrets",
    "socket",
    "subprocess",
    "tempfile",
    "threading",
    "time",
    "uuid",
    "warnings",
}

#: Built-in functions that reach outside.
OUTSIDE_CALLS = {"breakpoint", "input", "open", "print"}

IMPORT_ALONE = """
import sys
before = set(sys.modules)
import expedition.game
print(*sorted(set(sys.modules) - before))
"""


def name_of(path: Path) -> str:
    """Return a file's path within the package, to name a test's case."""
    return path.relative_to(SOURCE).as_posix()


def imports(node: ast.AST, *, typing_only: bool = False) -> Iterator[tuple[str, bool]]:
    """Yield every module that is imported below a node, and whether for type checkers only."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from ((alias.name, typing_only) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            yield "." * child.level + (child.module or ""), typing_only
        elif isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            for inner in child.body:
                yield from imports(ast.Module([inner], []), typing_only=True)
            for inner in child.orelse:
                yield from imports(ast.Module([inner], []), typing_only=typing_only)
        else:
            yield from imports(child, typing_only=typing_only)


def parse(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def is_public(name: str) -> bool:
    """Whether a name is for others."""
    return not name.startswith("_")


each_game_file = pytest.mark.parametrize("path", GAME_FILES, ids=name_of)
each_file = pytest.mark.parametrize("path", EVERY_FILE, ids=name_of)


@each_game_file
def test_game_imports_itself_and_the_standard_library(path: Path) -> None:
    for module, _ in imports(parse(path)):
        top = module.split(".")[0]
        assert module.startswith("expedition.game") or top in sys.stdlib_module_names, module


@each_game_file
def test_game_has_no_clock_files_logging_or_chance_of_its_own(path: Path) -> None:
    tree = parse(path)
    for module, typing_only in imports(tree):
        assert typing_only or module.split(".")[0] not in OUTSIDE, module
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & OUTSIDE_CALLS


def test_the_search_for_imports_finds_them() -> None:
    lines = ("import os", "if TYPE_CHECKING:", " import io", "else:", " import re")
    found = list(imports(ast.parse("\n".join((*lines, "def f():", " from a.b import c")))))
    assert found == [("os", False), ("io", True), ("re", False), ("a.b", False)]


def test_importing_game_loads_nothing_from_outside() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", IMPORT_ALONE],
        capture_output=True,
        check=True,
        text=True,
        timeout=60,
    ).stdout.split()
    assert "expedition.game.state" in loaded
    rooms = {module for module in loaded if module.startswith("expedition")}
    assert all(room == "expedition" or room.startswith("expedition.game") for room in rooms)
    others = {module.split(".")[0] for module in set(loaded) - rooms}
    assert others <= sys.stdlib_module_names
    assert not others & {"asyncio", "logging", "random", "secrets", "socket", "subprocess"}


@each_game_file
def test_no_edition_is_asked_for_by_name(path: Path) -> None:
    """Editions are data: a comparison with an id means that a parameter is missing."""
    if path.name == "editions.py":
        return
    names = {name for ruleset in game_room.EDITIONS.values() for name in ruleset.aliases}
    names |= set(game_room.EDITIONS)
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.Compare | ast.Match):
            for part in ast.walk(node):
                assert not (isinstance(part, ast.Constant) and part.value in names)
        if isinstance(node, ast.Compare):
            for part in (node.left, *node.comparators):
                assert not (isinstance(part, ast.Attribute) and part.attr in ("id", "ruleset_id"))


@each_file
def test_no_file_outgrows_a_reader(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


@each_file
def test_no_module_is_a_drawer_for_anything(path: Path) -> None:
    for name in path.relative_to(SOURCE).with_suffix("").parts:
        assert not re.fullmatch(r"_?(utils?|helpers?|misc|common)", name)


@each_file
def test_a_package_file_only_imports(path: Path) -> None:
    if path.name != "__init__.py":
        return
    for node in parse(path).body:
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        names = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        assert docstring or names or isinstance(node, ast.Import | ast.ImportFrom), ast.unparse(
            node
        )


@each_game_file
def test_everything_public_says_what_it_is(path: Path) -> None:
    tree = parse(path)
    assert ast.get_docstring(tree), path.name
    for node in ast.walk(tree):
        # Functions within functions are their own business, and so is what a private class holds.
        if isinstance(node, ast.Module) or (
            isinstance(node, ast.ClassDef) and is_public(node.name)
        ):
            for part in node.body:
                if isinstance(part, ast.ClassDef | ast.FunctionDef) and is_public(part.name):
                    assert ast.get_docstring(part), f"{path.name}: {part.name}"


def test_what_game_offers_is_there_and_says_what_it_is() -> None:
    assert sorted(set(game_room.__all__)) == sorted(game_room.__all__)
    for name in game_room.__all__:
        offered = getattr(game_room, name)
        if inspect.isclass(offered) or inspect.isfunction(offered):
            assert inspect.getdoc(offered), name
            assert offered.__module__.startswith("expedition.game."), name


def test_the_types_ship() -> None:
    assert files("expedition").joinpath("py.typed").is_file()
