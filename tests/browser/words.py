"""The page's own words, read from its catalogues: tests name a sentence by its key."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parents[2] / "src" / "expedition" / "web" / "static"
_TEXT = r'"(?:[^"\\]|\\.)*"'
_FORM = re.compile(rf"(\w+):\s*({_TEXT})")
_ENTRY = re.compile(rf'"([\w.\-$]+)":\s*({_TEXT}|\{{(?:\s*\w+:\s*{_TEXT},?)+\s*\}})')


@cache
def catalogue(language: str) -> dict[str, dict[str, str]]:
    """Return every sentence of a language, in each of its plural forms."""
    found: dict[str, dict[str, str]] = {}
    folder = STATIC / "js" / "words"
    for path in [folder / f"{language}.js", *sorted((folder / language).glob("*.js"))]:
        for key, value in _ENTRY.findall(path.read_text("utf-8")):
            forms = _FORM.findall(value) if value[0] == "{" else [("other", value)]
            found[key] = {form: json.loads(text) for form, text in forms}
    return found


def t(key: str, language: str = "en", **params: object) -> str:
    """Return a sentence as the page has it, in the plural that `n` asks for."""
    forms = catalogue(language)[key]
    text = forms["one"] if params.get("n") == 1 and "one" in forms else forms["other"]
    return re.sub(r"\{(\w+)\}", lambda found: str(params.get(found[1], found[0])), text)
