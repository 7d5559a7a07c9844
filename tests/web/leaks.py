"""Mistakes that a server could make, to see that the test of secrecy would notice them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from expedition.game import GameError
from expedition.notation import Seal, SealedRound, parse_action
from expedition.table import decide, records
from expedition.table.errors import Code, Refused
from expedition.table.events import TurnTaken
from expedition.web import branches, review_routes, views
from expedition.web.wire import JsonWire, encode

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from expedition.table.happening import Happening
    from expedition.table.live import Live
    from expedition.table.table import Table
    from expedition.table.telling import Wire

    Leak = Callable[[pytest.MonkeyPatch], tuple[str, Callable[[], Wire]]]


class _Talkative(JsonWire):
    """Adds to each view what it takes out of the table."""

    def __init__(self, add: Callable[[Table], object]) -> None:
        self._add = add

    def view(self, live: Live, audience: int | None, today: str) -> str:
        frame = json.loads(super().view(live, audience, today))
        return encode(frame | {"more": self._add(live.table) if live.table.state else None})


class _ShowsDraws(JsonWire):
    """Tells everybody what was drawn."""

    def event(self, live: Live, happening: Happening, audience: int | None) -> str:
        frame = json.loads(super().event(live, happening, audience))
        if isinstance(happening.event, TurnTaken):
            frame["event"]["drawn"] = [str(card) for step in happening.steps for card in step.cards]
        return encode(frame)


class _TellsThePartnersCards(JsonWire):
    """Tells everybody what was handed over."""

    def event(self, live: Live, happening: Happening, audience: int | None) -> str:
        frame = json.loads(super().event(live, happening, audience))
        if isinstance(happening.event, TurnTaken):
            frame["event"]["actions"] = happening.event.actions
        return encode(frame)


def _adding(add: Callable[[Table], object], edition: str = "classic") -> Leak:
    return lambda _: (edition, lambda: _Talkative(add))


def _state(table: Table) -> Any:
    return table.match.played[-1]


def _records_are_open(patch: pytest.MonkeyPatch) -> tuple[str, Callable[[], Wire]]:
    patch.setattr(records, "SealedRound", _NotSealed)
    return "classic", JsonWire


class _NotSealed:
    """A sealed round with the events as they were."""

    @staticmethod
    def of(state: Any, seal: Any) -> Any:
        drawn = tuple(str(card) for event in state.events for card in event.cards)
        sealed = SealedRound.of(state, seal)
        return SealedRound(
            sealed.starter, Seal(f"{hash(drawn):064x}"[-64:].replace("-", "0")), sealed.actions
        )


def _reviews_are_open(patch: pytest.MonkeyPatch) -> tuple[str, Callable[[], Wire]]:
    patch.setattr(review_routes, "check_open", lambda *_: None)
    return "classic", JsonWire


def _branches_are_open(patch: pytest.MonkeyPatch) -> tuple[str, Callable[[], Wire]]:
    def position(match: Any, *_: object) -> Any:
        raise Refused(Code.BAD, f"Seat 0 holds {match.played[-1].hands[0]}.")

    patch.setattr(branches, "check_open", lambda *_: None)
    patch.setattr(branches, "_position", position)
    return "standard", JsonWire


def _deals_are_open(patch: pytest.MonkeyPatch) -> tuple[str, Callable[[], Wire]]:
    patch.setattr(views, "is_opened", lambda *_: True)
    return "standard-solo", JsonWire


def _the_next_seat_is_asked(patch: pytest.MonkeyPatch) -> tuple[str, Callable[[], Wire]]:
    """Try everything that was sent, though it be more than a turn."""

    def check(table: Table, seat: int, _: int, actions: tuple[str, ...]) -> None:
        state = table.state
        if table.ending or state is None or state.is_over or state.to_act != seat:
            raise Refused(Code.NOT_NOW, "No.")
        after = state
        try:
            for text in actions:
                after = after.apply(parse_action(text, table.ruleset))
        except GameError as error:
            raise Refused(Code.ILLEGAL, str(error)) from None
        raise Refused(Code.BAD, "A turn is a card and a draw.")

    patch.setattr(decide, "_check_turn", check)
    return "classic-partners", JsonWire


LEAKS: dict[str, Leak] = {
    "the deal": _adding(lambda table: [str(card) for card in _state(table).deal.cards]),
    "the next card": _adding(lambda table: str(_state(table).deck[:1])),
    "a hash of the deck": _adding(lambda table: hash(_state(table).deck)),
    "the size of the deal's text": _adding(
        lambda table: len(str(_state(table).deal).split("$")[0])
    ),
    "the last hand": _adding(lambda table: str(_state(table).hands[-1])),
    "what may be done": _adding(lambda table: len(_state(table).legal_actions())),
    "what partners know": _adding(
        lambda table: str(_state(table).knowledge.partner), "standard-partners"
    ),
    "what was drawn": lambda _: ("classic", _ShowsDraws),
    "what was handed over": lambda _: ("classic-partners", _TellsThePartnersCards),
    "records of running rounds": _records_are_open,
    "reviews of running rounds": _reviews_are_open,
    "branches of running rounds": _branches_are_open,
    "the deal of the day": _deals_are_open,
    "the hand of the next seat": _the_next_seat_is_asked,
}
