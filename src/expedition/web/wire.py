"""The frames that the server sends."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from expedition.web.frames import PROTOCOL
from expedition.web.views import event_data, table_view

if TYPE_CHECKING:
    from expedition.table.errors import Refused
    from expedition.table.happening import Happening
    from expedition.table.live import Live

_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)
_HALVES = re.compile("[\ud800-\udfff]")


def encode(data: object) -> str:
    """Return compact JSON that can be sent, whatever is in the texts."""
    # Half a surrogate pair comes in as an escape; as a character it can't go out again.
    return _HALVES.sub("\ufffd", _ENCODER.encode(data))


class JsonWire:
    """Makes frames for the hub, each as one JSON text."""

    def event(self, live: Live, happening: Happening, audience: int | None) -> str:
        """Return the frame that tells an audience of an event."""
        told = event_data(happening, audience, live.table.ruleset)
        return encode({"type": "event", "seq": happening.seq, "event": told})

    def view(self, live: Live, audience: int | None, today: str) -> str:
        """Return the frame with all that an audience sees."""
        view = {"table": live.id, **table_view(live.table, audience, live.gone, today)}
        return encode({"type": "view", "seq": live.table.seq, "view": view})

    def presence(self, live: Live) -> str:
        """Return the frame that says who is here, and for how long others have been away."""
        seats = []
        for seat in range(len(live.table.sitters)):
            away = live.away(seat)
            seats.append({"here": live.is_here(seat), "gone": None if away is None else int(away)})
        return encode({"type": "presence", "seats": seats, "watchers": live.watchers})


def welcome(live: Live, audience: int | None, version: str) -> str:
    """Return the answer to a hello."""
    return encode(
        {
            "type": "welcome",
            "proto": PROTOCOL,
            "table": live.id,
            "seat": audience,
            "seq": live.table.seq,
            "version": version,
        }
    )


def ack(command_id: str, seq: int) -> str:
    """Return the answer to a command that was accepted and is on the disk."""
    return encode(ack_data(command_id, seq))


def ack_data(command_id: str, seq: int) -> dict[str, Any]:
    """Return the same as data."""
    return {"type": "ack", "id": command_id, "seq": seq}


def rej(command_id: str, refused: Refused, seq: int) -> str:
    """Return the answer to a command that changed nothing."""
    return encode(rej_data(command_id, refused, seq))


def rej_data(command_id: str, refused: Refused, seq: int) -> dict[str, Any]:
    """Return the same as data."""
    return {
        "type": "rej",
        "id": command_id,
        "code": refused.code.value,
        "message": str(refused),
        "params": refused.params,
        "seq": seq,
    }


def pong(number: int, seq: int) -> str:
    """Return the answer to a ping; the table's last event shows a client that it missed some."""
    return encode({"type": "pong", "n": number, "seq": seq})


def error(code: str, message: str) -> str:
    """Return the last frame before the server hangs up."""
    return encode({"type": "error", "code": code, "message": message})
