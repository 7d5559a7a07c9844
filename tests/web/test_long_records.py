"""Records that people send: however long or deep, the server answers, and others don't wait."""

from __future__ import annotations

import asyncio
import json
import time
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from expedition.game import Deal, Discard, DrawPile, Match, find_edition
from expedition.notation import Player, Record, record_to_json
from expedition.web.reviews import MOST_TURNS
from web.serving import api, running_server

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with running_server() as address:
        yield address


@cache
def record_of(turns: int) -> str:
    """Return the record of a round in which two people discard and dig for ever."""
    match = Match.new(find_edition("classic"), rounds=1)
    match = match.begin(Deal.shuffled(match.ruleset, Random(3)))
    for _ in range(2 * turns):
        legal = match.played[-1].legal_actions()
        dull = (one for one in legal if isinstance(one, Discard | DrawPile))
        match = match.apply(next(dull, legal[0]))
    return record_to_json(Record(match, (Player("Ann"), Player("Bo"))))


def test_what_takes_too_long_is_refused_and_nobody_waits(server: str) -> None:
    record = json.loads(record_of(MOST_TURNS + 1))

    async def play() -> tuple[Any, float]:
        async with api(server) as client:
            long_one = asyncio.create_task(client.post("/api/review", json={"record": record}))
            slowest = 0.0
            while not long_one.done():
                began = time.monotonic()
                assert (await client.get("/api/health")).status_code == 200
                slowest = max(slowest, time.monotonic() - began)
            return await long_one, slowest

    reply, slowest = asyncio.run(play())
    assert reply.status_code == 400
    assert f"{MOST_TURNS + 1} turns" in reply.json()["error"]["message"]
    assert slowest < 2  # seconds; a busy machine takes some by itself


def test_a_long_round_can_be_looked_through(server: str) -> None:
    async def play() -> Any:
        async with api(server) as client:
            body = {"record": record_of(200), "eyes": "0"}
            return (await client.post("/api/review", json=body)).json()

    assert len(asyncio.run(play())["steps"]) == 201


@pytest.mark.parametrize("depth", [300, 900, 990, 1100, 5000])
@pytest.mark.parametrize(("opening", "closing"), [('{"a":', "}"), ("[", "]")], ids=["{", "["])
def test_what_is_deep(server: str, depth: int, opening: str, closing: str) -> None:
    async def play() -> list[int]:
        json_type = {"content-type": "application/json"}
        deep = opening * depth + "1" + closing * depth
        async with api(server) as client:
            return [
                (await client.post(path, content=body, headers=json_type)).status_code
                for path, body in (
                    ("/api/review", f'{{"record":{{"a":{deep}}}}}'),
                    ("/api/review", json.dumps({"record": deep})),
                    ("/api/tables", f'{{"edition":{deep}}}'),
                )
            ]

    assert set(asyncio.run(play())) <= {400, 422}
