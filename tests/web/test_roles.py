"""The role matrix: every route and every frame, for everybody who may come, and the answer.

The table is being played by two people who don't sit side by side; it is A's turn, and A has
asked to take one back. `old` is a token of seat A that was renewed, `other` of another table.
"""

from __future__ import annotations

import asyncio
import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from expedition.table.commands import Greet
from expedition.web import pages, review_routes, site_routes, sockets, streams, table_routes
from table.sittings import Sitting, quick_turn, two
from web.without_sockets import _APP, INVITE, Server, data_of, status_of, token_of

if TYPE_CHECKING:
    from expedition.table.live import Live

Json = dict[str, Any]

ROLES = ("nobody", "A", "B", "other", "old", "nonsense")
TABLE = "/api/tables/table"
NEW = {"edition": "standard-solo", "seats": [{"kind": "me", "name": "Ann"}]}
JOIN = {"invite": INVITE, "name": "Eve"}
GREET = {"type": "greet", "id": "x", "text": "hello"}

ALL_MAY, NOBODY_MAY = [200] * 6, [409] * 6
PLAYERS_MAY = [403, 200, 200, 403, 403, 403]
#: Who has a wrong token is told, even where no token at all is enough to watch.
NO_WRONG_TOKEN = [200, 200, 200, 403, 403, 403]

#: Route, what is asked of it, and the status for each of ROLES.
HTTP: dict[str, tuple[str, object, list[int]]] = {
    "POST /api/tables": ("/api/tables", NEW, [201] * 6),
    "GET /api/tables": ("/api/tables", None, ALL_MAY),
    "GET /api/tables/{table}": (TABLE, None, ALL_MAY),
    "POST /api/tables/{table}/join": (f"{TABLE}/join", JOIN, NOBODY_MAY),
    "POST /api/tables/{table}/commands": (f"{TABLE}/commands", GREET, PLAYERS_MAY),
    "POST /api/tables/{table}/ticket": (f"{TABLE}/ticket", {}, PLAYERS_MAY),
    "POST /api/tables/{table}/token": (f"{TABLE}/token", {}, PLAYERS_MAY),
    "GET /api/tables/{table}/events": (f"{TABLE}/events", None, NO_WRONG_TOKEN),
    "GET /api/tables/{table}/record": (f"{TABLE}/record", None, ALL_MAY),
    "GET /api/tables/{table}/sheet": (f"{TABLE}/sheet", None, ALL_MAY),
    "GET /api/tables/{table}/review": (f"{TABLE}/review", None, NOBODY_MAY),
    "POST /api/review": ("/api/review", {"record": {}}, [400] * 6),
    "GET /api/editions": ("/api/editions", None, ALL_MAY),
    "GET /api/bots": ("/api/bots", None, ALL_MAY),
    "GET /api/daily": ("/api/daily", None, ALL_MAY),
    "GET /api/frames": ("/api/frames", None, ALL_MAY),
    "GET /api/health": ("/api/health", None, ALL_MAY),
    "POST /api/qr": ("/api/qr", {"text": "http://127.0.0.1/t/table"}, ALL_MAY),
    "GET /static/{version}/{path:path}": ("/static/x/icon.svg", None, ALL_MAY),
    "GET /favicon.ico": ("/favicon.ico", None, ALL_MAY),
    "GET /{path:path}": ("/t/table", None, ALL_MAY),
}

FRAME_ROLES = ("watcher", "A", "B")
NEVER = ("no-seat", "not-now", "not-now")
BOTH = ("no-seat", "ack", "ack")
#: Frame, and the answer to a spectator, to A and to B: an `ack`, or the code of the `rej`.
FRAMES: dict[str, tuple[Json, tuple[str, str, str]]] = {
    "turn": ({"base": 0, "actions": []}, ("no-seat", "ack", "not-yours")),
    "deal": ({}, NEVER),
    "ask take-back": ({"what": "take-back"}, NEVER),
    "ask restart": ({"what": "restart"}, NEVER),
    "ask rematch": ({"what": "rematch", "swap": True}, NEVER),
    "answer yes": ({"yes": True}, ("no-seat", "not-now", "ack")),
    "answer no": ({"yes": False}, BOTH),
    "resign": ({}, BOTH),
    "stop": ({}, NEVER),
    "replace": ({"seat": 1, "bot": "careful"}, NEVER),
    "return": ({}, NEVER),
    "name": ({"name": "Eve"}, BOTH),
    "greet": ({"text": "hello"}, BOTH),
    "hello": ({"proto": 1}, ("bad", "bad", "bad")),
    "ping": ({"n": 7}, ("pong", "pong", "pong")),
}


@cache
def _sitting() -> Sitting:
    sitting = two()
    sitting.turn()
    sitting.turn()
    sitting.ask(0, "take-back")
    return sitting


class Cast:
    """The table, another one, and the tokens of everybody."""

    def __init__(self) -> None:
        self.server = Server()
        self.sitting = _sitting()
        self.tokens: dict[str, str | None] = {"nobody": None, "nonsense": "x", "watcher": None}

    async def come(self) -> Live:
        """Keep the tables, and renew the token of A."""
        live = await self.server.keep(self.sitting.log)
        await self.server.keep(two().log, "other")
        self.tokens |= {"A": await self.server.hub.renew(live, 0), "old": token_of(0)}
        self.tokens |= {"B": token_of(1), "other": token_of(0, "other")}
        return live


@pytest.mark.parametrize("route", HTTP)
def test_routes(route: str) -> None:
    path, body, expected = HTTP[route]
    method = route.split()[0]

    async def ask(role: str) -> tuple[int, Any]:
        cast = Cast()
        await cast.come()
        if path.endswith("/events"):
            stream = await cast.server.stream(path, cast.tokens[role])
            got = b"".join(stream.got)
        else:
            got = await cast.server.request(method, path, body, cast.tokens[role])
        await cast.server.close()
        return status_of(got), got

    answers = {role: asyncio.run(ask(role)) for role in ROLES}
    assert [status for status, _ in answers.values()] == expected
    for status, got in answers.values():
        if status == 403:
            assert data_of(got)["error"]["code"] == "no-seat"
    # A token opens a seat of its own table and nothing else: all the rest is for everybody.
    same = route.startswith("GET") and expected == ALL_MAY and "daily" not in route
    assert not same or len({got for _, got in answers.values()}) == 1


def test_a_stream_is_of_the_seat_whose_token_was_shown() -> None:
    async def seats() -> list[int | None]:
        cast = Cast()
        await cast.come()
        found = []
        for role in ("nobody", "A", "B"):
            stream = await cast.server.stream(f"{TABLE}/events", cast.tokens[role])
            welcome = json.loads(stream.got[1].removeprefix(b"data: "))
            view = json.loads(stream.got[3].removeprefix(b"data: "))["view"]
            assert view["me"] == welcome["seat"]
            assert (view["round"]["hand"] is None) == (role == "nobody")
            found.append(welcome["seat"])
        await cast.server.close()
        return found

    assert asyncio.run(seats()) == [None, 0, 1]


@pytest.mark.parametrize("frame", FRAMES)
def test_frames(frame: str) -> None:
    fields, expected = FRAMES[frame]

    async def ask(role: str) -> str:
        cast = Cast()
        live = await cast.come()
        hello = {"type": "hello", "proto": 1, "token": cast.tokens[role]}
        socket = await cast.server.socket("table", hello)
        sent = {"type": frame.split()[0], **fields}
        if frame == "turn":
            sent |= {"base": live.table.seq, "actions": list(quick_turn(cast.sitting.state))}
        if frame not in ("hello", "ping"):
            sent["id"] = "one"
        seq = live.table.seq
        await cast.server.send(socket, json.dumps(sent))
        answers = [one for one in socket.frames if one["type"] in ("ack", "rej", "pong")]
        changed = live.table.seq > seq
        await cast.server.close()
        (answer,) = answers
        assert changed == (answer["type"] == "ack")
        return str(answer["code"] if answer["type"] == "rej" else answer["type"])

    assert tuple(asyncio.run(ask(role)) for role in FRAME_ROLES) == expected


@pytest.mark.parametrize("role", ["other", "old", "nonsense"])
def test_with_a_wrong_token_no_socket_stays_open(role: str) -> None:
    async def ask() -> list[Json]:
        cast = Cast()
        await cast.come()
        hello = {"type": "hello", "proto": 1, "token": cast.tokens[role], "since": 0}
        socket = await cast.server.socket("table", hello)
        await cast.server.send(socket, json.dumps(GREET))
        await cast.server.close()
        return socket.frames

    (only,) = asyncio.run(ask())
    assert (only["type"], only["code"]) == ("error", "no-seat")


def test_without_a_hello_nothing_is_answered() -> None:
    async def ask() -> list[Json]:
        cast = Cast()
        await cast.come()
        socket = await cast.server.socket("table", GREET)
        await cast.server.close()
        return socket.frames

    (only,) = asyncio.run(ask())
    assert (only["type"], only["code"]) == ("error", "bad")


def test_an_invitation_is_for_free_seats_of_its_table() -> None:
    async def ask() -> list[tuple[int, Any]]:
        server = Server()
        await server.keep(Sitting().log)
        found = []
        for invite, seat in (("x", 1), (token_of(0), 1), (INVITE, 0), (INVITE, 1), (INVITE, None)):
            body = {"invite": invite, "name": "Bo", "seat": seat}
            reply = await server.request("POST", f"{TABLE}/join", body)
            found.append((status_of(reply), data_of(reply)))
        (_, joined) = found[3]
        live, seat_joined = await server.hub.enter("table", joined["token"])
        assert (seat_joined, joined["seat"]) == (1, 1)
        await server.hub.command(live, 1, "k", Greet("hello"))
        await server.close()
        return found

    found = asyncio.run(ask())
    assert [status for status, _ in found] == [403, 403, 409, 200, 409]
    assert [body.get("error", {}).get("code") for _, body in found] == [
        "no-seat",
        "no-seat",
        "full",
        None,
        "full",
    ]


def test_every_route_and_frame_is_in_the_matrix() -> None:
    parts = (table_routes, streams, review_routes, site_routes, pages)
    routes: list[Any] = [route for part in parts for route in part.router.routes]
    have = {f"{method} {route.path}" for route in routes for method in route.methods}
    assert have == set(HTTP)
    assert [route.path for route in sockets.router.routes] == [  # type: ignore[attr-defined]
        "/api/tables/{table}/socket"
    ]
    schema = _APP._app.openapi()  # type: ignore[attr-defined]
    told = {f"{m.upper()} {path}" for path, item in schema["paths"].items() for m in item}
    assert told <= have
    kinds = {
        one["properties"]["type"]["const"]
        for name, one in schema["components"]["schemas"].items()
        if name.endswith("Frame")
        and "properties" in one
        and "const" in one["properties"].get("type", {})
    }
    assert kinds | {"hello", "ping"} == {frame.split()[0] for frame in FRAMES}
