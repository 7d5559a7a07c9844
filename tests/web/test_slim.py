"""Comments stay at home; everything else is sent as it is."""

from __future__ import annotations

from importlib.resources import files

import pytest

from expedition.web.slim import Unclear, without_comments


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


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("/* a\n b */ code();", "Line 2 has code after a comment's end"),
        ("let a; // a ` by itself\n// b", "Line 1 has an odd backtick after //"),
        ("let a = 'b//`'; // `", "Line 1 has an odd backtick after //"),
        ("let a = `\n// b", "never closed"),
    ],
)
def test_what_could_be_mistaken_is_not_sent(source: str, words: str) -> None:
    with pytest.raises(Unclear, match=words):
        without_comments(source)


@pytest.mark.parametrize(
    "source",
    [
        "let a; // `b` is meant",
        "let a = 'http://b/`c`';",
        'let a = "\\"//"; let b = `c`;',
        "let a = `http://b/`;",
        "let a = `b\n// c ` + d; // e",
    ],
)
def test_what_is_clear_is_sent_as_it_is(source: str) -> None:
    assert without_comments(source) == source


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
