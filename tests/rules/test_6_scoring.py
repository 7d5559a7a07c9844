"""Chapter 6 of the rules: scoring."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from expedition.game import ExpeditionScore, find_edition, score_expedition
from rules.positions import (
    begin,
    every_edition,
    in_turns,
    laid_out,
    score_of,
    some_cards,
    until_deck,
)

if TYPE_CHECKING:
    from expedition.game import Ruleset

RULES = Path(__file__).parents[2] / "docs" / "rules.md"


@every_edition
def test_6_1_numbers_are_added_up_and_wagers_add_nothing(ruleset: Ruleset) -> None:
    assert score_of(ruleset, "a4 a7 a10").expeditions[0].sum == 21
    assert score_of(ruleset, "aJ aQ aK").expeditions[0].sum == 0
    assert score_of(ruleset, "aJ aQ aK a2 a3").expeditions[0].sum == 5


@every_edition
def test_6_1_each_expedition_is_scored_on_its_own(ruleset: Ruleset) -> None:
    # Two losing expeditions with a wager in one: taken together they would score otherwise.
    scores = score_of(ruleset, "aJ a4 b5 b6").expeditions
    assert [score.total for score in scores[:2]] == [-32, -9]


@every_edition
@pytest.mark.parametrize(("laid", "total"), [("a2", -18), ("a10", -10), ("a2 a8 a10", 0)])
def test_6_2_a_started_expedition_costs_20(ruleset: Ruleset, laid: str, total: int) -> None:
    score = score_of(ruleset, laid).expeditions[0]
    assert (score.cost, score.total) == (20, total)


@every_edition
def test_6_2_an_expedition_without_cards_scores_0(ruleset: Ruleset) -> None:
    state = until_deck(begin(ruleset), 0)
    for score in state.scores:
        assert score.expeditions == (ExpeditionScore(),) * len(ruleset.suits)
        assert score.total == 0
    laid = score_of(ruleset, "a2").expeditions
    assert [score.total for score in laid[1:]] == [0] * (len(ruleset.suits) - 1)


@every_edition
@pytest.mark.parametrize(
    ("laid", "multiplier", "total"),
    [
        ("a9 a10 b2", 1, -1),
        ("aJ a9 a10", 2, -2),
        ("aJ aQ a9 a10", 3, -3),
        ("aJ aQ aK a9 a10", 4, -4),
        ("aJ a6 a7 a10", 2, 6),
        ("aJ aQ a8 a9 a10", 3, 21),
    ],
)
def test_6_3_the_multiplier_is_1_more_than_the_wagers_and_losses_are_multiplied_too(
    ruleset: Ruleset, laid: str, multiplier: int, total: int
) -> None:
    score = score_of(ruleset, laid).expeditions[0]
    assert (score.multiplier, score.total) == (multiplier, total)


@every_edition
@pytest.mark.parametrize(("laid", "total"), [("aJ", -40), ("aJ aQ", -60), ("aJ aQ aK", -80)])
def test_6_3_wagers_only_lose_20_times_the_multiplier(
    ruleset: Ruleset, laid: str, total: int
) -> None:
    assert score_of(ruleset, laid).total == total


@every_edition
def test_6_4_the_bonus_comes_from_the_editions_number_of_cards_on(ruleset: Ruleset) -> None:
    names = [f"a{rank}" for rank in ("J", "Q", "K", *range(2, 11))]
    for count in range(1, len(names) + 1):
        score = score_of(ruleset, " ".join(names[:count])).expeditions[0]
        assert score.cards == count
        # Once, however many cards there are above the number.
        assert score.bonus == (20 if count >= ruleset.bonus_cards else 0)


@every_edition
def test_6_4_wagers_count_as_cards(ruleset: Ruleset) -> None:
    numbers = [f"a{rank}" for rank in range(2, ruleset.bonus_cards + 1)]
    assert score_of(ruleset, " ".join(numbers)).expeditions[0].bonus == 0
    assert score_of(ruleset, " ".join(["aJ", *numbers])).expeditions[0].bonus == 20


@every_edition
def test_6_4_the_bonus_is_not_multiplied(ruleset: Ruleset) -> None:
    # The numbers make up for the cost, so all that is left is the bonus.
    assert score_of(ruleset, "aJ aQ aK a2 a3 a4 a5 a6").total == 20
    assert score_of(ruleset, "aJ aQ aK a2 a3 a4 a5 a6 a7 a8 a9 a10").total == 34 * 4 + 20


@every_edition
def test_6_4_a_loss_gets_its_bonus_too(ruleset: Ruleset) -> None:
    names = ["aJ", "aQ", "aK", "a2", "a3", "a4", "a5", "a6"][: ruleset.bonus_cards]
    numbers = sum(int(name[1:]) for name in names[3:])
    assert score_of(ruleset, " ".join(names)).total == (numbers - 20) * 4 + 20


@every_edition
def test_6_5_a_round_is_the_sum_of_a_sides_expeditions(ruleset: Ruleset) -> None:
    score = score_of(ruleset, "aJ a10 bJ b2 c6 c7 c8 d5")
    assert [part.total for part in score.expeditions[:4]] == [-20, -36, 1, -15]
    assert score.total == -70


@every_edition
def test_6_5_hands_deck_and_piles_score_nothing(ruleset: Ruleset) -> None:
    state = begin(ruleset, "a8 a9 a10 aJ", "b8 b9" if ruleset.seats > 1 else "")
    state = in_turns(state, "xa8 .", "xa9 .")
    assert [score.total for score in state.scores] == [0] * ruleset.sides


@every_edition
def test_6_5_each_side_scores_its_own(ruleset: Ruleset) -> None:
    state = laid_out(ruleset, "a9 a10")
    assert [score.total for score in state.scores] == [-1, 0][: ruleset.sides]


def examples() -> list[list[str]]:
    """Read the table of clause 6.6, a list of cells for each row."""
    chapter = RULES.read_text(encoding="utf-8").partition("**6.6**")[2].partition("**7.1**")[0]
    rows = re.findall(r"^\| `.*\|$", chapter, re.MULTILINE)
    return [[cell.strip(" `") for cell in row[1:-1].split("|")] for row in rows]


@pytest.mark.parametrize("row", examples(), ids=lambda row: f"{row[0]} {row[1]}")
def test_6_6_the_worked_examples_are_right_in_every_part(row: list[str]) -> None:
    edition, ranks, numbers, less_cost, multiplied, bonus, total = row
    ruleset = find_edition(edition)
    letter = ruleset.suits[0].letter
    text = " ".join(letter + rank for rank in ranks.split())
    score = score_of(ruleset, text).expeditions[0]
    assert score == score_expedition(ruleset, some_cards(ruleset, text))
    assert score.sum == int(numbers)
    assert score.sum - score.cost == int(less_cost)
    product = (score.sum - score.cost) * score.multiplier
    assert multiplied == f"× {score.multiplier} = {product}"
    assert score.bonus == int(bonus or 0)
    assert score.total == int(total)


def test_6_6_the_examples_of_the_published_texts_are_there() -> None:
    given = {(edition, ranks): int(total) for edition, ranks, *_, total in examples()}
    assert (
        given.items()
        >= {
            ("classic", "4 7 10"): 1,
            ("classic", "$ 3 5 7"): -10,
            ("classic", "$"): -40,
            ("classic", "$ $ 5 9 10"): 12,
            ("classic", "$ $ 2 3 5 7 8 10"): 65,
            ("five-suit", "J Q 3 5 7 8 9 10"): 86,
            ("standard", "J Q 6 8 10"): 12,
            ("standard", "J 3 5"): -24,
            ("standard", "J 4 5 7 8 9"): 46,
        }.items()
    )


def test_6_6_the_example_round_scores_34() -> None:
    score = score_of(find_edition("standard"), "CJ CQ C6 C8 C10 DJ D3 D5 HJ H4 H5 H7 H8 H9")
    assert [part.total for part in score.expeditions] == [12, -24, 46, 0]
    assert score.total == 34
