"""A round between chance and its players, as OpenSpiel sees one: who goes next, and what follows.

The rules are those of the compiled engine, in a batch of one: with it a step, a mask and a row take
microseconds, where a state of `game` would have to be replayed for every row.

Where chance is explicit the deal is found out a card at a time. The batch has a whole one all the
same: what lies from the next card on stands for the cards that are still to come, in no order that
means anything, and the card that chance names is moved to the front.
"""

from __future__ import annotations

import copy
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from expedition.envs.open_spiel_worlds import has_hidden_pairs, sampled_world, shuffle
from expedition.fast import (
    BadArray,
    Batch,
    Information,
    determinize,
    information_sections,
    observation_sections,
)
from expedition.fast.layout import DRAW_STEP
from expedition.game import find_edition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from expedition.game import Ruleset

#: Who goes next when it is no seat; the numbers are OpenSpiel's.
CHANCE, TERMINAL = -1, -4
#: The only outcome of sampled chance: a deal.
DEALT = 0
#: What a row of an information state has for a draw off the deck.
_DREW_DECK = 3


class Round:
    """A round of an edition, not dealt yet, that ends after `max_turns` turns at the latest."""

    def __init__(self, ruleset: Ruleset, *, explicit: bool, max_turns: int) -> None:
        """Take what the game was loaded with. Seat 0 begins."""
        self.ruleset, self.explicit, self.max_turns = ruleset, explicit, max_turns
        self.player = CHANCE
        self.dealt: list[int] = []
        """The kinds dealt so far, one after another; all the hands' once there is a batch."""
        self.batch: Batch | None = None
        self.drawing = False
        """Whether a seat has chosen to draw off the deck, and chance has not said which card."""

    # Going on

    def outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may do next: kinds of card with their probabilities, or the deal."""
        if not self.explicit:
            return [(DEALT, 1.0)]
        left = self._left()
        cards = int(left.sum())
        return [(kind, count / cards) for kind, count in enumerate(left.tolist()) if count]

    def legal(self) -> list[int]:
        """Return the ids of the legal actions, rising; none where it is chance's turn."""
        if self.player < 0 or self.batch is None:
            return []
        ids: list[int] = np.flatnonzero(self.batch.legal()[0]).tolist()
        return ids

    def take(self, action: int) -> None:
        """Take an action of the seat to act. Raises BadArray where it is illegal."""
        batch = self._playing()
        if self.player == TERMINAL and not batch.over[0]:
            msg = f"Action {action}: the round is over, it has had its {self.max_turns} turns."
            raise BadArray(msg)
        deck = 2 * len(self.ruleset.kinds)
        if self.explicit and action == deck and batch.states[0]["step"] == DRAW_STEP:
            self.wait_for_card()
            return
        batch.step([action])
        self._go_on()

    def reveal(self, kind: int) -> None:
        """Let chance name the next card, dealt or drawn. Raises BadArray where none is left."""
        if kind not in range(len(self.ruleset.kinds)) or not self._left()[kind]:
            msg = f"Chance can't have {kind}: no card of that kind is left."
            raise BadArray(msg)
        if self.batch is None:
            self.dealt.append(kind)
            if len(self.dealt) == self.ruleset.seats * self.ruleset.hand_size:
                kinds = np.arange(len(self.ruleset.kinds))
                self.deal([*self.dealt, *np.repeat(kinds, self._left()).tolist()])
            return
        rest = self._rest()
        place = int(np.argmax(rest == kind))
        rest[0], rest[place] = rest[place], rest[0]
        self.drawing = False
        self.batch.step([2 * len(self.ruleset.kinds)])
        self._go_on()

    def deal(self, kinds: Sequence[int]) -> None:
        """Deal a whole pack in this order, as expedition.game.Deal says. Raises BadArray."""
        batch = Batch(self.ruleset)
        batch.deal([kinds])
        self.batch, self.dealt = batch, [*kinds[: self.ruleset.seats * self.ruleset.hand_size]]
        self._go_on()

    # Looking

    def returns(self) -> list[float]:
        """Return for each seat its side's margin, or the score where there is one side.

        Zeros as long as the round goes on.
        """
        if self.player != TERMINAL:
            return [0.0] * self.ruleset.seats
        return [float(margin) for margin in self._playing().margins()[0]]

    def information(self, seat: int) -> Information:
        """Return what a seat knows of a round that has been dealt."""
        return Information.in_batch(self._playing(), 0, seat)

    def hand_so_far(self, seat: int) -> list[int]:
        """Return the kinds that have been dealt to a seat, rising."""
        size = self.ruleset.hand_size
        return sorted(self.dealt[seat * size : (seat + 1) * size])

    def observe(self, seat: int, row: NDArray[Any]) -> None:
        """Write what a seat sees over a row as long as an observation."""
        if self.batch is None:
            self._write_dealing(seat, row)
            return
        self.batch.observe(seat, row[None])
        self._write_end(row)

    def recall(self, seat: int, row: NDArray[Any]) -> None:
        """Write all that a seat has seen and done over a row with room for `max_turns` turns."""
        if self.batch is None:
            self._write_dealing(seat, row)
            at = information_sections(self.ruleset, 1)[-2].start
            np.add.at(row, at + np.array(self.hand_so_far(seat), np.int64), 1)
            return
        self.batch.recall(2 * self.max_turns, seat, row[None])
        self._write_end(row)
        if self.drawing:
            events = information_sections(self.ruleset, 1)[-1].start
            row[events + 3 * int(self.batch.lengths[0])] = _DREW_DECK

    # Other worlds

    def resampled(self, seat: int, seed: int) -> Round:
        """Return another round that the seat can't tell apart from this one, drawn by the seed.

        Raises BadArray for a seat that isn't there.
        """
        if seat not in range(self.ruleset.seats):
            msg = f"There is no seat {seat}: they are 0 to {self.ruleset.seats - 1}."
            raise BadArray(msg)
        other = Round(self.ruleset, explicit=self.explicit, max_turns=self.max_turns)
        if self.batch is None:
            other.dealt = self._dealt_again(seat, seed)
            return other
        known = self.information(seat)
        if has_hidden_pairs(known):
            kinds, actions = sampled_world(known, seed)
            other.deal(kinds)
            other.follow(actions)
        else:
            other.batch = Batch(self.ruleset, seed=seed)
            determinize(other.batch, known)
            cards = self.ruleset.seats * self.ruleset.hand_size
            other.dealt = other.batch.states[0]["deal"][:cards].tolist()
            other._go_on()
        if self.drawing:
            other.wait_for_card()
        return other

    def kinds_in_order(self) -> list[int]:
        """Return the kinds that chance named, in order, and after them those still to come."""
        if self.batch is None:
            return [*self.dealt]
        kinds: list[int] = self.batch.states[0]["deal"][: len(self.ruleset.pack)].tolist()
        return kinds

    def actions(self) -> list[int]:
        """Return the ids of the actions so far, one that chance has yet to complete included."""
        if self.batch is None:
            return []
        taken: list[int] = self.batch.actions_so_far(0).tolist()
        return [*taken, 2 * len(self.ruleset.kinds)] if self.drawing else taken

    # Copies: OpenSpiel clones a state by deep copies, and writes it down as a pickle

    def __deepcopy__(self, memo: object) -> Round:
        other = copy.copy(self)
        other.dealt = [*self.dealt]
        if self.batch is not None:
            other.batch = self.batch.clone()
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        taken = [] if self.batch is None else self.batch.actions_so_far(0).tolist()
        chosen = self.ruleset.id, self.explicit, self.max_turns
        return restored, (chosen, self.kinds_in_order(), taken, self.drawing)

    # The rest

    def _playing(self) -> Batch:
        if self.batch is None:
            msg = "The hands are not dealt yet."
            raise BadArray(msg)
        return self.batch

    def _go_on(self) -> None:
        batch = self._playing()
        ended = batch.over[0] or batch.states[0]["turns"] >= self.max_turns
        self.player = TERMINAL if ended else int(batch.states[0]["to_act"])

    def follow(self, actions: Sequence[int]) -> None:
        """Take actions whose cards the deal has already."""
        batch = self._playing()
        for action in actions:
            batch.step([action])
        self._go_on()

    def wait_for_card(self) -> None:
        """Leave the card of a draw off the deck to chance."""
        self.drawing, self.player = True, CHANCE

    def _rest(self) -> NDArray[Any]:
        """Return the part of the deal that is still to come, to be written to."""
        record = self._playing().states[0]
        rest: NDArray[Any] = record["deal"][record["deck_at"] : len(self.ruleset.pack)]
        return rest

    def _left(self) -> NDArray[np.int64]:
        """Return how many cards of each kind chance has not named yet."""
        kinds = len(self.ruleset.kinds)
        if self.batch is not None:
            return np.bincount(self._rest(), minlength=kinds)
        copies = np.fromiter(self.ruleset.copies.values(), np.int64)
        return copies - np.bincount(np.array(self.dealt, np.int64), minlength=kinds)

    def _dealt_again(self, seat: int, seed: int) -> list[int]:
        """Return what has been dealt so far with the other seats' cards drawn anew."""
        size = self.ruleset.hand_size
        mine = self.hand_so_far(seat)
        unseen = [self.ruleset.kind_order[card] for card in self.ruleset.pack]
        for kind in mine:
            unseen.remove(kind)
        shuffle(unseen, Random(seed))  # noqa: S311  a sample, nothing secret
        before = min(len(self.dealt), seat * size)
        return (unseen[:before] + mine + unseen[before:])[: len(self.dealt)]

    def _write_dealing(self, seat: int, row: NDArray[Any]) -> None:
        """Write what a seat sees while the hands are dealt: its cards, and how many others have."""
        row[:] = 0
        ruleset = self.ruleset
        at = {section.name: section.start for section in observation_sections(ruleset)}
        np.add.at(row, at["hand"] + np.array(self.hand_so_far(seat), np.int64), 1)
        for away in range(ruleset.seats):
            other = (seat + away) % ruleset.seats
            row[at["hand_sizes"] + away] = len(self.hand_so_far(other))
            row[at["starter"] + away] = other == 0

    def _write_end(self, row: NDArray[Any]) -> None:
        """Write that nobody is to act where the round has reached the last of its turns."""
        if self.player == TERMINAL:
            for section in observation_sections(self.ruleset):
                if section.name == "to_act":
                    row[section.start : section.start + section.length] = 0


def restored(
    chosen: tuple[str, bool, int],
    kinds: list[int],
    actions: list[int],
    drawing: bool,  # noqa: FBT001  a pickle has no names
) -> Round:
    """Return a round as it was written down: a whole pack, or the cards dealt so far.

    Raises InvalidSetup or BadArray where it can't have been one.
    """
    edition, explicit, max_turns = chosen
    made = Round(find_edition(edition), explicit=explicit, max_turns=max_turns)
    if len(kinds) < len(made.ruleset.pack):
        made.dealt = kinds
        return made
    made.deal(kinds)
    made.follow(actions)
    if drawing:
        made.wait_for_card()
    return made
