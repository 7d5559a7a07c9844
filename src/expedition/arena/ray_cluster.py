"""The same jobs on a Ray cluster. What comes of them is what one process finds.

Every machine of the cluster needs this package, in the same version, and the bots. Ray is an
extra, and imported when it is asked for.
"""

from __future__ import annotations

import logging
import socket
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

from expedition.arena.errors import ArenaError, ContestBroken
from expedition.arena.pairs import play_pair
from expedition.arena.players import Bench

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from expedition.arena.pairs import Job
    from expedition.arena.results import Pair
    from expedition.arena.settings import Settings

#: How often a player that was lost with its machine is started again elsewhere.
_RESTARTS = 3
#: Seconds that a cluster has to answer at all.
_KNOCK_LIMIT = 5.0


class ClusterPlayer:
    """What plays on the cluster: one of these for each of its processors."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._bench = Bench(settings)

    def play(self, job: Job) -> Pair:
        """Play one pair."""
        return play_pair(self._settings, job, self._bench)


def play_on_ray(settings: Settings, jobs: Iterator[Job], address: str) -> Generator[Pair]:
    """Yield the pairs of all jobs, as they are finished by the processors of a cluster.

    `address` is what `ray.init` takes: `auto` for a cluster that this machine belongs to, or
    HOST:PORT. A machine that goes takes no result with it: its pairs are played again on another.
    Raises ArenaError when Ray is not installed or no cluster answers, and ContestBroken when a
    player dies again and again.
    """
    ray = _ray()
    try:
        _knock(address)
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ValueError, RuntimeError, OSError, ray.exceptions.RayError) as error:
        msg = f"No Ray cluster answers at {address}: {_first_line(error)}."
        raise ArenaError(msg) from None
    players: list[Any] = []
    try:
        remote = ray.remote(num_cpus=1, max_restarts=_RESTARTS, max_task_retries=_RESTARTS)(
            ClusterPlayer
        )
        count = max(1, int(ray.cluster_resources().get("CPU", 1)))
        busy: dict[Any, Any] = {}
        for job in jobs:
            players.append(remote.remote(settings))
            busy[players[-1].play.remote(job)] = players[-1]
            if len(players) == count:
                break
        while busy:
            (answer,), _ = ray.wait(list(busy))
            player = busy.pop(answer)
            pair: Pair = ray.get(answer)
            following = next(jobs, None)
            if following is not None:
                busy[player.play.remote(following)] = player
            yield pair
    except ray.exceptions.RayError as error:
        msg = f"A player on the cluster died: {_first_line(error)}."
        raise ContestBroken(msg) from None
    finally:
        for player in players:
            with suppress(Exception):
                ray.kill(player)
        ray.shutdown()


def _knock(address: str) -> None:
    """Raise OSError where nobody answers at HOST:PORT: Ray itself would try for minutes."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdigit() and "/" not in host:
        socket.create_connection((host.strip("[]"), int(port)), _KNOCK_LIMIT).close()


def _ray() -> Any:  # noqa: ANN401  a module without types
    try:
        return import_module("ray")
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        msg = "--ray needs Ray, which is not installed: pip install 'expedition[ray]'."
        raise ArenaError(msg) from None


def _first_line(error: BaseException) -> str:
    text = str(error).strip()
    return (text.splitlines()[0] if text else type(error).__name__).rstrip(".")
