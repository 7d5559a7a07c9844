"""Names: one visible line."""

from __future__ import annotations

import pytest

from expedition.table.errors import Code, Refused
from expedition.table.names import MAX_NAME, clean_name


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann \t\n  B.  ", "Ann B."),
        ("Ａｎｎ", "Ann"),
        ("Çağla Öz", "Çağla Öz"),
        ("小林", "小林"),
        ("สมหญิง", "สมหญิง"),
        ("<b>&amp;", "<b>&amp;"),
        ("=1+1", "=1+1"),
        ("x" * MAX_NAME, "x" * MAX_NAME),
        ("é", "é"),
        ("🚀", "🚀"),
    ],
)
def test_kept(given: str, kept: str) -> None:
    assert clean_name(given) == kept
    assert clean_name(kept) == kept


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("", "at least one letter"),
        (" \n\u3000", "at least one letter"),
        ("x" * (MAX_NAME + 1), "24 characters"),
        ("a\u202eb", "not seen"),
        ("a\u200bb", "not seen"),
        ("a\u0000b", "not seen"),
        ("a\x1b[31m", "not seen"),
        ("a\ud800", "not seen"),
        ("\u3164", "not seen"),
        ("\u2800\u2800", "not seen"),
        ("\u0301", "not seen"),
        ("a" + "\u0335" * 3, "marks"),
    ],
    ids=ascii,
)
def test_refused(given: str, said: str) -> None:
    with pytest.raises(Refused, match=said) as refused:
        clean_name(given)
    assert refused.value.code is Code.BAD
