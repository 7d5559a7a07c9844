"""What one address may do: how many requests, tables, guesses and connections, and who that is."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from expedition.web.limits import Bucket, Rate
from expedition.web.security import is_loopback, peer
from expedition.web.settings import Rates, Settings
from web.serving import OPEN, api, ask, at_table, get, running_server, set_up


def test_a_bucket_fills_up_again() -> None:
    now = [0.0]
    bucket = Bucket(Rate(2, 3), lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [bucket.take(), bucket.take()] == [True, False]
    now[0] = 100.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def limited(**rates: Any) -> Settings:
    """Return settings under which nothing is limited but this, for this machine too."""
    return Settings(pace=0, trust_loopback=False, rates=Rates(**_unlimited() | rates))


def _unlimited() -> dict[str, Any]:
    return {
        "frames": OPEN.rates.frames,
        "requests": OPEN.rates.requests,
        "tables": OPEN.rates.tables,
        "guesses": OPEN.rates.requests,
        "reviews": OPEN.rates.requests,
    }


def test_too_many_requests() -> None:
    with running_server(limited(requests=Rate(0.01, 5))) as address:
        codes = [get(address, "/api/health").status_code for _ in range(7)]
        assert codes == [200] * 5 + [429] * 2
        assert get(address, "/static/x/icon.svg").status_code == 200


def test_too_many_tables() -> None:
    with running_server(limited(tables=Rate(0.01, 2))) as address:
        body = json.dumps({"edition": "standard-solo", "seats": [{"kind": "me", "name": "A"}]})
        made = [
            ask(address, "POST", "/api/tables", body, content_type="application/json")
            for _ in range(3)
        ]
        assert [reply.status_code for reply in made] == [201, 201, 429]
        assert made[-1].json()["error"]["code"] == "too-fast"


def test_a_rematch_is_a_table_too() -> None:
    async def play(address: str) -> None:
        table = await set_up(address, "classic", "me", "random")
        async with at_table(address, table["table"], table["seats"][0]["token"]) as me:
            assert (await me.ask("resign"))["type"] == "ack"
            answer = await me.ask("ask", what="rematch")
        assert answer["code"] == "too-fast"

    with running_server(limited(tables=Rate(0.001, 1))) as address:
        asyncio.run(play(address))


def test_guessing_tokens() -> None:
    with running_server(limited(guesses=Rate(0.01, 3))) as address:
        table = asyncio.run(set_up(address, "classic", "me", "friend"))["table"]
        path = f"/api/tables/{table}"
        codes = [
            ask(address, "POST", f"{path}/ticket", None, authorization="Bearer x").status_code
            for _ in range(2)
        ]
        body = json.dumps({"invite": "x", "name": "Eve"})
        for _ in range(3):
            reply = ask(address, "POST", f"{path}/join", body, content_type="application/json")
            codes.append(reply.status_code)
        assert codes == [403, 403, 403, 429, 429]


def test_after_too_many_guesses_not_even_the_right_token_helps() -> None:
    with running_server(limited(guesses=Rate(0.01, 3))) as address:
        table = asyncio.run(set_up(address, "classic", "me", "friend"))
        path, right = f"/api/tables/{table['table']}", table["seats"][0]["token"]
        # Tickets that are used up or invented count like tokens.
        codes = [get(address, f"{path}/events?ticket=x").status_code for _ in range(4)]
        assert codes == [403, 403, 403, 429]
        reply = ask(address, "POST", f"{path}/ticket", None, authorization=f"Bearer {right}")
        assert (reply.status_code, reply.json()["error"]["code"]) == (429, "too-fast")
        body = json.dumps({"invite": table["invite"], "name": "Bo"})
        reply = ask(address, "POST", f"{path}/join", body, content_type="application/json")
        assert reply.status_code == 429
        assert get(address, path).status_code == 200  # to look is free


def test_right_tokens_use_nothing_up() -> None:
    with running_server(limited(guesses=Rate(0.01, 2))) as address:
        table = asyncio.run(set_up(address, "classic", "me", "friend"))
        path, right = f"/api/tables/{table['table']}/ticket", table["seats"][0]["token"]
        for _ in range(5):
            reply = ask(address, "POST", path, None, authorization=f"Bearer {right}")
            assert reply.status_code == 200


def test_looking_through_matches_is_limited() -> None:
    with running_server(limited(reviews=Rate(0.01, 3))) as address:
        table = asyncio.run(set_up(address, "standard-solo", "me"))["table"]
        path = f"/api/tables/{table}/record"
        assert [get(address, path).status_code for _ in range(2)] == [200, 200]
        body = json.dumps({"record": get(address, "/api/health").text})
        json_type = {"content_type": "application/json"}
        codes = [ask(address, "POST", "/api/review", body, **json_type).status_code for _ in "ab"]
        assert codes == [400, 429]
        branch = {"table": table, "round": 1, "turn": 0}
        seats = [{"kind": "me", "name": "A"}]
        body = json.dumps({"edition": "standard-solo", "seats": seats, "from": branch})
        assert ask(address, "POST", "/api/tables", body, **json_type).status_code == 429
        assert get(address, f"/api/tables/{table}/sheet").status_code == 200


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_is_one_address(host: str, key: str) -> None:
    assert peer({"type": "http", "client": (host, 1)}) == key


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("127.0.0.1", True),
        ("127.8.9.10", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("::ffff:192.0.2.7", False),
        ("192.0.2.7", False),
        ("localhost", False),
        ("", False),
    ],
)
def test_which_addresses_are_this_machine(host: str, *, here: bool) -> None:
    assert is_loopback(host) == here


def test_too_many_frames_and_too_many_sockets() -> None:
    async def play(address: str) -> None:
        table = await set_up(address, "standard-solo", "me")
        url = f"{address.replace('http', 'ws', 1)}/api/tables/{table['table']}/socket"
        async with at_table(address, table["table"], None) as person:
            for number in range(9):
                await person.ws.send(json.dumps({"type": "ping", "n": number}))
            while (frame := await person.next())["type"] != "error":
                assert frame["type"] == "pong"
            assert frame["code"] == "too-fast"
            with pytest.raises(ConnectionClosed):
                await person.ws.recv()
            assert person.ws.close_code == 1008
        async with connect(url), connect(url), connect(url) as third:
            assert json.loads(await third.recv())["code"] == "too-fast"

    with running_server(limited(frames=Rate(0.01, 5), connections=2)) as address:
        asyncio.run(play(address))


def test_streams_and_sockets_count_together() -> None:
    async def play(address: str) -> None:
        table = await set_up(address, "standard-solo", "me")
        path = f"/api/tables/{table['table']}/events"
        async with api(address) as client, at_table(address, table["table"], None) as person:
            async with client.stream("GET", path) as first:
                assert first.status_code == 200
                refused = await client.get(path)
                assert refused.status_code == 429
                assert refused.json()["error"]["code"] == "too-fast"
            # One that has ended makes room for another, as soon as it is noticed.
            while (await person.until("presence"))["watchers"] != 1:
                pass
            async with client.stream("GET", path) as again:
                assert again.status_code == 200

    with running_server(limited(connections=2)) as address:
        asyncio.run(asyncio.wait_for(play(address), 20))
