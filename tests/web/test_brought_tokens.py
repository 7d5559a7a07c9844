"""Secrets that the client makes: a lost answer loses no seat."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from web.serving import api, running_server, set_up

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]

MINE = "mine_mine-mine_mine-00"
NEW = "new_new-new_new-new_00"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with running_server() as address:
        yield address


def test_who_joins_again_with_the_same_token_has_the_same_seat(server: str) -> None:
    async def play() -> None:
        table = await set_up(server, "standard-partners", "me", "friend", "random", "friend")
        path = f"/api/tables/{table['table']}"
        body = {"invite": table["invite"], "name": "Bo", "token": MINE}
        async with api(server) as client:
            for _ in range(2):
                reply = await client.post(f"{path}/join", json=body)
                assert reply.json() == {"seat": 1, "token": MINE}
            # Nobody else sits there, and the token opens that seat.
            assert (await client.get(path)).json()["seats"][3]["kind"] == "free"
            bearer = {"authorization": f"Bearer {MINE}"}
            assert (await client.post(f"{path}/ticket", headers=bearer)).status_code == 200
            # Another token takes the next seat. Then none is free, but each still has its own.
            other = await client.post(f"{path}/join", json=body | {"token": NEW})
            assert other.json() == {"seat": 3, "token": NEW}
            full = await client.post(f"{path}/join", json=body | {"token": None})
            assert full.json()["error"]["code"] == "full"
            again = await client.post(f"{path}/join", json=body)
            assert again.json() == {"seat": 1, "token": MINE}

    asyncio.run(play())


def test_who_renews_again_with_the_same_token_is_told_that_it_is_done(server: str) -> None:
    async def play() -> None:
        table = await set_up(server, "standard-solo", "me")
        path = f"/api/tables/{table['table']}/token"
        old = {"authorization": f"Bearer {table['seats'][0]['token']}"}
        async with api(server) as client:
            for _ in range(2):
                reply = await client.post(path, json={"token": NEW}, headers=old)
                assert (reply.status_code, reply.json()) == (200, {"token": NEW})
            # The old one is dead all the same.
            assert (await client.post(path, json={"token": MINE}, headers=old)).status_code == 403
            assert (await client.post(path, headers=old)).status_code == 403
            made = await client.post(path, headers={"authorization": f"Bearer {NEW}"})
            assert made.status_code == 200
            assert made.json()["token"] not in (NEW, MINE)

    asyncio.run(play())


@pytest.mark.parametrize("token", ["", "short", MINE + "0", "ü" * 22, MINE[:-1] + "=", 7])
def test_a_token_that_is_none(server: str, token: object) -> None:
    async def play() -> None:
        table = await set_up(server, "classic", "me", "friend")
        path = f"/api/tables/{table['table']}"
        body = {"invite": table["invite"], "name": "Bo", "token": token}
        bearer = {"authorization": f"Bearer {table['seats'][0]['token']}"}
        async with api(server) as client:
            assert (await client.post(f"{path}/join", json=body)).status_code == 422
            reply = await client.post(f"{path}/token", json={"token": token}, headers=bearer)
            assert reply.status_code == 422

    asyncio.run(play())
