"""Many rounds at once, in arrays: the door to the compiled rules, where everything is checked."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from expedition.fast import loops
from expedition.fast.blocks import block_sizes, hidden_sizes
from expedition.fast.checks import (
    BadArray,
    chosen,
    chosen_ruleset,
    listed,
    shown,
    target,
    whole_number,
    whole_numbers,
)
from expedition.fast.exchange import why_illegal
from expedition.fast.layout import GOING_ON, STATE, rules_record
from expedition.fast.sections import history_size, observation_size

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from expedition.game import Ruleset

_NOT_DEALT = -1
#: In place of a history's length: it was not kept.
_LOST = -1
_SEED_LIMIT = 2**64
_MOST_TURNS = 2**31
#: How rounds can be played on. The order of layout's numbers.
POLICIES = ("random", "sensible", "careful")
_PLAYERS = dict(
    zip(
        POLICIES,
        (loops.play_all_randomly, loops.play_all_sensibly, loops.play_all_carefully),
        strict=True,
    )
)
_WHY_NOT_KEPT = "the batch was made without history, or the round was sampled or went on by play()."


class Batch:
    """Rounds of one ruleset, each with a generator of its own. Nothing is dealt yet.

    Actions are the ids of `expedition.game`'s action space. Every method checks what it is given
    before it changes anything, and raises BadArray. Where an `out` can be given it is written to
    and returned; else a new array is.

    A batch is for one thread at a time; different ones can be used side by side. `states`,
    `history` and `lengths` are for looking: what is written there is not checked by anybody.
    """

    def __init__(
        self, ruleset: Ruleset | str, size: int = 1, *, seed: int = 0, history: bool = True
    ) -> None:
        """Make room for `size` rounds, whose generators follow from `seed`.

        The ruleset can be an edition's name. Raises InvalidSetup for one that there isn't, or that
        doesn't fit (`layout.py` has the limits: 64 kinds of card, 80 cards).

        Without `history` the actions of a round are not kept: a little faster, but then there is
        no unpacking, and nothing that needs to know what a seat has seen.
        """
        self.ruleset = ruleset = chosen_ruleset(ruleset)
        self.rules = rules_record(ruleset)
        self.actions = len(ruleset.action_space)
        self.observation_size = observation_size(ruleset)
        self.states = np.zeros(whole_number("size", size, 1, 2**31), STATE)
        self.states["over"] = _NOT_DEALT
        self.lengths = np.zeros(len(self), np.int64)
        self.history = np.zeros((len(self), 128 if history else 0), np.int16)
        self.seed(seed)

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} rounds of {self.ruleset.id}>"

    def __copy__(self) -> Batch:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Batch:
        return self.clone()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        # The rules as everybody has them: a copy that can be written to is another type to Numba.
        self.rules = rules_record(self.ruleset)

    def seed(self, seed: int) -> None:
        """Set the generator of every state: equal seeds, sizes and calls give equal rounds."""
        words = np.random.SeedSequence(
            whole_number("seed", seed, 0, _SEED_LIMIT - 1)
        ).generate_state(len(self), np.uint64)
        # A generator that is 0 stays 0.
        self.states["random"] = np.where(words == 0, np.uint64(1), words)

    # Dealing

    def deal(
        self,
        packs: ArrayLike | None = None,
        *,
        starters: ArrayLike = 0,
        where: NDArray[np.bool_] | None = None,
    ) -> None:
        """Begin a round in every state, or in those where `where` is true.

        `packs` has a row of kinds for each state, the order of its pack, dealt as
        expedition.game.Deal says; without it every state shuffles by its own generator.
        `starters` is a seat, or one for each state.
        """
        begun, dealt, rows = self.check_deal(packs, starters, where)
        if rows is not None:
            self.states["deal"][dealt, : rows.shape[1]] = rows[dealt]
        loops.deal_all(self.rules, self.states, begun, dealt, packs is None)
        self.lengths[dealt] = 0

    # Looking

    @property
    def over(self) -> NDArray[np.bool_]:
        """Whether each round is over."""
        self.check_dealt()
        over: NDArray[np.bool_] = self.states["over"] != GOING_ON
        return over

    @property
    def to_act(self) -> NDArray[np.int64]:
        """The seat whose turn it is in each state; in one that is over, that would be next."""
        seats: NDArray[np.int64] = self.states["to_act"].astype(np.int64)
        return seats

    @property
    def turns(self) -> NDArray[np.int64]:
        """The turns made in each state."""
        turns: NDArray[np.int64] = self.states["turns"].astype(np.int64)
        return turns

    def legal(self, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Return for every state and action whether it is legal: 1 or 0 (uint8, int8 or bool)."""
        self.check_dealt()
        out = target("out", out, (len(self), self.actions), np.uint8, np.int8, np.bool_)
        loops.legal_all(self.rules, self.states, out.view(np.uint8))
        return out

    def scores(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """Return the points of every side as the expeditions lie (int32)."""
        self.check_dealt()
        out = target("out", out, (len(self), self.ruleset.sides), np.int32)
        loops.scores_all(self.rules, self.states, out)
        return out

    def margins(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """Return for every seat its side's points less the other's, as the expeditions lie (int32).

        Where there is one side, its points.
        """
        self.check_dealt()
        out = target("out", out, (len(self), self.ruleset.seats), np.int32)
        loops.margins_all(self.rules, self.states, out)
        return out

    def observe(
        self, seats: ArrayLike | None = None, out: NDArray[Any] | None = None
    ) -> NDArray[Any]:
        """Return what a seat of each state sees, by default the one to act (uint8 or float32).

        `observation_sections` has the sections of a row.
        """
        looking = self._looking(seats)
        out = target("out", out, (len(self), self.observation_size), np.uint8, np.float32)
        loops.observe_all(self.rules, self.states, looking, out)
        return out

    def blocks(
        self,
        seats: ArrayLike | None = None,
        out: tuple[NDArray[np.float32] | None, NDArray[np.float32] | None] = (None, None),
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return what a seat of each state sees, suit by suit, as networks read it (float32).

        Shapes (states, suits, numbers) and (states, numbers): `expedition.fast.blocks` has them.
        """
        looking = self._looking(seats)
        suits, by_suit, overall = block_sizes(self.ruleset)
        rows = target("the blocks", out[0], (len(self), suits, by_suit), np.float32)
        rest = target("the rest", out[1], (len(self), overall), np.float32)
        loops.blocks_all(self.rules, self.states, looking, rows, rest)
        return rows, rest

    def hidden(
        self, seats: ArrayLike | None = None, out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """Return what a seat of each state may not know, suit by suit (float32).

        For critics, in training and in sampled worlds: nothing that plays a round may ask it of the
        round itself. Shape (states, suits, numbers): `expedition.fast.blocks` has them.
        """
        looking = self._looking(seats)
        out = target("out", out, (len(self), *hidden_sizes(self.ruleset)), np.float32)
        loops.hidden_all(self.rules, self.states, looking, out)
        return out

    def recall(
        self, actions: int, seats: ArrayLike | None = None, out: NDArray[Any] | None = None
    ) -> NDArray[Any]:
        """Return all that a seat of each state has seen and done: its information state.

        A row has room for so many `actions`, and a round that has had more of them raises
        BadArray. `information_sections` has the sections of a row (uint8 or float32).
        """
        looking = self._looking(seats)
        room = whole_number("actions", actions, 1, 2**20)
        self._check_history(room)
        width = self.observation_size + history_size(self.ruleset, room)
        out = target("out", out, (len(self), width), np.uint8, np.float32)
        loops.recall_all(self.rules, self.states, looking, self.history, self.lengths, out)
        return out

    def careful_actions(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """Return the action that the policy `careful` would take in each state; 0 if it is over."""
        self.check_dealt()
        out = target("out", out, (len(self),), np.int64)
        loops.careful_all(self.rules, self.states, out)
        return out

    # Going on

    def step(self, actions: ArrayLike, where: NDArray[np.bool_] | None = None) -> None:
        """Take one action in every state, or in those where `where` is true.

        The first that is illegal raises BadArray; then none is taken.
        """
        taken = whole_numbers("actions", actions, (len(self),), 0, self.actions - 1)
        going = chosen("where", where, len(self))
        wrong = loops.first_illegal(self.rules, self.states, taken, going)
        if wrong >= 0:
            self.check_dealt(int(wrong))
            action = self.ruleset.action_space.action(int(taken[wrong]))
            which = f" in state {wrong}" if len(self) > 1 else ""
            why = why_illegal(self, int(wrong), int(taken[wrong]))
            msg = f"Action {taken[wrong]} ({action}){which} is illegal: {why}"
            raise BadArray(msg)
        room = self.history.shape[1]
        if room and self.lengths.max() >= room:
            self.history = np.pad(self.history, ((0, 0), (0, room)))
        loops.apply_all(self.rules, self.states, taken, going, self.history, self.lengths)

    def play(
        self,
        policy: str = "random",
        *,
        most_turns: int = _MOST_TURNS,
        where: NDArray[np.bool_] | None = None,
        threads: int = 1,
    ) -> int:
        """Play every round on by a policy, `random`, `sensible` or `careful`; returns the turns.

        Each round stops after `most_turns` more turns. `threads` share the states among them; what
        comes out doesn't depend on how many. These actions are not kept in the history.
        """
        self.check_dealt()
        if not isinstance(policy, str) or policy not in POLICIES:
            msg = f"There is no policy {shown(policy)}; the policies are {listed(POLICIES, 'and')}."
            raise BadArray(msg)
        limit = whole_number("most_turns", most_turns, 0, _MOST_TURNS)
        workers = whole_number("threads", threads, 1, 1024)
        going = chosen("where", where, len(self))
        play_all = _PLAYERS[policy]
        self.lengths[going] = _LOST
        if workers == 1:
            return int(play_all(self.rules, self.states, going, limit))
        states = np.array_split(self.states, workers)
        parts = zip(states, np.array_split(going, workers), strict=True)
        with ThreadPoolExecutor(workers) as pool:
            made = [pool.submit(play_all, self.rules, mine, on, limit) for mine, on in parts]
            return sum(int(turns.result()) for turns in made)

    def copy(self, source: int, targets: ArrayLike) -> None:
        """Copy one state over others. They keep their own generators, so that they go on apart."""
        place = self.place(source)
        places = whole_numbers("targets", targets, (None,), 0, len(self) - 1)
        random = self.states["random"][places]
        self.states[places] = self.states[place]
        self.states["random"][places] = random
        self.history[places] = self.history[place]
        self.lengths[places] = self.lengths[place]

    def clone(self) -> Batch:
        """Return a batch that is equal, generators included, and shares nothing that changes."""
        twin = object.__new__(Batch)
        twin.__dict__.update(self.__dict__)
        twin.states, twin.history = self.states.copy(), self.history.copy()
        twin.lengths = self.lengths.copy()
        return twin

    def take(self, places: ArrayLike) -> Batch:
        """Return a batch of copies of the states at these places, generators included."""
        rows = whole_numbers("places", places, (None,), 0, len(self) - 1)
        twin = object.__new__(Batch)
        twin.__dict__.update(self.__dict__)
        twin.states, twin.history = self.states[rows], self.history[rows]
        twin.lengths = self.lengths[rows]
        return twin

    # What the rest of this room asks

    def place(self, place: int) -> int:
        """Return the place of a state, or raise BadArray."""
        return whole_number("the place of a state", place, 0, len(self) - 1)

    def actions_so_far(self, place: int) -> NDArray[np.int16]:
        """Return the ids of a round's actions, or raise BadArray where they weren't kept."""
        self.check_dealt(self.place(place))
        length = int(self.lengths[place])
        if length and not 0 < length <= self.history.shape[1]:
            msg = f"The actions of state {place} were not kept: {_WHY_NOT_KEPT}"
            raise BadArray(msg)
        return self.history[place, :length]

    def check_deal(
        self, packs: ArrayLike | None, starters: ArrayLike, where: NDArray[np.bool_] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.int64] | None]:
        """Return what `deal` is given as arrays, or raise BadArray; nothing is dealt."""
        size, cards = len(self), len(self.ruleset.pack)
        begun = whole_numbers("starters", starters, (size,), 0, self.ruleset.seats - 1)
        dealt = chosen("where", where, size)
        if packs is None:
            return begun, dealt, None
        rows = whole_numbers("packs", packs, (size, cards), 0, len(self.ruleset.kinds) - 1)
        pack = np.sort(self.rules[0]["pack_kinds"][:cards])
        wrong = np.flatnonzero((np.sort(rows, axis=1) != pack).any(axis=1) & dealt)
        if len(wrong):
            which = f"Row {wrong[0]} of `packs`" if size > 1 else "`packs`"
            msg = f"{which} is not a pack of {self.ruleset.id}."
            raise BadArray(msg)
        return begun, dealt, rows

    def check_dealt(self, place: int | None = None) -> None:
        """Raise BadArray where no round has been dealt yet."""
        over = self.states["over"] if place is None else self.states["over"][place : place + 1]
        if (over == _NOT_DEALT).any():
            which = f"State {int(np.argmax(over == _NOT_DEALT))}" if len(self) > 1 else "The round"
            msg = f"{which} is not dealt yet; call deal() first."
            raise BadArray(msg)

    def keep_history(self, actions: NDArray[np.int64] | None) -> None:
        """Give all states the same actions so far; None if they are not known."""
        room = self.history.shape[1]
        if actions is None or not room:
            self.lengths[:] = _LOST
            return
        if len(actions) > room:
            self.history = np.zeros((len(self), 2 * len(actions)), np.int16)
        self.history[:, : len(actions)] = actions
        self.lengths[:] = len(actions)

    def _check_history(self, room: int) -> None:
        kept = self.history.shape[1]
        wrong = np.flatnonzero((self.lengths < 0) | (self.lengths > kept))
        if len(wrong):
            msg = f"The actions of state {wrong[0]} were not kept: {_WHY_NOT_KEPT}"
            raise BadArray(msg)
        if self.lengths.max() > room:
            msg = f"A round has had {self.lengths.max()} actions; there is room for {room}."
            raise BadArray(msg)

    def _looking(self, seats: ArrayLike | None) -> NDArray[np.int64]:
        self.check_dealt()
        if seats is None:
            return self.to_act
        return whole_numbers("seats", seats, (len(self),), 0, self.ruleset.seats - 1)
