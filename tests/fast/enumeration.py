"""Every deal that agrees with what a seat knows, found by trying all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from expedition.game import Deal, IllegalAction, State, observe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from expedition.game import Card, Ruleset


def agreeing_deals(state: State, seat: int) -> Iterator[tuple[Card, ...]]:
    """Yield every order of the pack that leads to the same information state by the same actions.

    For rounds without hidden hand-overs, and small packs.
    """
    known = _seen_places(state, seat)
    hidden = [place for place in range(len(state.deal.cards)) if place not in known]
    wanted = observe(state, seat).information_state
    cards = list(state.deal.cards)
    for order in _orders(sorted((cards[place] for place in hidden), key=lambda card: card.order)):
        for place, card in zip(hidden, order, strict=True):
            cards[place] = card
        try:
            world = State.new(Deal(state.ruleset, tuple(cards)), state.starter)
            world = world.replay(state.history)
        except IllegalAction:
            continue
        if observe(world, seat).information_state == wanted:
            yield tuple(_canonical(cards, state.ruleset))


def canonical(cards: tuple[Card, ...], ruleset: Ruleset) -> tuple[Card, ...]:
    """Return an order of the pack with every hand sorted: their order is nothing."""
    return tuple(_canonical(list(cards), ruleset))


def _canonical(cards: list[Card], ruleset: Ruleset) -> list[Card]:
    size, dealt = ruleset.hand_size, ruleset.seats * ruleset.hand_size
    hands = [list(ruleset.sort(cards[at : at + size])) for at in range(0, dealt, size)]
    return [card for hand in hands for card in hand] + cards[dealt:]


def _seen_places(state: State, seat: int) -> set[int]:
    size, dealt = state.ruleset.hand_size, state.ruleset.seats * state.ruleset.hand_size
    seen = set(range(seat * size, (seat + 1) * size))
    draws = [event for event in state.events if event.kind.name == "DRAW_DECK"]
    return seen | {dealt + n for n, event in enumerate(draws) if event.seat == seat}


def _orders(cards: list[Card]) -> Iterator[tuple[Card, ...]]:
    """Yield every different order of cards, equal ones not told apart."""
    if not cards:
        yield ()
    for place, card in enumerate(cards):
        if place and cards[place - 1] == card:
            continue
        for rest in _orders(cards[:place] + cards[place + 1 :]):
            yield (card, *rest)
