"""Tables laid without a page: set up, played on, and with the longest columns that there can be."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Any

import httpx

from expedition.game import Deal, Discard, DrawDeck, Match, Play, find_edition
from expedition.notation import Player, Record, record_to_json
from web.serving import at_table, set_up

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from expedition.game import Card, Ruleset, State
    from web.serving import Person

Json = dict[str, Any]


def _apart(work: Callable[[], Coroutine[Any, Any, Json]]) -> Json:
    # Playwright has the event loop of this thread.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(work())).result()


def lay(address: str, edition: str = "classic", *seats: str, **options: Any) -> Json:
    """Set a table up; each seat is `me`, `here`, `friend` or the id of a bot."""
    return _apart(lambda: set_up(address, edition, *seats, **options))


def join(address: str, table: Json, name: str = "Player 1") -> Json:
    """Take a seat that waits for a friend; returns it with its token."""
    body = {"invite": table["invite"], "name": name}
    reply = httpx.post(f"{address}/api/tables/{table['table']}/join", json=body)
    assert reply.status_code < 300, reply.text
    seat: Json = reply.json()
    return seat


def play_out(address: str, table: Json, *, rounds: int = 99, turns: int = 9999) -> Json:
    """Play a table on from its first seat, against bots; returns the last view."""

    async def play() -> Json:
        token = table["seats"][0]["token"]
        async with at_table(address, table["table"], token) as me:
            left = turns
            while not _is_done(me, rounds) and left:
                if me.view["can"]["deal"]:
                    await me.ask("deal")
                elif me.view["can"]["turn"]:
                    await me.turn()
                    left -= 1
                else:
                    await me.until("view")
            return me.view

    return _apart(play)


def _is_done(me: Person, rounds: int) -> bool:
    phase, number = me.view["phase"], me.view["standing"]["round"]
    return bool(phase == "ended" or (phase == "between" and number >= rounds))


@cache
def finished(address: str) -> Json:
    """Return a table whose match of one round is over: the same one at each call."""
    table = lay(address, "classic", "me", "random", rounds=1)
    play_out(address, table)
    return table


def long_table(address: str, edition: str, *, left: int = 6) -> Json:
    """Return a table with the longest columns, a few cards before the end of a round."""
    record = long_record(edition)
    turns = find_edition(edition).deck_size - left
    branch = {"record": record, "round": 1, "turn": turns}
    return lay(address, edition, "me", "careful", **{"from": branch})


def long_record(edition: str) -> Json:
    """Return a round in which each of two sides lays its suits from the first card to the last."""
    ruleset = find_edition(edition)
    match = Match.new(ruleset, rounds=1, first_starter=0).begin(_long_deal(ruleset))
    while not match.is_over:
        match = match.apply(_careless(match.played[-1]))
    players = tuple(Player(name) for name in ("Ada", "Bo"))
    record: Json = json.loads(record_to_json(Record(match, players)))
    return record


def _long_deal(ruleset: Ruleset) -> Deal:
    """Deal each side whole suits, low cards first, and share what is left over."""
    suits = [[card for card in ruleset.pack if card.suit is suit] for suit in ruleset.suits]
    half = len(suits) // 2
    shares = [_joined(suits[:half]), _joined(suits[half : 2 * half])]
    for number, card in enumerate(_joined(suits[2 * half :])):
        shares[number % 2].append(card)
    size = ruleset.hand_size
    decks = [share[size:] for share in shares]
    deck = [card for pair in zip(*decks, strict=True) for card in pair]
    return Deal(ruleset, (*shares[0][:size], *shares[1][:size], *deck))


def _joined(parts: list[list[Card]]) -> list[Card]:
    return [card for part in parts for card in part]


def _careless(state: State) -> Any:
    """Lay the lowest card that fits, else discard; draw off the deck."""
    legal = state.legal_actions()
    order = state.ruleset.kind_order
    for kind in (Play, Discard):
        fitting = [action for action in legal if isinstance(action, kind)]
        if fitting:
            return min(fitting, key=lambda action: order[action.card])
    return next(action for action in legal if isinstance(action, DrawDeck))
