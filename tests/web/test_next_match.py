"""A rematch by whole frames: everybody comes to the next table with the token that they have."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from expedition.table.commands import Resign
from table.sittings import Sitting
from web.without_sockets import Server, Socket, token_of

Json = dict[str, Any]


def view_of(socket: Socket) -> Json:
    """Return the last view that came."""
    views: list[Json] = [frame["view"] for frame in socket.frames if frame["type"] == "view"]
    return views[-1]


@pytest.mark.parametrize("swap", [False, True], ids=["same seats", "seats exchanged"])
@pytest.mark.parametrize("edition", ["classic", "classic-partners"])
def test_everybody_comes_along(edition: str, *, swap: bool) -> None:
    seats = 2 if edition == "classic" else 4
    sitting = Sitting(edition, "me", *["friend"] * (seats - 1), rounds=1)
    for seat in range(1, seats):
        sitting.sit(seat, f"Player {seat}")
    sitting.do(0, Resign())

    async def play() -> None:
        server = Server()
        await server.keep(sitting.log)
        people = [
            await server.socket("table", {"type": "hello", "proto": 1, "token": token_of(seat)})
            for seat in range(seats)
        ]
        watcher = await server.socket("table", {"type": "hello", "proto": 1})
        ask = {"type": "ask", "id": "a", "what": "rematch", "swap": swap}
        await server.send(people[0], json.dumps(ask))
        for seat in range(1, seats):
            assert view_of(people[seat])["can"]["answer"]
            assert view_of(people[seat])["rematch"] is None
            answer = {"type": "answer", "id": "y", "yes": True}
            await server.send(people[seat], json.dumps(answer))
        rematch = view_of(people[0])["rematch"]
        for person in (*people, watcher):
            assert view_of(person)["rematch"] == rematch
            events = [frame["event"] for frame in person.frames if frame["type"] == "event"]
            assert events[-1] == {"kind": "rematched", "table": rematch["table"], "swap": swap}
        for seat in range(seats):
            token = token_of(seat)
            live, moved = await server.hub.enter(rematch["table"], token)
            assert moved == rematch["seats"][seat] == (seat + swap) % seats
            assert live.table.sitters[moved].name == f"Player {seat}"
        assert live.table.round_running
        # Side 1 has won the match before; its wins go where its people go.
        assert list(live.table.series) == ([1, 0] if swap else [0, 1])
        await server.close()

    asyncio.run(play())
