"""Chapter 1 of the rules: cards and editions."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from expedition.game import EDITIONS, Card, Deal, InvalidSetup, Suit, Wager, find_edition
from rules.positions import a_card, begin, editions_with, every_edition

if TYPE_CHECKING:
    from expedition.game import Ruleset

RULES = Path(__file__).parents[2] / "docs" / "rules.md"


@every_edition
def test_1_1_every_suit_has_nine_numbers_and_three_wagers(ruleset: Ruleset) -> None:
    for suit in ruleset.suits:
        cards = [card for card in ruleset.pack if card.suit is suit]
        assert {card.rank for card in cards if not card.is_wager} == set(range(2, 11))
        assert sum(card.is_wager for card in cards) == 3


@every_edition
def test_1_1_a_number_is_worth_itself_and_a_wager_nothing(ruleset: Ruleset) -> None:
    for card in ruleset.kinds:
        assert card.points == (0 if card.is_wager else card.rank)


def editions_table() -> dict[str, list[str]]:
    """Read the table of clause 1.2: the cells of each edition, by its id."""
    rows = re.findall(r"^\| `([a-z-]+)`(.*) \|$", RULES.read_text(encoding="utf-8"), re.MULTILINE)
    table: dict[str, list[str]] = {}
    for edition, rest in rows:
        table.setdefault(edition, [cell.strip() for cell in rest.split(" | ")])
    return table


def test_1_2_the_table_has_every_edition_and_no_other() -> None:
    assert set(editions_table()) == set(EDITIONS)


@every_edition
def test_1_2_the_table_says_what_the_edition_is(ruleset: Ruleset) -> None:
    names, suits, pack, hand, bonus, seats, rounds, _ = editions_table()[ruleset.id]
    assert tuple(re.findall(r"`([a-z-]+)`", names)) == ruleset.aliases
    assert suits == f"{len(ruleset.suits)} {ruleset.suit_word}s"
    assert pack == str(len(ruleset.pack))
    assert hand == str(ruleset.hand_size)
    assert bonus == f"{ruleset.bonus_cards} cards"
    assert seats == str(ruleset.seats)
    assert rounds == " or ".join(map(str, ruleset.rounds))


@every_edition
def test_1_2_an_edition_is_found_by_each_of_its_names(ruleset: Ruleset) -> None:
    for name in (ruleset.id, *ruleset.aliases, f" {ruleset.id.upper()} "):
        assert find_edition(name) is ruleset


def test_1_2_an_unknown_edition_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(InvalidSetup, match=r"'clasic'\. Did you mean 'classic'\?"):
        find_edition("clasic")
    with pytest.raises(InvalidSetup, match="standard-solo"):
        find_edition("whist")


@editions_with(lambda ruleset: len(set(ruleset.wagers)) == 1)
def test_1_3_the_plain_wagers_of_a_colour_are_the_same_card(ruleset: Ruleset) -> None:
    assert len(ruleset.kinds) == 10 * len(ruleset.suits)
    state = begin(ruleset, "aJ aQ aK")
    assert state.hand.count(Card(ruleset.suits[0], Wager.PLAIN)) == 3
    wager = f"{ruleset.suits[0].letter}$"
    names = [str(action) for action in state.legal_actions()]
    assert names.count(wager) == names.count(f"x{wager}") == 1


@editions_with(lambda ruleset: len(set(ruleset.wagers)) == 3)
def test_1_3_jack_queen_and_king_are_three_cards(ruleset: Ruleset) -> None:
    assert len(ruleset.kinds) == 12 * len(ruleset.suits)
    court = {a_card(ruleset, name) for name in ("aJ", "aQ", "aK")}
    assert len(court) == 3
    names = {str(action) for action in begin(ruleset, "aJ aQ aK").legal_actions()}
    assert names >= {str(card) for card in court} | {f"x{card}" for card in court}


@every_edition
def test_1_4_only_partner_packs_have_a_second_2_3_and_4(ruleset: Ruleset) -> None:
    doubled = {2, 3, 4} if ruleset.seats == 4 else set()
    for card, copies in Counter(ruleset.pack).items():
        if not card.is_wager:
            assert copies == (2 if card.rank in doubled else 1)


@editions_with(lambda ruleset: ruleset.doubled_ranks)
def test_1_4_the_two_copies_are_the_same_card(ruleset: Ruleset) -> None:
    state = begin(ruleset, "a2 a2 b3")
    names = [str(action) for action in state.legal_actions()]
    two = str(a_card(ruleset, "a2"))
    assert names.count(two) == names.count(f"x{two}") == 1


def test_1_5_the_suits_of_a_standard_deck_and_caps() -> None:
    french = {Suit.CLUBS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS}
    assert {ruleset.id for ruleset in EDITIONS.values() if set(ruleset.suits) == french} == {
        "standard",
        "standard-partners",
        "standard-solo",
    }
    assert set(find_edition("five-suit").suits) == french | {Suit.CAPS}


@editions_with(lambda ruleset: Wager.JACK in ruleset.wagers)
def test_1_5_no_aces_and_no_jokers(ruleset: Ruleset) -> None:
    for wrong in (Card(ruleset.suits[0], 1), Card(ruleset.suits[0], 14)):
        assert wrong not in ruleset.kinds
        with pytest.raises(InvalidSetup, match="Not a pack of"):
            Deal(ruleset, (*ruleset.pack[1:], wrong))
