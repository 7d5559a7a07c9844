"""People at many tables of a server, who play at random until they are told to rest."""

from __future__ import annotations

import asyncio
import random
import time
from itertools import cycle, islice
from typing import TYPE_CHECKING

from web.serving import api, whole_turns
from web.steady_client import SteadyClient

if TYPE_CHECKING:
    from collections.abc import Sequence

    from web.server_process import ServerProcess

#: Who sits at the tables: two people at most of them, a bot at a third, partners at a few.
KINDS = (
    *[("classic", "me", "here"), ("standard", "me", "random")] * 3,
    *[("five-suit", "me", "here"), ("classic-sixth", "me", "here")] * 2,
    ("standard-partners", "me", "here", "here", "random"),
)
#: What a person may be told instead of an ack; by then, their turn is not theirs any more.
LATE = ("stale", "not-yours", "not-now", "unavailable")


class Crowd:
    """People at many tables, who play until they are told to rest."""

    def __init__(self, server: ServerProcess, seed: int) -> None:
        self.server = server
        self.clients: list[SteadyClient] = []
        self.resting = False
        self.waits: list[float] = []
        """Seconds that each ack took, sent again or not."""
        self._random = random.Random(seed)
        self._tasks: list[asyncio.Task[None]] = []

    async def sit_down(
        self, tables: int, group: asyncio.TaskGroup, kinds: Sequence[tuple[str, ...]] = KINDS
    ) -> None:
        """Set so many tables up, of all kinds, and begin to play. Whoever fails ends the group."""
        async with api(self.server.wait_for_address()) as http:
            for edition, *sitters in islice(cycle(kinds), tables):
                seats = [_seat(number, sitter) for number, sitter in enumerate(sitters)]
                body = {"edition": edition, "seats": seats, "rounds": 99}
                made = (await http.post("/api/tables", json=body)).json()
                for seat in made["seats"]:
                    client = SteadyClient(lambda: self.server.address, made["table"], seat["token"])
                    self.clients.append(client)
                    self._tasks += map(group.create_task, (client.stay(), self._play(client)))

    async def _play(self, client: SteadyClient) -> None:
        while True:
            view = await client.until(lambda view: view["can"]["turn"] or view["can"]["deal"])
            await asyncio.sleep(self._random.uniform(0, 0.15))
            while self.resting:
                await asyncio.sleep(0.05)
            if view != client.view:
                continue
            began = time.monotonic()
            if view["can"]["deal"]:
                answer = await client.ask("deal")
            else:
                turn = self._random.choice(whole_turns(view))
                answer = await client.ask("turn", base=view["seq"], actions=turn)
            if answer["type"] == "ack":
                self.waits.append(time.monotonic() - began)
            else:
                assert answer["code"] in LATE, answer
            seq = max(answer["seq"], view["seq"])
            await client.until(lambda view, seq=seq: view["seq"] >= seq)  # type: ignore[misc]

    async def all_back(self) -> list[float]:
        """Wait until everybody has a view from the server that runs; return the seconds it took."""
        began = self.server.began

        async def back(client: SteadyClient) -> float:
            await client.until(lambda _: client.seen_at > began)
            return time.monotonic() - began

        return await asyncio.wait_for(asyncio.gather(*map(back, self.clients)), 180)

    async def rest(self) -> None:
        """Wait until every command is answered, everybody up to date and no bot to move."""
        self.resting = True
        tables: dict[str, list[SteadyClient]] = {}
        for client in self.clients:
            tables.setdefault(client.table, []).append(client)
        async with asyncio.timeout(180):
            while not all(map(_is_calm, tables.values())):
                await asyncio.sleep(0.1)

    def go_home(self) -> None:
        """Hang up."""
        for task in self._tasks:
            task.cancel()


def _seat(number: int, kind: str) -> dict[str, str]:
    if kind in ("me", "here"):
        return {"kind": kind, "name": f"Player {number}"}
    return {"kind": "bot", "bot": kind}


def _is_calm(clients: list[SteadyClient]) -> bool:
    view = clients[0].view
    if any(client.waits or client.view["seq"] != view["seq"] for client in clients):
        return False
    round_ = view["round"]
    mover = None if round_["over"] else round_["to_act"]
    return mover is None or view["seats"][mover]["kind"] == "person"
