"""Whatever comes in as a frame: one answer to each, no crash, and others don't notice."""

from __future__ import annotations

import asyncio
import json
from functools import cache
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from expedition.table.errors import Code, Refused
from expedition.web.frames import Hello, read_command, read_frame
from table.sittings import two
from web.without_sockets import Server, data_of, status_of, token_of

if TYPE_CHECKING:
    from expedition.table.events import Event

Json = dict[str, Any]

VALID: list[Json] = [
    {"type": "turn", "id": "a", "base": 3, "actions": ["R7", "."]},
    {"type": "turn", "id": "b", "base": 3, "actions": [">R7+B2"]},
    {"type": "deal", "id": "c"},
    {"type": "ask", "id": "d", "what": "rematch", "swap": True},
    {"type": "answer", "id": "e", "yes": True},
    {"type": "resign", "id": "f"},
    {"type": "stop", "id": "g"},
    {"type": "replace", "id": "h", "seat": 1, "bot": "careful"},
    {"type": "return", "id": "i"},
    {"type": "name", "id": "j", "name": "Ann"},
    {"type": "greet", "id": "k", "text": "hello"},
    {"type": "ping", "n": 1},
    {"type": "hello", "proto": 1, "token": None, "since": 0},
]

plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30)
anything = st.recursive(
    plain,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """Draw a valid frame with something changed, left out, added, or cut off."""
    frame = dict(draw(st.sampled_from(VALID)))
    for _ in range(draw(st.integers(0, 2))):
        key = draw(st.sampled_from([*frame, "id", "type", "more", "seat"]))
        if draw(st.booleans()):
            frame.pop(key, None)
        else:
            frame[key] = draw(anything)
    text = json.dumps(frame)
    at = draw(st.integers(0, len(text)))
    match draw(st.integers(0, 5)):
        case 0:
            return text[:at]
        case 1:
            return text[:at] + draw(st.text(max_size=3)) + text[at:]
        case _:
            return text


frames = st.one_of(
    st.text(),
    anything.map(json.dumps),
    mutated(),
    mutated(),
    mutated(),
    st.sampled_from(
        [
            "[" * 3000,
            '{"a":' * 600,
            '{"id":"\\ud800","type":"ping"}',
            '{"type":"name","id":"x","name":"\\ud83d"}',
            '{"type":"ping","n":1e999}',
            '{"type":"ping","n":' + "9" * 4000 + "}",
            '{"type":"ping","n":NaN}',
            '{"type":"ping","type":"resign","id":"z","n":1}',
            '\ufeff{"type":"ping","n":1}',
            "x" * 4097,
            "\x00",
            "€" * 1400,
        ]
    ),
)


@cache
def _log() -> tuple[Event, ...]:
    sitting = two()
    sitting.turn()
    return tuple(sitting.log)


def _is_readable(text: str) -> bool:
    try:
        return not isinstance(read_frame(text), Hello)
    except Refused as refused:
        assert refused.code is Code.BAD
        return False


@given(texts=st.lists(frames, min_size=1, max_size=6))
@settings(max_examples=150)
def test_every_frame_gets_one_answer(texts: list[str]) -> None:
    async def play() -> tuple[list[Json], list[Json]]:
        server = Server()
        await server.keep(_log())
        other = await server.socket("table", {"type": "hello", "proto": 1})
        hello = {"type": "hello", "proto": 1, "token": token_of(0)}
        socket = await server.socket("table", hello)
        before = len(socket.frames)
        for text in texts:
            await server.send(socket, text)
        await server.send(other, '{"type":"ping","n":5}')
        await server.close()
        assert [frame.get("n") for frame in other.frames].count(5) == 1
        return socket.frames[:before], socket.frames[before:]

    greeted, got = asyncio.run(play())
    assert greeted[-1]["type"] == "view"
    answers = [frame for frame in got if frame["type"] in ("ack", "rej", "pong", "error")]
    unread = 0
    for number, text in enumerate(texts):
        unread += not _is_readable(text)
        if unread == 3:
            assert answers[number]["type"] == "error"
            assert len(answers) == number + 1
            return
        assert answers[number]["type"] in ("ack", "rej", "pong")
    assert len(answers) == len(texts)


@given(body=frames.map(lambda text: text.encode("utf-8", "surrogatepass")) | st.binary())
@settings(max_examples=100)
def test_every_command_by_post_gets_one_answer(body: bytes) -> None:
    async def play() -> bytes:
        server = Server()
        await server.keep(_log())
        reply = await server.request(
            "POST", "/api/tables/table/commands", token=token_of(0), raw=body
        )
        await server.close()
        return reply

    reply = asyncio.run(play())
    answer = data_of(reply)
    assert status_of(reply) in (200, 400, 403, 409)
    assert answer["type"] == ("ack" if status_of(reply) == 200 else "rej")
    try:
        read_command(body)
    except Refused:
        assert answer["code"] == "bad"
