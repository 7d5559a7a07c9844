"""Between arrays and `expedition.game`: states both ways, and what a seat knows into samples."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from expedition.fast.checks import BadArray, expect, whole_number, whole_numbers
from expedition.fast.determinize import determinize_all
from expedition.fast.layout import GOING_ON, MAX_PACK, UNSEEN
from expedition.fast.trace import HIDDEN_PAIR, write_information
from expedition.game import Deal, Event, EventKind, IllegalAction, Observation, Ruleset, State

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from expedition.fast.batch import Batch


def pack(batch: Batch, place: int, state: State) -> None:
    """Put a state of `game` in a place of a batch, by playing its actions there.

    Raises BadArray for another ruleset's state, and for a round with open hands.
    """
    expect("state", state, State)
    place = batch.place(place)
    _check_closed(batch.ruleset, state.ruleset, open_hands=state.open_hands)
    kinds, space = batch.ruleset.kind_order, batch.ruleset.action_space
    only = np.zeros(len(batch), np.bool_)
    only[place] = True
    packs = np.zeros((len(batch), len(batch.ruleset.pack)), np.int64)
    packs[place] = [kinds[card] for card in state.deal.cards]
    batch.deal(packs, starters=state.starter, where=only)
    for action in state.history:
        batch.step(np.full(len(batch), space.id(action)), where=only)


def unpack(batch: Batch, place: int) -> State:
    """Return a state as `game` has it, by replaying its actions there.

    Raises BadArray where they were not kept.
    """
    actions = batch.actions_so_far(place)
    record, space = batch.states[place], batch.ruleset.action_space
    kinds = batch.ruleset.kinds
    cards = tuple(kinds[kind] for kind in record["deal"][: len(batch.ruleset.pack)])
    start = State.new(Deal(batch.ruleset, cards), int(record["starter"]))
    return start.replay(space.action(int(action)) for action in actions)


class Information:
    """What one seat knows of a round: the information state, as arrays. Never a hidden card.

    Make one from a batch, or from an observation of `game`; both give equal ones.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        seat: int,
        starter: int,
        deal: ArrayLike,
        actions: ArrayLike,
    ) -> None:
        """Take the parts: 255 in `deal` for cards not seen, -1 in `actions` for hidden hand-overs.

        Raises BadArray. Whether a round can have gone so is found out when worlds are sampled.
        """
        expect("ruleset", ruleset, Ruleset)
        self.ruleset = ruleset
        self.seat = whole_number("seat", seat, 0, ruleset.seats - 1)
        self.starter = whole_number("starter", starter, 0, ruleset.seats - 1)
        kinds = whole_numbers("deal", deal, (MAX_PACK,), 0, UNSEEN)
        cards, size = len(ruleset.pack), ruleset.hand_size
        seen = kinds != UNSEEN
        if (kinds[seen] >= len(ruleset.kinds)).any() or seen[cards:].any():
            msg = (
                f"`deal` has kinds below {len(ruleset.kinds)}, or 255, in its first {cards} places."
            )
            raise BadArray(msg)
        mine = slice(self.seat * size, (self.seat + 1) * size)
        if not seen[mine].all() or seen[: ruleset.seats * size].sum() != size:
            msg = f"`deal` has the hand of seat {self.seat}, and no other hand."
            raise BadArray(msg)
        self.deal = kinds.astype(np.uint8)
        most = len(ruleset.action_space) - 1
        self.actions = whole_numbers("actions", actions, (None,), HIDDEN_PAIR, most)
        for array in (self.deal, self.actions):
            array.flags.writeable = False

    @classmethod
    def in_batch(cls, batch: Batch, place: int, seat: int) -> Information:
        """Return what a seat of a state in a batch knows. Raises BadArray."""
        actions = batch.actions_so_far(place)
        seat = whole_number("seat", seat, 0, batch.ruleset.seats - 1)
        deal, seen = np.zeros(MAX_PACK, np.uint8), np.zeros(len(actions), np.int64)
        state = batch.states[place]
        write_information(batch.rules[0], state, actions, seat, deal, seen)
        return cls(batch.ruleset, seat, int(state["starter"]), deal, seen)

    @classmethod
    def of(cls, observation: Observation) -> Information:
        """Return what an observation says. Raises BadArray for a round with open hands."""
        expect("observation", observation, Observation)
        ruleset, seat = observation.ruleset, observation.seat
        _check_closed(ruleset, ruleset, open_hands=observation.open_hands is not None)
        kinds, space, size = ruleset.kind_order, ruleset.action_space, ruleset.hand_size
        deal = np.full(MAX_PACK, UNSEEN, np.uint8)
        deal[seat * size : (seat + 1) * size] = [kinds[card] for card in observation.dealt]
        deck_at = ruleset.seats * size
        actions = []
        for event in observation.events:
            actions.append(HIDDEN_PAIR if _is_hidden(event) else space.id(event.action))
            if event.kind is EventKind.DRAW_DECK:
                if event.cards:
                    deal[deck_at] = kinds[event.cards[0]]
                deck_at += 1
            if deck_at > len(ruleset.pack) - ruleset.set_aside:
                msg = "More cards were drawn than the deck has."
                raise BadArray(msg)
        return cls(ruleset, seat, observation.starter, deal, actions)

    def _key(self) -> tuple[object, ...]:
        seen = self.deal.tobytes(), self.actions.tobytes()
        return self.ruleset, self.seat, self.starter, *seen

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Information) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        return Information, (self.ruleset, self.seat, self.starter, self.deal, self.actions)

    def __repr__(self) -> str:
        return f"<Information of seat {self.seat} after {len(self.actions)} actions>"


def determinize(batch: Batch, information: Information) -> None:
    """Make every state of a batch a sample of what may be, given what a seat knows.

    Every deal that agrees with the seat's information state is as likely as any other; each state
    draws from its own generator. Where the other side handed cards over unseen, the samples agree
    with all that the seat knows, but are not exactly as likely as each other: docs/adr/0007. Raises
    BadArray for another ruleset's information, and for one that no round can lead to.
    """
    expect("information", information, Information)
    if information.ruleset != batch.ruleset:
        msg = f"What is known is of {information.ruleset.id}; the batch is of {batch.ruleset.id}."
        raise BadArray(msg)
    actions = information.actions
    possible = determinize_all(
        batch.rules, information.seat, information.starter, actions, information.deal, batch.states
    )
    if not possible:
        msg = "No deal agrees with this information: it can't be of a real round."
        raise BadArray(msg)
    batch.keep_history(actions if (actions != HIDDEN_PAIR).all() else None)


def why_illegal(batch: Batch, place: int, action: int) -> str:
    """Return why an action is illegal in a state, in the words of `game` where they can be had."""
    if batch.states["over"][place] != GOING_ON:
        return "the round is over."
    try:
        unpack(batch, place).verify(batch.ruleset.action_space.action(action))
    except IllegalAction as error:
        return str(error)
    except BadArray:
        pass  # the actions so far aren't known
    return "the rules forbid it now; the mask has what is legal."


def _is_hidden(event: Event) -> bool:
    return event.kind is EventKind.HAND_OVER and not event.cards


def _check_closed(mine: Ruleset, given: Ruleset, *, open_hands: bool) -> None:
    if mine != given:
        msg = f"A round of {given.id} in a batch of {mine.id}."
        raise BadArray(msg)
    if open_hands:
        msg = "The hands of this round are open; the compiled engine plays with closed hands."
        raise BadArray(msg)
