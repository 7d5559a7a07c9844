"""What an external bot is told: what its seat knows, in the same bytes, and no more."""

from __future__ import annotations

import json
from dataclasses import fields
from random import Random
from typing import TYPE_CHECKING

import pytest

from bots.external_programs import (
    nothing_left_behind,  # noqa: F401  a fixture
    patient,
    program,
)
from expedition.bots.external_messages import act, edition_data, observation_data, round_over
from expedition.game import EDITIONS, HandOverRule, Observation, Ruleset, State, observe
from properties.redeal import other_world
from properties.strategies import play
from properties.twins import twins

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("nothing_left_behind")
every_edition = pytest.mark.parametrize("ruleset", EDITIONS.values(), ids=EDITIONS)

#: Writes down every byte that it reads, and answers with the first legal action.
RECORDING = """
with open(sys.argv[1], "wb", buffering=0) as copy:
    for line in sys.stdin.buffer:
        copy.write(line)
        message = json.loads(line)
        if message["type"] == "hello":
            say(type="ready", protocol=1)
        if message["type"] == "act":
            answer(message)
"""


def recorded(path: Path, states: Sequence[State], seat: int) -> bytes:
    """Show a bot a round that was played, whatever it answers, and return all that it read."""
    with patient(program(RECORDING, path)) as bot:
        for state in states:
            if state.to_act == seat and not state.is_over:
                observation = observe(state, seat)
                bot.choose(observation, observation.legal_actions, Random(len(state.events)))
        bot.round_over(observe(states[-1], seat))
    return path.read_bytes()


def course(ruleset: Ruleset, seed: int, temperament: str) -> list[State]:
    dealt, actions = play(ruleset, seed, temperament)
    states = [dealt]
    for action in actions:
        states.append(states[-1].apply(action))
    return states


@every_edition
def test_two_worlds_that_a_seat_cannot_tell_apart_are_the_same_on_the_pipe(
    ruleset: Ruleset, tmp_path: Path
) -> None:
    found = 0
    for seed, temperament in enumerate(("eager", "generous")):
        states = course(ruleset, seed, temperament)
        # An early end: a redeal of a whole round rarely fits what the others were seen to do.
        states = states[: len(states) // 2]
        seat = seed % ruleset.seats
        for number in range(40):
            other = other_world(states[-1], seat, Random(number))
            if other and other[-1] != states[-1]:
                one = recorded(tmp_path / "one", states, seat)
                assert recorded(tmp_path / "other", other, seat) == one
                kinds = [json.loads(line)["type"] for line in one.splitlines()]
                assert kinds[:3] == ["hello", "round", "act"]
                assert kinds[-2:] == ["round_over", "quit"]
                found += 1
                break
    assert found == 2


@every_edition
def test_every_message_of_twin_matches_is_the_same(ruleset: Ruleset) -> None:
    rng = Random(11)
    for open_hands in (False, True):
        for seat in range(ruleset.seats):
            pair = twins(ruleset, seat, rng, open_hands=open_hands)
            one, other = (match.observe(seat) for match in (pair.match, pair.other))
            assert round_over(one, 1) == round_over(other, 1)
            assert act(one, one.legal_actions, 1, 5, 0) == act(other, other.legal_actions, 1, 5, 0)


def test_what_a_seat_can_tell_apart_is_other_bytes() -> None:
    """The tests above would notice."""
    states = course(EDITIONS["classic"], 1, "eager")
    messages = {round_over(observe(state, seat), 1) for state in states for seat in (0, 1)}
    assert len(messages) == 2 * len(states)


@every_edition
def test_no_hidden_card_is_in_a_message(ruleset: Ruleset) -> None:
    """Cards that are in the deck to the last, or set aside, are in it only as copies of others."""
    for state in course(ruleset, 2, "eager")[::5]:
        observation = observe(state, state.to_act)
        data = observation_data(observation)
        hidden = {str(card) for card in (*state.deck, *state.deal.aside)}
        seen = {card for cards in (*observation.expeditions, *observation.known) for card in cards}
        text = json.dumps(data)
        told = {str(card) for card in ruleset.kinds if f'"{card}"' in text}
        mine = {str(card) for card in (*observation.hand, *observation.dealt)}
        on_table = {str(c) for side in state.expeditions for laid in side for c in laid}
        on_table |= {str(card) for pile in state.piles for card in pile}
        moved = {str(card) for event in observation.events for card in event.cards}
        assert told <= mine | on_table | moved
        assert seen
        assert (told & hidden) <= mine | on_table | moved


def test_nothing_that_a_seat_knows_is_left_out() -> None:
    """Each field of an observation has its place; a new one asks for a decision here."""
    renamed = {"deck_size": "deck", "termination": "over"}
    elsewhere = {"ruleset", "legal_actions"}
    names = {renamed.get(f.name, f.name) for f in fields(Observation)} - elsewhere
    state = course(EDITIONS["classic"], 1, "eager")[10]
    assert names | {"side", "points", "turns_left"} == set(observation_data(observe(state, 0)))


def test_nothing_that_makes_an_edition_is_left_out() -> None:
    for_people = {"summary", "aliases", "rounds", "suit_word", "wager_word"}
    names = {f.name for f in fields(Ruleset)} - for_people - {"stall_turns"}
    data = edition_data(EDITIONS["classic-partners"])
    derived = {"rules", "suit_names", "kinds", "copies", "actions", "deck_size", "stall_limit"}
    assert names | derived == set(data)
    assert set(data["hand_over"]) == {f.name for f in fields(HandOverRule)}
