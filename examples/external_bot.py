"""A bot that plays over JSON lines; docs/protocol.md says what it reads and writes.

expedition check-bot "python examples/external_bot.py"
"""

import json
import sys
from typing import Any


def rank(card: str) -> int:
    """Return where a card stands in its suit: wagers below 2, numbers as they are."""
    text = card[1:]
    return int(text) if text.isdigit() else 1


def worth(action: str, edition: dict[str, Any], seen: dict[str, Any]) -> float:
    """Return how good an action looks. A turn is two of them: a card, then a draw."""
    if action == ".":
        return -1.0  # The deck: the round ends when it is empty.
    if action.startswith(("<", ">")):
        return -100.0  # It neither takes from piles nor hands cards over.
    discard = action.startswith("x")
    card = action.removeprefix("x")
    suit = edition["suits"].index(card[0])
    laid: list[str] = seen["expeditions"][seen["side"]][suit]
    if discard:
        return -10.0 - rank(card) - 5 * bool(laid)
    if laid:
        return 20.0 + rank(laid[-1]) - rank(card)  # the smaller the step, the better
    held: int = sum(rank(other) for other in seen["hand"] if other[0] == card[0])
    return 4.0 + held - int(edition["cost"]) - rank(card)  # opened only with much to follow


def main() -> None:
    """Answer each request with one line, until the input ends or says quit."""
    edition: dict[str, Any] = {}
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            edition = message["edition"]
            answer = {"type": "ready", "protocol": 1, "name": "Stepper", "version": "1"}
        elif message["type"] == "act":
            seen = message["observation"]
            choice = max(message["legal"], key=lambda action: worth(action, edition, seen))
            answer = {"type": "action", "request": message["request"], "action": choice}
        elif message["type"] == "quit":
            return
        else:
            continue  # A round begins or ends; there may be more kinds some day.
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
