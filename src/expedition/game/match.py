"""A match: the agreed rounds, who starts each, the totals, and the outcome with its reason."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from expedition.game.cards import Named
from expedition.game.errors import Fault, InvalidSetup, RoundOver
from expedition.game.observation import Observation, PublicView, Standing, observe, public_view
from expedition.game.ruleset import StartRule
from expedition.game.state import State

if TYPE_CHECKING:
    from random import Random

    from expedition.game.actions import Action
    from expedition.game.deal import Deal
    from expedition.game.ruleset import Ruleset


class MatchTermination(Named):
    """Why a match ended."""

    ROUNDS_PLAYED = "all rounds were played"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended, and why. Tied leaders share the win (rule 7.5)."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    """The winning sides; none where one player plays alone and the total is the result."""
    termination: MatchTermination = MatchTermination.ROUNDS_PLAYED

    @property
    def is_shared(self) -> bool:
        """Whether several sides share the win."""
        return len(self.winners) > 1


@dataclass(frozen=True)
class Match:
    """The rounds so far, and what they add up to. Never changes, like State.

    With `open_hands` a teaching round comes first: all hands are open, nobody wins it, and it
    does not count. Then the match proper begins as if there had been none.
    """

    ruleset: Ruleset
    rounds: int
    start_rule: StartRule
    first_starter: int
    open_hands: bool = False
    played: tuple[State, ...] = ()
    """The states of the rounds begun, in order; all but the last are over."""
    scores: tuple[tuple[int, ...], ...] = ()
    """For each counted round that is over, the points of each side."""

    @classmethod
    def new(
        cls,
        ruleset: Ruleset,
        *,
        first_starter: int = 0,
        rounds: int | None = None,
        start_rule: StartRule | None = None,
        open_hands: bool = False,
    ) -> Match:
        """Set a match up; the edition gives what isn't given. Raises InvalidSetup."""
        rounds = ruleset.rounds[0] if rounds is None else rounds
        if rounds < 1:
            msg = f"A match has at least one round, not {rounds}."
            raise InvalidSetup(msg)
        if not 0 <= first_starter < ruleset.seats:
            msg = f"Seat {first_starter} can't start: {ruleset.id} has {ruleset.seats} seats."
            raise InvalidSetup(msg)
        return cls(ruleset, rounds, start_rule or ruleset.start_rule, first_starter, open_hands)

    # Looking

    @property
    def state(self) -> State | None:
        """The round being played, or just over; None before the first deal."""
        return self.played[-1] if self.played else None

    @property
    def counted(self) -> tuple[State, ...]:
        """The rounds that count, begun or over: all but the teaching round."""
        return self.played[self.open_hands :]

    @property
    def is_teaching(self) -> bool:
        """Whether the round being played or just over is the teaching round."""
        return self.open_hands and len(self.played) == 1

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each side over the counted rounds that are over."""
        return self._sum(self.scores)

    @property
    def is_over(self) -> bool:
        """Whether every round has been played."""
        return len(self.scores) == self.rounds

    @property
    def awaits_deal(self) -> bool:
        """Whether the next thing to happen is a deal."""
        return not self.is_over and (self.state is None or self.state.is_over)

    @property
    def next_starter(self) -> int:
        """The seat that starts the next round (rules 7.1 to 7.4)."""
        if not self.scores:
            return self.first_starter
        if self.start_rule is StartRule.NEXT_SEAT:
            return (self.counted[-1].starter + 1) % self.ruleset.seats
        points = self.scores[-1] if self.start_rule is StartRule.ROUND_WINNER else self.totals
        best = [side for side, total in enumerate(points) if total == max(points)]
        if len(best) > 1:
            return self.first_starter
        # Of two partners, the one who comes first in turn from the first starter.
        seats = self.ruleset.seats
        order = ((self.first_starter + step) % seats for step in range(seats))
        return next(seat for seat in order if self.ruleset.side(seat) == best[0])

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it goes on."""
        if not self.is_over:
            return None
        best = max(self.totals)
        winners = tuple(side for side, total in enumerate(self.totals) if total == best)
        return Outcome(self.totals, winners if self.ruleset.sides > 1 else ())

    @property
    def standing(self) -> Standing:
        """The round being played, of how many, and the totals before it."""
        number = len(self.counted)
        return Standing(number, self.rounds, self._sum(self.scores[: max(number - 1, 0)]))

    def observe(self, seat: int) -> Observation:
        """Return what a seat sees of the round being played. Raises RoundOver before a deal."""
        return observe(self._state(), seat, self.standing)

    def public_view(self) -> PublicView:
        """Return what a spectator sees of the round. Raises RoundOver before a deal."""
        return public_view(self._state(), self.standing)

    # Going on

    def begin(self, deal: Deal) -> Match:
        """Return the match with its next round dealt. Raises InvalidSetup when none is due."""
        if deal.ruleset != self.ruleset:
            msg = f"A deal of {deal.ruleset.id} in a match of {self.ruleset.id}."
            raise InvalidSetup(msg)
        if not self.awaits_deal:
            msg = "The match is over." if self.is_over else "The round before is not over."
            raise InvalidSetup(msg)
        teaching = self.open_hands and not self.played
        state = State.new(deal, self.next_starter, open_hands=teaching)
        return replace(self, played=(*self.played, state))

    def apply(self, action: Action) -> Match:
        """Return the match after an action of the seat to act. Raises IllegalAction."""
        state = self._state().apply(action)
        scores = self.scores
        if state.is_over and not self.is_teaching:
            scores = (*scores, tuple(score.total for score in state.scores))
        return replace(self, played=(*self.played[:-1], state), scores=scores)

    def back(self, actions: int = 1) -> Match:
        """Return the match before the last actions of the round being played or just over."""
        state = self._state().back(actions)
        rounds_over = len(self.counted) - (not state.is_over and not self.is_teaching)
        played = (*self.played[:-1], state)
        return replace(self, played=played, scores=self.scores[:rounds_over])

    def _sum(self, scores: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
        return tuple(sum(points[side] for points in scores) for side in range(self.ruleset.sides))

    def _state(self) -> State:
        if self.state is None:
            msg = "The first round is not dealt yet."
            raise RoundOver(msg, Fault.ROUND_OVER)
        return self.state


def draw_starter(ruleset: Ruleset, rng: Random) -> int:
    """Draw the seat that starts the first round."""
    return int(rng.random() * ruleset.seats)
