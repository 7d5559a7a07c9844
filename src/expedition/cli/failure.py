"""How a command fails: with a sentence and an exit code, never a traceback."""

from __future__ import annotations

#: Exit codes, as `expedition --help` lists them.
OK, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


class CommandError(Exception):
    """A command can't go on. The message says what is wrong and what to do."""

    def __init__(self, message: str, code: int = BAD_INPUT) -> None:
        super().__init__(message)
        self.code = code
