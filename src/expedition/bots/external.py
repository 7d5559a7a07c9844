"""Bots that are programs of their own, in any language: they play over JSON lines.

What they read and write is in docs/protocol.md. Whatever such a program does, `choose` returns a
legal action or raises BotFailed, by its deadline and a little more.
"""

from __future__ import annotations

import math
import shlex
import weakref
from contextlib import suppress
from typing import TYPE_CHECKING, Self

from expedition.bots.external_failure import BotFailed, FailureKind, Trouble
from expedition.bots.external_process import words
from expedition.bots.external_sitting import Sitting
from expedition.notation import shown

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from expedition.game import Action, Observation, Ruleset

__all__ = ["BotFailed", "ExternalBot", "FailureKind"]

#: Seconds that a bot has for one action, and to start and say that it is ready.
DEADLINE, START_LIMIT = 5.0, 10.0
#: How many times a bot that has failed is started again, in all its rounds and seats together.
RESTARTS = 3


class ExternalBot:
    """A program that plays, as a Bot. Close it when you are done, or use it in a `with`.

    It has a process for each seat that it is asked about: two partners, or the two seats of a deal
    that is played both ways, don't share what they know. A process is started when first needed.
    When it fails it's ended, and takes no further part in the round; the next round starts it
    anew, at most `restarts` times. One round at a time, and from one thread at a time.

    The command is a list of words, or one text that is split as a shell would; no shell runs it.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        deadline: float = DEADLINE,
        *,
        start_limit: float = START_LIMIT,
        restarts: int = RESTARTS,
    ) -> None:
        """Take a command; nothing is started yet. Both limits are in seconds.

        Raises BotFailed when there is no command in it, and ValueError for a limit that is none.
        """
        for what, limit in (("deadline", deadline), ("start limit", start_limit)):
            if not (0 < limit < math.inf):
                msg = f"The {what} is {limit} s; it should be more than 0."
                raise ValueError(msg)
        self.command = command
        self.deadline = deadline
        self.name = shown(command if isinstance(command, str) else shlex.join(command))
        self.info = ""
        """What it said about its last action: for its author, and nobody else at the table."""
        self.failures = 0
        self._start_limit = start_limit
        self._restarts = restarts
        self._sittings: dict[int, Sitting] = {}
        self._last_seen: dict[int, Observation] = {}
        self._fallen: dict[int, BotFailed] = {}
        self._last_failure: BotFailed | None = None
        # Should nobody close it, its processes end when it's forgotten, or with this program.
        self._leave = weakref.finalize(self, _leave_all, self._sittings)
        try:
            words(command)
        except Trouble as trouble:
            raise BotFailed(self.name, trouble.kind, trouble.reason) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def meet(self, ruleset: Ruleset, seat: int = 0) -> Sitting:
        """Start the bot for a seat, if it isn't, and return what it said of itself.

        Otherwise its first action is what starts it, and takes longer. Raises BotFailed when it
        can't be started, or doesn't play this edition.
        """
        return self._sitting(ruleset, seat)

    def choose(self, observation: Observation, legal: tuple[Action, ...], rng: Random) -> Action:
        """Return the action that the program chooses, which is one of `legal`.

        Raises BotFailed when it gives none by the deadline, and again for the rest of that round.
        """
        seat = observation.seat
        # The one method whose sequence Python promises to keep.
        seed = int(rng.random() * 2**32)
        last = self._last_seen.get(seat)
        self._last_seen[seat] = observation
        # Nobody is asked twice at the same place, so to be asked again is to play the deal again.
        is_new = (
            last is None
            or len(last.events) == len(observation.events)
            or not _goes_on(last, observation)
        )
        if is_new:
            self._fallen.pop(seat, None)
        elif seat in self._fallen:
            raise self._again(self._fallen[seat])
        sitting = self._sitting(observation.ruleset, seat)
        try:
            if is_new:
                sitting.begin(observation)
            answer = sitting.ask(observation, legal, seed)
        except Trouble as trouble:
            raise self._failed(seat, trouble) from None
        except BaseException:
            # Interrupted. The answer would come to the next question.
            self._end(seat)
            self._last_seen.pop(seat, None)
            raise
        self.info = answer.info
        return answer.action

    def round_over(self, observation: Observation) -> None:
        """Tell the program of a seat how a round ended. It needs no answer, and none is awaited.

        It may be left out; the next round ends the one before.
        """
        seat = observation.seat
        last = self._last_seen.pop(seat, None)
        if last and seat in self._sittings and _goes_on(last, observation):
            self._sittings[seat].finish(observation)

    def close(self) -> None:
        """End all processes: each is asked to quit, and killed if it doesn't. Never raises."""
        _leave_all(self._sittings)
        self._last_seen.clear()

    def _sitting(self, ruleset: Ruleset, seat: int) -> Sitting:
        """Return the process for a seat, started if need be, or raise BotFailed."""
        sitting = self._sittings.get(seat)
        if sitting and sitting.ruleset == ruleset:
            return sitting
        if self._last_failure and self.failures > self._restarts:
            reason = f"it has failed {self.failures} times and is not started again; the last time "
            reason += self._last_failure.reason
            raise BotFailed(self.name, FailureKind.GIVEN_UP, reason)
        if sitting:
            del self._sittings[seat]
            sitting.leave()
        try:
            sitting = self._sittings[seat] = Sitting(self.command, ruleset, self.deadline)
            sitting.greet(self._start_limit)
        except Trouble as trouble:
            raise self._failed(seat, trouble) from None
        except BaseException:
            self._end(seat)
            raise
        return sitting

    def _failed(self, seat: int, trouble: Trouble) -> BotFailed:
        """End the process of a seat, and return why."""
        sitting = self._end(seat)
        request = sitting.request.decode("ascii").strip() if sitting else ""
        last_words = sitting.last_words if sitting else ""
        failed = BotFailed(self.name, trouble.kind, trouble.reason, request, last_words)
        self.failures += 1
        self._fallen[seat] = self._last_failure = failed
        return failed

    def _again(self, failed: BotFailed) -> BotFailed:
        reason = f"it failed earlier in this round: {failed.reason}"
        return BotFailed(self.name, failed.kind, reason, failed.request, failed.last_words)

    def _end(self, seat: int) -> Sitting | None:
        sitting = self._sittings.pop(seat, None)
        if sitting:
            sitting.end()
        return sitting


def _leave_all(sittings: dict[int, Sitting]) -> None:
    while sittings:
        _, sitting = sittings.popitem()
        with suppress(Exception):
            sitting.leave()


def _goes_on(before: Observation, now: Observation) -> bool:
    """Whether an observation is of the same round as another one, and not earlier."""
    seen = len(before.events)
    return (
        before.ruleset == now.ruleset
        and before.starter == now.starter
        and before.dealt == now.dealt
        and before.standing == now.standing
        and (before.open_hands is None) == (now.open_hands is None)
        and now.events[:seen] == before.events
    )
