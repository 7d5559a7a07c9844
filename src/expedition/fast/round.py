"""One round on the compiled engine, in the form in which golden rounds are held against engines."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from expedition.fast.batch import Batch
from expedition.game import Play

if TYPE_CHECKING:
    from expedition.game import Action, Card, Deal, Suit


class Points(NamedTuple):
    """The score of a side, without its parts."""

    total: int


class FastRound:
    """A round as `expedition.game.State` plays it: `apply` returns the next one."""

    def __init__(self, deal: Deal, starter: int) -> None:
        """Deal the cards. Raises BadArray for a starter who isn't there."""
        ruleset = deal.ruleset
        self._batch = Batch(ruleset)
        self._batch.deal([[ruleset.kind_order[card] for card in deal.cards]], starters=starter)
        self._played: tuple[tuple[int, Card], ...] = ()  # side and card, in order

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return bool(self._batch.over[0])

    @property
    def scores(self) -> tuple[Points, ...]:
        """The points of each side."""
        return tuple(Points(int(points)) for points in self._batch.scores()[0])

    def legal_actions(self) -> tuple[Action, ...]:
        """Return every legal action, in the order of their ids."""
        space = self._batch.ruleset.action_space
        return tuple(space.action(int(each)) for each in np.flatnonzero(self._batch.legal()[0]))

    def apply(self, action: Action) -> FastRound:
        """Return the round after an action. Raises BadArray where it is illegal."""
        after = object.__new__(FastRound)
        after._batch = self._batch.clone()
        after._played = self._played
        if isinstance(action, Play):
            side = int(self._batch.to_act[0]) % self._batch.ruleset.sides
            after._played = (*self._played, (side, action.card))
        after._batch.step([after._batch.ruleset.action_space.id(action)])
        return after

    def expedition(self, side: int, suit: Suit) -> tuple[Card, ...]:
        """Return one side's expedition in the order in which it was laid.

        The engine keeps no order, which no rule asks for; its cards are put in that of the actions.
        """
        laid = self._batch.states["laid"][0, side]
        cards = [
            card
            for kind, card in enumerate(self._batch.ruleset.kinds)
            if card.suit is suit
            for copy in laid
            if int(copy) >> kind & 1
        ]
        order = [card for whose, card in self._played if whose == side]
        return tuple(sorted(cards, key=order.index))
