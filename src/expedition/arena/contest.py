"""A contest from its first pair to its last: played, kept, and gone on with."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from expedition.arena.errors import ArenaError
from expedition.arena.players import check_bots
from expedition.arena.ray_cluster import play_on_ray
from expedition.arena.standings import Standings
from expedition.arena.workers import play

if TYPE_CHECKING:
    from collections.abc import Callable

    from expedition.arena.log import ContestLog
    from expedition.arena.settings import Schedule, Settings

#: More processes than any machine has cores.
MOST_WORKERS = 1024


class Interrupted(Exception):
    """The contest was left by Ctrl-C. `standings` is what had been played."""

    def __init__(self, standings: Standings) -> None:
        super().__init__("The contest was interrupted.")
        self.standings = standings


def run_contest(
    settings: Settings,
    schedule: Schedule,
    *,
    workers: int = 1,
    cluster: str | None = None,
    log: ContestLog | None = None,
    on_pair: Callable[[Standings], None] | None = None,
) -> Standings:
    """Play until the schedule is done, and return the standings.

    `workers` is how many processes of this machine play; or `cluster` is the address of a Ray
    cluster that does. What `log` held is not played again, and each pair is in it before
    `on_pair` hears of it. Equal settings and schedules give equal standings, times aside, wherever
    they are played or were interrupted. Raises UnknownBot, or ArenaError, before anything is
    played; ContestBroken when a worker dies or the log can't be written; Interrupted on Ctrl-C.
    """
    if not 1 <= workers <= MOST_WORKERS:
        msg = f"Workers are from 1 to {MOST_WORKERS}, not {workers}."
        raise ArenaError(msg)
    check_bots(settings)
    standings = Standings(settings, schedule)
    if log is not None:
        for pair in log.pairs:
            standings.add(pair)
        log.pairs.clear()
    if standings.is_over():
        return standings
    try:
        jobs = standings.jobs()
        source = play_on_ray(settings, jobs, cluster) if cluster else play(settings, jobs, workers)
        with closing(source) as played:
            for pair in played:
                if log is not None:
                    log.add(pair)
                standings.add(pair)
                if on_pair is not None:
                    on_pair(standings)
                if standings.is_over():
                    break
    except KeyboardInterrupt:
        raise Interrupted(standings) from None
    return standings
