"""How `careful` plays: what a decent person would do in plain positions, and that it gets home."""

import subprocess
import sys
from collections import Counter
from random import Random

import pytest

from bots.positions import CLASSIC, dealt, turns, wait
from expedition.bots import Bot
from expedition.bots.careful import CarefulBot
from expedition.bots.random_bot import RandomBot
from expedition.game import (
    EDITIONS,
    Deal,
    Discard,
    DrawPile,
    HandOver,
    Play,
    Ruleset,
    State,
    Step,
    find_edition,
    observe,
)
from properties.redeal import other_world

TURN_LIMIT = 400


def choice(state: State, between: str = "") -> str:
    """Return what `careful` does, of all that it may or of some, as it is written."""
    observation = observe(state, state.to_act)
    words = between.split()
    legal = tuple(a for a in observation.legal_actions if not words or str(a) in words)
    assert len(legal) >= len(words)
    return str(CarefulBot().choose(observation, legal, Random(0)))


def step(state: State, bot: Bot, rng: Random) -> State:
    """Let a bot act."""
    observation = observe(state, state.to_act)
    return state.apply(bot.choose(observation, observation.legal_actions, rng))


def played(ruleset: Ruleset, bots: tuple[Bot, ...], seed: int) -> State:
    """Play a round to its end or to the limit; the first bot sits at seat 0, and so around."""
    rng = Random(seed)
    state = State.new(Deal.shuffled(ruleset, rng), seed % ruleset.seats)
    turn = 0
    while not state.is_over and turn < TURN_LIMIT:
        state = step(state, bots[state.to_act % len(bots)], rng)
        turn += state.step is Step.PLAY
    return state


# Expeditions


def test_begins_an_expedition_that_will_pay() -> None:
    state = dealt("Y2 Y4 Y5 Y7 Y9 W6 B8 G3", "R2 R3 R4 R5 B2 B3 G4 G5")
    assert choice(wait(state, 24)) == "Y2"


def test_does_not_open_an_expedition_that_cannot_pay() -> None:
    # Four fair cards of a suit are enough with six turns left, and come too late with four.
    state = dealt("Y5 Y6 Y7 Y8 W6 B6 G5 R9", "Y2 Y3 W2 W3 B2 B3 G2 R2")
    assert choice(wait(state, 12)) == "Y5"
    for deck in (8, 6, 4, 2):
        assert choice(wait(state, deck)).startswith("x")


def test_does_not_open_with_a_hand_of_odd_cards() -> None:
    assert choice(dealt("Y2 Y3 W3 W5 B4 B6 G3 R6")).startswith("x")


def test_lays_wagers_before_numbers_in_a_strong_suit() -> None:
    state = dealt("Y$ Y$ Y4 Y7 Y8 Y10 W2 B3", "R2 R3 R4 R5 G2 G3 G4 G5", "W7 G9")
    assert choice(state) == "Y$"
    assert choice(turns(state, "Y$ . xR2 .")) == "Y$"


def test_keeps_the_wager_of_a_suit_it_cannot_fill() -> None:
    assert choice(dealt("Y$ W2 W4 W5 W8 B3 G2 R3")) != "Y$"


def test_lays_wagers_in_the_order_that_the_edition_asks_for() -> None:
    five = find_edition("five-suit")
    state = dealt("CJ CQ CK C5 C8 C9 C10 H3", "S2 S3 S4 S5 D2 D3 D4 D5", "D9 D8 D7 D6", five)
    assert choice(state) == "CJ"
    assert choice(turns(state, "CJ . xS2 .")) == "CQ"


def test_goes_up_in_small_steps() -> None:
    state = dealt("Y$ Y4 Y5 Y7 Y9 W3 G3 R9", "R3 R4 W8 W9 B3 B4 G9 G8", "B9 R8 B8 W7")
    assert choice(turns(state, "Y$ . xR3 ."), "Y4 Y5 Y7 Y9") == "Y4"
    assert choice(turns(state, "Y$ . xR3 . Y4 . xB3 .")) == "Y5"


def test_waits_rather_than_leap_over_cards_that_can_still_come() -> None:
    state = dealt("Y2 Y10 W$ W3 B3 G4 R5 R2", "R3 R4 W8 W9 B4 B5 G9 G8", "B9 R8 B8 W7")
    assert choice(turns(state, "Y2 . xR3 ."), "Y10 xB3") == "xB3"


def test_lays_high_cards_while_there_is_time() -> None:
    state = dealt("Y2 Y8 Y9 Y10 W3 B4 G5 R9", "R3 W5 B5 G7 W2 B2 G2 R2")
    state = turns(state, "Y2 . R3 .")
    assert choice(wait(state, 6)) == "Y8"
    assert choice(wait(state, 2)) == "Y10", "in the last turn, the best of all"


def test_goes_on_for_the_bonus() -> None:
    # Two points are nothing beside the 20 that come with the eighth card.
    ruleset = find_edition("standard")
    state = dealt("C2 C3 C4 C5 C6 C7", "D2 D3 H2 H3 S2 S3", "H8 H9 D8 D9 S8 S9 H7 D7", ruleset)
    state = turns(state, "C2 . xD2 . C3 . xD3 . C4 . xH2 . C5 . xH3 . C6 .")
    state = wait(state, 2)
    assert choice(state) == "C7"


# What is given away, and what is taken


def test_does_not_feed_the_other_side() -> None:
    state = dealt("G$ Y$ W9 B9 R8 R2 B3 Y9", "R$ R4 R5 G9 B7 W10 Y2 Y3", "W6 W5 W4")
    state = turns(state, "G$ . R$ . xY9 . R4 .")
    assert choice(state, "xR8 xR2") == "xR2"
    assert choice(state, "xR8 xY$") == "xY$"


def test_does_not_feed_a_wager_to_an_expedition_without_numbers() -> None:
    state = dealt("G$ R$ W$ W9 B9 B3 Y9 Y8", "R$ R$ R4 R5 G9 B7 Y2 Y3", "W6 W5 W4")
    state = turns(state, "G$ . R$ .")
    assert choice(state, "xR$ xW$") == "xW$"


def test_dumps_cards_that_nobody_can_lay() -> None:
    state = dealt("Y5 Y2 Y3 W9 B9 G9 R7 R8", "Y6 W2 W3 B2 B3 G2 G3 R2", "W8 B8")
    state = turns(state, "Y5 . Y6 .")
    assert choice(state) in ("xY2", "xY3")


def test_takes_the_next_card_of_its_expedition() -> None:
    state = dealt("Y$ Y4 Y5 W4 B6 G5 R9 W6", "Y6 Y2 R3 R4 W8 W9 B9 G9", "B2 G2 B3 G3")
    state = turns(state, "Y$ . xR3 . Y4 .")
    assert choice(turns(state, "xY6 . Y5")) == "<Y"
    assert choice(turns(state, "xY2 . Y5")) == ".", "it can't lay that one"


def test_does_not_dig_for_what_it_has_no_use_for() -> None:
    state = dealt("Y4 Y5 W4 W6 B6 G5 R9 R6", "Y2 Y3 R3 R4 W8 W9 B9 G9", "B2 G2 B3 G3")
    assert choice(turns(state, "Y4 . xR3 . Y5")) == "."


# It gets home


def test_never_discards_a_card_that_it_was_seen_to_take() -> None:
    bots = CarefulBot(), CarefulBot()
    taken = 0
    for seed in range(30):
        rng = Random(seed)
        state = State.new(Deal.shuffled(CLASSIC, rng))
        while not state.is_over:
            exposed = observe(state, state.to_act).exposed
            after = step(state, bots[state.to_act], rng)
            action = after.history[-1]
            taken += isinstance(action, DrawPile)
            assert not (isinstance(action, Discard) and action.card in exposed)
            state = after
    assert taken > 10, "or this says nothing"


@pytest.mark.parametrize("ruleset", EDITIONS.values(), ids=EDITIONS)
def test_every_edition_ends(ruleset: Ruleset) -> None:
    alone = [played(ruleset, (CarefulBot(),), seed) for seed in range(20)]
    mixed = [played(ruleset, (CarefulBot(), RandomBot()), seed) for seed in range(20)]
    assert all(state.is_over for state in alone + mixed)
    assert sum(score.total for state in alone for score in state.scores) > 0


@pytest.mark.parametrize("name", ["classic-partners", "standard-partners"])
def test_partners_hand_over_once_at_most(name: str) -> None:
    ruleset = find_edition(name)
    handed_over = 0
    for seed in range(20):
        state = played(ruleset, (CarefulBot(),), seed)
        sides = Counter(e.seat % 2 for e in state.events if isinstance(e.action, HandOver))
        assert max(sides.values(), default=0) <= 1
        handed_over += sum(sides.values())
    assert handed_over, "or this says nothing"


def test_plays_a_teaching_round() -> None:
    rng = Random(1)
    state = State.new(Deal.shuffled(CLASSIC, rng), open_hands=True)
    while not state.is_over:
        state = step(state, CarefulBot(), rng)
    assert state.scores[0].total + state.scores[1].total > 0


@pytest.mark.parametrize("name", ["classic", "standard"])
def test_beats_random(name: str) -> None:
    # Both ways with the same deals. bench/careful_vs_random.py measures it on more of them.
    ruleset = find_edition(name)
    lost = 0
    for seed in range(60):
        first = played(ruleset, (CarefulBot(), RandomBot()), seed).scores
        second = played(ruleset, (RandomBot(), CarefulBot()), seed).scores
        lost += first[0].total + second[1].total <= first[1].total + second[0].total
    assert lost == 0


@pytest.mark.long
def test_beats_random_99_times_in_100() -> None:
    """In 1,000 deals played both ways, of pairs and of rounds; a draw is no win."""
    pairs = rounds = 0
    for seed in range(1000):
        first = played(CLASSIC, (CarefulBot(), RandomBot()), seed).scores
        second = played(CLASSIC, (RandomBot(), CarefulBot()), seed).scores
        margins = [first[0].total - first[1].total, second[1].total - second[0].total]
        rounds += sum(margin > 0 for margin in margins)
        pairs += sum(margins) > 0
    assert pairs >= 990
    assert rounds >= 1980


# It decides from what its seat knows, and from nothing else


@pytest.mark.parametrize("ruleset", EDITIONS.values(), ids=EDITIONS)
def test_same_observation_same_choice(ruleset: Ruleset) -> None:
    compared = 0
    for seed in range(4):
        rng = Random(seed)
        states = [State.new(Deal.shuffled(ruleset, rng))]
        while not states[-1].is_over:
            states.append(step(states[-1], CarefulBot(), rng))
        for seat in range(ruleset.seats):
            twins = other_world(states[-1], seat, rng)
            for state, twin in zip(states, twins or (), strict=bool(twins)):
                if state.to_act == seat and not state.is_over:
                    assert choice(state) == choice(twin)
                    compared += 1
    assert compared > 10


def test_choices_are_the_same_in_every_run() -> None:
    # Suits hash by identity, so an order that came from a set would differ between processes.
    script = (
        "from random import Random\n"
        "from expedition.bots.careful import CarefulBot\n"
        "from expedition.game import Deal, State, find_edition, observe\n"
        "state, bot, rng = None, CarefulBot(), Random(7)\n"
        "state = State.new(Deal.shuffled(find_edition('partners'), rng))\n"
        "while not state.is_over:\n"
        "    view = observe(state, state.to_act)\n"
        "    state = state.apply(bot.choose(view, view.legal_actions, rng))\n"
        "print(*state.history)\n"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", script], check=True, capture_output=True, text=True
        ).stdout
        for _ in range(3)
    }
    assert len(runs) == 1


@pytest.mark.parametrize("edition", ["classic", "standard", "five-suit", "classic-partners"])
def test_never_gives_points_away_with_the_last_card_of_the_round(edition: str) -> None:
    """With one card in the deck nothing can follow: laying at a loss is never right then."""
    ruleset = find_edition(edition)
    bot = CarefulBot()
    last_cards = 0
    for seed in range(60):
        state = State.new(Deal.shuffled(ruleset, Random(f"last {seed}")), seed % ruleset.seats)
        while not state.is_over:
            view = observe(state, state.to_act)
            action = bot.choose(view, view.legal_actions, Random(0))
            after = state.apply(action)
            if len(state.deck) == 1 and isinstance(action, Play | Discard):
                last_cards += 1
                assert after.scores[view.side].total >= state.scores[view.side].total
            state = after
    assert last_cards >= 60
