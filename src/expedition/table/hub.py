"""The hub: commands to one table at a time, written before they are answered or shown to anybody.

It lives in one event loop of one process. All it keeps in memory can be made again from the store.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeVar

from expedition.game import find_edition
from expedition.table.bot_turns import Thinker, bot_turn
from expedition.table.commands import Command, DealNext, Greet, Replace, TakeTurn
from expedition.table.dealing import deal_round
from expedition.table.decide import Context, after_bot, decide, decide_sit, opening
from expedition.table.entries import more_entry, new_entry, rematch_entry
from expedition.table.errors import Code, Refused
from expedition.table.events import Dealt, Event, Rematched
from expedition.table.happening import Happening, happening
from expedition.table.live import GONE_AFTER
from expedition.table.outbox import Outbox
from expedition.table.roster import Roster
from expedition.table.setup import DAILY_EDITION, SeatKind, Setup, branch_events, created
from expedition.table.shelf import BUSY, Shelf, stored_or_refused
from expedition.table.store import Conflict, DailyDeal, DailyResult, Store
from expedition.table.table import Table
from expedition.table.telling import Telling, Wire
from expedition.table.tokens import hash_token, matches, new_table_id, new_token, seat_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Sequence

    from expedition.game import Ruleset
    from expedition.table.live import Live

log = logging.getLogger("expedition.table")

#: Seconds left to people between two tables that are woken after a start.
_BREATH = 0.005

#: Milliseconds without an event after which a table isn't shown to watchers any more.
_LIVELY = 3_600_000

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Opened:
    """A new table: the seats of whoever set it up with their tokens, and what invites others."""

    table: str
    tokens: dict[int, str]
    invite: str | None


def utc_today() -> str:
    """Return the day in UTC, as YYYY-MM-DD: the deal of the day changes for all at once."""
    return datetime.now(UTC).date().isoformat()


class Hub:
    """Every table of a server."""

    def __init__(
        self,
        store: Store,
        thinker: Thinker,
        wire: Wire,
        *,
        bots: Callable[[], Awaitable[Roster]],
        pace: float = 0.0,
        gone_after: float = GONE_AFTER,
        today: Callable[[], str] = utc_today,
    ) -> None:
        """Make a hub.

        `bots` tells which bots there are, and may raise Refused. `pace` is the least time in
        seconds that a bot seems to think, `gone_after` the seconds without a connection after which
        a person counts as gone.
        """
        self.store = store
        self.today = today
        self.bots = bots
        self._thinker = thinker
        self._telling = Telling(wire, today)
        self._pace = pace
        self._gone_after = gone_after
        self.shelf = Shelf(store, gone_after)
        self._tasks: set[asyncio.Task[object]] = set()
        self._waking: asyncio.Task[None] | None = None
        self._closing = False

    async def start(self) -> None:
        """Begin to give every bot that owes a turn its turn; which do follows from the logs.

        Whoever comes meanwhile is served: of many tables, theirs is woken when they come.
        """
        tables = await stored_or_refused(self.store.owing_bots())
        self._waking = asyncio.create_task(self._wake_all(tables))

    async def _wake_all(self, tables: Sequence[str]) -> None:
        for table in tables:
            await self._wake(table)
            await asyncio.sleep(_BREATH)

    async def _wake(self, table: str) -> None:
        try:
            self._wake_bots(await self.look(table))
        except Refused as error:
            log.error("Table %s can't go on: %s", table, error)

    def let_go(self) -> None:
        """Take no more listeners, and let those who are here go once they have what waits."""
        self._closing = True
        for live in self.shelf.all():
            for outbox in live.outboxes:
                outbox.close("closing")

    async def close(self) -> None:
        """Stop the bots, let every listener go, and close the store."""
        self.let_go()
        tasks = [live.bot_task for live in self.shelf.all() if live.bot_task]
        tasks += [self._waking] if self._waking else []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        # What was begun is finished; without bots nothing new follows from it.
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._thinker.close()
        await self.store.close()

    # Tables

    async def create(self, setup: Setup) -> Opened:
        """Set a table up. Raises Refused."""
        wants_bots = any(wish.kind is SeatKind.BOT for wish in setup.seats)
        first = created(setup, await self.bots() if wants_bots else Roster())
        events: list[Event] = [first]
        if setup.branch is not None:
            events += branch_events(setup.branch)
        table = Table.fold(events)
        for event in opening(table, await self._context(setup.daily)):
            events.append(event)
            table = table.then(event)
        tokens = {
            seat: new_token()
            for seat, wish in enumerate(setup.seats)
            if wish.kind in (SeatKind.ME, SeatKind.HERE)
        }
        invite = new_token() if any(s.kind is SeatKind.FRIEND for s in setup.seats) else None
        opened = Opened(new_table_id(), tokens, invite)
        hashes = {seat: hash_token(token) for seat, token in tokens.items()}
        invited = hash_token(invite) if invite else None
        new = new_entry(opened.table, table, events, hashes, invited)
        await stored_or_refused(self.store.create(new))
        self._later(self._wake(opened.table))
        return opened

    async def look(self, table: str) -> Live:
        """Return a table as it is now. Raises Refused if there is none or it can't be read."""
        return await self.shelf.live(table)

    async def enter(self, table: str, token: str | None) -> tuple[Live, int | None]:
        """Return a table with the seat of this token, or None for a spectator. Raises Refused."""
        live = await self.look(table)
        self._wake_bots(live)  # a table that was given up in a fault may be back only now
        if token is None:
            return live, None
        seat = seat_of(token, live.tokens)
        if seat is None:
            msg = "This link to a seat is not valid any more. You can watch the table."
            raise Refused(Code.NO_SEAT, msg)
        return live, seat

    async def sit(
        self, table: str, invite: str, name: str, seat: int | None, token: str | None = None
    ) -> tuple[int, str]:
        """Give a free seat to whoever brings the invitation; returns the seat and its token.

        Who brings the token, too, can ask again when no answer came: one that has a seat already
        gets that seat.
        """
        live = await self.look(table)
        if not matches(invite, live.invite):
            msg = "This invitation is not valid for the table. You can watch it."
            raise Refused(Code.NO_SEAT, msg)
        return await self._carry_out(self._sit(live, name, seat, token or new_token()))

    async def renew(self, live: Live, seat: int, token: str | None = None) -> str:
        """Return a new token for a seat, the one brought if any; the old one is dead."""
        return await self._carry_out(self._renew(live, seat, token or new_token()))

    async def command(self, live: Live, seat: int, key: str, command: Command) -> int:
        """Carry a command out once for each key; returns the number of its first event.

        When this returns, it has been written to the disk. Raises Refused.
        """
        return await self._carry_out(self._command(live, seat, f"{seat}:{key}", command))

    async def listed(self, limit: int) -> tuple[str, ...]:
        """Return the ids of tables that may be watched, the liveliest first. Raises Refused."""
        after = time.time_ns() // 1_000_000 - _LIVELY
        return await stored_or_refused(self.store.listed(limit, after))

    async def best(self, day: str, limit: int) -> tuple[DailyResult, ...]:
        """Return the best results of a deal of the day. Raises Refused."""
        return await stored_or_refused(self.store.best(day, limit))

    # Listening

    def listen(self, live: Live, audience: int | None, since: int | None, welcome: str) -> Outbox:
        """Let somebody listen: a welcome, what happened after `since`, the view, what comes.

        Raises Refused once the server is stopping.
        """
        if self._closing:
            raise Refused(Code.UNAVAILABLE, "The server is stopping. Reconnect in a moment.")
        outbox = Outbox(audience, (welcome, *self._telling.backlog(live, audience, since)))
        was_here = audience is None or live.is_here(audience)
        live.arrive(outbox)
        self._telling.presence(live)
        if was_here:
            outbox.put(self._telling.view(live, audience))
        else:
            self._telling.tell(live)  # somebody who had gone is back, which the others may see
        if live.somebody_is_away:
            self._telling.look_again(live, self._gone_after)
        return outbox

    def leave(self, live: Live, outbox: Outbox) -> None:
        """Count a listener out, and tell the others."""
        live.leave(outbox)
        outbox.close("left")
        self._telling.presence(live)
        if live.somebody_is_away:
            self._telling.look_again(live, self._gone_after)
        self.shelf.drop_idle()

    # Inside

    def _later(self, work: Coroutine[object, object, object]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._carried_out)

    async def _carry_out(self, work: Coroutine[object, object, T]) -> T:
        # Whoever asked may hang up in the middle; what was begun is finished all the same.
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._carried_out)
        return await asyncio.shield(task)

    def _carried_out(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        # Looked at here, for there may be nobody left to be told. A refusal is nothing to log.
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refused):
            log.error("A command failed.", exc_info=error)

    async def _command(self, live: Live, seat: int, key: str, command: Command) -> int:
        async with live.lock:
            if key in live.keys:
                return live.keys[key]
            live.refuse_again(key)
            try:
                return await self._decide(live, seat, key, command)
            except Refused as refused:
                # A command that comes twice has one answer; only what failed here may be retried.
                if refused.code is not Code.UNAVAILABLE:
                    live.remember_refusal(key, refused)
                raise

    async def _decide(self, live: Live, seat: int, key: str, command: Command) -> int:
        if not isinstance(command, TakeTurn | DealNext):
            live.check_pace(seat, greets=isinstance(command, Greet))
        context = await self._context(None, live)
        if isinstance(command, Replace):
            context = replace(context, bots=await self.bots())
        events = decide(live.table, seat, command, context)
        first = live.table.seq + 1
        await self._commit(live, events, key=key)
        return first

    async def _sit(self, live: Live, name: str, seat: int | None, token: str) -> tuple[int, str]:
        async with live.lock:
            if (held := seat_of(token, live.tokens)) is not None:
                return held, token
            free = [n for n, sitter in enumerate(live.table.sitters) if sitter.is_free]
            if not free:
                msg = "Everybody is here already: no seat is free. You can watch."
                raise Refused(Code.FULL, msg)
            taken = free[0] if seat is None else seat
            if taken not in range(live.table.ruleset.seats):
                raise Refused(Code.BAD, f"There is no seat {taken}.")
            events = decide_sit(live.table, taken, name, await self._context(None, live))
            await self._commit(live, events, tokens={taken: hash_token(token)})
            return taken, token

    async def _renew(self, live: Live, seat: int, token: str) -> str:
        async with live.lock:
            if (held := seat_of(token, live.tokens)) is not None:
                if held == seat:
                    return token
                raise Refused(Code.BAD, "This token is of another seat.")
            await self._commit(live, (), tokens={seat: hash_token(token)})
            for outbox in live.outboxes:
                if outbox.audience == seat:
                    outbox.close("no-seat")
            return token

    async def _commit(
        self,
        live: Live,
        events: Sequence[Event],
        *,
        key: str | None = None,
        tokens: dict[int, bytes] | None = None,
    ) -> None:
        """Write events, then let them be true: nobody hears of what isn't on the disk."""
        table, happened = live.table, list[Happening]()
        for event in events:
            table = table.then(event)
            happened.append(happening(event, table))
        append = more_entry(live, table, events, key=key, tokens=tokens or {})
        rematch = next((event for event in events if isinstance(event, Rematched)), None)
        try:
            if rematch:
                entry = rematch_entry(live, table, rematch)
                await stored_or_refused(self.store.create(entry, append))
            else:
                await stored_or_refused(self.store.append(append))
        except Conflict:
            # Somebody else has written to this log; what we hold of it is not true.
            self.shelf.forget(live)
            raise Refused(Code.UNAVAILABLE, BUSY) from None
        live.table = table
        live.happenings += happened
        live.tokens |= tokens or {}
        if key:
            live.keys[key] = append.after + 1
        self._telling.tell(live, happened)
        self._wake_bots(live)
        if rematch:
            self._later(self._wake(rematch.table))

    async def _context(self, daily: str | None, live: Live | None = None) -> Context:
        gone = live.gone if live else frozenset[int]()
        deal: Callable[[Ruleset], Dealt] = deal_round
        if daily:
            kept = await self.daily(daily)
            fixed = Dealt(kept.deal, kept.salt, kept.commitment)

            def deal(_: Ruleset) -> Dealt:
                return fixed

        return Context(deal, new_table_id, gone)

    async def daily(self, day: str) -> DailyDeal:
        """Return the deal of a day, dealt when first asked for. Raises Refused."""
        kept = await stored_or_refused(self.store.daily(day))
        if kept is None:
            dealt = deal_round(find_edition(DAILY_EDITION))
            fresh = DailyDeal(day, DAILY_EDITION, dealt.deal, dealt.salt, dealt.commitment)
            kept = await stored_or_refused(self.store.keep_daily(fresh))
        return kept

    # Bots

    def _wake_bots(self, live: Live) -> None:
        asleep = live.bot_task is None or live.bot_task.done()
        if live.table.bot_to_act is not None and asleep and not self._closing:
            live.bot_task = asyncio.create_task(self._play_bots(live))

    async def _play_bots(self, live: Live) -> None:
        """Play bots' turns for as long as it is a bot's turn."""
        wait = 1.0
        while (seat := live.table.bot_to_act) is not None:
            table = live.table
            _, turn = await asyncio.gather(
                asyncio.sleep(self._pace), bot_turn(self._thinker, table, seat)
            )
            try:
                await self._carry_out(self._bot_moves(live, table, seat, turn))
                wait = 1.0
            except Refused:
                await asyncio.sleep(wait)
                wait = min(wait * 2, 30.0)
            if live not in self.shelf:
                return

    async def _bot_moves(self, live: Live, table: Table, seat: int, turn: tuple[str, ...]) -> None:
        async with live.lock:
            # A take-back or a person's return may have come first.
            if live.table.turn_seq == table.turn_seq and live.table.bot_to_act == seat:
                await self._commit(live, after_bot(live.table, seat, turn))
