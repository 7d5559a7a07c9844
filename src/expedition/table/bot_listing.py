"""The process that says which bots there are: they are loaded here, and never in the server.

So the server starts without waiting for what bots need, keeps none of it in memory, and lives on
whatever another package does when it is loaded. Run as a script with the names of bots, it says a
line of JSON for each: `bot`, and `title`, `style`, `thinks` and `editions`, or `missing`, which is
why it can't be loaded. bot_list.py reads that.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from expedition.bots import UnknownBot, about_bot, can_think, find_bot
from expedition.game import EDITIONS
from expedition.table.bot_worker import take_the_pipes


def described(name: str) -> dict[str, Any]:
    """Return what there is to say of a bot."""
    try:
        title, style = about_bot(name)
        # Made once: whatever a bot loads for it, it would load for every edition.
        declines = getattr(find_bot(name), "declines", None)
        editions = [
            edition
            for edition, ruleset in EDITIONS.items()
            if declines is None or not declines(ruleset)
        ]
        told = {"title": title, "style": style, "thinks": can_think(name), "editions": editions}
    except UnknownBot as error:
        told = {"missing": str(error)}
    except Exception as error:
        told = {"missing": f"The bot {name!r} can't say what it plays: {type(error).__name__}."}
    return {"bot": name, **told}


def main() -> None:
    """Say a line for each name, and end at once, whatever bots have begun."""
    _, answers = take_the_pipes()
    for name in sys.argv[1:]:
        line = json.dumps(described(name)).encode() + b"\n"
        while line:
            line = line[answers.write(line) :]
    os._exit(0)


if __name__ == "__main__":
    main()
