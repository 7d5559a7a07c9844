"""A logged event with what is needed to tell it to somebody: the steps of a turn, the round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from expedition.table.events import Dealt, Event, TurnTaken
from expedition.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from expedition.game.events import Event as RoundEvent


@dataclass(frozen=True, slots=True)
class Happening:
    """One event of a table's log, whole. What an audience is told of it is the views' business."""

    seq: int
    event: Event
    round: int = 0
    """The round as people count it, from 1; 0 is the teaching round or none."""
    starter: int = 0
    steps: tuple[RoundEvent, ...] = ()
    """For a turn: the card and the draw, with the cards that moved."""
    open_hands: bool = False
    closed: bool = False
    """Whether the turn ended its round."""


def happening(event: Event, after: Table) -> Happening:
    """Return an event that was just added, with what is told of it; `after` has it as its last."""
    state = after.state
    if state is None or not isinstance(event, Dealt | TurnTaken):
        return Happening(after.seq, event)
    steps = state.events[-len(event.actions) :] if isinstance(event, TurnTaken) else ()
    return Happening(
        after.seq,
        event,
        after.match.standing.round,
        state.starter,
        steps,
        state.open_hands,
        state.is_over,
    )


def unfold(events: Iterable[Event]) -> tuple[Table, list[Happening]]:
    """Fold a log and keep what happened on the way. Raises BrokenLog."""
    table: Table | None = None
    happenings: list[Happening] = []
    for event in events:
        table = Table.fold((event,)) if table is None else table.then(event)
        happenings.append(happening(event, table))
    if table is None:
        table = Table.fold(())
    return table, happenings
