"""The state of one round: what may be done, and what follows from it.

A state never changes; `apply` returns the next one. Who keeps the former one has undo.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypedDict, assert_never

from expedition.game.actions import (
    Action,
    Discard,
    DrawDeck,
    DrawPile,
    HandOver,
    Play,
)
from expedition.game.errors import InvalidSetup
from expedition.game.events import Event, EventKind
from expedition.game.knowledge import Knowledge
from expedition.game.legality import find_fault, hand_over_fault, pile_fault, play_fault, verify
from expedition.game.rows import put
from expedition.game.scoring import RoundScore, score_side
from expedition.game.steps import Step, Termination

if TYPE_CHECKING:
    from collections.abc import Iterable

    from expedition.game.cards import Card, Suit
    from expedition.game.deal import Deal
    from expedition.game.ruleset import Ruleset

Cards = tuple["Card", ...]


class _Changes(TypedDict, total=False):
    """The fields of a state that differ in the next one."""

    to_act: int
    step: Step
    hands: tuple[Cards, ...]
    expeditions: tuple[tuple[Cards, ...], ...]
    piles: tuple[Cards, ...]
    deck: Cards
    closed_suit: Suit | None
    idle_turns: int
    just_handed_over: tuple[bool, ...]
    knowledge: Knowledge
    events: tuple[Event, ...]
    termination: Termination


@dataclass(frozen=True, repr=False)
class State:
    """Everything about a round at one moment, hidden cards included.

    Make one with `State.new`. Seats are numbered from 0. Expeditions are indexed by side and then
    by the place of the suit in the ruleset, piles by that place; cards in both are in the order in
    which they were put there, hands in the order of the ruleset's kinds, the deck top first.
    """

    deal: Deal
    starter: int
    open_hands: bool
    to_act: int
    """The seat whose turn it is; once the round is over, the seat that would have been next."""
    step: Step
    hands: tuple[Cards, ...]
    expeditions: tuple[tuple[Cards, ...], ...]
    piles: tuple[Cards, ...]
    deck: Cards
    closed_suit: Suit | None
    """The suit discarded in this turn, whose pile may not be drawn from before the next."""
    idle_turns: int
    """Turns in a row, up to now, that were a discard and a draw off a pile."""
    just_handed_over: tuple[bool, ...]
    """For each seat, whether its last turn was a hand-over."""
    knowledge: Knowledge
    events: tuple[Event, ...]
    termination: Termination | None
    ruleset: Ruleset = field(compare=False)

    @classmethod
    def new(cls, deal: Deal, starter: int = 0, *, open_hands: bool = False) -> State:
        """Deal the cards; `starter` takes the first turn. Raises InvalidSetup for a wrong seat."""
        ruleset = deal.ruleset
        if not 0 <= starter < ruleset.seats:
            msg = f"Seat {starter} can't start: {ruleset.id} has seats 0 to {ruleset.seats - 1}."
            raise InvalidSetup(msg)
        nothing: tuple[Cards, ...] = ((),) * len(ruleset.suits)
        return cls(
            deal=deal,
            starter=starter,
            open_hands=open_hands,
            to_act=starter,
            step=Step.PLAY,
            hands=deal.hands,
            expeditions=(nothing,) * ruleset.sides,
            piles=nothing,
            deck=deal.deck,
            closed_suit=None,
            idle_turns=0,
            just_handed_over=(False,) * ruleset.seats,
            knowledge=Knowledge.none(ruleset),
            events=(),
            termination=None,
            ruleset=ruleset,
        )

    # Looking

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self.termination is not None

    @property
    def hand(self) -> Cards:
        """The hand of the seat to act."""
        return self.hands[self.to_act]

    @property
    def turn(self) -> int:
        """The number of the turn being played, from 1; once the round is over, of one more."""
        begun = sum(event.kind.opens_turn for event in self.events)
        return begun + (self.step is Step.PLAY)

    @property
    def history(self) -> tuple[Action, ...]:
        """The actions so far."""
        return tuple(event.action for event in self.events)

    @property
    def scores(self) -> tuple[RoundScore, ...]:
        """What the expeditions are worth as they lie, for each side."""
        return tuple(score_side(self.ruleset, laid) for laid in self.expeditions)

    def expedition(self, side: int, suit: Suit) -> Cards:
        """Return one side's expedition in one suit, in the order in which it was laid."""
        return self.expeditions[side][self.ruleset.suit_order[suit]]

    def pile(self, suit: Suit) -> Cards:
        """Return the discard pile of a suit, its top card last."""
        return self.piles[self.ruleset.suit_order[suit]]

    # What may be done: the rules are in legality, each written once

    def legal_actions(self) -> tuple[Action, ...]:
        """Return every legal action once, in the order of the action ids; none when it's over."""
        if self.termination is not None:
            return ()
        space = self.ruleset.action_space
        if self.step is Step.DRAW:
            piles = space.draw_pile.items()
            draws = [action for suit, action in piles if pile_fault(self, suit) is None]
            return (space.draw_deck, *draws)
        different = tuple(dict.fromkeys(self.hand))
        plays = [space.play[card] for card in different if play_fault(self, card) is None]
        discards = [space.discard[card] for card in different]
        return (*plays, *discards, *self._hand_overs())

    def is_legal(self, action: Action) -> bool:
        """Return whether `apply` would accept the action."""
        return find_fault(self, action) is None

    def verify(self, action: Action) -> None:
        """Raise IllegalAction, saying why in a sentence, unless the action is legal."""
        verify(self, action)

    def _hand_overs(self) -> tuple[Action, ...]:
        if hand_over_fault(self) is not None:
            return ()
        # By the higher card and then the lower, as the ids run; a dict, since two equal cards
        # make the same pair whichever of them is named.
        hand, space = self.hand, self.ruleset.action_space
        pairs = [(low, high) for place, high in enumerate(hand) for low in hand[:place]]
        return tuple(space.hand_over[pair] for pair in dict.fromkeys(pairs))

    # Going on

    def apply(self, action: Action) -> State:
        """Return the state after an action of the seat to act; this state stays as it is.

        Raises IllegalAction with the reason when the rules don't allow it.
        """
        self.verify(action)
        match action:
            case Play(card):
                return self._lay(card)
            case Discard(card):
                return self._discard(card)
            case HandOver(first, second):
                return self._hand_over((first, second))
            case DrawDeck():
                return self._draw_deck()
            case DrawPile(suit):
                return self._draw_pile(suit)
        assert_never(action)

    def replay(self, actions: Iterable[Action]) -> State:
        """Return the state after several actions."""
        state = self
        for action in actions:
            state = state.apply(action)
        return state

    def back(self, actions: int = 1) -> State:
        """Return the state before the last actions; before all of them if there are fewer.

        Raises InvalidSetup for less than none.
        """
        if actions < 0:
            msg = f"Can't go back {actions} actions."
            raise InvalidSetup(msg)
        start = State.new(self.deal, self.starter, open_hands=self.open_hands)
        return start.replay(self.history[: max(len(self.events) - actions, 0)])

    def _lay(self, card: Card) -> State:
        side = self.to_act % self.ruleset.sides
        suit = self.ruleset.suit_order[card.suit]
        laid = self.expeditions[side]
        expeditions = put(self.expeditions, side, put(laid, suit, (*laid[suit], card)))
        return self._card_gone(EventKind.PLAY, card, {"expeditions": expeditions})

    def _discard(self, card: Card) -> State:
        suit = self.ruleset.suit_order[card.suit]
        piles = put(self.piles, suit, (*self.piles[suit], card))
        return self._card_gone(EventKind.DISCARD, card, {"piles": piles, "closed_suit": card.suit})

    def _card_gone(self, kind: EventKind, card: Card, changes: _Changes) -> State:
        seat = self.to_act
        place = self.hand.index(card)
        hand = self.hand[:place] + self.hand[place + 1 :]
        changes["hands"] = put(self.hands, seat, hand)
        changes["knowledge"] = self.knowledge.used(seat, seat % self.ruleset.sides, card)
        changes["events"] = (*self.events, Event(seat, kind, (card,)))
        changes["step"] = Step.DRAW
        # Only where hands are played out is there a turn without a deck, and it ends here.
        return self._with(changes) if self.deck else self._end_turn(changes)

    def _draw_deck(self) -> State:
        return self._drawn(EventKind.DRAW_DECK, self.deck[0], {"deck": self.deck[1:]})

    def _draw_pile(self, suit: Suit) -> State:
        place = self.ruleset.suit_order[suit]
        *rest, card = self.piles[place]
        changes: _Changes = {
            "piles": put(self.piles, place, tuple(rest)),
            "knowledge": self.knowledge.took(self.to_act, card),
        }
        discarded = self.closed_suit is not None
        return self._drawn(EventKind.DRAW_PILE, card, changes, idle=discarded)

    def _drawn(
        self, kind: EventKind, card: Card, changes: _Changes, *, idle: bool = False
    ) -> State:
        hand = self.ruleset.sort((*self.hand, card))
        changes["hands"] = put(self.hands, self.to_act, hand)
        changes["events"] = (*self.events, Event(self.to_act, kind, (card,)))
        return self._end_turn(changes, idle=idle)

    def _hand_over(self, cards: Cards) -> State:
        ruleset, seat = self.ruleset, self.to_act
        partner = (seat + ruleset.sides) % ruleset.seats
        kept = list(self.hand)
        for card in cards:
            kept.remove(card)
        hands = put(self.hands, seat, tuple(kept))
        knowledge = self.knowledge.handed_over(seat, partner, ruleset.side(seat), cards)
        changes: _Changes = {
            "hands": put(hands, partner, ruleset.sort(self.hands[partner] + cards)),
            "knowledge": knowledge,
            "events": (*self.events, Event(seat, EventKind.HAND_OVER, cards)),
        }
        return self._end_turn(changes, handed_over=True)

    def _end_turn(
        self, changes: _Changes, *, idle: bool = False, handed_over: bool = False
    ) -> State:
        idle_turns = self.idle_turns + 1 if idle else 0
        following = (self.to_act + 1) % self.ruleset.seats
        changes["step"] = Step.PLAY
        changes["to_act"] = following
        changes["closed_suit"] = None
        changes["idle_turns"] = idle_turns
        changes["just_handed_over"] = put(self.just_handed_over, self.to_act, handed_over)
        if self.ruleset.play_out_hands:
            if not changes["hands"][following]:
                changes["termination"] = Termination.HANDS_EMPTY
        elif not changes.get("deck", self.deck):
            changes["termination"] = Termination.DECK_EMPTY
        elif self.ruleset.stall_turns and idle_turns >= self.ruleset.stall_limit:
            changes["termination"] = Termination.STALLED
        return self._with(changes)

    def _with(self, changes: _Changes) -> State:
        # dataclasses.replace would run the constructor; this is several times as fast.
        after = object.__new__(State)
        after.__dict__.update(self.__dict__)
        after.__dict__.update(changes)
        return after

    def __repr__(self) -> str:
        when = self.termination.value if self.termination else f"seat {self.to_act} to act"
        return f"<State of {self.ruleset.id} after {len(self.events)} actions, {when}>"
