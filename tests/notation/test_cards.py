from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from expedition.game import EDITIONS, Card, InvalidNotation, Ruleset, Suit, Wager, find_edition
from expedition.notation import parse_card, parse_cards, parse_suit

CLASSIC, STANDARD, FIVE = (find_edition(name) for name in ("classic", "standard", "five-suit"))
CARDS = [(ruleset, card) for ruleset in EDITIONS.values() for card in ruleset.kinds]


@pytest.mark.parametrize("ruleset", EDITIONS.values(), ids=lambda ruleset: ruleset.id)
def test_every_card_reads_back_in_every_spelling(ruleset: Ruleset) -> None:
    for card in ruleset.kinds:
        suits = [card.suit.letter, card.suit.label, card.suit.label.lower(), card.suit.symbol]
        ranks = [str(card.rank)]
        if card.rank == 10:
            ranks += ["X", "T", "x", "t"]
        if card.rank is Wager.PLAIN:
            ranks += ["wager", "Investment"]
        elif isinstance(card.rank, Wager):
            ranks += [card.rank.name.lower(), card.rank.value.lower()]
        for suit in filter(None, suits):
            for rank in ranks:
                for text in (suit + rank, rank + suit, f" {suit} {rank} ", f"{rank} of {suit}"):
                    assert parse_card(text, ruleset) == card, text
        assert parse_card(card.name, ruleset) == card
        assert parse_card(str(card), ruleset) == card
        assert eval(repr(card), {"Card": Card, "Suit": Suit, "Wager": Wager}) == card  # noqa: S307


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("♥10", "H10"),
        ("10♡", "H10"),
        ("♥\ufe0f7", "H7"),
        ("j♣", "CJ"),
        ("queen of spades", "SQ"),
        ("Diamond 4", "D4"),
        ("hearts-3", "H3"),
    ],
)
def test_symbols_and_words(text: str, card: str) -> None:
    assert str(parse_card(text, STANDARD)) == card


def test_p_is_purple_or_caps_as_the_edition_has_it() -> None:
    assert parse_card("P7", FIVE).suit is Suit.CAPS
    assert parse_card("P7", find_edition("classic-sixth")).suit is Suit.PURPLE
    assert parse_card("■X", FIVE) == Card(Suit.CAPS, 10)


@pytest.mark.parametrize(
    ("text", "ruleset", "message"),
    [
        ("", CLASSIC, "A card is missing."),
        ("R11", CLASSIC, "The ranks are $, 2, 3"),
        ("R1", CLASSIC, "The ranks are"),
        ("C7", CLASSIC, "Write a suit (Y yellow, W white, B blue, G green, R red)"),
        ("P7", CLASSIC, "Write a suit"),
        ("R", CLASSIC, "its rank is missing"),
        ("7", CLASSIC, "its suit is missing"),
        ("C$", STANDARD, "its investments are J, Q and K"),
        ("CA", STANDARD, "The ranks are J, Q, K, 2"),
        ("R7 R8", CLASSIC, "'R7 R8' is not a card"),
    ],
)
def test_a_wrong_card_says_what_is_wrong(text: str, ruleset: Ruleset, message: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_card(text, ruleset)
    assert message in str(caught.value)


def test_a_wrong_suit_suggests_the_right_one() -> None:
    with pytest.raises(InvalidNotation, match="Did you mean Yellow"):
        parse_suit("yelow", CLASSIC)


def test_cards_in_a_row() -> None:
    assert [str(card) for card in parse_cards("r7, y$ B10", CLASSIC)] == ["R7", "Y$", "B10"]


@given(st.sampled_from(list(EDITIONS.values())), st.text(max_size=12))
def test_any_text_is_a_card_or_a_sentence(ruleset: Ruleset, text: str) -> None:
    try:
        card = parse_card(text, ruleset)
    except InvalidNotation as error:
        assert str(error).endswith(".")
        assert "\n" not in str(error)
    else:
        assert card in ruleset.copies
