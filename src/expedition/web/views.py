"""The only place, with `choices`, where what somebody may know becomes JSON.

Everything is built up from an observation, or from the public view for spectators; nothing is
copied from a state and then taken out again. An audience is a seat, or None for a spectator.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from expedition.game import (
    Card,
    EventKind,
    Match,
    Observation,
    PublicView,
    observe,
    public_view,
    turns,
)
from expedition.game.events import Event as RoundEvent
from expedition.game.events import as_seen
from expedition.table.events import Created, Dealt, TakenBack, TurnTaken
from expedition.table.permissions import NOTHING, permissions
from expedition.web.choices import choices, playable
from expedition.web.scores import score_data

if TYPE_CHECKING:
    from collections.abc import Iterable

    from expedition.game import ExpeditionScore, Ruleset
    from expedition.table.happening import Happening
    from expedition.table.table import Table

Audience = int | None
Json = dict[str, Any]


def texts(cards: Iterable[Card]) -> list[str]:
    """Return cards as texts."""
    return [str(card) for card in cards]


def is_opened(table: Table, today: str) -> bool:
    """Return whether the deals of rounds that are over may be shown: not today's daily deal."""
    return table.created.daily is None or table.created.daily < today


def table_view(table: Table, audience: Audience, gone: frozenset[int], today: str) -> Json:
    """Return everything that an audience sees of a table. See docs/web-api.md, `view`."""
    created, match = table.created, table.match
    can = NOTHING if audience is None else permissions(table, audience, gone)
    pending = table.pending
    return {
        "seq": table.seq,
        "edition": table.ruleset.id,
        "phase": table.phase.value,
        "options": {
            "rounds": created.rounds,
            "start_rule": created.start_rule,
            "first_starter": created.first_starter,
            "open_hands": created.open_hands,
            "browse": created.browse,
            "listed": created.listed,
            "daily": created.daily,
            "branched": created.branched,
        },
        "seats": seats_data(table),
        "me": audience,
        "series": None if created.series is None else list(created.series),
        "standing": standing_data(match),
        "round": None if match.state is None else _live_round(table, audience, today),
        "request": None
        if pending is None
        else {
            "seat": pending.seat,
            "what": pending.what.value,
            "swap": pending.swap,
            "agreed": sorted(pending.agreed),
            "waits_for": list(table.waits_for(pending)),
        },
        "can": {
            "turn": can.turn,
            "deal": can.deal,
            "take-back": can.take_back,
            "restart": can.restart,
            "rematch": can.rematch,
            "answer": can.answer,
            "resign": can.resign,
            "stop": can.stop,
            "replace": list(can.replace),
            "return": can.return_,
            "greet": can.greet,
        },
        "ending": table_ending(table),
        "rematch": None
        if table.rematch is None
        else {"table": table.rematch.table, "seats": moved_seats(table)},
    }


def summary(table_id: str, table: Table) -> Json:
    """Return where a table stands, in short, as everybody may know it."""
    state = table.state
    return {
        "table": table_id,
        "edition": table.ruleset.id,
        "phase": table.phase.value,
        "seats": seats_data(table),
        "standing": standing_data(table.match),
        "to_act": table.to_act,
        "deck": None if state is None else len(state.deck),
        "turns_left": None
        if state is None
        else [public_view(state).turns_left(seat) for seat in range(table.ruleset.seats)],
        "seq": table.seq,
    }


def moved_seats(table: Table) -> list[int]:
    """Return the seat that each seat has at the table of the rematch."""
    shift = int(table.rematch is not None and table.rematch.swap)
    seats = table.ruleset.seats
    return [(seat + shift) % seats for seat in range(seats)]


def table_ending(table: Table) -> Json | None:
    """Return why a table has come to its end, and who won; None while it goes on."""
    ending = table.ending
    if ending is None:
        return None
    return {
        "why": ending.by.value,
        "seat": ending.seat,
        "reason": None if ending.why is None else ending.why.value,
        "winners": list(ending.winners),
        "shared": len(ending.winners) > 1,
    }


def seats_data(table: Table) -> list[Json]:
    """Return who sits where."""
    return [
        {
            "name": sitter.name,
            "bot": sitter.bot,
            "kind": "bot" if sitter.bot else "free" if sitter.is_free else "person",
            "side": table.ruleset.side(seat),
        }
        for seat, sitter in enumerate(table.sitters)
    ]


def standing_data(match: Match) -> Json:
    """Return where a match stands; totals and scores are of the counted rounds that are over."""
    return {
        "round": match.standing.round,
        "rounds": match.rounds,
        "totals": list(match.totals),
        "scores": [list(points) for points in match.scores],
        "teaching": match.is_teaching,
    }


def _live_round(table: Table, audience: Audience, today: str) -> Json:
    state = table.match.played[-1]
    view = public_view(state) if audience is None else observe(state, audience)
    data = round_data(view, browse=table.created.browse)
    if isinstance(view, Observation) and table.ending is None:
        data |= choices(state, view)
    else:
        nothing: Json = {"legal": [], "early": [], "refused": {}, "refused_draws": {}}
        data |= nothing | {"hints": None, "remarks": []}
    seal = table.seals[-1]
    shown = (state.is_over or table.ending is not None) and is_opened(table, today)
    return data | {
        "commitment": seal.commitment,
        "salt": seal.salt if shown else None,
        "deal": texts(state.deal.cards) if shown else None,
    }


def round_data(view: PublicView, *, browse: bool = True) -> Json:
    """Return a round as a spectator, or with an observation its seat, sees it."""
    ruleset = view.ruleset
    mine = view if isinstance(view, Observation) else None
    scores = view.scores
    last = turns(view.events)[-1:] if view.events else []
    return {
        "starter": view.starter,
        "to_act": None if view.is_over else view.to_act,
        "over": view.is_over,
        "termination": None if view.termination is None else view.termination.code,
        "turn": sum(event.kind.opens_turn for event in view.events),
        "deck": view.deck_size,
        "turns_left": [view.turns_left(seat) for seat in range(ruleset.seats)],
        "expeditions": [[texts(cards) for cards in laid] for laid in view.expeditions],
        "piles": [texts(pile if browse else pile[-1:]) for pile in view.piles],
        "pile_sizes": [len(pile) for pile in view.piles],
        "hand_sizes": list(view.hand_sizes),
        "scores": [[_started(score) for score in side.expeditions] for side in scores],
        "totals": [side.total for side in scores],
        "known": [texts(cards) for cards in view.known],
        "pooled": [texts(cards) for cards in view.pooled],
        "exposed": texts(mine.exposed) if mine else [],
        "hands": None if view.open_hands is None else [texts(hand) for hand in view.open_hands],
        "hand": texts(ruleset.sort(mine.hand)) if mine else None,
        "playable": playable(mine) if mine else None,
        "idle_turns": view.idle_turns,
        "stall_limit": ruleset.stall_limit,
        "last": _turn_data(last[0]) if last else None,
    }


def _started(score: ExpeditionScore) -> Json | None:
    return score_data(score) if score.cards else None


def _turn_data(events: tuple[RoundEvent, ...]) -> Json:
    """Return a turn as it was seen."""
    drawn = next(
        (
            str(event.cards[0])
            for event in events
            if event.cards and event.kind in (EventKind.DRAW_DECK, EventKind.DRAW_PILE)
        ),
        None,
    )
    return {"seat": events[0].seat, "actions": [_action_text(e) for e in events], "drawn": drawn}


def _action_text(event: RoundEvent) -> str:
    hidden = event.kind is EventKind.HAND_OVER and not event.cards
    return ">?" if hidden else str(event.action)


def event_data(happening: Happening, audience: Audience, ruleset: Ruleset) -> Json:
    """Return an event as an audience is told it. See docs/web-api.md, `event`.

    What is hidden still has its number: an audience is told that a card was drawn, not which.
    """
    event = happening.event
    told: Json = {"kind": event.kind}
    match event:
        case Created():
            return told
        case Dealt():
            # The deal and its salt stay here. The view opens them when the round is over.
            return told | {
                "round": happening.round,
                "starter": happening.starter,
                "commitment": event.commitment,
            }
        case TurnTaken():
            open_hands = happening.open_hands
            seen = as_seen(happening.steps, ruleset, audience, open_hands=open_hands)
            return told | _turn_data(seen) | {"closed": happening.closed}
        case TakenBack():
            return told | {"seat": event.seat, "to": event.to}
        case _:
            return told | {
                key: value for key, value in asdict(event).items() if key in _PLAIN_FIELDS
            }


#: The fields of events that everybody may know.
_PLAIN_FIELDS = ("seat", "name", "bot", "what", "swap", "yes", "why", "text", "table")
