"""The outbox: in order, without waiting for whoever doesn't read."""

from __future__ import annotations

import asyncio

from expedition.table.outbox import Outbox


def taken(outbox: Outbox) -> list[str]:
    """Return all that can be taken from an outbox that is closed."""

    async def take() -> list[str]:
        frames: list[str] = []
        while (frame := await outbox.take()) is not None:
            frames.append(frame)
        return frames

    return asyncio.run(take())


def why_closed(outbox: Outbox) -> str | None:
    return outbox.closed


def test_in_order_and_then_no_more() -> None:
    outbox = Outbox(1, ("welcome",))
    outbox.put("a")
    outbox.put("b")
    outbox.close("left")
    outbox.put("too late")
    outbox.close("slow")
    assert taken(outbox) == ["welcome", "a", "b"]
    assert (outbox.closed, outbox.audience) == ("left", 1)


def test_who_waits_is_woken() -> None:
    async def play() -> None:
        outbox = Outbox(None)
        waiting = asyncio.create_task(outbox.take())
        await asyncio.sleep(0)
        outbox.put("a")
        assert await waiting == "a"
        waiting = asyncio.create_task(outbox.take())
        await asyncio.sleep(0)
        outbox.close("closing")
        assert await waiting is None

    asyncio.run(play())


def test_a_slow_reader_is_let_go() -> None:
    outbox = Outbox(None, limit=10)
    outbox.put("12345")
    outbox.put("67890")
    assert why_closed(outbox) is None
    outbox.put("!")
    assert why_closed(outbox) == "slow"
    assert taken(outbox) == []


def test_who_reads_can_go_on_for_ever() -> None:
    async def play() -> None:
        outbox = Outbox(None, limit=10)
        for number in range(100):
            outbox.put(f"{number:08}")
            assert await outbox.take() == f"{number:08}"
        assert why_closed(outbox) is None

    asyncio.run(play())


def test_what_was_missed_does_not_count_as_slow() -> None:
    """Or whoever comes back to a long match could never catch up."""
    outbox = Outbox(None, ["x" * 100] * 10, limit=10)
    outbox.put("12345")
    assert why_closed(outbox) is None
    outbox.put("1234567890")
    assert why_closed(outbox) == "slow"
