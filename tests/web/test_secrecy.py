"""Nobody gets what they may not know: the redeal test over every byte that the server sends.

A table's log is dealt again where an audience was never shown the cards, two servers tell the
two stories to it, and everything that it gets is compared: frames by WebSocket, by server-sent
events and by the line, before and after it comes back; replies by HTTP; refusals of all kinds.
"""

from __future__ import annotations

import asyncio
import json
from os import environ
from random import Random
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from expedition.game import EDITIONS
from expedition.notation import Seal
from expedition.table.commands import TakeTurn
from expedition.table.decide import Context, decide
from expedition.table.errors import Refused
from expedition.table.table import Table
from properties.redeal import audiences
from table.sittings import ROSTER
from web.courses import FEW, TODAY, Course, course
from web.leaks import LEAKS
from web.other_logs import differing_cards, other_log
from web.without_sockets import Json, Server, token_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from expedition.table.events import Event
    from expedition.table.telling import Wire
    from properties.redeal import Audience

#: In all, so that each edition has its share of 500; the long run has 10,000.
EXAMPLES = (10_000 if environ.get("EXPEDITION_HYPOTHESIS") == "long" else 504) // len(EDITIONS)

every_edition = pytest.mark.parametrize("edition", EDITIONS)


@pytest.fixture(autouse=True, scope="module")
def _seals_fit() -> Iterator[None]:
    """Let both worlds have one commitment: it is the only thing that must differ."""
    with patch.object(Seal, "fits", lambda *_: True):
        yield


class Visit:
    """What an audience does at a table, drawn once and done in both worlds."""

    def __init__(self, played: Course, audience: Audience, rng: Random) -> None:
        self.audience = audience
        self.token = None if audience is None else token_of(audience)
        self.end = rng.randint(1, len(played.batches))
        self.begin = max(1, self.end - rng.randint(0, 5))
        self.today = TODAY if rng.random() < 0.8 else "2026-12-01"
        self.log = played.log(self.end)
        self.sizes = [len(batch) for batch in played.batches[: self.end]]
        self.away = rng.choice((0.0, 40.0))
        self.since = rng.choice((None, 0, rng.randint(0, len(self.log))))
        self.again = rng.randint(0, len(self.log))
        table = Table.fold(self.log)
        self.commands = [] if audience is None else list(_refused(table, audience, rng))
        rounds = range(len(table.match.played) + 1)
        eyes = rng.choice(("all", "spectator", "0"))
        self.requests = [
            "/api/tables",
            "/api/tables/table",
            "/api/tables/table/sheet",
            "/api/tables/table/record",
            "/api/tables/table/record?form=text",
            *(f"/api/tables/table/review?round={number}&eyes={eyes}" for number in rounds),
        ]
        # To go on from a turn is for cards that are open; who asks for another learns nothing.
        running = table.match.standing.round if table.round_running or _is_sealed(self) else 99
        self.branch = {
            "edition": table.ruleset.id,
            "seats": [{"kind": "me", "name": "I"}] + [{"kind": "here", "name": "You"}] * 3,
            "from": {"table": "table", "round": running, "turn": rng.randint(0, 9)},
        }

    async def got(self, log: Sequence[Event], wire: Wire | None = None) -> list[bytes]:
        """Make the visit at a table with this log; return all that was sent to the audience."""
        server = Server(wire, today=self.today)
        first = sum(self.sizes[: self.begin])
        live = await server.keep(log[:first], away=self.away)
        events = "/api/tables/table/events"
        hello: Json = {"type": "hello", "proto": 1, "token": self.token, "since": self.since}
        socket = await server.socket("table", hello)
        since = "" if self.since is None else f"?since={self.since}"
        stream = await server.stream(events + since, self.token)
        for size in self.sizes[self.begin : self.end]:
            await server.go_on(live, log[first : first + size])
            first += size
        await server.hang_up(stream)
        for command in self.commands[::2]:
            await server.send(socket, json.dumps(command))
        replies = [await server.request("GET", path, token=self.token) for path in self.requests]
        for command in self.commands[1::2]:
            path = "/api/tables/table/commands"
            replies.append(await server.request("POST", path, command, self.token))
        replies.append(await server.request("POST", "/api/tables", self.branch, self.token))
        await server.hang_up(socket)
        if self.again % 2:
            accept = {"accept": "application/x-ndjson"}
            lines = await server.stream(events + "?since=0", self.token, **accept)
        else:
            lines = await server.stream(events, self.token, last_event_id=str(self.again))
        back = await server.socket("table", {**hello, "since": self.again})
        await server.close()
        shown = [repr(seen).encode() for bot, seen in server.thinker.shown if self._is_bot(seen)]
        every = (socket, stream, lines, back)
        return [*(text for one in every for text in one.got), *replies, *shown]

    def _is_bot(self, seen: object) -> bool:
        return getattr(seen, "seat", None) == self.audience


def _is_sealed(visit: Visit) -> bool:
    created = Table.fold(visit.log[:1]).created
    return created.daily is not None and created.daily >= visit.today


def _refused(table: Table, seat: int, rng: Random) -> Iterator[Json]:
    """Yield turns that are refused, among them what a curious client would try."""
    context = Context(lambda _: pytest.fail("nothing is dealt"), lambda: "", bots=ROSTER)
    cards = [str(card) for card in table.ruleset.kinds]
    letters = [suit.letter for suit in table.ruleset.suits]
    for number in range(12 if table.to_act == seat else 5):
        one, other, third = rng.choices(cards, k=3)
        held = table.state.hands[seat] if table.state else ()
        if len(held) > 1 and rng.random() < 0.6:
            # Beginning with what is in the hand gets further.
            one, other = map(str, rng.sample(held, 2))
        first = rng.choice((one, f"x{one}", f">{one}+{other}", f">{one}+{other}"))
        then = rng.choice((third, f"x{third}", f"x{third}", ".", f"<{rng.choice(letters)}"))
        try:
            decide(table, seat, TakeTurn(table.seq, (first, then)), context)
        except Refused:
            actions = [first, then]
            yield {"type": "turn", "id": f"c{number}", "base": table.seq, "actions": actions}


def tells(visit: Visit, rng: Random, make: Callable[[], Wire | None] = lambda: None) -> str | None:
    """Return what an audience could tell two worlds apart by; None if it can't."""
    other = other_log(visit.log, visit.audience, rng, visit.today)
    mine = asyncio.run(visit.got(visit.log, make()))
    theirs = asyncio.run(visit.got(other, make()))
    for one, two in zip(mine, theirs, strict=True):
        if one != two:
            return f"audience {visit.audience} got\n{one!r}\nand in another world\n{two!r}"
    return None


def visits(edition: str, seed: int) -> tuple[Visit, Random]:
    """Return a visit to some table, and the chance for the rest."""
    rng = Random(seed)
    everybody = audiences(EDITIONS[edition])
    return Visit(course(edition, rng.randrange(FEW)), rng.choice(everybody), rng), rng


@every_edition
@given(seed=st.integers(0, 2**32))
@settings(max_examples=EXAMPLES)
def test_worlds_that_look_alike_sound_alike(edition: str, seed: int) -> None:
    visit, rng = visits(edition, seed)
    told = tells(visit, rng)
    assert told is None, told


# That the test looks at something


@every_edition
def test_the_worlds_differ(edition: str) -> None:
    """Nearly everybody has something to learn."""
    differing = 0
    for seed in range(40):
        visit, rng = visits(edition, seed)
        other = other_log(visit.log, visit.audience, rng, visit.today)
        Table.fold(other)
        differing += differing_cards(visit.log, other) > 0
    assert differing >= 24


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_would_be_noticed(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is a mistake that is easily made; `leaks.py` makes it."""
    edition, make = LEAKS[leak](monkeypatch)
    assert any(tells(*visits(edition, seed), make) for seed in range(150))


def test_a_visit_sees_all_there_is() -> None:
    """Illegal turns, refusals, hand-overs, take-backs, old rounds and bots are in what is sent."""
    got = b""
    for edition in ("classic", "standard-partners"):
        for seed in range(25):
            visit, _ = visits(edition, seed)
            got += b"\n".join(asyncio.run(visit.got(visit.log)))
    for part in (
        b'"code":"illegal"',
        b'"code":"not-yours"',
        b'"code":"not-now"',
        b'"code":"bad"',
        b'">?"',
        b'"kind":"taken-back"',
        b'"kind":"restarted"',
        b'"kind":"asked"',
        b'"deal":["',
        b'"hands":[["',
        b"its cards are closed",
        b"Observation",
        b'"replace":[1]',
    ):
        assert part in got, part
