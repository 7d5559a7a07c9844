"""Rounds that are over as JSON: the score sheet, and a round step by step for the review."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from expedition.game import State, observe, public_view, turns
from expedition.table.errors import Code, Refused
from expedition.web.scores import score_data
from expedition.web.views import Audience, round_data, standing_data, texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from expedition.game import Match
    from expedition.game.events import Event
    from expedition.notation import Seal

Json = dict[str, Any]

#: Somewhat more than a table lets a round have: each step is dearer than the one before.
MOST_TURNS = 1100


def sheet_data(match: Match, seals: Sequence[Seal | None], *, opened: bool) -> Json:
    """Return the score sheet of the rounds begun, every expedition worked out."""
    return {
        "edition": match.ruleset.id,
        "start_rule": match.start_rule.value,
        "standing": standing_data(match),
        "next_starter": None if match.is_over else match.next_starter,
        "totals": list(match.totals),
        "rounds": [
            _sheet_round(match, index, state, seals[index] if index < len(seals) else None, opened)
            for index, state in enumerate(match.played)
        ],
    }


def _sheet_round(match: Match, index: int, state: State, seal: Seal | None, opened: object) -> Json:
    number = round_number(match, index)
    shown = opened and state.is_over
    return {
        "round": number,
        "counted": number > 0,
        "starter": state.starter,
        "over": state.is_over,
        "termination": _termination(state),
        "sides": [
            {
                "total": score.total,
                "expeditions": [
                    {"cards": texts(cards), "score": score_data(part)} if cards else None
                    for cards, part in zip(laid, score.expeditions, strict=True)
                ],
            }
            for laid, score in zip(state.expeditions, state.scores, strict=True)
        ],
        "commitment": seal.commitment if seal else None,
        "salt": seal.salt if seal and shown else None,
        "deal": texts(state.deal.cards) if shown else None,
    }


def review_data(match: Match, number: int, eyes: str, *, browse: bool = True) -> Json:
    """Return a round step by step, as the eyes of a seat, a spectator, or everybody saw it.

    `number` is counted as people do: from 1, 0 for the teaching round. `eyes` is a seat,
    `spectator`, or `all`. Raises Refused for a round or eyes that there are not.
    """
    index = number - 1 + match.open_hands
    if not 0 <= index < len(match.played):
        msg = f"There is no round {number} to look at."
        raise Refused(Code.BAD, msg)
    state = match.played[index]
    if state.turn > MOST_TURNS:
        msg = f"This round has {state.turn - 1} turns; {MOST_TURNS} at most can be looked through."
        raise Refused(Code.BAD, msg)
    audience = parse_eyes(eyes, match.ruleset.seats)
    before = match.scores[: max(number - 1, 0)]
    sides = range(match.ruleset.sides)
    return {
        "edition": match.ruleset.id,
        "first_round": 0 if match.open_hands else 1,
        "rounds": len(match.counted),
        "round": number,
        "counted": number > 0,
        "eyes": eyes,
        "totals_before": [sum(points[side] for points in before) for side in sides],
        "result": {
            "scores": [score.total for score in state.scores],
            "termination": _termination(state),
        }
        if state.is_over
        else None,
        "steps": _steps(state, audience, all_hands=eyes == "all", browse=browse),
    }


def parse_eyes(eyes: str, seats: int) -> Audience:
    """Return the audience that is meant, None for a spectator and for all cards."""
    if eyes in ("all", "spectator"):
        return None
    if eyes.isdecimal() and len(eyes) <= 2 and int(eyes) < seats:
        return int(eyes)
    msg = f"'eyes' is a seat from 0 to {seats - 1}, 'spectator' or 'all'."
    raise Refused(Code.BAD, msg)


def round_number(match: Match, index: int) -> int:
    """Return the number of a round played as people count it; 0 for the teaching round."""
    return index + (not match.open_hands)


def _steps(state: State, audience: Audience, *, all_hands: bool, browse: bool) -> list[Json]:
    current = State.new(state.deal, state.starter, open_hands=state.open_hands)
    steps = [_step(current, audience, 0, all_hands=all_hands, browse=browse)]
    for number, turn in enumerate(turns(state.events), start=1):
        for event in turn:
            current = current.apply(event.action)
        # Of all that happened a step shows its own turn only: the rest would be gone through for
        # every step again, and a long round take a second.
        after = replace(current, events=turn)
        steps.append(_step(after, audience, number, all_hands=all_hands, browse=browse))
    return steps


def _step(state: State, audience: Audience, number: int, *, all_hands: bool, browse: bool) -> Json:
    view = public_view(state) if audience is None else observe(state, audience)
    position = round_data(view, browse=browse) | {"turn": number}
    if all_hands:
        # Only for rounds that are over, where the deal is open to everybody.
        ruleset = state.ruleset
        position["hands"] = [texts(ruleset.sort(hand)) for hand in state.hands]
    last = position["last"] or {"seat": None, "actions": [], "drawn": None}
    if all_hands and number:
        last = _open_turn(state.events)
        position["last"] = last
    return {"turn": number, **last, "position": position}


def _open_turn(turn: Sequence[Event]) -> Json:
    drawn = turn[-1] if len(turn) == 2 else None
    return {
        "seat": turn[0].seat,
        "actions": [str(event.action) for event in turn],
        "drawn": str(drawn.cards[0]) if drawn else None,
    }


def _termination(state: State) -> str | None:
    return state.termination.code if state.termination else None
