"""What networks read: right by a slow reading of a view, and nothing that a seat may not know."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from expedition.fast import Batch, pack
from expedition.fast.blocks import BY_KIND, block_sizes
from expedition.game import Observation, State, find_edition, observe, score_expedition
from fast.rounds import play_in_step
from properties.strategies import every_edition
from properties.twins import twins

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from expedition.game import Card, Ruleset, Suit


def read(batch: Batch, seats: Iterable[int]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    suits, by_suit, overall = block_sizes(batch.ruleset)
    # Arrays that are full of something: all of it is written over.
    out = (
        np.ones((len(batch), suits, by_suit), np.float32),
        np.ones((len(batch), overall), np.float32),
    )
    return batch.blocks(list(seats), out)


def block(view: Observation, suit: Suit) -> list[float]:
    """Return the block of a suit, from an observation of `game`."""
    ruleset, side = view.ruleset, view.side
    two = ruleset.sides == 2
    ours = view.expedition(side, suit)
    theirs = view.expedition(1 - side, suit) if two else ()
    pile = view.pile(suit)
    partner = ruleset.partner(view.seat)
    with_them: list[Card] = []
    for seat in range(ruleset.seats):
        if ruleset.side(seat) != side:
            with_them += view.known[seat]
    if two:
        with_them += view.pooled[1 - side]
    with_partner = () if partner is None else view.known[partner]
    kinds = [card for card in ruleset.kinds if card.suit is suit]

    def may_lay(laid: tuple[Card, ...], card: Card) -> bool:
        from expedition.game.legality import lay_fault

        return lay_fault(laid, card, wagers_ascend=ruleset.wagers_ascend) is None

    row: list[float] = []
    playable = hidden = 0
    for card in kinds:
        seen = [view.hand, ours, theirs, with_them, with_partner, pile]
        counts = [list(cards).count(card) for cards in seen]
        unseen = ruleset.copies[card] - sum(counts)
        row += [counts[0], counts[1], counts[2], may_lay(ours, card)]
        row += [two and may_lay(theirs, card), counts[3], counts[4], view.exposed.count(card)]
        row += [counts[5], pile[-1:] == (card,), pile[-2:-1] == (card,), unseen]
        if may_lay(ours, card):
            playable += counts[0] * card.points
            hidden += unseen * card.points
    mine = score_expedition(ruleset, ours).total
    yours = score_expedition(ruleset, theirs).total if two else 0
    row += [bool(ours), bool(theirs), mine / 50, yours / 50]
    row += [sum(card.is_wager for card in laid) for laid in (ours, theirs)]
    row += [sum(card.suit is suit for card in view.hand) / 4, playable / 50, hidden / 50]
    row += [len(pile) / 4, view.closed_suit is suit]
    row += [sum(card.suit is suit for card in with_them) / 4, len(ours) / 8, len(theirs) / 8]
    return [float(number) for number in row]


@every_edition
def test_blocks_say_what_the_observation_says(ruleset: Ruleset) -> None:
    for step, (batch, states) in enumerate(play_in_step(ruleset, 3, seed=11)):
        if step % 5:
            continue
        for seat in range(ruleset.seats):
            blocks, _ = read(batch, [seat] * 3)
            for n, state in enumerate(states):
                view = observe(state, seat)
                for place, suit in enumerate(ruleset.suits):
                    assert blocks[n, place] == pytest.approx(block(view, suit))


@every_edition
def test_worlds_that_a_seat_cannot_tell_apart_give_equal_blocks(ruleset: Ruleset) -> None:
    rng = Random(21)
    different = 0
    for _ in range(20):
        seat = int(rng.random() * ruleset.seats)
        pair = twins(ruleset, seat, rng, open_hands=False)
        state, other = pair.match.played[-1], pair.other.played[-1]
        one, two = _alone(state, seat), _alone(other, seat)
        assert one == two
        different += state != other
    assert different >= 10


def _alone(state: State, seat: int) -> bytes:
    batch = Batch(state.ruleset)
    pack(batch, 0, state)
    return b"".join(part.tobytes() for part in read(batch, [seat]))


def test_the_round_in_ten_numbers() -> None:
    ruleset = find_edition("classic")
    batch = Batch(ruleset, 1, seed=3)
    batch.deal(starters=1)
    _, rest = read(batch, [0])
    assert rest[0].tolist() == pytest.approx([1.1, 1.1, 0, 0, 0, 0, 0, 0, 0, rest[0, 9]])
    _, rest = read(batch, [1])
    assert rest[0, 3] == 1
    assert block_sizes(ruleset)[1] > BY_KIND * 10
