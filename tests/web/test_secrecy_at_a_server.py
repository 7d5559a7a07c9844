"""The redeal test once more, by real sockets: nothing between the hub and the line adds a thing."""

from __future__ import annotations

import asyncio
import re
from random import Random
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest

from expedition.notation import Seal
from expedition.table.events import event_to_data
from expedition.table.memory_store import MemoryStore
from expedition.table.store import NewTable
from expedition.table.tokens import hash_token
from properties.redeal import audiences
from table.sittings import Sitting
from web.courses import TODAY
from web.other_logs import differing_cards, other_log
from web.serving import api, at_table, running_server
from web.without_sockets import NOON, token_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from expedition.table.events import Event
    from properties.redeal import Audience

#: What depends on the time of day and on nothing else.
_TIME = re.compile(rb'"gone":\d+|(?m:^date:.*$)')


async def everything(address: str, audience: Audience, sitting: Sitting) -> list[bytes]:
    """Return all that an audience is sent when it comes, tries what it may not, comes again."""
    token = None if audience is None else token_of(audience)
    got: list[bytes] = []
    path = "/api/tables/table"
    bearer = {} if token is None else {"authorization": f"Bearer {token}"}
    held = [] if audience is None else sitting.state.hands[audience]
    kinds = sitting.table.ruleset.kinds
    async with api(address) as client:
        for since in (0, None):
            async with at_table(address, "table", token, since) as person:
                for card in (*held[:2], *kinds[:3]):
                    turn = [f">{card}+{kinds[-1]}", f"x{kinds[1]}"]
                    await person.ask("turn", base=sitting.table.seq, actions=turn)
                    await person.ask("turn", base=sitting.table.seq, actions=[str(card), "<?"])
                got += [text.encode() for text in person.texts]
        for where in ("", "/sheet", "/record", "/record?form=text", "/review?round=1"):
            for headers in ({}, bearer, bearer | {"accept-encoding": "gzip"}):
                async with client.stream("GET", path + where, headers=headers) as reply:
                    lines = [b"%s:%s" % pair for pair in reply.headers.raw]
                    got += [*lines, b"".join([piece async for piece in reply.aiter_raw()])]
        for accept in ("text/event-stream", "application/x-ndjson"):
            named = {**bearer, "accept": accept}
            async with client.stream("GET", f"{path}/events?since=0", headers=named) as reply:
                async for line in reply.aiter_lines():
                    got.append(line.encode())
                    if '"view"' in line:
                        break
    return [_TIME.sub(b"", one) for one in got]


def told(log: Sequence[Event], audience: Audience, sitting: Sitting) -> list[bytes]:
    """Serve a table with this log; return everything that the audience is sent."""
    store = MemoryStore()
    seats = range(sitting.table.ruleset.seats)
    tokens = {seat: hash_token(token_of(seat)) for seat in seats}
    new = NewTable("table", NOON, tuple(map(event_to_data, log)), tokens)
    asyncio.run(store.create(new))
    with running_server(store=store) as address:
        return asyncio.run(everything(address, audience, sitting))


@pytest.mark.parametrize("edition", ["classic-partners", "standard"])
def test_nobody_is_told_more_by_a_real_server(edition: str) -> None:
    kinds = ["me", *["here"] * (3 if edition == "classic-partners" else 1)]
    sitting = Sitting(edition, *kinds, rounds=2, open_hands=True)
    sitting.play_out()
    sitting._keep((sitting._deal(sitting.table.ruleset),))
    for _ in range(9):
        sitting.turn()
    sitting.ask(0, "take-back")
    with patch.object(Seal, "fits", lambda *_: True):
        for audience in audiences(sitting.table.ruleset):
            other = other_log(sitting.log, audience, Random(1), TODAY)
            assert differing_cards(sitting.log, other)
            mine, theirs = (told(log, audience, sitting) for log in (sitting.log, other))
            assert mine == theirs
