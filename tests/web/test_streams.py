"""Without WebSocket: a match by server-sent events and POST, and one by lines; and any gap."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from expedition.web import partings, streams
from table.sittings import two
from web.serving import api, at_table, running_server, set_up, whole_turns
from web.without_sockets import Server, Stream, _scope, data_of, status_of, token_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    import httpx

Json = dict[str, Any]

EVENTS = "/api/tables/table/events"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with running_server() as address:
        yield address


async def server_sent(reply: httpx.Response) -> AsyncIterator[tuple[str, Json]]:
    """Yield each server-sent event as its id and its frame."""
    number = ""
    async for line in reply.aiter_lines():
        if line.startswith("id: "):
            number = line[4:]
        elif line.startswith("data: "):
            yield number, json.loads(line[6:])
            number = ""
        else:
            assert line in ("", ": ")


async def lines(reply: httpx.Response) -> AsyncIterator[tuple[str, Json]]:
    """Yield each line as its frame."""
    async for line in reply.aiter_lines():
        if line:
            yield "", json.loads(line)


@pytest.mark.parametrize("way", ["server-sent events", "lines"])
def test_a_whole_match(server: str, way: str) -> None:
    """Commands by POST, frames by the stream, which is cut in the middle and opened again."""
    as_lines = way == "lines"
    accept = "application/x-ndjson" if as_lines else "text/event-stream"
    read = lines if as_lines else server_sent

    async def play() -> tuple[list[int], Json, Json]:
        table = await set_up(server, "classic", "me", "random", rounds=2)
        path, token = f"/api/tables/{table['table']}", table["seats"][0]["token"]
        bearer = {"authorization": f"Bearer {token}"}
        seen: list[int] = []
        view: Json = {}
        sent = 0
        async with api(server) as client:

            async def command(kind: str, **fields: Any) -> None:
                nonlocal sent
                sent += 1
                frame = {"type": kind, "id": f"c{sent}", **fields}
                reply = await client.post(f"{path}/commands", json=frame, headers=bearer)
                answer = reply.json()
                # The bot may have moved since the view; then a newer one is on its way.
                assert answer["type"] == "ack" or answer["code"] in ("stale", "not-now"), answer

            while view.get("phase") != "ended":
                # A browser's EventSource can't send the token, so it gets a ticket for it.
                address, headers = (
                    f"{path}/events?since={seen[-1] if seen else 0}",
                    {"accept": accept},
                )
                if as_lines:
                    headers |= bearer
                else:
                    ticket = await client.post(f"{path}/ticket", headers=bearer)
                    address += f"&ticket={ticket.json()['ticket']}"
                async with client.stream("GET", address, headers=headers) as reply:
                    assert reply.headers["content-type"].startswith(accept)
                    until = len(seen) + 40
                    async for number, frame in read(reply):
                        if frame["type"] == "event":
                            assert number == ("" if as_lines else str(frame["seq"]))
                            seen.append(frame["seq"])
                        elif frame["type"] == "view":
                            view = frame["view"]
                            if view["phase"] == "ended" or len(seen) >= until:
                                break
                            if view["can"]["deal"]:
                                await command("deal")
                            elif view["can"]["turn"]:
                                turns = whole_turns(view)
                                choice = turns[len(seen) % len(turns)]
                                await command("turn", base=view["seq"], actions=choice)
            record = (await client.get(f"{path}/record")).json()
        return seen, view, record

    seen, view, record = asyncio.run(asyncio.wait_for(play(), 120))
    assert seen == list(range(1, view["seq"] + 1))
    assert view["ending"]["why"] == "played"
    assert record["result"]["totals"] == view["standing"]["totals"]


def frames_of(texts: list[bytes]) -> list[Json]:
    """Return the frames of a stream of either kind."""
    found = b"".join(texts[1:]).decode().splitlines()
    return [json.loads(line.removeprefix("data: ")) for line in found if "{" in line]


def test_any_gap_is_filled() -> None:
    """From every point of a log on, by every way: what is missing comes, and nothing twice."""

    async def play() -> None:
        sitting = two()
        for _ in range(9):
            sitting.turn()
        server = Server()
        await server.keep(sitting.log)
        length = len(sitting.log)
        token = token_of(1)
        for since in (*range(length + 1), length + 5, 2**31):
            socket = await server.socket(
                "table", {"type": "hello", "proto": 1, "token": token, "since": since}
            )
            stream = await server.stream(f"{EVENTS}?since={since}", token)
            accept = "application/x-ndjson"
            line = await server.stream(f"{EVENTS}?since={since}", token, accept=accept)
            last = await server.stream(f"{EVENTS}?since=0", token, last_event_id=str(since))
            all_ways = [socket.frames, *(frames_of(one.got) for one in (stream, line, last))]
            for frames in all_ways:
                seqs = [frame["seq"] for frame in frames if frame["type"] == "event"]
                assert seqs == list(range(since + 1, length + 1))
                assert frames[0]["type"] == "welcome"
                views = [frame["view"] for frame in frames if frame["type"] == "view"]
                assert views[-1]["seq"] == length
                told = [frame for frame in frames if frame["type"] in ("event", "view")]
                assert (
                    told == [f for f in all_ways[0] if f["type"] in ("event", "view")][: len(told)]
                )
            for one in (socket, stream, line, last):
                await server.hang_up(one)
        (live,) = server.hub.shelf.all()
        assert not live.outboxes
        await server.close()

    asyncio.run(play())


@pytest.mark.parametrize(
    ("query", "status"),
    [("?since=-1", 422), ("?since=x", 422), ("?since=99999999999", 422), ("?ticket=x", 403)],
)
def test_streams_that_can_not_be(server: str, query: str, status: int) -> None:
    async def play() -> int:
        table = await set_up(server, "standard-solo", "me")
        async with api(server) as client:
            reply = await client.get(f"/api/tables/{table['table']}/events{query}")
        return reply.status_code

    assert asyncio.run(play()) == status


@pytest.mark.parametrize("last", ["", "x", "-1", "1e9", "9" * 40, "²"])
def test_a_strange_last_event_id_is_not_minded(last: str) -> None:
    async def play() -> list[Json]:
        server = Server()
        await server.keep(two().log)
        stream = await server.stream(EVENTS, None, last_event_id=last)
        await server.close()
        return frames_of(stream.got)

    assert [frame["type"] for frame in asyncio.run(play())] == ["welcome", "presence", "view"]


def test_a_stream_gives_a_sign_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "_BEAT", 0.01)

    async def play() -> tuple[bytes, bytes]:
        server = Server()
        await server.keep(two().log)
        sent = await server.stream(EVENTS, None)
        line = await server.stream(EVENTS, None, accept="application/x-ndjson")
        await asyncio.sleep(0.05)
        await server.close()
        return b"".join(sent.got), b"".join(line.got)

    sent, line = asyncio.run(play())
    assert b"\n\n: \n\n" in sent
    assert b"}\n\n\n" in line


def test_whoever_streams_is_here_and_then_is_not(server: str) -> None:
    """A stream whose client is gone ends, or its seat would never count as left."""

    async def play() -> None:
        table = await set_up(server, "classic", "me", "friend")
        path = f"/api/tables/{table['table']}"
        bearer = {"authorization": f"Bearer {table['seats'][0]['token']}"}
        async with at_table(server, table["table"], None) as watcher, api(server) as client:
            async with client.stream("GET", f"{path}/events", headers=bearer) as stream:
                assert stream.status_code == 200
                while not (frame := await watcher.until("presence"))["seats"][0]["here"]:
                    pass
            while frame["seats"][0]["here"]:
                frame = await watcher.until("presence")

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_match_however_long_is_caught_up_with() -> None:
    """What was missed doesn't count as waiting to be read."""

    async def play() -> int:
        server = Server()
        live = await server.keep(two().log)
        live.happenings *= 2000
        socket = await server.socket("table", {"type": "hello", "proto": 1, "since": 0})
        await server.close()
        assert socket.frames[-1]["type"] == "view"
        return len(b"".join(socket.got))

    assert asyncio.run(play()) > 256 * 1024


@pytest.mark.parametrize("after", [0, 1, 2])
def test_a_stream_that_nobody_reads_is_let_go(after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its seat must not count as here until the network gives up."""
    monkeypatch.setattr(partings, "SEND_WITHIN", 0.05)

    class Stalled(Stream):
        async def _sent(self, message: Json) -> None:
            await super()._sent(message)
            if len(self.got) > after + 1:
                await asyncio.Event().wait()

    async def play() -> None:
        server = Server()
        live = await server.keep(two().log)
        stalled = Stalled(_scope("http", "GET", EVENTS, token_of(0)))
        while not live.outboxes:
            await asyncio.sleep(0)
        assert live.is_here(0)
        await asyncio.wait_for(stalled._task, 5)
        assert not live.outboxes
        assert not live.is_here(0)
        assert not server.context.connections
        await server.close()

    asyncio.run(play())


@pytest.mark.parametrize("accept", ["text/event-stream", "application/x-ndjson"])
@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (
            "closing",
            "The server is stopping, or had to look this table up anew. Connect again.",
        ),
        (
            "slow",
            "Too much was waiting to be read here. Connect again to get what is missing.",
        ),
        (
            "no-seat",
            "This link to the seat was replaced by a new one, and is not valid any more.",
        ),
    ],
)
def test_the_last_frame_says_why(reason: str, words: str, accept: str) -> None:
    async def play() -> tuple[Json, Json]:
        server = Server()
        live = await server.keep(two().log)
        stream = await server.stream(EVENTS, token_of(0), accept=accept)
        hello = {"type": "hello", "proto": 1, "token": token_of(0)}
        socket = await server.socket("table", hello)
        for outbox in live.outboxes:
            outbox.close(reason)
        await server.settled()
        await server.close()
        return frames_of(stream.got)[-1], socket.frames[-1]

    by_stream, by_socket = asyncio.run(play())
    assert by_stream == by_socket
    assert by_stream == {
        "type": "error",
        "code": reason,
        "message": words,
    }


def test_nobody_may_listen_to_a_server_that_stops() -> None:
    async def play() -> tuple[int, Json, Json]:
        server = Server()
        await server.keep(two().log)
        before = await server.stream(EVENTS, None)
        server.hub.let_go()
        await server.settled()
        reply = await server.request("GET", EVENTS)
        last = frames_of(before.got)[-1]
        await server.close()
        return status_of(reply), data_of(reply), last

    status, refused, last = asyncio.run(play())
    assert (status, refused["error"]["code"]) == (503, "unavailable")
    assert (last["type"], last["code"]) == ("error", "closing")
