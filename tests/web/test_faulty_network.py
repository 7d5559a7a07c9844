"""A network that loses, delays, doubles and reorders frames: nothing happens twice, or not at all.

Each match has its people behind proxies of its own and is played at random. Most are given up after
a while, the others played to the end of their round; greetings and take-backs come in between.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from web.faulty_proxy import Faults, FaultyProxy
from web.kept_logs import fold_all, hold_answers_against, hold_view_against, read_logs
from web.server_process import ServerProcess
from web.serving import api, at_table, running_server, set_up, whole_turns
from web.steady_client import SteadyClient

if TYPE_CHECKING:
    from pathlib import Path

#: A fifth of the frames has a fault, and one in two hundred is its connection's last.
A_FIFTH = Faults(drop=0.05, delay=0.05, double=0.05, reorder=0.05, cut=0.005)
#: Each of the four strikes a fifth of the frames: three in five have one or several.
A_FIFTH_EACH = Faults(drop=0.2, delay=0.2, double=0.2, reorder=0.2, cut=0.01)
#: Matches at once.
AT_ONCE = 60
EDITIONS = ("classic", "standard", "five-suit", "classic-sixth", "standard", "standard-partners")


class Match:
    """One table, and everybody who plays there."""

    def __init__(self, number: int, made: dict[str, Any], proxy: FaultyProxy) -> None:
        self.random = random.Random(number)
        self.clients = [
            SteadyClient(lambda: proxy.address, made["table"], seat["token"], patience=0.15)
            for seat in made["seats"]
        ]
        #: When it is given up; the tenth part of all matches is not.
        self.longest = 10_000 if number % 10 == 0 else self.random.randint(4, 20)

    async def play(self) -> None:
        """Play until it has ended and everybody has seen it."""
        stays = [asyncio.create_task(client.stay()) for client in self.clients]
        try:
            async with asyncio.timeout(900):
                await asyncio.gather(*map(self._play, self.clients))
                # Everybody is back and has heard the last of it, greetings after the end too.
                while len({client.view["seq"] for client in self.clients}) > 1:
                    await asyncio.sleep(0.05)
        finally:
            for task in stays:
                task.cancel()
            await asyncio.gather(*stays, return_exceptions=True)

    async def _play(self, client: SteadyClient) -> None:
        while True:
            view = await client.until(_is_mine)
            if view["phase"] == "ended":
                return
            answer = await self._act(client, view)
            if answer["type"] == "rej":
                # Somebody was faster; no rejection means anything else here.
                assert answer["code"] in ("stale", "not-now", "not-yours", "over", "too-fast")
            seen = max(answer["seq"], view["seq"])
            await client.until(lambda view, seen=seen: view["seq"] >= seen)  # type: ignore[misc]

    async def _act(self, client: SteadyClient, view: dict[str, Any]) -> dict[str, Any]:
        chance = self.random.random()
        if view["can"]["answer"]:
            return await client.ask("answer", yes=chance < 0.7)
        if view["round"]["turn"] >= self.longest:
            return await client.ask("resign")
        if chance < 0.05:
            await client.ask("greet", text=self.random.choice(("hello", "thanks")))
        elif chance < 0.1 and view["can"]["take-back"]:
            await client.ask("ask", what="take-back")
        elif chance < 0.15:
            await client.ask("name", name=f"Somebody {chance:.3f}")
        turn = self.random.choice(whole_turns(view))
        # The deck, mostly: a round is over when it is empty.
        if len(turn) == 2 and chance < 0.9:
            turn = [turn[0], "."]
        return await client.ask("turn", base=view["seq"], actions=turn)


def _is_mine(view: dict[str, Any]) -> bool:
    return view["phase"] == "ended" or any(view["can"][what] for what in ("turn", "answer"))


async def play_all(server: ServerProcess, matches: int, faults: Faults) -> list[SteadyClient]:
    """Play so many matches, some at once; returns everybody who played."""
    clients: list[SteadyClient] = []
    gate = asyncio.Semaphore(AT_ONCE)
    address = server.wait_for_address()

    async def play(match: Match) -> None:
        async with gate:
            await match.play()

    async with api(address) as http, FaultyProxy(address, faults, seed=matches) as proxy:
        played = []
        # The long ones first.
        for number in sorted(range(matches), key=lambda number: number % 10):
            edition = EDITIONS[number % len(EDITIONS)]
            seats = 4 if edition.endswith("partners") else 2
            # As friends are: not side by side, so that requests wait for an answer.
            kinds = ["me", *["friend"] * (seats - 1)]
            body = {
                "edition": edition,
                "rounds": 1,
                "seats": [{"kind": kind, "name": "A" if kind == "me" else ""} for kind in kinds],
            }
            made = (await http.post("/api/tables", json=body)).json()
            for name in "BCD"[: seats - 1]:
                seat = {"invite": made["invite"], "name": name}
                reply = await http.post(f"/api/tables/{made['table']}/join", json=seat)
                made["seats"].append(reply.json())
            match = Match(number, made, proxy)
            clients += match.clients
            played.append(asyncio.create_task(play(match)))
        await asyncio.gather(*played)
        print(proxy.count)  # noqa: T201
    return clients


def run(folder: Path, matches: int, faults: Faults) -> None:
    with ServerProcess(folder / "data") as server:
        clients = asyncio.run(play_all(server, matches, faults))
    logs = read_logs(server.database)
    folds = fold_all(server.database, logs)
    assert len(logs) == matches
    answers: Counter[str] = Counter()
    for client in clients:
        hold_answers_against(logs[client.table], client)
        hold_view_against(folds[client.table], client)
        assert set(client.answers) - {""} == set(client.commands)
        answers.update(each[0]["type"] for each in client.answers.values())
        answers["repeated"] += sum(len(each) - 1 for each in client.answers.values())
        answers["connections"] += client.connections
    turns = sum(event["kind"] == "turn" for log in logs.values() for _, event in log)
    print(f"{matches} matches, {turns} turns: {dict(answers)}")  # noqa: T201
    assert "Traceback" not in server.complaints()


def test_what_was_refused_stays_refused_when_it_comes_again() -> None:
    async def play(address: str) -> None:
        made = await set_up(address, "classic", "me", "here")
        async with at_table(address, made["table"], made["seats"][0]["token"]) as me:
            early = {"type": "ask", "id": "early", "what": "rematch"}
            answers = []
            for again in range(2):
                await me.ws.send(json.dumps(early))
                answers.append(await me.until("rej"))
                if not again:
                    assert (await me.ask("resign"))["type"] == "ack"
            assert [answer["code"] for answer in answers] == ["not-now"] * 2
            assert (await me.ask("ask", what="rematch"))["type"] == "ack"

    with running_server() as address:
        asyncio.run(play(address))


def test_two_hundred_matches_over_a_bad_network(tmp_path: Path) -> None:
    run(tmp_path, 200, A_FIFTH)


@pytest.mark.long
def test_two_thousand_matches_over_a_bad_network(tmp_path: Path) -> None:
    run(tmp_path, 2000, A_FIFTH)


@pytest.mark.long
def test_matches_over_a_network_that_is_hardly_one(tmp_path: Path) -> None:
    run(tmp_path, 100, A_FIFTH_EACH)
