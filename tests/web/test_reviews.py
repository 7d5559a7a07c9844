"""A round step by step: the same as if every step were seen whole, and one at a time."""

from __future__ import annotations

import asyncio
import threading
import time
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from expedition.game import EDITIONS, Deal, Match, State, observation, observe, public_view, turns
from expedition.game.events import as_seen
from expedition.web.context import Context
from expedition.web.reviews import review_data
from expedition.web.views import round_data
from web.serving import OPEN
from web.without_sockets import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from expedition.game.events import Event

Json = dict[str, Any]


def played(edition: str, *, open_hands: bool = False) -> Match:
    rng = Random(edition)
    match = Match.new(EDITIONS[edition], rounds=1, open_hands=open_hands)
    match = match.begin(Deal.shuffled(match.ruleset, rng))
    while not match.played[-1].is_over:
        match = match.apply(rng.choice(match.played[-1].legal_actions()))
    return match


def positions(state: State, seat: int | None, *, browse: bool) -> Iterator[Json]:
    """Yield every position of a round, each made from all that was seen until then."""
    now = State.new(state.deal, state.starter, open_hands=state.open_hands)
    for turn in ((), *turns(state.events)):
        for event in turn:
            now = now.apply(event.action)
        view = public_view(now) if seat is None else observe(now, seat)
        yield round_data(view, browse=browse)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("open_hands", [False, True], ids=["", "teaching"])
def test_a_step_is_what_was_seen_then(edition: str, *, open_hands: bool) -> None:
    match = played(edition, open_hands=open_hands)
    state = match.played[-1]
    number = 0 if open_hands else 1
    for eyes in ("spectator", *map(str, range(match.ruleset.seats))):
        seat = None if eyes == "spectator" else int(eyes)
        for browse in (True, False):
            data = review_data(match, number, eyes, browse=browse)
            expected = list(positions(state, seat, browse=browse))
            assert [step["position"] for step in data["steps"]] == expected
            assert [step["turn"] for step in data["steps"]] == list(range(len(expected)))
    steps = review_data(match, number, "all")["steps"]
    seen = list(positions(state, None, browse=True))
    for step, position, turn in zip(steps, seen, ((), *turns(state.events)), strict=True):
        assert step["actions"] == [str(event.action) for event in turn]
        assert step["position"]["turn"] == position["turn"]
        assert step["position"]["last"] == (
            {key: step[key] for key in ("seat", "actions", "drawn")} if turn else None
        )


def test_what_happened_is_gone_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not once for every step: a round of 1,000 turns would be a million of them."""
    seen: list[int] = []

    def counting(events: tuple[Event, ...], *args: Any, **named: Any) -> tuple[Event, ...]:
        seen.append(len(events))
        return as_seen(events, *args, **named)

    match = played("classic")
    monkeypatch.setattr(observation, "as_seen", counting)
    steps = review_data(match, 1, "0")["steps"]
    assert len(seen) == len(steps)
    assert sum(seen) == len(match.played[-1].events)


def test_one_is_laid_out_at_a_time() -> None:
    """Each takes all of Python while it runs; people who play are to get every other go."""
    running: list[int] = []
    most: list[int] = []
    lock = threading.Lock()

    def work(number: int) -> int:
        with lock:
            running.append(number)
            most.append(len(running))
        time.sleep(0.01)
        with lock:
            running.remove(number)
        return number

    async def play() -> list[int]:
        server = Server()
        context = Context(OPEN, server.hub)
        done = await asyncio.gather(*(context.lay_out(work, number) for number in range(8)))
        await server.close()
        return done

    assert asyncio.run(play()) == list(range(8))
    assert max(most) == 1
