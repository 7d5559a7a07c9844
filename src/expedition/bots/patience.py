"""What keeps rounds from going on for ever: nobody has to draw off the deck, so a bot must want to.

In most editions no rule ends a round in which both sides only pass cards to and fro between their
hands and the piles, and a network that holds a lead, or waits for a card, may do so for hundreds of
turns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from expedition.game import DrawPile

if TYPE_CHECKING:
    from expedition.game import Action, Observation

#: After so many turns in a row without a card off the deck, a bot draws from the deck.
PATIENCE = 6
#: After so many turns of a round, twice as many as usual, it draws from nothing else.
LATE = 100


def in_time(observation: Observation, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the legal actions that a bot should choose from, all of them but when it's time."""
    turns = sum(event.kind.opens_turn for event in observation.events)
    if observation.idle_turns < PATIENCE and turns < LATE:
        return legal
    kept = tuple(action for action in legal if not isinstance(action, DrawPile))
    return kept or legal
