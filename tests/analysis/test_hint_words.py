"""The sentences of the reasons in each language of the browser app: none missing or too many."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

import pytest

from expedition.analysis import REASONS

WORDS = files("expedition").joinpath("web", "static", "js", "words")
LANGUAGES = ("en", "de")
PLACEHOLDER = re.compile(r"\{(\w+)\}")

each_language = pytest.mark.parametrize("language", LANGUAGES)


def catalogue(language: str) -> dict[str, Any]:
    """Read a catalogue: a module with nothing in it but comments and one object in strict JSON."""
    text = WORDS.joinpath(language, "hints.js").read_text("utf-8")
    body = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("//"))
    before, exported, rest = body.partition("export default ")
    assert exported
    assert not before.strip()
    words: dict[str, Any] = json.loads(rest.rstrip().removesuffix(";"))
    return words


def forms(entry: Any) -> list[str]:
    """Return the sentences of an entry: one, or one for each form of `n`."""
    if isinstance(entry, str):
        return [entry]
    assert set(entry) == {"one", "other"}
    return [entry["one"], entry["other"]]


@each_language
def test_every_code_has_a_sentence_and_every_sentence_a_code(language: str) -> None:
    assert list(catalogue(language)) == [f"hint.{code}" for code in REASONS]


@each_language
def test_a_sentence_names_what_its_reason_has(language: str) -> None:
    for key, entry in catalogue(language).items():
        params = set(REASONS[key.removeprefix("hint.")])
        if not isinstance(entry, str):
            assert "n" in params, key
        for sentence in forms(entry):
            named = set(PLACEHOLDER.findall(sentence))
            # The cards of a list are counted by eye; `n` is there to choose the form by.
            spare = {"n"} if "cards" in params else set()
            assert params - spare <= named <= params, key


@each_language
def test_a_sentence_is_short_and_whole(language: str) -> None:
    for key, entry in catalogue(language).items():
        for sentence in forms(entry):
            assert sentence == sentence.strip(), key
            assert sentence.endswith("."), key
            # Suits and cards are written small within a sentence, so none begins with one.
            assert sentence[0].isupper(), key
            assert len(sentence) <= 160, key
            assert sentence.count("{") == len(PLACEHOLDER.findall(sentence)), key


def test_the_languages_differ() -> None:
    english, german = catalogue("en"), catalogue("de")
    assert not [key for key in english if english[key] == german[key]]
