"""The process that bots run in: it reads questions from its pipe, and answers each with a line.

It is started with an environment and a folder that hold nothing (see bot_process.py), and is told
nothing but whose turn it is to choose, a seed, and what that seat sees. This file imports nothing
of the table's, so it runs as a script: `python -P bot_worker.py`.

A question is two frames, each led by its length in four bytes, the high one first: JSON with
`bot` and `seed`, and a pickled Observation. An answer is a line of JSON: `to`, the digest of the
question, and `action` as text, or `error`, the kind of what was raised; with `stands_in`, the bot
that chose where one stood in for the bot asked. What a bot says of its failure is dropped: it could
name the cards that it holds.
"""

from __future__ import annotations

import builtins
import hashlib
import json
import os
import pickle
import queue
import sys
import threading
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from expedition.bots import UnknownBot, find_bot

if TYPE_CHECKING:
    from collections.abc import Callable
    from io import FileIO

    from expedition.bots import Bot
    from expedition.game import Observation

    Question = tuple[bytes, bytes]

#: The folder that a worker is started in is called so, and is the worker's to remove.
FOLDER_PREFIX = "expedition-bot-"
#: What a worker says when it has started.
READY = b'{"ready": true}\n'
#: The kind of error of a bot that is not there or can't be made.
NOT_LOADED = "not-loaded"
#: The kind of an error that Python has no name for: a name of the bot's own could say anything.
OWN_ERROR = "an error of its own"

# Far more than a bot of this package needs, but less than takes the machine down with it.
_MEMORY = 2 << 30
# People's turns come first on a busy machine.
_NICENESS = 5
# No answer is longer; the pool would not read it.
_LONGEST_ACTION = 64
_LONGEST_NAME = 40


def digest(head: bytes, observation: bytes) -> str:
    """Return what names a question: the same for the same frames, and for no others."""
    return hashlib.sha256(len(head).to_bytes(4, "big") + head + observation).hexdigest()


def kind_of(error: BaseException) -> str:
    """Return the name of a built-in exception, and of any other that it is none."""
    name = type(error).__name__
    return name if getattr(builtins, name, None) is type(error) else OWN_ERROR


def is_built_in(name: str) -> bool:
    """Whether Python has an exception of this name."""
    kind = getattr(builtins, name, None)
    return isinstance(kind, type) and issubclass(kind, BaseException)


def serve(find: Callable[[str], Bot] = find_bot) -> None:
    """Answer questions until the pipe ends; then the process does. Bots come from `find`."""
    questions, answers = take_the_pipes()
    _be_modest()
    asked: queue.SimpleQueue[Question] = queue.SimpleQueue()
    # A thread of its own notices the end of the pipe even while a bot thinks, so that no worker
    # outlives a server that was killed.
    threading.Thread(target=_read, args=(questions, asked), daemon=True).start()
    _say(answers, READY)
    bots: dict[str, Bot] = {}
    while True:
        question = asked.get()
        answer = {"to": digest(*question), **_answer(question, bots, find)}
        _say(answers, json.dumps(answer).encode() + b"\n")


def _answer(question: Question, bots: dict[str, Bot], find: Callable[[str], Bot]) -> dict[str, str]:
    try:
        head = json.loads(question[0])
        name = head["bot"]
        if name not in bots:
            bots[name] = _hurried(find(name))
        observation: Observation = pickle.loads(question[1])  # noqa: S301  from the server itself
        rng = Random(head["seed"])  # noqa: S311  nothing secret
        action = bots[name].choose(observation, observation.legal_actions, rng)
        answer = {"action": str(action)[:_LONGEST_ACTION]}
        stands_in = getattr(bots[name], "stands_in", None)
        if isinstance(stands_in, str):
            answer["stands_in"] = stands_in[:_LONGEST_NAME]
        return answer
    except UnknownBot:
        return {"error": NOT_LOADED}
    except BaseException as error:
        # A bot may raise anything, SystemExit and KeyboardInterrupt too.
        return {"error": kind_of(error)}


def _hurried(bot: Bot) -> Bot:
    """Have a bot that can answer at once do so, though better answers need more to be loaded."""
    hurry = getattr(bot, "hurry", None)
    if callable(hurry):
        hurry()
    return bot


def take_the_pipes() -> tuple[FileIO, FileIO]:
    """Return the pipes of questions and answers, and leave nothing where bots look for them.

    What a bot prints goes nowhere, and what it reads is empty. Processes that it starts don't
    inherit the pipes.
    """
    questions = os.fdopen(os.dup(0), "rb", buffering=0)
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    os.close(nowhere)
    return questions, answers


def _be_modest() -> None:
    if sys.platform != "win32":
        import resource

        os.nice(_NICENESS)
        with suppress(OSError, ValueError):  # A stricter limit is kept.
            _, hard = resource.getrlimit(resource.RLIMIT_DATA)
            resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, hard))


def _say(answers: FileIO, line: bytes) -> None:
    try:
        answers.write(line)
    except OSError:  # There is nobody any more to hear it.
        _leave()


def _read(pipe: FileIO, asked: queue.SimpleQueue[Question]) -> None:
    try:
        while True:
            asked.put((_frame(pipe), _frame(pipe)))
    except BaseException:
        # The server has closed the pipe, or is gone; or a bot has broken it.
        _leave()


def _frame(pipe: FileIO) -> bytes:
    return _exactly(pipe, int.from_bytes(_exactly(pipe, 4), "big"))


def _exactly(pipe: FileIO, size: int) -> bytes:
    read = b""
    while len(read) < size:
        part = pipe.read(size - len(read))
        if not part:
            raise EOFError
        read += part
    return read


def _leave() -> None:
    # The server removes the folder; a server that was killed can't.
    folder = Path.cwd()
    if folder.name.startswith(FOLDER_PREFIX):
        with suppress(OSError):
            folder.rmdir()
    os._exit(0)


if __name__ == "__main__":
    serve()
