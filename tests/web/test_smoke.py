"""A whole match against a bot, by WebSocket, at a real server."""

from __future__ import annotations

import asyncio
from itertools import count

from web.serving import api, at_table, running_server, set_up


def test_a_match_against_a_bot_is_played_to_its_end() -> None:
    async def play(address: str) -> None:
        table = await set_up(address, "classic", "me", "random")
        token = table["seats"][0]["token"]
        async with at_table(address, table["table"], token) as me:
            for choice in count():
                view = me.view
                if view["phase"] == "ended":
                    break
                if view["can"]["deal"]:
                    assert (await me.ask("deal"))["type"] == "ack"
                elif view["can"]["turn"]:
                    assert (await me.turn(choice=choice))["type"] == "ack"
                else:
                    await me.until("view")
            assert me.view["ending"]["why"] == "played"
            assert len(me.view["standing"]["scores"]) == 3
        async with api(address) as client:
            record = await client.get(f"/api/tables/{table['table']}/record")
            assert record.json()["result"]["totals"] == me.view["standing"]["totals"]

    with running_server() as address:
        asyncio.run(play(address))
