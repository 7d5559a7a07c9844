"""Actions: a closed union, and their integer ids.

A turn is two actions, a card and then a draw; or one, a hand-over, where the edition has it.
Ids are for arrays: the same in `game`, in the compiled twin and in every environment.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from expedition.game.errors import Fault, IllegalAction

if TYPE_CHECKING:
    from expedition.game.cards import Card, Suit


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a card on one's own side's expedition of its suit."""

    card: Card

    def __str__(self) -> str:
        return str(self.card)


@dataclass(frozen=True, slots=True)
class Discard:
    """Put a card on top of the discard pile of its suit."""

    card: Card

    def __str__(self) -> str:
        return f"x{self.card}"


@dataclass(frozen=True, slots=True)
class DrawDeck:
    """Draw the top card of the deck."""

    def __str__(self) -> str:
        return "."


@dataclass(frozen=True, slots=True)
class DrawPile:
    """Take the top card of a discard pile."""

    suit: Suit

    def __str__(self) -> str:
        return f"<{self.suit.letter}"


@dataclass(frozen=True, slots=True)
class HandOver:
    """Spend the turn handing two cards, face down, to one's partner.

    The two are kept in card order, so a pair named either way round is the same action.
    """

    first: Card
    second: Card

    def __post_init__(self) -> None:
        if self.second.order < self.first.order:
            first, second = self.second, self.first
            object.__setattr__(self, "first", first)
            object.__setattr__(self, "second", second)

    def __str__(self) -> str:
        return f">{self.first}+{self.second}"


#: Everything that can be done at one step.
Action = Play | Discard | DrawDeck | DrawPile | HandOver
ACTIONS: tuple[type[Action], ...] = (Play, Discard, DrawDeck, DrawPile, HandOver)


class ActionSpace:
    """Every action of a ruleset, legal now or not, in the order of their ids.

    With K kinds of card and S suits the ids are: 0 to K-1 play, K to 2K-1 discard, 2K draw off
    the deck, 2K+1 to 2K+S take from a pile, then, where partners may hand over, the pairs (i, j)
    of kinds with i <= j at 2K+S+1 + j(j+1)/2 + i. That is 106 for the classic
    edition.
    """

    def __init__(
        self, kinds: tuple[Card, ...], suits: tuple[Suit, ...], *, hand_overs: bool
    ) -> None:
        self.play = {card: Play(card) for card in kinds}
        self.discard = {card: Discard(card) for card in kinds}
        self.draw_deck = DrawDeck()
        self.draw_pile = {suit: DrawPile(suit) for suit in suits}
        self._kind = {card: place for place, card in enumerate(kinds)}
        self._suit = {suit: place for place, suit in enumerate(suits)}
        self.hand_over: dict[tuple[Card, Card], HandOver] = {}
        if hand_overs:
            self.hand_over = {
                (kinds[i], kinds[j]): HandOver(kinds[i], kinds[j])
                for j in range(len(kinds))
                for i in range(j + 1)
            }
        self._actions: tuple[Action, ...] = (
            *self.play.values(),
            *self.discard.values(),
            self.draw_deck,
            *self.draw_pile.values(),
            *self.hand_over.values(),
        )

    def __len__(self) -> int:
        return len(self._actions)

    def action(self, action_id: int) -> Action:
        """Return the action with this id, or raise IllegalAction."""
        if not 0 <= action_id < len(self._actions):
            msg = f"{action_id} is not an action id; they run from 0 to {len(self._actions) - 1}."
            raise IllegalAction(msg, Fault.NO_SUCH_ACTION)
        return self._actions[action_id]

    def id(self, action: Action) -> int:
        """Return the id of an action, or raise IllegalAction where the edition has no such one."""
        kinds = len(self._kind)
        try:
            match action:
                case Play(card):
                    return self._kind[card]
                case Discard(card):
                    return kinds + self._kind[card]
                case DrawDeck():
                    return 2 * kinds
                case DrawPile(suit):
                    return 2 * kinds + 1 + self._suit[suit]
                case HandOver(first, second):
                    low, high = sorted((self._kind[first], self._kind[second]))
                    action_id = 2 * kinds + 1 + len(self._suit) + high * (high + 1) // 2 + low
                    if action_id < len(self._actions):
                        return action_id
                    msg = "Cards are not handed over in this edition."
                    raise IllegalAction(msg, Fault.NO_HAND_OVER)
        except KeyError:
            msg = f"{action} names a card or a pile that this edition does not have."
            raise IllegalAction(msg, Fault.NO_SUCH_CARD) from None
        assert_never(action)
