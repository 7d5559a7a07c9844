"""A worker whose bots misbehave, each in its way. Run as a script, in place of the real worker.

Its first argument is a file for a bot that looks around to write down what it found.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from expedition.bots import Bot, UnknownBot, find_bot
from expedition.bots.careful import CarefulBot
from expedition.game import Discard, Play
from expedition.table import bot_worker

if TYPE_CHECKING:
    from random import Random

    from expedition.game import Action, Observation

    Legal = tuple[Action, ...]


class Villain:
    """A bot; those below are found by their names in small letters."""

    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        raise NotImplementedError


class Slow(Villain):
    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        time.sleep(3600)
        return legal[0]


class Endless(Villain):
    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        while True:
            pass


class Measured(Villain):
    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        time.sleep(0.15)
        return legal[-1]


class Crashing(Villain):
    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        msg = f"no idea what to do with {observation.hand}"
        raise ValueError(msg)


class Telling(Villain):
    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        raise type(f"I hold {observation.hand[0]}", (Exception,), {})


class Quitting(Villain):
    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        raise SystemExit(3)


class Exiting(Villain):
    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        os._exit(3)


class Illegal(Villain):
    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        kinds = observation.ruleset.kinds
        return Play(next(card for card in kinds if card not in observation.hand))


class Mute(Villain):
    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        return None


class Hungry(Villain):
    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        return legal[len(bytearray(8 << 30)) * 0]


class Printing(Villain):
    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        print('{"to": "me", "action": "R7"}', flush=True)  # noqa: T201
        print("x" * 1_000_000, file=sys.stderr)  # noqa: T201
        os.write(1, b"and past Python\n")
        assert sys.stdin.read() == ""
        subprocess.run([sys.executable, "-c", "print(1)"], check=True)
        return legal[-1]


class Shouting(Villain):
    """Write to every pipe there is, as long as they take it."""

    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        _write_everywhere(b"x" * 1_000_000)
        return legal[-1]


class Forging(Villain):
    """Answer another question than the one that was asked."""

    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        _write_everywhere(json.dumps({"to": "0" * 64, "action": str(legal[0])}).encode() + b"\n")
        time.sleep(3600)
        return legal[0]


class Babbling(Villain):
    """Write what is no JSON."""

    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        _write_everywhere(b"[" * 200 + b"\n")
        time.sleep(3600)
        return legal[0]


class Tardy(Villain):
    """Answer as one should, and go on talking afterwards."""

    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        threading.Timer(0.1, _write_everywhere, [b"by the way\n"]).start()
        return legal[-1]


class Mutating(Villain):
    """Change everything that was given."""

    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        mine = legal[-1]
        object.__setattr__(observation, "hand", ())
        object.__setattr__(observation, "legal_actions", (Discard(observation.ruleset.kinds[0]),))
        object.__setattr__(observation.ruleset, "suits", ())
        rng.seed(0)
        return mine


class Poisoning(Villain):
    """Change how every bot in the same process plays."""

    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        CarefulBot.choose = Villain.choose  # type: ignore[assignment, method-assign]
        return legal[-1]


class Looking(Villain):
    """Write down what can be found out from inside."""

    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        found = {
            "environment": dict(os.environ),
            "folder": os.getcwd(),  # noqa: PTH109
            "files": os.listdir(),  # noqa: PTH208
            "modules": sorted(sys.modules),
        }
        Path(sys.argv[1]).write_text(json.dumps(found), encoding="utf-8")
        return legal[-1]


class Littering(Villain):
    """Leave a file and a process behind."""

    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        Path("litter").write_text("x", encoding="utf-8")
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
        found = {"folder": os.getcwd(), "child": child.pid}  # noqa: PTH109
        Path(sys.argv[1]).write_text(json.dumps(found), encoding="utf-8")
        time.sleep(3600)
        return legal[0]


class Hurried(Villain):
    """Have a simpler bot answer at first, if it was told to hurry; well behaved."""

    def __init__(self) -> None:
        self.left = 0
        self.stands_in: str | None = None

    def hurry(self) -> None:
        self.left = 2

    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        self.stands_in = "random" if self.left else None
        self.left -= 1
        return legal[0] if self.stands_in else legal[-1]


class Boasting(Villain):
    """Say that somebody stood in who is not there."""

    stands_in = "R7, " * 100

    def choose(self, observation: Observation, legal: Legal, rng: Random) -> Any:
        return legal[-1]


class Flustered(Boasting):
    """Fail when told to hurry."""

    stands_in = 7  # type: ignore[assignment]

    def hurry(self) -> None:
        msg = "one thing after the other"
        raise TimeoutError(msg)


def _write_everywhere(data: bytes) -> None:
    for fd in range(3, 20):
        try:
            os.set_blocking(fd, True)
            os.write(fd, data)
        except OSError:
            continue


VILLAINS = {villain.__name__.lower(): villain for villain in (*Villain.__subclasses__(), Flustered)}


def find(name: str) -> Bot:
    if name == "broken-on-import":
        raise UnknownBot(name) from ImportError("no R7 here")
    if name == "exiting-on-import":
        sys.exit("I hold everything")
    return VILLAINS[name]() if name in VILLAINS else find_bot(name)


if __name__ == "__main__":
    bot_worker.serve(find)
