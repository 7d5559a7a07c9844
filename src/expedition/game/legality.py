"""Whether a card can be laid, and the sentences that say why an action is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from expedition.game.actions import Action, Discard, DrawDeck, DrawPile, HandOver, Play
from expedition.game.cards import Wager
from expedition.game.errors import Fault

if TYPE_CHECKING:
    from expedition.game.cards import Card
    from expedition.game.state import State


def lay_fault(expedition: tuple[Card, ...], card: Card, *, wagers_ascend: bool) -> Fault | None:
    """Return why the card can't be laid on its suit's expedition, or None (rules 3.3 to 3.6)."""
    if not expedition:
        return None
    last, rank = expedition[-1].rank, card.rank
    if isinstance(last, Wager):
        if isinstance(rank, Wager) and wagers_ascend and card.order <= expedition[-1].order:
            return Fault.WAGER_NOT_HIGHER
        return None
    if isinstance(rank, Wager):
        return Fault.WAGER_AFTER_NUMBER
    return None if rank > last else Fault.NOT_HIGHER


def refusal(state: State, action: Action, fault: Fault) -> str:
    """Return the sentence, addressed to the seat to act, that says why an action is refused."""
    ruleset = state.ruleset
    match fault:
        case Fault.NO_SUCH_ACTION:
            return f"{action!r:.60} is not an action."
        case Fault.ROUND_OVER:
            assert state.termination is not None  # noqa: S101  that is what the fault says
            return f"The round is over: {state.termination.value}."
        case Fault.CARD_STEP:
            return "Play or discard a card before you draw."
        case Fault.DRAW_STEP:
            return "You have played a card in this turn; now draw one."
        case Fault.PILES_SHUT:
            return f"Nothing is drawn from the discard piles in {ruleset.id}; draw off the deck."
        case Fault.NO_HAND_OVER:
            return f"Cards are not handed over in {ruleset.id}."
        case Fault.HAND_TOO_SMALL:
            need = 0 if ruleset.hand_over is None else ruleset.hand_over.min_hand
            have = len(state.hand)
            return f"You hold {have} cards; handing two over takes {need} or more."
        case Fault.HAND_OVER_TWICE:
            return "You handed cards over in your last turn; play a card in this one."
    match action:
        case DrawPile(suit):
            if fault is Fault.PILE_CLOSED:
                return (
                    f"You discarded {state.pile(suit)[-1].name} in this turn, "
                    f"so the {suit} pile is closed until your next."
                )
            if fault is Fault.PILE_EMPTY:
                return f"The {suit} pile is empty."
            return f"There is no {suit} pile in {ruleset.id}."
        case HandOver(first, second):
            missing = first if first not in state.hand else second
            if first == second and first in state.hand:
                return f"You hold only one {first.name}."
            return _no_card(state, missing, fault)
        case Play(card):
            if fault in (Fault.NO_SUCH_CARD, Fault.NOT_IN_HAND):
                return _no_card(state, card, fault)
            return _cannot_lay(state, card, fault)
        case Discard(card):
            return _no_card(state, card, fault)
        case DrawDeck():
            msg = "A draw off the deck is never refused at the draw step."
            raise AssertionError(msg)


def _no_card(state: State, card: Card, fault: Fault) -> str:
    if fault is Fault.NO_SUCH_CARD:
        return f"There is no {card.name} in {state.ruleset.id}."
    return f"You don't hold {card.name}."


def _cannot_lay(state: State, card: Card, fault: Fault) -> str:
    ruleset = state.ruleset
    last = state.expedition(ruleset.side(state.to_act), card.suit)[-1]
    whose = "your" if ruleset.partner(state.to_act) is None else "your side's"
    where = f"already in {whose} expedition"
    if fault is Fault.WAGER_AFTER_NUMBER:
        return f"{card.name} must come before any number; {last.name} is {where}."
    if fault is Fault.WAGER_NOT_HIGHER:
        return f"{card.name} must come before {last.name}, {where}."
    relation = "the same as" if card.rank == last.rank else "lower than"
    return f"{card.name} is {relation} the {last.name} {where}."
