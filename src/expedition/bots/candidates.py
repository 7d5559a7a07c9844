"""Which actions a search compares: what the policy likes, and what it is known to undervalue."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from expedition.game import Discard, Play

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from expedition.game import Action, Observation

#: So many that the policy likes most.
LIKED = 3
#: With so few cards left in the deck every legal action is compared.
FEW_CARDS = 3


def candidates(
    observation: Observation, legal: tuple[Action, ...], logs: NDArray[np.float32]
) -> list[int]:
    """Return ids of legal actions, the policy's favourite first.

    A search finds only what it looks at, and a policy that has learned from its own play looks away
    from wagers; so the best wager of every suit with another card in hand is always there, and so
    are the best card to lay and the best one to discard.
    """
    space = observation.ruleset.action_space
    ids = sorted((space.id(action) for action in legal), key=lambda each: (-logs[each], each))
    if observation.deck_size <= FEW_CARDS or len(ids) <= LIKED + 1:
        return ids
    suits = Counter(card.suit for card in observation.hand)
    chosen = ids[:LIKED]
    seen: set[object] = set()
    for each in ids:
        action = space.action(each)
        groups: list[object] = [type(action)] if isinstance(action, Play | Discard) else []
        if isinstance(action, Play) and action.card.is_wager and suits[action.card.suit] > 1:
            groups.append(action.card.suit)
        if any(group not in seen for group in groups) and each not in chosen:
            chosen.append(each)
        seen.update(groups)
    return chosen
