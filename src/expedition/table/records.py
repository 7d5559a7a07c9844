"""A table's match as a record: what anybody may have of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from expedition.notation import Player, Record, SealedRound
from expedition.table.table import EndedBy, Table

if TYPE_CHECKING:
    from expedition.game import Match


_HOW_TO_CHECK = (
    "A commitment is the SHA-256 of the salt, a space and the deal. "
    "expedition replay --check-deal holds one against the other."
)


def table_record(table: Table, day: str | None = None, *, opened: bool = True) -> Record:
    """Return the record of a table: a running round stays sealed.

    With `opened` false, so does a round that is over: its deal is still being played elsewhere.
    `day` is when the table was set up, as YYYY-MM-DD.
    """
    match, seals = table.match, table.seals
    sealed = None
    last = match.state
    if last is not None and (table.round_running or not opened):
        sealed = SealedRound.of(last, seals[-1])
        match, seals = _without_last(match), seals[:-1]
    players = tuple(
        Player(sitter.name or sitter.bot or "Nobody", sitter.bot) for sitter in table.sitters
    )
    return Record(match, players, date=day, tags=_tags(table), seals=seals, sealed=sealed)


def _without_last(match: Match) -> Match:
    played = match.played[:-1]
    over = len(played) - match.open_hands
    return replace(match, played=played, scores=match.scores[: max(over, 0)])


def _tags(table: Table) -> tuple[tuple[str, str], ...]:
    """Return what the actions alone don't tell."""
    tags = []
    if table.seals:
        tags.append(("check-deal", _HOW_TO_CHECK))
    ending = table.ending
    if ending and ending.by is not EndedBy.PLAYED:
        who = "" if ending.seat is None else f" by seat {ending.seat}"
        tags.append(("ended", f"{ending.by.value}{who}"))
    for name, holds in (
        ("taken-back", table.taken_back),
        ("restarted", table.restarted),
        ("branched", table.created.branched),
    ):
        if holds:
            tags.append((name, "yes"))
    if table.created.daily:
        tags.append(("daily", table.created.daily))
    return tuple(tags)
