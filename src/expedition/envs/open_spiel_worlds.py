"""Whole worlds for a seat that has not seen every hand-over: a deal, and the cards handed over.

`expedition.fast.determinize` samples what may be now, and then gives no past that led to it. But a
state of OpenSpiel is its past: it has a history, and every seat's information state. So here the
past is told again from the start, with the cards that the seat hasn't seen as blanks, each of which
becomes a card when one is seen that must have been it. The one choice is which two cards go with a
hand-over in the dark. A card that was taken off a pile and is seen again later has to be in the
right one of two hands by then; the choice sees to that, and where it fails all is told anew. Every
such world is possible, but they are not exactly as likely as each other.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, TypeVar

from expedition.envs.open_spiel_story import Happening, What, story
from expedition.fast import BadArray
from expedition.fast.layout import UNSEEN
from expedition.fast.trace import HIDDEN_PAIR
from expedition.game import HandOver

if TYPE_CHECKING:
    from expedition.fast import Information

Item = TypeVar("Item")

#: How often the past is told before giving up. Nearly always the first time will do.
_ATTEMPTS = 500
#: How often a card that could be one seen before is taken for it, where it could be another too.
_SEEN_BEFORE = 0.8
#: How often a card that has to change hands in time may do so before it must.
_EARLY = 0.5


@dataclass(eq=False)
class Token:
    """A card: its kind once it is known, and its place in the deal unless it came off a pile."""

    kind: int | None
    place: int | None = None
    due: Happening | None = None
    """Where it came off a pile in the dark side's hands: when it is seen to leave them again."""


class _Stuck(Exception):
    """Raised where a telling can't go on."""


def has_hidden_pairs(known: Information) -> bool:
    """Return whether there was a hand-over whose cards the seat didn't see."""
    return bool((known.actions == HIDDEN_PAIR).any())


def shuffle(kinds: list[int], rng: Random) -> None:
    """Shuffle in place, by random() alone: the one method whose sequence Python keeps."""
    for last in range(len(kinds) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        kinds[last], kinds[other] = kinds[other], kinds[last]


def sampled_world(known: Information, seed: int) -> tuple[list[int], list[int]]:
    """Return a deal and actions that the seat can't tell from those of the round it is in.

    The deal is a whole pack of kinds. Raises BadArray where none is found.
    """
    rng = Random(seed)  # noqa: S311  a sample, nothing secret
    events = story(known)
    for _ in range(_ATTEMPTS):
        try:
            return _Telling(known, events, rng).tell()
        except _Stuck:
            continue
    msg = f"No world that seat {known.seat} could be in was found in {_ATTEMPTS} attempts."
    raise BadArray(msg)


class _Telling:
    """One telling of the past, from the deal to now."""

    def __init__(self, known: Information, events: list[Happening], rng: Random) -> None:
        self.known, self.events, self.rng = known, events, rng
        self.ruleset = known.ruleset
        self.dark = 1 - self.ruleset.side(known.seat)
        self.deal: list[int] = known.deal[: len(self.ruleset.pack)].tolist()
        kinds = self.ruleset.kind_order
        self.unseen = Counter(kinds[card] for card in self.ruleset.pack)
        self.unseen.subtract(kind for kind in self.deal if kind != UNSEEN)
        self.hidden = [event for event in events if event.what is What.HIDE]
        self.given: dict[int, list[Token]] = {}
        self.tokens: list[Token] = []
        size = self.ruleset.hand_size
        self.hands = [
            [self._from_deal(place) for place in range(seat * size, (seat + 1) * size)]
            for seat in range(self.ruleset.seats)
        ]
        self.due, self.came_from = self._plan()

    def tell(self) -> tuple[list[int], list[int]]:
        """Return the deal and the actions. Raises _Stuck."""
        for event in self.events:
            hand = self.hands[event.seat]
            if event.what is What.USE:
                self._use(event)
            elif event.what is What.TAKE:
                token = Token(event.kinds[0], due=self.due.get(event.number))
                hand.append(token)
                self.tokens.append(token)
            elif event.what is What.DRAW:
                hand.append(self._from_deal(event.place))
            elif event.what is What.GIVE:
                for kind in event.kinds:
                    self._move(self._leaves(hand, kind), event.seat)
            else:
                self.given[event.number] = pair = self._pair(event)
                for token in pair:
                    self._move(token, event.seat)
        return self._cards(), self._actions()

    def _from_deal(self, place: int) -> Token:
        kind = self.deal[place]
        token = Token(None if kind == UNSEEN else kind, place)
        self.tokens.append(token)
        return token

    def _plan(self) -> tuple[dict[int, Happening], dict[int, int]]:
        """Say which use of a card in the dark is of one that was seen to be taken off a pile.

        Returns the use for each number of a taking, and the number of the taking for each of a use.
        """
        due: dict[int, Happening] = {}
        came_from: dict[int, int] = {}
        spare = self.unseen - self._partner_shows()
        for kind in sorted({e.kinds[0] for e in self.events if e.what is What.TAKE}):
            seen = [
                event
                for event in self.events
                if event.kinds == (kind,) and self.ruleset.side(event.seat) == self.dark
            ]
            for taking, use in self._matched(seen, spare[kind]):
                due[taking.number], came_from[use.number] = use, taking.number
        return due, came_from

    def _partner_shows(self) -> Counter[int]:
        """Count the cards that the seat's partner used, or gave it, out of what it hadn't seen."""
        held: Counter[int] = Counter()
        shown: Counter[int] = Counter()
        for event in self.events:
            if self.ruleset.side(event.seat) == self.dark:
                continue
            mine = event.seat == self.known.seat
            gains = event.what is What.TAKE if not mine else event.what is What.GIVE
            for kind in event.kinds:
                if gains:
                    held[kind] += 1
                elif not mine and held[kind]:
                    held[kind] -= 1
                elif not mine:
                    shown[kind] += 1
        return shown

    def _matched(self, seen: list[Happening], spare: int) -> list[tuple[Happening, Happening]]:
        """Match uses of a kind in the dark to earlier takings; as many as `spare` go unmatched."""
        for _ in range(_ATTEMPTS):
            held: list[Happening] = []
            pairs = []
            unmatched = 0
            for event in seen:
                if event.what is What.TAKE:
                    held.append(event)
                    continue
                there = [taking for taking in held if self._can_reach(taking, event)]
                if there and (unmatched == spare or self.rng.random() < _SEEN_BEFORE):
                    here = [taking for taking in there if taking.seat == event.seat]
                    taking = self._one_of(here or there)
                    held.remove(taking)
                    pairs.append((taking, event))
                else:
                    unmatched += 1
            if unmatched <= spare:
                return pairs
        raise _Stuck

    def _can_reach(self, taking: Happening, use: Happening) -> bool:
        """Return whether a card taken by one seat can be in the hand that used one later."""
        if taking.seat == use.seat:
            return True
        return self._hand_overs(taking.seat, taking.number, use.number) > 0

    def _use(self, event: Happening) -> None:
        """Let a card leave a hand that is seen to."""
        hand, kind = self.hands[event.seat], event.kinds[0]
        if event.number in self.came_from:
            for token in hand:
                if token.due is event:
                    hand.remove(token)
                    return
            raise _Stuck
        hand.remove(self._leaves(hand, kind, known=self.ruleset.side(event.seat) != self.dark))

    def _leaves(self, hand: list[Token], kind: int, *, known: bool = True) -> Token:
        """Return the card of a hand that turns out to be of a kind: a known one, or a blank."""
        if known:
            for token in hand:
                if token.kind == kind:
                    return token
        token = self._one_of([token for token in hand if token.kind is None])
        token.kind = kind
        self.unseen[kind] -= 1
        if self.unseen[kind] < 0:
            raise _Stuck
        return token

    def _pair(self, event: Happening) -> list[Token]:
        """Choose the two cards that go with a hand-over in the dark."""
        hand = self.hands[event.seat]
        due = [token for token in hand if token.due is not None]
        crossing = sorted(
            (token for token in due if _due(token).seat != event.seat),
            key=lambda token: _due(token).number,
        )
        must = 0
        for place, token in enumerate(crossing):
            later = self._hand_overs(event.seat, event.number + 1, _due(token).number)
            must = max(must, place + 1 - 2 * later)
        if must > 2:
            raise _Stuck
        blanks = [token for token in hand if token.kind is None]
        shuffled = self._shuffled(blanks)
        free = shuffled[: self._blanks_to_spare(event, len(blanks))]
        free += [token for token in hand if token.kind is not None and token.due is None]
        free += [token for token in crossing[must:] if self.rng.random() < _EARLY]
        rest = [token for token in crossing[must:] if token not in free]
        partner = (event.seat + self.ruleset.sides) % self.ruleset.seats
        coming_back = [
            token
            for token in due
            if token not in crossing
            and self._hand_overs(partner, event.number + 1, _due(token).number)
        ]
        candidates = [*self._shuffled(free), *rest, *self._shuffled(coming_back)]
        pair = [*crossing[:must], *candidates][:2]
        if len(pair) < 2:
            raise _Stuck
        return pair

    def _blanks_to_spare(self, event: Happening, blanks: int) -> int:
        """Return how many blanks a hand can give away and still do what it was seen to do.

        Blanks come off the deck too; after the partner's next hand-over there may be others.
        """
        least = blanks
        for later in self.events[event.number + 1 :]:
            if later.seat != event.seat:
                if later.what is What.HIDE and self.ruleset.side(later.seat) == self.dark:
                    break
            elif later.what is What.DRAW:
                blanks += 1
            elif later.what is What.USE and later.number not in self.came_from:
                blanks -= 1
                least = min(least, blanks)
        return max(least, 0)

    def _hand_overs(self, seat: int, first: int, before: int) -> int:
        """Count a seat's hand-overs in the dark among the actions with these numbers."""
        return sum(event.seat == seat and first <= event.number < before for event in self.hidden)

    def _move(self, token: Token, seat: int) -> None:
        """Let a card go from a seat to its partner."""
        self.hands[seat].remove(token)
        self.hands[(seat + self.ruleset.sides) % self.ruleset.seats].append(token)

    def _cards(self) -> list[int]:
        """Give every blank its card, and everything that lies unseen; returns the deal."""
        rest = list(self.unseen.elements())
        shuffle(rest, self.rng)
        for token in self.tokens:
            if token.kind is None:
                token.kind = rest.pop()
            if token.place is not None:
                self.deal[token.place] = token.kind
        return [rest.pop() if kind == UNSEEN else kind for kind in self.deal]

    def _actions(self) -> list[int]:
        kinds, space = self.ruleset.kinds, self.ruleset.action_space
        actions: list[int] = self.known.actions.tolist()
        for event in self.hidden:
            first, second = (kinds[token.kind or 0] for token in self.given[event.number])
            actions[event.number] = space.id(HandOver(first, second))
        return actions

    def _shuffled(self, tokens: list[Token]) -> list[Token]:
        return sorted(tokens, key=lambda _: self.rng.random())

    def _one_of(self, items: list[Item]) -> Item:
        if not items:
            raise _Stuck
        return items[int(self.rng.random() * len(items))]


def _due(token: Token) -> Happening:
    assert token.due is not None  # noqa: S101  asked only of those that are due
    return token.due
