"""What may be done now, each rule written once as the fault that it finds; and its sentence.

The rules are asked of a `Position`. A state is one; so is what the seat to act sees, which is how a
screen can say why a card doesn't fit without being shown the other cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, assert_never

from expedition.game.actions import ACTIONS, Action, Discard, DrawDeck, DrawPile, HandOver, Play
from expedition.game.cards import Wager
from expedition.game.errors import Fault, IllegalAction, RoundOver
from expedition.game.steps import Step, Termination

if TYPE_CHECKING:
    from expedition.game.cards import Card, Suit
    from expedition.game.ruleset import Ruleset

Cards = tuple["Card", ...]


class Position(Protocol):
    """What the rules look at: everything here is known to the seat to act. See State."""

    @property
    def ruleset(self) -> Ruleset:
        """The edition's parameters."""
        ...

    @property
    def to_act(self) -> int:
        """The seat whose turn it is."""
        ...

    @property
    def step(self) -> Step:
        """The half of its turn."""
        ...

    @property
    def termination(self) -> Termination | None:
        """Why the round ended, or None."""
        ...

    @property
    def hand(self) -> Cards:
        """The hand of the seat to act."""
        ...

    @property
    def expeditions(self) -> tuple[tuple[Cards, ...], ...]:
        """For each side and suit, the cards laid."""
        ...

    @property
    def piles(self) -> tuple[Cards, ...]:
        """For each suit, the discard pile, its top last."""
        ...

    @property
    def closed_suit(self) -> Suit | None:
        """The suit discarded in this turn."""
        ...

    @property
    def just_handed_over(self) -> tuple[bool, ...]:
        """For each seat, whether its last turn was a hand-over."""
        ...


def verify(position: Position, action: Action) -> None:
    """Raise IllegalAction, saying why in a sentence, unless the action is legal."""
    fault = find_fault(position, action)
    if fault is None:
        return
    message = refusal(position, action, fault)
    raise RoundOver(message) if fault is Fault.ROUND_OVER else IllegalAction(message, fault)


def find_fault(position: Position, action: Action) -> Fault | None:
    """Return why an action of the seat to act is illegal, or None."""
    if type(action) not in ACTIONS:
        return Fault.NO_SUCH_ACTION
    if position.termination is not None:
        return Fault.ROUND_OVER
    if (position.step is Step.DRAW) is not isinstance(action, DrawDeck | DrawPile):
        return Fault.CARD_STEP if position.step is Step.PLAY else Fault.DRAW_STEP
    match action:
        case DrawDeck():
            return None
        case DrawPile(suit):
            return pile_fault(position, suit)
        case Play(card):
            return _hand_fault(position, card) or play_fault(position, card)
        case Discard(card):
            return _hand_fault(position, card)
        case HandOver(first, second):
            fault = hand_over_fault(position)
            fault = fault or _hand_fault(position, first) or _hand_fault(position, second)
            if fault is None and first == second and position.hand.count(first) < 2:
                return Fault.NOT_IN_HAND
            return fault
    assert_never(action)


def play_fault(position: Position, card: Card) -> Fault | None:
    """Return why a card in hand can't be laid, or None."""
    ruleset = position.ruleset
    laid = position.expeditions[position.to_act % ruleset.sides]
    expedition = laid[ruleset.suit_order[card.suit]]
    return lay_fault(expedition, card, wagers_ascend=ruleset.wagers_ascend)


def pile_fault(position: Position, suit: Suit) -> Fault | None:
    """Return why nothing can be taken off a pile, or None (rules 4.2 to 4.5)."""
    ruleset = position.ruleset
    if suit not in ruleset.suit_order:
        return Fault.NO_SUCH_PILE
    if not ruleset.draw_from_piles:
        return Fault.PILES_SHUT
    if suit is position.closed_suit:
        return Fault.PILE_CLOSED
    return None if position.piles[ruleset.suit_order[suit]] else Fault.PILE_EMPTY


def hand_over_fault(position: Position) -> Fault | None:
    """Return why nothing can be handed over, or None (rules 8.2 to 8.5)."""
    rule = position.ruleset.hand_over
    if rule is None:
        return Fault.NO_HAND_OVER
    if len(position.hand) < rule.min_hand:
        return Fault.HAND_TOO_SMALL
    if position.just_handed_over[position.to_act] and not rule.twice_running:
        return Fault.HAND_OVER_TWICE
    return None


def _hand_fault(position: Position, card: Card) -> Fault | None:
    if card in position.hand:
        return None
    return Fault.NOT_IN_HAND if card in position.ruleset.copies else Fault.NO_SUCH_CARD


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


def refusal(position: Position, action: Action, fault: Fault) -> str:
    """Return the sentence, addressed to the seat to act, that says why an action is refused."""
    ruleset = position.ruleset
    match fault:
        case Fault.NO_SUCH_ACTION:
            return f"{action!r:.60} is not an action."
        case Fault.ROUND_OVER:
            assert position.termination is not None  # noqa: S101  that is what the fault says
            return f"The round is over: {position.termination.value}."
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
            have = len(position.hand)
            return f"You hold {have} cards; handing two over takes {need} or more."
        case Fault.HAND_OVER_TWICE:
            return "You handed cards over in your last turn; play a card in this one."
    match action:
        case DrawPile(suit):
            if fault is Fault.PILE_CLOSED:
                top = position.piles[ruleset.suit_order[suit]][-1]
                return (
                    f"You discarded {top.name} in this turn, "
                    f"so the {suit} pile is closed until your next."
                )
            if fault is Fault.PILE_EMPTY:
                return f"The {suit} pile is empty."
            return f"There is no {suit} pile in {ruleset.id}."
        case HandOver(first, second):
            missing = first if first not in position.hand else second
            if first == second and first in position.hand:
                return f"You hold only one {first.name}."
            return _no_card(position, missing, fault)
        case Play(card):
            if fault in (Fault.NO_SUCH_CARD, Fault.NOT_IN_HAND):
                return _no_card(position, card, fault)
            return _cannot_lay(position, card, fault)
        case Discard(card):
            return _no_card(position, card, fault)
        case DrawDeck():
            msg = "A draw off the deck is never refused at the draw step."
            raise AssertionError(msg)


def _no_card(position: Position, card: Card, fault: Fault) -> str:
    if fault is Fault.NO_SUCH_CARD:
        return f"There is no {card.name} in {position.ruleset.id}."
    return f"You don't hold {card.name}."


def _cannot_lay(position: Position, card: Card, fault: Fault) -> str:
    ruleset = position.ruleset
    laid = position.expeditions[ruleset.side(position.to_act)]
    last = laid[ruleset.suit_order[card.suit]][-1]
    whose = "your" if ruleset.partner(position.to_act) is None else "your side's"
    where = f"already in {whose} expedition"
    if fault is Fault.WAGER_AFTER_NUMBER:
        return f"{card.name} must come before any number; {last.name} is {where}."
    if fault is Fault.WAGER_NOT_HIGHER:
        return f"{card.name} must come before {last.name}, {where}."
    relation = "the same as" if card.rank == last.rank else "lower than"
    return f"{card.name} is {relation} the {last.name} {where}."
