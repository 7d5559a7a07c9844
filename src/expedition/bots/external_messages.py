"""What an external bot is told: lines of JSON, built up from what its seat knows and nothing else.

docs/protocol.md has every field. Two worlds that a seat can't tell apart give the same bytes.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from expedition.game import RULES_VERSION
from expedition.notation.actions import event_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from expedition.game import Action, Card, Event, Observation, Ruleset, Standing

    Json = dict[str, Any]

#: Goes up when a program that follows the page would no longer understand what it's told.
PROTOCOL = 1


def hello(ruleset: Ruleset, deadline: float) -> bytes:
    """Return the first line: the protocol, the seconds for an action, and all of the rules."""
    return _line(
        {
            "type": "hello",
            "protocol": PROTOCOL,
            "deadline_ms": _milliseconds(deadline),
            "edition": edition_data(ruleset),
        }
    )


def new_round(observation: Observation, number: int) -> bytes:
    """Return the line before a round's first request. Rounds are counted from 1."""
    return _line(
        {
            "type": "round",
            "round": number,
            "seat": observation.seat,
            "starter": observation.starter,
            "dealt": _texts(observation.dealt),
            "open_hands": observation.open_hands is not None,
            "standing": _standing_data(observation.standing),
        }
    )


def act(
    observation: Observation, legal: Iterable[Action], request: int, deadline: float, seed: int
) -> bytes:
    """Return the line that asks for one of the legal actions, within so many seconds."""
    space = observation.ruleset.action_space
    choices = tuple(legal)
    return _line(
        {
            "type": "act",
            "request": request,
            "deadline_ms": _milliseconds(deadline),
            "seed": seed,
            "legal": [str(action) for action in choices],
            "legal_ids": [space.id(action) for action in choices],
            "observation": observation_data(observation),
        }
    )


def round_over(observation: Observation, number: int) -> bytes:
    """Return the line after a round, with what the seat sees at its end."""
    return _line(
        {
            "type": "round_over",
            "round": number,
            "observation": observation_data(observation),
        }
    )


def farewell() -> bytes:
    """Return the last line."""
    return _line({"type": "quit"})


def edition_data(ruleset: Ruleset) -> Json:
    """Return all that makes an edition what it is."""
    hand_over = ruleset.hand_over
    return {
        "id": ruleset.id,
        "name": ruleset.name,
        "rules": RULES_VERSION,
        "suits": [suit.letter for suit in ruleset.suits],
        "suit_names": [suit.label for suit in ruleset.suits],
        "wagers": [str(wager) for wager in ruleset.wagers],
        "wagers_ascend": ruleset.wagers_ascend,
        "ranks": list(ruleset.ranks),
        "doubled_ranks": list(ruleset.doubled_ranks),
        "kinds": _texts(ruleset.kinds),
        "copies": [ruleset.copies[card] for card in ruleset.kinds],
        "actions": len(ruleset.action_space),
        "seats": ruleset.seats,
        "sides": ruleset.sides,
        "hand_size": ruleset.hand_size,
        "deck_size": ruleset.deck_size,
        "set_aside": ruleset.set_aside,
        "draw_from_piles": ruleset.draw_from_piles,
        "play_out_hands": ruleset.play_out_hands,
        "hand_over": None
        if hand_over is None
        else {"min_hand": hand_over.min_hand, "twice_running": hand_over.twice_running},
        "stall_limit": ruleset.stall_limit,
        "cost": ruleset.cost,
        "bonus": ruleset.bonus,
        "bonus_cards": ruleset.bonus_cards,
        "start_rule": ruleset.start_rule.value,
    }


def observation_data(seen: Observation) -> Json:
    """Return what a seat sees and remembers."""
    ruleset = seen.ruleset
    return {
        "seat": seen.seat,
        "side": seen.side,
        "starter": seen.starter,
        "to_act": None if seen.is_over else seen.to_act,
        "step": seen.step.value,
        "over": None if seen.termination is None else seen.termination.code,
        "hand": _texts(ruleset.sort(seen.hand)),
        "dealt": _texts(seen.dealt),
        "expeditions": [[_texts(cards) for cards in laid] for laid in seen.expeditions],
        "points": [score.total for score in seen.scores],
        "piles": [_texts(pile) for pile in seen.piles],
        "closed_suit": None if seen.closed_suit is None else seen.closed_suit.letter,
        "deck": seen.deck_size,
        "turns_left": [seen.turns_left(seat) for seat in range(ruleset.seats)],
        "hand_sizes": list(seen.hand_sizes),
        "known": [_texts(cards) for cards in seen.known],
        "pooled": [_texts(cards) for cards in seen.pooled],
        "exposed": _texts(seen.exposed),
        "exposed_pooled": _texts(seen.exposed_pooled),
        "idle_turns": seen.idle_turns,
        "just_handed_over": list(seen.just_handed_over),
        "open_hands": None
        if seen.open_hands is None
        else [_texts(ruleset.sort(hand)) for hand in seen.open_hands],
        "standing": _standing_data(seen.standing),
        "events": [_event_data(event) for event in seen.events],
    }


def _event_data(event: Event) -> Json:
    return {
        "seat": event.seat,
        "action": event_text(event),
        "cards": _texts(event.cards),
    }


def _standing_data(standing: Standing | None) -> Json | None:
    if standing is None:
        return None
    return {
        "round": standing.round,
        "rounds": standing.rounds,
        "totals": list(standing.totals),
    }


def _texts(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


def _line(message: Json) -> bytes:
    # ASCII alone, so that no program has to know in which encoding its input comes.
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"
