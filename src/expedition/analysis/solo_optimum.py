"""The most that a round for one could have brought, had its player known the order of the cards.

It is exact, and not a search over plays. One card leaves the hand every turn, laid or discarded,
until none is left; so the round gives each card that is seen a turn of its own, and all that a card
needs is that it has come and, if it is to be laid, that those below it have been laid.

Choose which cards to lay. Such a card waits while it has come and one below it has not. Of the
cards that have come and don't wait, one can go in every turn in which not all are gone: those of
an expedition in their order, the unwanted at any time. Before turn t, counted from 0, t cards have
gone; t have come off the deck, and a hand before them, or else all have come and nothing waits. So
whatever went before, a card can go exactly if fewer wait than the hand holds, and the choice can be
played exactly if that holds in every turn. Which cards wait is a matter of each suit alone.

Hence each suit is asked by itself what could be laid of it, for how many points and with how many
cards waiting in every turn. What another choice beats in both is dropped, and the few that are
left of all suits are put together, most points first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from expedition.game import Action, Card, Discard, DrawDeck, InvalidSetup, Play, score_expedition

# The rule itself, since it's asked here of cards that are chosen before any is laid.
from expedition.game.legality import lay_fault

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from expedition.game import Deal, Ruleset, Suit


def best_solo_score(deal: Deal) -> int:
    """Return the most points that the deal's round can end with, all of its cards being known.

    Raises InvalidSetup unless the ruleset is for one, who draws from no pile and plays the hand
    out.
    """
    return sum(choice.points for choice in _best_choices(deal))


def best_solo_play(deal: Deal) -> tuple[Action, ...]:
    """Return the actions of a whole round that ends with the most points possible.

    `State.new(deal).replay(...)` plays them. Raises as `best_solo_score` does.
    """
    chains = [list(choice.cards) for choice in _best_choices(deal)]
    unwanted = _seen(deal)
    for one in (one for chain in chains for one in chain):
        unwanted.remove(one)
    actions: list[Action] = []
    for turn in range(deal.ruleset.hand_size + deal.ruleset.deck_size):
        # Any card that can go will do, as said above.
        source = next(cards for cards in (*chains, unwanted) if cards and cards[0].turn <= turn)
        card = source.pop(0).card
        actions.append(Discard(card) if source is unwanted else Play(card))
        if turn < deal.ruleset.deck_size:
            actions.append(DrawDeck())
    return tuple(actions)


class _Seen(NamedTuple):
    """A card that comes to the hand, and the first turn, from 0, in which it is there."""

    card: Card
    turn: int


class _Choice(NamedTuple):
    """Cards of one suit to lay, in the order in which they are laid."""

    points: int
    waiting: int
    """How many of them wait in each turn; see _Waiting."""
    cards: tuple[_Seen, ...]


class _Waiting:
    """Numbers of waiting cards, one for each turn, side by side in the bits of one integer.

    So adding them is one addition, and comparing them one subtraction: the highest bit of every
    place is kept free, and is lent to from outside and looked at afterwards.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        turns = ruleset.deck_size  # In later turns everything has come, and nothing waits.
        width = (ruleset.hand_size + turns).bit_length() + 1
        self._ones = [sum(1 << width * turn for turn in range(end)) for end in range(turns + 1)]
        self._lent = self._ones[-1] << (width - 1)
        self._room = (ruleset.hand_size - 1) * self._ones[-1]

    def between(self, turn: int, end: int) -> int:
        """Return one card waiting from one turn to before another."""
        return self._ones[end] - self._ones[turn] if turn < end else 0

    def fits(self, waiting: int) -> bool:
        """Whether so many leave a card of the hand that can go, in every turn."""
        return self.never_more(waiting, self._room)

    def never_more(self, waiting: int, than: int) -> bool:
        """Whether the first is at most the second in every turn."""
        return ((than | self._lent) - waiting) & self._lent == self._lent


def _seen(deal: Deal) -> list[_Seen]:
    """Return the cards of the round in the order in which they come."""
    return [
        *(_Seen(card, 0) for card in deal.hands[0]),
        *(_Seen(card, turn) for turn, card in enumerate(deal.deck, start=1)),
    ]


def _best_choices(deal: Deal) -> tuple[_Choice, ...]:
    """Return what to lay of each suit."""
    _check(deal.ruleset)
    waiting, seen = _Waiting(deal.ruleset), _seen(deal)
    offers = [
        _worthwhile(_choices(deal.ruleset, suit, seen, waiting), waiting)
        for suit in deal.ruleset.suits
    ]
    return _put_together(offers, waiting)


def _check(ruleset: Ruleset) -> None:
    for wrong, sentence in (
        (ruleset.seats != 1, f"is for {ruleset.seats} players"),
        (ruleset.draw_from_piles, "draws from piles"),
        (not ruleset.play_out_hands, "ends with the deck"),
    ):
        if wrong:
            msg = (
                f"Ruleset {ruleset.id!r} {sentence}; a best score is known only for one player"
                f" who draws from no pile and plays the hand out."
            )
            raise InvalidSetup(msg)


def _choices(
    ruleset: Ruleset, suit: Suit, seen: Iterable[_Seen], waiting: _Waiting
) -> Iterator[_Choice]:
    """Yield every choice of a suit's cards that the hand has room for, the empty one among them."""

    def laying_order(one: _Seen) -> tuple[tuple[int, int, int], int]:
        suit_place, kind, place = one.card.order
        # Where wagers go down in any order, none needs to wait for another: as they come.
        loose = one.card.is_wager and not ruleset.wagers_ascend
        return (suit_place, kind, 0 if loose else place), one.turn

    cards = sorted((one for one in seen if one.card.suit is suit), key=laying_order)

    # Every way to go through the cards, taking or leaving each: what is laid so far, how many wait,
    # and the turn by which all of it has come.
    stack: list[tuple[int, tuple[_Seen, ...], tuple[Card, ...], int, int]] = [(0, (), (), 0, 0)]
    while stack:
        place, chosen, laid, wait, complete = stack.pop()
        if place == len(cards):
            yield _Choice(score_expedition(ruleset, laid).total, wait, chosen)
            continue
        one = cards[place]
        stack.append((place + 1, chosen, laid, wait, complete))
        if lay_fault(laid, one.card, wagers_ascend=ruleset.wagers_ascend) is None:
            more = wait + waiting.between(one.turn, complete)
            if waiting.fits(more):
                complete = max(complete, one.turn)
                stack.append((place + 1, (*chosen, one), (*laid, one.card), more, complete))


def _worthwhile(choices: Iterable[_Choice], waiting: _Waiting) -> list[_Choice]:
    """Return the choices that no other beats or equals in points and waiting, most points first."""
    kept: list[_Choice] = []
    # Of equal points, fewer waiting are the smaller integer; so whatever beats one comes before it.
    # Of equals the fewest cards come first: a card that brings nothing is not laid.
    for choice in sorted(choices, key=lambda one: (-one.points, one.waiting, len(one.cards))):
        if not any(waiting.never_more(other.waiting, choice.waiting) for other in kept):
            kept.append(choice)
    return kept


def _put_together(offers: list[list[_Choice]], waiting: _Waiting) -> tuple[_Choice, ...]:
    """Return one choice of each suit, with the most points that the hand has room for."""
    # What the suits from each place on would bring if there were room for everything.
    at_most = [0]
    for offer in reversed(offers):
        at_most.insert(0, at_most[0] + offer[0].points)
    # Nothing laid can always be played, if only by discarding.
    best: tuple[_Choice, ...] = ()
    most = -1

    def search(chosen: tuple[_Choice, ...], points: int, wait: int) -> None:
        nonlocal best, most
        place = len(chosen)
        if place == len(offers):
            best, most = chosen, points
            return
        for choice in offers[place]:
            if points + choice.points + at_most[place + 1] <= most:
                return
            if waiting.fits(wait + choice.waiting):
                search((*chosen, choice), points + choice.points, wait + choice.waiting)

    search((), 0, 0)
    return best
