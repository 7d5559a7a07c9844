"""Pings find dead connections in time, and don't all fall into the same second."""

from __future__ import annotations

from statistics import mean

from expedition.web.keepalive import ScatteredPings


class Loop:
    """Stands in for an event loop: notes for when it is asked to call."""

    def __init__(self) -> None:
        self.delays: list[float] = []

    def call_later(self, delay: float, _: object) -> None:
        self.delays.append(delay)


def test_pings_come_within_the_interval_and_at_different_times() -> None:
    loop = Loop()
    connection = object.__new__(ScatteredPings)
    connection.ping_interval = 10.0
    connection.loop = loop  # type: ignore[assignment]
    for _ in range(200):
        connection.schedule_ping()
    assert all(5 <= delay <= 10 for delay in loop.delays)
    assert len(set(loop.delays)) > 150
    assert 7 < mean(loop.delays) < 8


def test_without_an_interval_there_are_no_pings() -> None:
    loop = Loop()
    connection = object.__new__(ScatteredPings)
    connection.ping_interval = None
    connection.loop = loop  # type: ignore[assignment]
    connection.schedule_ping()
    assert loop.delays == []
