"""Comments stay at home; everything else is sent as it is."""

from __future__ import annotations

from importlib.resources import files

import pytest

from expedition.web.slim import without_comments


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("// a\nlet b; // c", "\nlet b; // c"),
        ("/** a */\nlet b;", "\nlet b;"),
        ("/**\n * a\n */\nlet b;", "\n\n\nlet b;"),
        ("/** @type {X} */ (b).c();", "/** @type {X} */ (b).c();"),
        ("const a = `\n// not a comment\n`;", "const a = `\n// not a comment\n`;"),
        ("/* a */ b {}\n/* c */", "/* a */ b {}\n"),
        ("https://x", "https://x"),
    ],
)
def test_comments_on_lines_of_their_own_go(source: str, sent: str) -> None:
    assert without_comments(source) == sent


def test_lines_stay_where_they_are_and_code_stays_whole() -> None:
    static = files("expedition.web") / "static" / "js"
    for entry in static.iterdir():
        if entry.name.endswith(".js"):
            source = entry.read_text("utf-8")
            sent = without_comments(source)
            before, after = source.split("\n"), sent.split("\n")
            assert len(before) == len(after)
            for old, new in zip(before, after, strict=True):
                assert new == old or (not new and old.strip()[:2] in ("//", "/*", "* ", "*/", "*"))
