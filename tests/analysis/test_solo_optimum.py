"""The best score of a round for one: what search finds, and what can be played."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from expedition.analysis.solo_optimum import best_solo_play, best_solo_score
from expedition.bots import find_bot
from expedition.game import (
    EDITIONS,
    Deal,
    InvalidSetup,
    Ruleset,
    State,
    Suit,
    Wager,
    find_edition,
    observe,
)

SOLO = find_edition("standard-solo")
THREE = (Suit.CLUBS, Suit.HEARTS, Suit.SPADES)
COURT = (Wager.JACK, Wager.QUEEN, Wager.KING)

#: Little enough of a game to be searched through, and what differs from the others in it.
SMALL = replace(
    SOLO,
    id="small",
    aliases=(),
    suits=(Suit.CLUBS, Suit.HEARTS),
    ranks=(3, 4, 5),
    wagers=(Wager.JACK,),
    hand_size=2,
    set_aside=0,
    cost=5,
    bonus=4,
    bonus_cards=3,
)
VARIANTS: dict[str, dict[str, Any]] = {
    "as it is": {},
    "a hand of one": {"hand_size": 1},
    "a hand of three": {"hand_size": 3},
    "more in hand than in the deck": {"hand_size": 5, "set_aside": 1},
    "all but one in hand": {"hand_size": 5, "set_aside": 2},
    "some set aside": {"ranks": (2, 3, 4, 5, 6, 7), "set_aside": 7, "hand_size": 3},
    "one suit": {"suits": (Suit.CLUBS,), "ranks": (2, 3, 4, 5, 6, 7, 8, 9)},
    "three suits": {"suits": THREE, "ranks": (3, 4), "set_aside": 1, "cost": 3},
    "wagers in any order": {"wagers": COURT, "ranks": (4, 9), "set_aside": 2},
    "wagers in order": {"wagers": COURT, "ranks": (4, 9), "set_aside": 2, "wagers_ascend": True},
    "equal wagers": {"wagers": (Wager.PLAIN,) * 3, "ranks": (4, 9)},
    "equal wagers in order": {
        "wagers": (Wager.PLAIN, Wager.JACK, Wager.JACK),
        "ranks": (4, 9),
        "wagers_ascend": True,
    },
    "no wagers": {"wagers": (), "ranks": (2, 3, 4, 5)},
    "doubled numbers": {"ranks": (3, 4, 9), "doubled_ranks": (3, 4), "wagers": ()},
    "doubled numbers and a wager": {"ranks": (3, 5), "doubled_ranks": (3, 5)},
    "all at no cost": {"cost": 0, "bonus": 0},
    "nothing to gain": {"cost": 50},
    "paid for beginning": {"cost": -3},
    "all for the bonus": {"cost": 8, "bonus": 30, "bonus_cards": 4},
    "a bonus that costs": {"cost": 2, "bonus": -9, "bonus_cards": 2},
    "a limit on stalling": {"stall_turns": 1},
}
DEALS = 12


def search(state: State, known: dict[object, int]) -> int:
    """Try everything: return the most points that the round can still end with."""
    if state.is_over:
        return state.scores[0].total
    # Discard piles are left out, since nothing is ever drawn from them.
    position = state.step, state.hands, state.expeditions, state.deck
    if position not in known:
        known[position] = max(search(state.apply(act), known) for act in state.legal_actions())
    return known[position]


def deals(ruleset: Ruleset, number: int) -> list[Deal]:
    return [Deal.shuffled(ruleset, Random(f"deal {place}")) for place in range(number)]


@pytest.mark.parametrize("changes", VARIANTS.values(), ids=VARIANTS)
def test_search_finds_nothing_better_and_nothing_worse(changes: dict[str, Any]) -> None:
    ruleset = replace(SMALL, **changes)
    for deal in deals(ruleset, DEALS):
        best = best_solo_score(deal)
        assert best == search(State.new(deal), {}), str(deal)
        end = State.new(deal).replay(best_solo_play(deal))
        assert end.is_over, str(deal)
        assert end.scores[0].total == best, str(deal)


def test_the_small_rounds_differ_in_what_they_can_bring() -> None:
    by_hand = {
        size: [best_solo_score(deal) for deal in deals(replace(SMALL, hand_size=size), DEALS)]
        for size in (1, 2, 3, 7)
    }
    # Were they all alike, or all cards laid in all of them, agreement would mean little.
    assert all(len(set(scores)) > 4 for size, scores in by_hand.items() if size < 7)
    totals = [sum(scores) for scores in by_hand.values()]
    assert totals == sorted(totals)
    assert len(set(totals)) == 4


def test_the_best_play_of_a_real_deal_is_legal_and_brings_the_best_score() -> None:
    for deal in deals(SOLO, 60):
        end = State.new(deal, 0).replay(best_solo_play(deal))
        assert end.is_over
        assert end.scores[0].total == best_solo_score(deal), str(deal)


def test_careful_never_makes_more() -> None:
    careful = find_bot("careful")
    made = best = 0
    for deal in deals(SOLO, 25):
        state, rng = State.new(deal), Random(0)
        while not state.is_over:
            observation = observe(state, 0)
            state = state.apply(careful.choose(observation, observation.legal_actions, rng))
        most, points = best_solo_score(deal), state.scores[0].total
        assert points <= most, str(deal)
        best, made = best + most, made + points
    assert made < best


def test_a_deal_worked_by_hand() -> None:
    # The wager goes while the 3 and the 4 wait for the 2. All of them and the 5 are
    # (14 - 5) x 2 + 4; the 5 of the other suit would bring nothing, and is not laid.
    ruleset = replace(SMALL, ranks=(2, 3, 4, 5), hand_size=3, set_aside=4)
    suit, other = "CJ C2 C3 C4 C5", "HJ H2 H3 H4 H5"
    cards = {str(card): card for card in ruleset.pack}
    order = "C3 C4 CJ C2 H5 C5 HJ H2 H3 H4"
    assert sorted(order.split()) == sorted(f"{suit} {other}".split())
    deal = Deal(ruleset, tuple(cards[name] for name in order.split()))
    assert best_solo_score(deal) == 22
    assert " ".join(map(str, best_solo_play(deal))) == "CJ . C2 . C3 . C4 C5 xH5"


def test_cards_set_aside_change_nothing() -> None:
    for deal in deals(SOLO, 5):
        seen = len(deal.cards) - SOLO.set_aside
        other = Deal(SOLO, (*deal.cards[:seen], *reversed(deal.aside)))
        assert best_solo_play(other) == best_solo_play(deal)


@pytest.mark.parametrize("ruleset", [*EDITIONS.values()], ids=EDITIONS)
def test_other_editions_are_refused_in_a_sentence(ruleset: Ruleset) -> None:
    deal = Deal.shuffled(ruleset, Random(0))
    if ruleset.play_out_hands:
        assert best_solo_score(deal) > 0
        return
    for ask in (best_solo_score, best_solo_play):
        with pytest.raises(InvalidSetup, match=rf"^Ruleset '{ruleset.id}' is for . players; .*\.$"):
            ask(deal)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seats": 2, "sides": 2}, "is for 2 players"),
        ({"draw_from_piles": True, "play_out_hands": False}, "draws from piles"),
        ({"play_out_hands": False}, "ends with the deck"),
    ],
)
def test_each_thing_that_it_can_not_solve_is_named(changes: dict[str, Any], reason: str) -> None:
    deal = Deal.shuffled(replace(SMALL, **changes), Random(0))
    with pytest.raises(InvalidSetup) as error:
        best_solo_score(deal)
    assert str(error.value) == (
        f"Ruleset 'small' {reason}; a best score is known only for one player"
        " who draws from no pile and plays the hand out."
    )
