"""How a network plays: against the built-in policies over paired deals, and in what manner."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from expedition.fast import Batch
from selfplay import MOST_TURNS, choose, look, room_to_look

if TYPE_CHECKING:
    from expedition.game import Ruleset
    from net import SuitNet


class Verdict(NamedTuple):
    """What came out over paired deals, and what the network did."""

    margin: float
    error: float
    wins: float
    points: float
    wagers: float
    suits: float
    piles: float
    turns: float

    def __str__(self) -> str:
        return (
            f"{self.margin:+.1f} ± {self.error:.1f} a round, {self.wins:.0%} won; "
            f"{self.points:.1f} points, {self.wagers:.1f} wagers, {self.suits:.2f} suits, "
            f"{self.piles:.0%} draws off piles, {self.turns:.0f} turns"
        )


def judge(
    net: SuitNet, ruleset: Ruleset, opponent: str, pairs: int, seed: int, *, keen: bool = False
) -> Verdict:
    """Play every deal from both seats against a policy of Batch.play.

    The network draws its actions as it does when it learns; if `keen` it takes the likeliest.
    """
    batch = Batch(ruleset, 2 * pairs, seed=seed, history=False)
    batch.deal()
    packs = batch.states["deal"][:pairs, : len(ruleset.pack)].astype(np.int64)
    two = ruleset.seats > 1
    starters = np.tile(np.arange(pairs) % 2, 2) if two else 0
    batch.deal(np.concatenate((packs, packs)), starters=starters)
    seat = np.repeat([0, 1 if two else 0], pairs)
    alone = batch.clone()
    sight = room_to_look(batch)
    draws = piles = 0
    while (going := ~batch.over & (batch.turns < MOST_TURNS)).any():
        theirs = going & (batch.to_act != seat)
        if theirs.any():
            batch.play(opponent, most_turns=1, where=theirs)
            continue
        look(batch, sight)
        sight.masks[~going, 0] = True  # somewhere to go in rounds that are over
        actions, _ = choose(net, sight, keen=keen)
        batch.step(actions, where=going)
        drew = going & (actions >= 2 * len(ruleset.kinds))
        draws += int(drew.sum())
        piles += int((drew & (actions > 2 * len(ruleset.kinds))).sum())
    rows = np.arange(2 * pairs)
    margins = batch.margins()[rows, seat].astype(np.float64)
    if not two:  # against what the policy makes of the same deals
        alone.play(opponent, most_turns=MOST_TURNS)
        margins -= alone.margins()[:, 0]
    paired = (margins[:pairs] + margins[pairs:]) / 2
    wagers, opened = _manner(batch, ruleset, seat)
    return Verdict(
        margin=float(paired.mean()),
        error=float(paired.std() / pairs**0.5),
        wins=float((margins > 0).mean() + (margins == 0).mean() / 2),
        points=float(batch.scores()[rows, seat].mean()),
        wagers=wagers,
        suits=opened,
        piles=piles / max(draws, 1),
        turns=float(batch.turns.mean()),
    )


def _manner(batch: Batch, ruleset: Ruleset, seat: np.ndarray) -> tuple[float, float]:
    """Return how many wagers were laid and suits opened, a side and round."""
    laid = batch.states["laid"][np.arange(len(batch)), seat]
    wagers = opened = 0
    for suit in range(len(ruleset.suits)):
        kinds = int(batch.rules[0]["numbers"][suit] | batch.rules[0]["wagers"][suit])
        opened += int(((laid[:, 0] & np.uint64(kinds)) != 0).sum())
        for copy in range(3):
            held = laid[:, copy] & batch.rules[0]["wagers"][suit]
            wagers += int(np.bitwise_count(held).sum())
    return wagers / len(batch), opened / len(batch)
