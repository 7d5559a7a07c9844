"""Views: what a spectator and a seat see of a round.

A view is built up from what its audience knows, field by field; nothing is copied from a state
and then taken out again. Two states that an audience can't tell apart give it equal views.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from expedition.game.errors import Fault, IllegalAction, InvalidSetup
from expedition.game.events import Event, as_seen
from expedition.game.legality import verify
from expedition.game.scoring import RoundScore, score_side
from expedition.game.steps import Step

if TYPE_CHECKING:
    from expedition.game.actions import Action
    from expedition.game.cards import Card, Suit
    from expedition.game.ruleset import Ruleset
    from expedition.game.state import State
    from expedition.game.steps import Termination

Cards = tuple["Card", ...]


class Standing(NamedTuple):
    """Where a match stands: counted rounds from 1, or 0 in the teaching round."""

    round: int
    rounds: int
    totals: tuple[int, ...]
    """Points of each side in the rounds before this one."""


@dataclass(frozen=True, kw_only=True)
class PublicView:
    """What everybody at the table sees and remembers, without looking into a hand.

    Indexed like the fields of State. Whole discard piles are public: each of their cards was seen
    when it was discarded. Whether a table lets people browse them is the table's business.
    """

    ruleset: Ruleset
    starter: int
    to_act: int
    step: Step
    termination: Termination | None
    expeditions: tuple[tuple[Cards, ...], ...]
    piles: tuple[Cards, ...]
    deck_size: int
    hand_sizes: tuple[int, ...]
    closed_suit: Suit | None
    idle_turns: int
    just_handed_over: tuple[bool, ...]
    known: tuple[Cards, ...]
    """For each seat, the cards that this audience knows it holds: they were seen to go there."""
    pooled: tuple[Cards, ...]
    """For each side, cards that this audience knows one partner or the other holds."""
    events: tuple[Event, ...]
    """All that happened, as this audience saw it."""
    open_hands: tuple[Cards, ...] | None
    """Every hand where all are laid open (the teaching round); None in any other round."""
    standing: Standing | None
    """Where the match stands, or None outside a match."""

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self.termination is not None

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

    def turns_left(self, seat: int) -> int:
        """Return how many turns a seat still has, the present one included, if all draw the deck.

        Draws off a discard pile, and hand-overs, make it more.
        """
        if self.is_over:
            return 0
        away = (seat - self.to_act) % self.ruleset.seats
        turns = len(range(away, self.deck_size, self.ruleset.seats))
        if not self.ruleset.play_out_hands:
            return turns
        # Then every card in hand is one turn more; at the draw step this turn's card has left it.
        drawing = seat == self.to_act and self.step is Step.DRAW
        return turns + self.hand_sizes[seat] + drawing


@dataclass(frozen=True, kw_only=True)
class Observation(PublicView):
    """What one seat sees and remembers: the public view, its own hand and its own draws.

    `known` and `events` are what this seat knows, which can be more than a spectator does.
    """

    seat: int
    hand: Cards
    dealt: Cards
    """The hand that the seat was dealt."""
    exposed: Cards
    """Cards of this hand that the other sides know of."""
    exposed_pooled: Cards
    """Cards that the other sides know this seat or its partner to hold, but not which of them."""
    legal_actions: tuple[Action, ...]
    """What the seat may do now; empty when it is not its turn."""

    def verify(self, action: Action) -> None:
        """Raise IllegalAction, saying why in a sentence, unless the seat may do this now."""
        if self.seat != self.to_act and not self.is_over:
            msg = "It is not your turn."
            raise IllegalAction(msg, Fault.NOT_YOUR_TURN)
        verify(self, action)

    @property
    def side(self) -> int:
        """The side that the seat scores for."""
        return self.ruleset.side(self.seat)

    @property
    def information_state(self) -> InformationState:
        """All that the seat has seen and done, in a form to compare and to hash."""
        return InformationState(
            self.ruleset.id, self.seat, self.starter, self.dealt, self.open_hands, self.events
        )


class InformationState(NamedTuple):
    """All that a seat has seen and done in a round. Equal for states that it can't tell apart."""

    ruleset_id: str
    seat: int
    starter: int
    dealt: Cards
    open_hands: tuple[Cards, ...] | None
    events: tuple[Event, ...]


def observe(state: State, seat: int, standing: Standing | None = None) -> Observation:
    """Return what one seat sees of a round. Raises InvalidSetup for a seat that isn't there."""
    ruleset = state.ruleset
    if seat not in range(ruleset.seats):
        msg = f"There is no seat {seat}: {ruleset.id} has seats 0 to {ruleset.seats - 1}."
        raise InvalidSetup(msg)
    partner = ruleset.partner(seat)
    knowledge = state.knowledge
    known = list(knowledge.public)
    pooled = list(knowledge.pooled)
    if partner is not None:
        # Partners see their hand-overs, so for them nothing of their own side is in doubt.
        known[partner] = knowledge.partner[partner]
        known[seat] = knowledge.partner[seat]
        pooled[ruleset.side(seat)] = ()
    return Observation(
        ruleset=ruleset,
        starter=state.starter,
        to_act=state.to_act,
        step=state.step,
        termination=state.termination,
        expeditions=state.expeditions,
        piles=state.piles,
        deck_size=len(state.deck),
        hand_sizes=tuple(len(hand) for hand in state.hands),
        closed_suit=state.closed_suit,
        idle_turns=state.idle_turns,
        just_handed_over=state.just_handed_over,
        known=tuple(known),
        pooled=tuple(pooled),
        events=as_seen(state.events, ruleset, seat, open_hands=state.open_hands),
        open_hands=state.hands if state.open_hands else None,
        standing=standing,
        seat=seat,
        hand=state.hands[seat],
        dealt=state.deal.hands[seat],
        exposed=knowledge.public[seat],
        exposed_pooled=knowledge.pooled[ruleset.side(seat)],
        legal_actions=state.legal_actions() if seat == state.to_act else (),
    )


def public_view(state: State, standing: Standing | None = None) -> PublicView:
    """Return what a spectator sees of a round."""
    return PublicView(
        ruleset=state.ruleset,
        starter=state.starter,
        to_act=state.to_act,
        step=state.step,
        termination=state.termination,
        expeditions=state.expeditions,
        piles=state.piles,
        deck_size=len(state.deck),
        hand_sizes=tuple(len(hand) for hand in state.hands),
        closed_suit=state.closed_suit,
        idle_turns=state.idle_turns,
        just_handed_over=state.just_handed_over,
        known=state.knowledge.public,
        pooled=state.knowledge.pooled,
        events=as_seen(state.events, state.ruleset, None, open_hands=state.open_hands),
        open_hands=state.hands if state.open_hands else None,
        standing=standing,
    )
