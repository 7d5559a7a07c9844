"""An external bot in one seat: a process of its own, and where the two are in their talk."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from expedition.bots.external_answers import Ready, read_answer, read_ready
from expedition.bots.external_messages import act, farewell, hello, new_round, round_over
from expedition.bots.external_process import ExternalProcess

if TYPE_CHECKING:
    from collections.abc import Sequence

    from expedition.bots.external_answers import Answer
    from expedition.game import Action, Observation, Ruleset


class Sitting:
    """A process that plays one edition in one seat. Everything here raises Trouble."""

    def __init__(self, command: str | Sequence[str], ruleset: Ruleset, deadline: float) -> None:
        """Start the process; `greet` comes next."""
        self.ruleset = ruleset
        self.request = b""
        """The line that it is to answer, or has answered last."""
        self.ready = Ready("", "")
        self.seconds = 0.0
        """Seconds from the start until it was ready."""
        self._deadline = deadline
        self._rounds = self._requests = 0
        self._began = time.monotonic()
        self._process = ExternalProcess(command)

    def greet(self, limit: float) -> None:
        """Tell it the rules, and hear that it is ready within `limit` seconds."""
        self.request = hello(self.ruleset, self._deadline)
        self.ready = read_ready(self._process.ask(self.request, limit), self.ruleset.id)
        self.seconds = time.monotonic() - self._began

    @property
    def last_words(self) -> str:
        """The end of what the process wrote to its standard error."""
        return self._process.last_words

    def begin(self, observation: Observation) -> None:
        """Tell it that a new round begins."""
        self._rounds += 1
        self._process.tell(new_round(observation, self._rounds))

    def ask(self, observation: Observation, legal: tuple[Action, ...], seed: int) -> Answer:
        """Return what it chooses, and says about it, by the deadline."""
        self._requests += 1
        self.request = act(observation, legal, self._requests, self._deadline, seed)
        line = self._process.ask(self.request, self._deadline)
        return read_answer(line, self._requests, observation, legal)

    def finish(self, observation: Observation) -> None:
        """Tell it how the round has ended."""
        self._process.tell(round_over(observation, self._rounds))

    def leave(self) -> None:
        """Let it quit, and see to it that it does."""
        self._process.end(farewell())

    def end(self) -> None:
        """Stop it."""
        self._process.end()
