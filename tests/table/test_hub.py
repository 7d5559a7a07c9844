"""The hub: what must hold between people who come, go, ask twice, and fill the memory."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

import pytest

from expedition.game import DrawDeck
from expedition.table.commands import Answer, Ask, Greet, Rename, Replace, Resign, Return, TakeTurn
from expedition.table.errors import Code, Refused
from expedition.table.events import Request
from expedition.table.hub import Hub
from expedition.table.memory_store import MemoryStore
from expedition.table.permissions import permissions
from expedition.table.roster import Listed, Roster
from expedition.table.setup import SeatKind, SeatWish, Setup
from expedition.table.shelf import Shelf
from expedition.web.wire import JsonWire

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from expedition.game import Action, Observation
    from expedition.table.hub import Opened
    from expedition.table.table import Table

T = TypeVar("T")
ME = SeatWish(SeatKind.ME, "Ann")
FRIEND = SeatWish(SeatKind.FRIEND)
BOT = SeatWish(SeatKind.BOT, bot="plain")


class Plain:
    """Answers for bots in this process: the first legal action, the deck where it can."""

    async def choose(self, bot: str, observation: Observation) -> Action:
        assert bot == "plain"
        legal = observation.legal_actions
        return DrawDeck() if DrawDeck() in legal else legal[-1]

    async def close(self) -> None:
        """Nothing to let go of."""


async def plain_alone() -> Roster:
    return Roster([Listed("plain", "Plain", editions=("classic",))])


def run(
    body: Callable[[Hub], Coroutine[object, object, T]],
    store: MemoryStore | None = None,
    gone_after: float = 30.0,
) -> T:
    """Run a test's body with a hub, and close it."""

    async def whole() -> T:
        kept = store or MemoryStore()
        hub = Hub(kept, Plain(), JsonWire(), bots=plain_alone, gone_after=gone_after)
        await hub.start()
        try:
            return await body(hub)
        finally:
            await hub.close()

    return asyncio.run(whole())


async def open_table(hub: Hub, *seats: SeatWish) -> Opened:
    return await hub.create(Setup("classic", seats or (ME, FRIEND), rounds=1, first_starter=0))


def refusal(error: pytest.ExceptionInfo[Refused]) -> tuple[Code, str]:
    return error.value.code, str(error.value)


def test_whoever_asks_for_a_seat_twice_has_it_once() -> None:
    async def body(hub: Hub) -> None:
        opened = await open_table(hub)
        assert opened.invite
        token = "brought-by-the-client-"  # noqa: S105
        first = await hub.sit(opened.table, opened.invite, "Bob", None, token)
        assert first == await hub.sit(opened.table, opened.invite, "Bob", None, token)
        assert first == (1, token)
        with pytest.raises(Refused) as error:
            await hub.sit(opened.table, opened.invite, "Eve", None)
        assert refusal(error)[0] is Code.FULL

    run(body)


def test_whoever_renews_twice_has_the_new_token() -> None:
    async def body(hub: Hub) -> None:
        opened = await open_table(hub)
        live, seat = await hub.enter(opened.table, opened.tokens[0])
        assert seat == 0
        assert await hub.renew(live, 0, "a-new-one") == "a-new-one"
        assert await hub.renew(live, 0, "a-new-one") == "a-new-one"
        assert (await hub.enter(opened.table, "a-new-one"))[1] == 0
        with pytest.raises(Refused):
            await hub.enter(opened.table, opened.tokens[0])

    run(body)


def test_a_table_that_somebody_holds_is_one_table_however_short_room_is() -> None:
    async def body(hub: Hub) -> None:
        hub.shelf = Shelf(hub.store, room=0)
        opened = await open_table(hub)
        one, _ = await hub.enter(opened.table, None)
        two, _ = await hub.enter(opened.table, None)
        assert one is two
        hub.shelf.forget(one)
        three, _ = await hub.enter(opened.table, None)
        assert three is not one
        # Forgetting the old one again doesn't throw the good one out.
        hub.shelf.forget(one)
        assert three in hub.shelf

    run(body)


def test_only_turns_may_come_fast() -> None:
    async def body(hub: Hub) -> None:
        opened = await open_table(hub)
        live, _ = await hub.enter(opened.table, opened.tokens[0])

        async def rename_often() -> None:
            for n in range(100):
                await hub.command(live, 0, f"n{n}", Rename(f"Ann {n}"))

        with pytest.raises(Refused) as error:
            await rename_often()
        assert refusal(error) == (Code.TOO_FAST, "That is a lot at once. Wait a moment.")
        assert live.table.seq < 50

    run(body)


def test_one_greeting_at_a_time() -> None:
    async def body(hub: Hub) -> None:
        opened = await open_table(hub, ME, SeatWish(SeatKind.HERE, "Bob"))
        live, _ = await hub.enter(opened.table, opened.tokens[0])
        await hub.command(live, 0, "a", Greet("hello"))
        with pytest.raises(Refused) as error:
            await hub.command(live, 0, "b", Greet("hello"))
        assert refusal(error)[0] is Code.TOO_FAST

    run(body)


def test_nobody_is_let_in_while_the_server_stops() -> None:
    async def body(hub: Hub) -> None:
        opened = await open_table(hub)
        live, _ = await hub.enter(opened.table, None)
        outbox = hub.listen(live, None, None, "welcome")
        hub.let_go()
        assert outbox.closed == "closing"
        assert await outbox.take() == "welcome"
        with pytest.raises(Refused) as error:
            hub.listen(live, None, None, "welcome")
        assert refusal(error)[0] is Code.UNAVAILABLE

    run(body)


def test_who_does_not_read_is_not_here() -> None:
    async def body(hub: Hub) -> None:
        opened = await open_table(hub)
        live, _ = await hub.enter(opened.table, opened.tokens[0])
        outbox = hub.listen(live, 0, None, "welcome")
        assert live.is_here(0)
        outbox.close("slow")
        await hub.command(live, 0, "a", Rename("Anna"))
        assert not live.is_here(0)
        assert outbox not in live.outboxes

    run(body)


def test_a_bot_owes_a_turn_after_a_restart_and_nobody_else_is_woken() -> None:
    async def before(hub: Hub) -> Opened:
        opened = await open_table(hub, ME, BOT)
        live, _ = await hub.enter(opened.table, None)
        state = live.table.state
        assert state
        hub.let_go()  # no bot moves any more
        turn = TakeTurn(live.table.seq, (str(state.legal_actions()[-1]), "."))
        await hub.command(live, 0, "a", turn)
        assert await hub.store.owing_bots() == (opened.table,)
        return opened

    store = _Kept()
    opened = run(before, store)

    async def after(hub: Hub) -> None:
        for _ in range(200):
            live = await hub.look(opened.table)
            if live.table.to_act == 0:
                break
            await asyncio.sleep(0.01)
        assert live.table.to_act == 0
        assert await hub.store.owing_bots() == ()

    run(after, store)


class _Kept(MemoryStore):
    async def close(self) -> None:
        """Stay, as a file does."""


def test_a_table_is_stopped_only_where_nobody_minds() -> None:
    setup = Setup("classic-partners", (ME, FRIEND, FRIEND, FRIEND), rounds=1)

    async def body(hub: Hub) -> Table:
        opened = await hub.create(setup)
        assert opened.invite
        for name in ("Bob", "Cy", "Di"):
            await hub.sit(opened.table, opened.invite, name, None)
        return (await hub.look(opened.table)).table

    table = run(body)
    assert not permissions(table, 0, frozenset({1})).stop
    assert permissions(table, 0, frozenset({1, 2, 3})).stop


def test_who_was_replaced_can_come_back_to_the_score_sheet() -> None:
    async def body(hub: Hub) -> None:
        opened = await open_table(hub)
        assert opened.invite
        await hub.sit(opened.table, opened.invite, "Bob", None)
        live, _ = await hub.enter(opened.table, opened.tokens[0])
        await hub.command(live, 0, "r", Replace(1, "plain"))
        await hub.command(live, 0, "a", Resign())
        await hub.command(live, 1, "b", Return())
        assert live.table.sitters[1].is_person
        await hub.command(live, 0, "c", Ask(Request.REMATCH))
        await hub.command(live, 1, "d", Answer(yes=True))
        assert live.table.rematch

    run(body, gone_after=0.0)


@pytest.mark.parametrize("listed", [True, False])
def test_a_deal_of_the_day_is_in_the_list_if_it_was_asked_for(*, listed: bool) -> None:
    async def body(hub: Hub) -> None:
        day = hub.today()
        setup = Setup("standard-solo", (ME,), daily=day, listed=listed)
        opened = await hub.create(setup)
        live = await hub.look(opened.table)
        assert await hub.listed(10) == ()  # nobody looks on while others still have to play it
        turn = 0
        while live.table.round_running:
            assert live.table.state
            legal = live.table.state.legal_actions()
            actions = (str(legal[-1]), ".") if live.table.state.deck else (str(legal[-1]),)
            await hub.command(live, 0, f"t{turn}", TakeTurn(live.table.seq, actions))
            turn += 1
        best = await hub.best(day, 10)
        assert [result.name for result in best] == (["Ann"] if listed else [])

    run(body)


def test_others_are_told_once_somebody_counts_as_gone_and_not_if_they_are_back() -> None:
    async def body(hub: Hub) -> None:
        opened = await open_table(hub)
        assert opened.invite
        await hub.sit(opened.table, opened.invite, "Bob", None)
        live, _ = await hub.enter(opened.table, opened.tokens[0])
        ann = hub.listen(live, 0, None, "hello")
        bob = hub.listen(live, 1, None, "hello")
        hub.leave(live, bob)
        bob = hub.listen(live, 1, None, "hello")
        told = len(ann._frames)
        await asyncio.sleep(0.5)
        assert len(ann._frames) == told  # nothing is different: no view is made for nothing
        hub.leave(live, bob)
        told = len(ann._frames)
        await asyncio.sleep(0.5)
        assert live.gone == frozenset({1})
        assert len(ann._frames) == told + 1

    run(body, gone_after=0.1)


def test_a_bot_is_seated_only_where_it_plays() -> None:
    async def body(hub: Hub) -> None:
        with pytest.raises(Refused) as refused:
            await hub.create(Setup("standard", (ME, BOT)))
        sentence = "The bot 'plain' doesn't play Standard deck, only Classic."
        assert refusal(refused) == (Code.BAD, sentence)
        await hub.create(Setup("classic", (ME, BOT)))
        opened = await hub.create(Setup("standard", (ME, FRIEND)))
        _, token = await hub.sit(opened.table, opened.invite or "", "Bob", 1)
        live, _ = await hub.enter(opened.table, token)
        with pytest.raises(Refused) as refused:
            await hub.command(live, 0, "key", Replace(1, "plain"))
        assert refusal(refused) == (Code.BAD, sentence)

    run(body, gone_after=0.0)


def test_tables_without_bots_do_not_ask_which_there_are() -> None:
    async def nobody() -> Roster:
        raise Refused(Code.UNAVAILABLE, "The bots can't be listed now. Try again in a moment.")

    async def body() -> None:
        hub = Hub(MemoryStore(), Plain(), JsonWire(), bots=nobody)
        await hub.start()
        opened = await open_table(hub)
        live, seat = await hub.enter(opened.table, opened.tokens[0])
        await hub.command(live, seat or 0, "key", Rename("Anna"))
        with pytest.raises(Refused, match="can't be listed now"):
            await open_table(hub, ME, BOT)
        await hub.close()

    asyncio.run(body())
