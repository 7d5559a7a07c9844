"""What a seat sees, suit by suit, as networks read it: an observation of `game` into numbers.

The same numbers as `expedition.fast.blocks`, which says what they are and has them from compiled
states; a test holds the two equal. This one needs no compiler, and is quick enough for a table.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from expedition.game import Step
from expedition.game.legality import lay_fault

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from expedition.game import Action, Card, Observation, Ruleset

#: Numbers for each kind, for each suit besides, and of the round.
BY_KIND, BY_SUIT, OVERALL = 12, 14, 10


class Reading(NamedTuple):
    """What a network is given: `blocks` (suits, numbers) and `overall` (numbers), float32."""

    blocks: NDArray[np.float32]
    overall: NDArray[np.float32]


class _Tables(NamedTuple):
    """What reading asks of a ruleset again and again."""

    order: dict[Card, int]
    points: tuple[int, ...]
    copies: tuple[int, ...]
    wager: tuple[bool, ...]
    later: tuple[int, ...]
    """For each kind, the kinds that can still be laid once it lies, as bits."""


@cache
def _tables(ruleset: Ruleset) -> _Tables:
    kinds = ruleset.kinds
    return _Tables(
        dict(ruleset.kind_order),
        tuple(card.points for card in kinds),
        tuple(ruleset.copies[card] for card in kinds),
        tuple(card.is_wager for card in kinds),
        tuple(
            sum(
                1 << other
                for other, after in enumerate(kinds)
                if after.suit is not card.suit
                or lay_fault((card,), after, wagers_ascend=ruleset.wagers_ascend) is None
            )
            for card in kinds
        ),
    )


def read(observation: Observation) -> Reading:
    """Return what the seat of an observation sees."""
    ruleset, side, seat = observation.ruleset, observation.side, observation.seat
    tables, suits = _tables(ruleset), len(ruleset.suits)
    order, kinds = tables.order, len(ruleset.kinds)
    two = ruleset.sides == 2
    ours, theirs = observation.expeditions[side], observation.expeditions[1 - side] if two else ()
    with_them: list[Card] = list(observation.pooled[1 - side]) if two else []
    with_partner: tuple[Card, ...] = ()
    for mate in range(ruleset.seats):
        if ruleset.side(mate) != side:
            with_them += observation.known[mate]
        elif mate != seat:
            with_partner = observation.known[mate]

    def count(cards: Iterable[Card]) -> list[int]:
        counts = [0] * kinds
        for card in cards:
            counts[order[card]] += 1
        return counts

    held, known = count(observation.hand), count(with_them)
    laid = count(card for suit in ours for card in suit)
    theirs_laid = count(card for suit in theirs for card in suit)
    piled = count(card for pile in observation.piles for card in pile)
    partner, exposed = count(with_partner), count(observation.exposed)
    open_to_us, open_to_them = _open(tables, laid), _open(tables, theirs_laid) if two else 0
    scores = [[part.total for part in score.expeditions] for score in observation.scores]
    ranks = kinds // suits
    numbers: list[float] = []
    for suit in range(suits):
        playable = hidden = 0
        first = suit * ranks
        pile = observation.piles[suit]
        top = order[pile[-1]] if pile else -1
        below = order[pile[-2]] if len(pile) > 1 else -1
        for kind in range(first, first + ranks):
            seen = held[kind] + laid[kind] + theirs_laid[kind] + known[kind] + partner[kind]
            unseen = tables.copies[kind] - seen - piled[kind]
            may_lay = open_to_us >> kind & 1
            if may_lay:
                playable += held[kind] * tables.points[kind]
                hidden += unseen * tables.points[kind]
            numbers += (
                held[kind],
                laid[kind],
                theirs_laid[kind],
                may_lay,
                open_to_them >> kind & 1,
                known[kind],
                partner[kind],
                exposed[kind],
                piled[kind],
                kind == top,
                kind == below,
                unseen,
            )
        here = slice(first, first + ranks)
        numbers += (
            bool(ours[suit]),
            bool(two and theirs[suit]),
            scores[side][suit] / 50,
            scores[1 - side][suit] / 50 if two else 0,
            sum(n for n, wager in zip(laid[here], tables.wager[here], strict=True) if wager),
            sum(n for n, wager in zip(theirs_laid[here], tables.wager[here], strict=True) if wager),
            sum(held[here]) / 4,
            playable / 50,
            hidden / 50,
            len(pile) / 4,
            observation.closed_suit is ruleset.suits[suit],
            sum(known[here]) / 4,
            len(ours[suit]) / 8,
            len(theirs[suit]) / 8 if two else 0,
        )
    blocks = np.array(numbers, np.float32).reshape(suits, -1)
    return Reading(blocks, _overall(observation, scores, held))


def _overall(
    observation: Observation, scores: list[list[int]], held: list[int]
) -> NDArray[np.float32]:
    ruleset, side, deck = observation.ruleset, observation.side, observation.deck_size
    away = (observation.seat - observation.to_act) % ruleset.seats
    mine = sum(scores[side])
    yours = sum(scores[1 - side]) if ruleset.sides == 2 else 0
    idle = observation.idle_turns
    return np.array(
        (
            deck / 40,
            (deck - away + ruleset.seats - 1) // ruleset.seats / 20,
            observation.step is Step.DRAW,
            away == 0,
            mine / 100,
            yours / 100,
            (mine - yours) / 100,
            idle / 8 if idle < 16 else 2,
            observation.just_handed_over[observation.seat],
            sum(n > 0 for n in held) / 8,
        ),
        np.float32,
    )


def _open(tables: _Tables, laid: list[int]) -> int:
    """Return the kinds that a side can lay, as bits."""
    kinds = (1 << len(laid)) - 1
    for kind, count in enumerate(laid):
        if count:
            kinds &= tables.later[kind]
    return kinds


def legal_mask(observation: Observation, legal: Iterable[Action]) -> NDArray[np.bool_]:
    """Return which action ids are among those that are legal."""
    space = observation.ruleset.action_space
    mask = np.zeros(len(space), np.bool_)
    mask[[space.id(action) for action in legal]] = True
    return mask
