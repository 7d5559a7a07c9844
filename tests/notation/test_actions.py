from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from expedition.game import EDITIONS, HandOver, InvalidNotation, Ruleset, find_edition
from expedition.notation import parse_action

CLASSIC, STANDARD, PARTNERS = map(find_edition, ("classic", "standard", "partners"))


@pytest.mark.parametrize("ruleset", EDITIONS.values(), ids=lambda ruleset: ruleset.id)
def test_every_action_reads_back(ruleset: Ruleset) -> None:
    space = ruleset.action_space
    for action_id in range(len(space)):
        action = space.action(action_id)
        assert parse_action(str(action), ruleset) == action
        assert parse_action(str(action).lower(), ruleset) == action


@pytest.mark.parametrize(
    ("text", "ruleset", "written"),
    [
        ("lay red 7", CLASSIC, "R7"),
        ("Play 7R", CLASSIC, "R7"),
        ("discard Blue wager", CLASSIC, "xB$"),
        ("x r10", CLASSIC, "xR10"),
        ("X r10", CLASSIC, "xR10"),
        ("draw", CLASSIC, "."),
        (" deck ", CLASSIC, "."),
        ("Draw off the deck", CLASSIC, "."),
        ("take red", CLASSIC, "<R"),
        ("draw yellow", CLASSIC, "<Y"),
        ("< g", CLASSIC, "<G"),
        ("XH", STANDARD, "H10"),
        ("xXH", STANDARD, "xH10"),
        ("xH7", STANDARD, "xH7"),
        ("DX", STANDARD, "D10"),
        ("hand R7 B3", PARTNERS, ">B3+R7"),
        ("give red 7 and blue 3", PARTNERS, ">B3+R7"),
        (">R7,B3", PARTNERS, ">B3+R7"),
        ("hand over R2 + R2", PARTNERS, ">R2+R2"),
    ],
)
def test_words_and_short_forms(text: str, ruleset: Ruleset, written: str) -> None:
    assert str(parse_action(text, ruleset)) == written


def test_a_pair_is_the_same_either_way_round() -> None:
    assert parse_action(">R7+B3", PARTNERS) == parse_action(">B3+R7", PARTNERS)
    assert isinstance(parse_action(">R7+B3", PARTNERS), HandOver)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "An action is missing."),
        ("xR11", "'R11' is not a card of classic"),
        ("<Q", "'Q' is not a suit of classic"),
        (">R7", "'R7' is not two cards. Write them like Y$+Y2."),
        ("pass", "'pass' is not a card of classic"),
    ],
)
def test_a_wrong_action_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_action(text, CLASSIC)
    assert message in str(caught.value)


@given(
    st.sampled_from(list(EDITIONS.values())), st.text(alphabet="xX<>.+RrHh7 10$JjdD", max_size=9)
)
def test_any_text_is_an_action_or_a_sentence(ruleset: Ruleset, text: str) -> None:
    try:
        action = parse_action(text, ruleset)
    except InvalidNotation as error:
        assert str(error).endswith(".")
    else:
        assert parse_action(str(action), ruleset) == action
