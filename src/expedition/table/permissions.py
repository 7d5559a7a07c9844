"""What somebody in a seat may do at a table now: one place for deciding and for showing."""

from __future__ import annotations

from dataclasses import dataclass

from expedition.table.table import EndedBy, Phase, Table


@dataclass(frozen=True, slots=True)
class Permissions:
    """Which commands would be accepted from a seat now, as far as its turn is not meant."""

    turn: bool = False
    deal: bool = False
    take_back: bool = False
    restart: bool = False
    rematch: bool = False
    answer: bool = False
    resign: bool = False
    stop: bool = False
    replace: tuple[int, ...] = ()
    """The seats of people who have left, for whom a bot may go on."""
    return_: bool = False
    greet: bool = False


#: What a spectator may do.
NOTHING = Permissions()


def permissions(table: Table, seat: int, gone: frozenset[int]) -> Permissions:
    """Return what a seat may do; `gone` are the seats whose people have been away for long."""
    sitter = table.sitters[seat]
    if sitter.bot:
        return Permissions(return_=sitter.stands_in and table.rematch is None)
    ending, phase, pending = table.ending, table.phase, table.pending
    left = tuple(other for other in table.people if other in gone and other != seat)
    strangers = [
        other
        for other in table.people
        if other != seat and not (sitter.host and table.sitters[other].host)
    ]
    begun = ending is None and phase is not Phase.WAITING
    free_to_ask = pending is None
    return Permissions(
        turn=table.to_act == seat,
        deal=phase is Phase.BETWEEN,
        take_back=free_to_ask
        and table.round_running
        and table.created.daily is None
        and table.before_last_turn_of(seat) is not None,
        restart=free_to_ask and begun and table.created.daily is None,
        rematch=free_to_ask
        and ending is not None
        and table.rematch is None
        and not table.created.daily
        and not table.created.branched
        and ending.by is not EndedBy.STOPPED
        and table.is_full,
        answer=pending is not None and seat in table.waits_for(pending),
        resign=begun,
        stop=ending is None and all(other in gone for other in strangers),
        replace=left if begun else (),
        greet=len(table.people) > 1,
    )
