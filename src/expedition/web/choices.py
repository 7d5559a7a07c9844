"""What a seat may do now, may choose ahead, and may not do and why; from its observation alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from expedition.analysis import Hint, Reason, draw_hints, hints, remarks
from expedition.game import Discard, DrawPile, Fault, HandOver, Observation, Play, Step, observe
from expedition.game.legality import find_fault, refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from expedition.game import Action, State

Json = dict[str, Any]


def choices(state: State, view: Observation) -> Json:
    """Return what the seat may do with each card, and why it may not do the rest.

    On another's turn, `early` has what it could choose ahead as things are now.
    """
    mine = view.seat == view.to_act and not view.is_over
    legal: list[Json] = []
    shut: Json = {}
    for action in view.legal_actions:
        # What a card opens and closes follows from the card alone: it shows nothing new.
        after = state.apply(action)
        then = observe(after, view.seat)
        draws = then.legal_actions if after.step is Step.DRAW else ()
        legal.append({"action": str(action), "draws": [str(draw) for draw in draws]})
        if closed := _closed_piles(then, after.step):
            shut[str(action)] = closed
    early: list[Json] = []
    if not mine and not view.is_over:
        for action, then in _ahead(_as_if_to_act(view)):
            early.append({"action": str(action), "draws": _draws_ahead(then)})
            if closed := _closed_piles(then, then.step):
                shut[str(action)] = closed
    teaching = mine and view.open_hands is not None
    return {
        "legal": legal,
        "early": early,
        "refused": _refused_cards(view),
        "refused_draws": shut,
        "hints": [_hint(view, hint) for hint in hints(view)] if teaching else None,
        "remarks": [_reason(reason) for reason in remarks(view)] if teaching else [],
    }


def _hint(view: Observation, hint: Hint) -> Json:
    """Return what speaks for and against a card action, and for each draw that may follow."""
    told = _pros_and_cons(hint)
    if isinstance(hint.action, Play | Discard):
        told["draws"] = [_pros_and_cons(draw) for draw in draw_hints(view, hint.action)]
    return told


def _pros_and_cons(hint: Hint) -> Json:
    return {
        "action": str(hint.action),
        "for": [_reason(reason) for reason in hint.pros],
        "against": [_reason(reason) for reason in hint.cons],
    }


def _reason(reason: Reason) -> Json:
    return {"code": reason.code, "params": dict(reason.params)}


def _closed_piles(then: Observation, step: Step) -> Json:
    """Return the piles with cards that can't be drawn from after a card, each with its reason."""
    if step is not Step.DRAW:
        return {}
    closed: Json = {}
    for suit in then.ruleset.suits:
        draw = DrawPile(suit)
        fault = find_fault(then, draw)
        if fault and then.pile(suit):
            top = then.pile(suit)[-1]
            closed[str(draw)] = {**_why(then, draw, fault), "card": str(top)}
    return closed


def _as_if_to_act(view: Observation) -> Observation:
    """Return the view with the turn just begun, so that a card can be asked about at any time."""
    return replace(view, to_act=view.seat, step=Step.PLAY, termination=None, closed_suit=None)


def _ahead(asked: Observation) -> Iterator[tuple[Action, Observation]]:
    """Yield each card action as if the turn were mine now, with what I would draw from then."""
    space = asked.ruleset.action_space
    hand = asked.ruleset.sort(asked.hand)
    cards = tuple(dict.fromkeys(hand))
    pairs = dict.fromkeys((low, high) for at, high in enumerate(hand) for low in hand[:at])
    actions: tuple[Action, ...] = (
        *(space.play[card] for card in cards),
        *(space.discard[card] for card in cards),
        *(space.hand_over[pair] for pair in pairs if pair in space.hand_over),
    )
    for action in actions:
        if find_fault(asked, action) is not None:
            continue
        if isinstance(action, Discard):
            suit = action.card.suit
            order = asked.ruleset.suit_order[suit]
            pile = (*asked.piles[order], action.card)
            piles = (*asked.piles[:order], pile, *asked.piles[order + 1 :])
            yield action, replace(asked, step=Step.DRAW, piles=piles, closed_suit=suit)
        else:
            yield action, asked if isinstance(action, HandOver) else replace(asked, step=Step.DRAW)


def _draws_ahead(then: Observation) -> list[str]:
    """Return what could be drawn from as the piles are now; the turns before mine may change it."""
    if then.step is not Step.DRAW or not then.deck_size:
        return []
    space = then.ruleset.action_space
    draws: tuple[Action, ...] = (space.draw_deck, *space.draw_pile.values())
    return [str(draw) for draw in draws if find_fault(then, draw) is None]


def _refused_cards(view: Observation) -> Json:
    """Return the cards of the hand that can't be laid on one's expedition, with the reasons."""
    asked = _as_if_to_act(view)
    refused: Json = {}
    for card in dict.fromkeys(view.hand):
        fault = find_fault(asked, Play(card))
        if fault:
            top = view.expedition(view.side, card.suit)[-1]
            refused[str(card)] = {
                **_why(asked, Play(card), fault),
                "card": str(card),
                "top": str(top),
            }
    return refused


def _why(view: Observation, action: Action, fault: Fault) -> Json:
    return {"fault": fault.code, "message": refusal(view, action, fault)}


def playable(view: Observation) -> int:
    """Return how many cards of the hand could be laid as the expeditions are now."""
    asked = _as_if_to_act(view)
    return sum(find_fault(asked, Play(card)) is None for card in view.hand)
