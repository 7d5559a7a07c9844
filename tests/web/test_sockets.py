"""The WebSocket of a table: hello, bad frames, several connections, dead ones and slow ones."""

from __future__ import annotations

import asyncio
import json
import socket
from typing import TYPE_CHECKING, Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from expedition.table import live
from expedition.web import partings, sockets
from web.serving import Person, api, at_table, running_server, set_up, whole_turns

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with running_server() as address:
        yield address


async def two_people(address: str, **options: Any) -> tuple[str, str, str]:
    """Set a table up for two; returns its id and both tokens. Seat 0 starts."""
    table = await set_up(address, "classic", "me", "friend", first_starter=0, **options)
    async with api(address) as client:
        join = {"invite": table["invite"], "name": "Bo"}
        seat = (await client.post(f"/api/tables/{table['table']}/join", json=join)).json()
    return table["table"], table["seats"][0]["token"], seat["token"]


async def last_words(person: Person) -> tuple[str, int | None]:
    """Return the code of the error frame and of the close that follows it."""
    frame = await person.next()
    while frame["type"] != "error":
        frame = await person.next()
    with pytest.raises(ConnectionClosed):
        await asyncio.wait_for(person.ws.recv(), 10)
    return frame["code"], person.ws.close_code


# Hello


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ('{"type":"hello","proto":0}', "old-client"),
        ('{"type":"hello","proto":2}', "newer-client"),
        ('{"type":"hello","proto":"1"}', "bad"),
        ('{"type":"hello","proto":1,"token":"nonsense"}', "no-seat"),
        ('{"type":"hello","proto":1,"since":-1}', "bad"),
        ('{"type":"hello"}', "bad"),
        ('{"type":"ping","n":1}', "bad"),
        ("hello?", "bad"),
        ("", "bad"),
        (b"\x00\x01", "bad"),
    ],
)
def test_a_bad_hello_is_answered_and_hung_up(server: str, first: str | bytes, code: str) -> None:
    async def play() -> tuple[str, int | None]:
        table = await set_up(server, "standard-solo", "me")
        url = f"{server.replace('http', 'ws', 1)}/api/tables/{table['table']}/socket"
        async with connect(url) as ws:
            await ws.send(first)
            return await last_words(Person(ws))

    assert asyncio.run(play()) == (code, 1008)


def test_who_says_nothing_is_hung_up(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "_HELLO_WITHIN", 0.05)

    async def play() -> tuple[str, int | None]:
        url = f"{server.replace('http', 'ws', 1)}/api/tables/none/socket"
        async with connect(url) as ws:
            return await last_words(Person(ws))

    assert asyncio.run(play()) == ("bad", 1008)


def test_there_is_no_such_table(server: str) -> None:
    async def play() -> tuple[str, int | None]:
        url = f"{server.replace('http', 'ws', 1)}/api/tables/none/socket"
        async with connect(url) as ws:
            await ws.send('{"type":"hello","proto":1}')
            return await last_words(Person(ws))

    assert asyncio.run(play()) == ("no-table", 1008)


# Frames


def test_the_third_frame_that_can_not_be_read_is_the_last(server: str) -> None:
    async def play() -> None:
        table, mine, _ = await two_people(server)
        async with at_table(server, table, mine) as me:
            await me.ws.send('{"type":"dance","id":"a"}')
            answer = await me.until("rej")
            assert (answer["id"], answer["code"]) == ("a", "bad")
            await me.ws.send("[]")
            assert (await me.until("rej"))["id"] == ""
            assert (await me.ask("greet", text="hello"))["type"] == "ack"
            await me.ws.send("x" * 5000)
            assert await last_words(me) == ("bad", 1008)

    asyncio.run(play())


def test_a_command_is_carried_out_once_for_each_id(server: str) -> None:
    async def play() -> None:
        table, mine, theirs = await two_people(server)
        async with at_table(server, table, mine) as me, at_table(server, table, theirs) as you:
            base, turn = me.view["seq"], whole_turns(me.view)[0]
            command = json.dumps({"type": "turn", "id": "same", "base": base, "actions": turn})
            for _ in range(3):
                await me.ws.send(command)
            answers = [await me.until("ack") for _ in range(3)]
            assert answers == [{"type": "ack", "id": "same", "seq": base + 1}] * 3
            # By another way too, and after coming back.
            async with api(server) as client:
                bearer = {"authorization": f"Bearer {mine}"}
                path = f"/api/tables/{table}/commands"
                again = await client.post(path, content=command, headers=bearer)
                assert again.json() == answers[0]
            # Another seat's ids are its own.
            await you.until("view")
            own = whole_turns(you.view)[0]
            sent = {"type": "turn", "id": "same", "base": you.view["seq"], "actions": own}
            await you.ws.send(json.dumps(sent))
            assert (await you.until("ack"))["seq"] == base + 2

    asyncio.run(play())


def test_a_turn_from_an_old_picture_is_stale(server: str) -> None:
    async def play() -> None:
        table, mine, _ = await two_people(server)
        async with at_table(server, table, mine) as me:
            base, turns = me.view["seq"], whole_turns(me.view)
            assert (await me.ask("turn", base=base, actions=turns[0]))["type"] == "ack"
            answer = await me.ask("turn", base=base, actions=turns[1])
            assert (answer["type"], answer["code"], answer["seq"]) == ("rej", "stale", base + 1)

    asyncio.run(play())


def test_two_tabs_of_a_seat_stay_in_step(server: str) -> None:
    async def play() -> None:
        table, mine, theirs = await two_people(server)
        async with (
            at_table(server, table, mine) as one,
            at_table(server, table, mine) as other,
            at_table(server, table, theirs) as you,
        ):
            other._count = 100  # ids are of a seat, not of a tab
            for number in range(6):
                if number % 2:
                    await you.turn(choice=number)
                else:
                    await (one, other)[number // 2 % 2].turn(choice=number)
                last = max(one.view["seq"], other.view["seq"], you.view["seq"])
                for person in (one, other, you):
                    while person.view["seq"] < last:
                        await person.until("view")
                assert one.view == other.view
            assert (await one.ask("greet", text="hello"))["type"] == "ack"

    asyncio.run(play())


# Connections that end


def test_a_new_token_ends_what_the_old_one_opened(server: str) -> None:
    async def play() -> None:
        table, mine, theirs = await two_people(server)
        path, bearer = f"/api/tables/{table}", {"authorization": f"Bearer {mine}"}
        async with (
            at_table(server, table, mine) as me,
            at_table(server, table, theirs) as you,
            api(server) as client,
        ):
            ticket = (await client.post(f"{path}/ticket", headers=bearer)).json()["ticket"]
            renewed = (await client.post(f"{path}/token", headers=bearer)).json()["token"]
            assert await last_words(me) == ("no-seat", 1008)
            assert "replaced by a new one" in me.frames[-1]["message"]
            old = await client.get(f"{path}/events?ticket={ticket}")
            assert old.status_code == 403  # a ticket got with the old token is dead too
            assert (await you.ask("greet", text="hello"))["type"] == "ack"
            async with at_table(server, table, renewed) as again:
                assert again.view["me"] == 0

    asyncio.run(play())


def test_a_ticket_opens_one_stream_of_its_table(server: str) -> None:
    async def play() -> list[int]:
        table, mine, _ = await two_people(server)
        other, _, _ = await two_people(server)
        bearer = {"authorization": f"Bearer {mine}"}
        async with api(server) as client:

            async def new() -> str:
                reply = await client.post(f"/api/tables/{table}/ticket", headers=bearer)
                return str(reply.json()["ticket"])

            async def opened(where: str, ticket: str) -> int:
                path = f"/api/tables/{where}/events?ticket={ticket}"
                async with client.stream("GET", path) as stream:
                    return stream.status_code

            ticket, elsewhere = await new(), await new()
            return [
                await opened(table, ticket),
                await opened(table, ticket),
                await opened(other, elsewhere),
                await opened(table, elsewhere),
                await opened(table, "x"),
            ]

    assert asyncio.run(play()) == [200, 403, 403, 403, 403]


def test_presence_says_who_has_a_connection(server: str) -> None:
    async def play() -> None:
        table, mine, theirs = await two_people(server)
        async with at_table(server, table, mine) as me:
            async with at_table(server, table, theirs), at_table(server, table, None):
                frame = await me.until("presence")
                while not (frame["seats"][1]["here"] and frame["watchers"] == 1):
                    frame = await me.until("presence")
            while frame["seats"][1]["here"] or frame["watchers"]:
                frame = await me.until("presence")
            assert frame["seats"] == [{"here": True, "gone": None}, {"here": False, "gone": 0}]

    asyncio.run(play())


class _Narrow(socket.socket):
    """A socket that takes little before it makes the sender wait."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        if self.family == socket.AF_INET:
            self.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def test_a_slow_reader_is_dropped_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partings, "SEND_WITHIN", 0.3)
    monkeypatch.setattr(live, "_EVERY", 1e-6)  # so that a seat may say as much as it likes
    monkeypatch.setattr(socket, "socket", _Narrow)

    async def play(server: str) -> None:
        table, mine, _ = await two_people(server)
        async with at_table(server, table, mine) as me:
            lazy = _say_hello_and_fall_asleep(server, table)
            while (await me.until("presence"))["watchers"] == 0:
                pass
            sent, me.texts = 0, []
            for _ in range(40):
                for _ in range(25):
                    sent += 1
                    await me.send("name", name=f"Ann {sent}")
                while (frame := await me.next())["type"] != "ack" or frame["id"] != f"c{sent}":
                    pass
                if '"watchers":0' in "".join(me.texts):
                    break
            else:
                pytest.fail("it is still listened to")
            lazy.close()
            assert (await me.turn())["type"] == "ack"

    with running_server() as address:
        asyncio.run(asyncio.wait_for(play(address), 60))


def _say_hello_and_fall_asleep(server: str, table: str) -> socket.socket:
    """Open a WebSocket by hand, as a watcher who takes nothing in."""
    lazy = socket.socket()
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    lazy.connect(("127.0.0.1", int(server.rsplit(":", 1)[1])))
    lazy.sendall(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert lazy.recv(12) == b"HTTP/1.1 101"
    hello = b'{"type":"hello","proto":1}'
    lazy.sendall(bytes((0x81, 0x80 | len(hello), 0, 0, 0, 0)) + hello)  # masked with nothing
    return lazy
