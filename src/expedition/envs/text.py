"""An observation in lines for people, read off the row that an agent gets and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from expedition.fast import observation_sections

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from expedition.game import Ruleset

# The sections that count cards of each kind, and how a line with them begins.
_CARDS = {
    "hand": "Hand",
    "laid": "Laid by my side",
    "laid_other": "Laid by the other",
    "exposed": "Known to others",
    "exposed_pooled": "Known with partner",
    "pooled_other": "Known of the others",
}


def observation_text(ruleset: Ruleset, row: NDArray[np.uint8]) -> str:
    """Return what a row of an observation says, a line for each thing that isn't empty."""
    parts = {
        section.name: row[section.start : section.start + section.length]
        for section in observation_sections(ruleset)
    }
    lines = [_turn(parts)]
    for name, part in parts.items():
        if name == "piles":
            words = _piles(ruleset, part)
        elif name in _CARDS or name.startswith("known_"):
            words = _cards(ruleset, part)
        else:
            continue
        if words:
            label = _CARDS.get(name) or ("Piles" if name == "piles" else f"Held {name[6:]} on")
            lines.append(f"{label + ':':<20} {words}")
    return "\n".join(lines)


def _turn(parts: dict[str, NDArray[np.uint8]]) -> str:
    if not parts["to_act"].any():
        return f"The round is over. {parts['deck'][0]} cards in the deck."
    away = int(parts["to_act"].argmax())
    who = "I am" if away == 0 else f"The seat {away} on is"
    what = "a draw" if parts["draw_step"][0] else "a card"
    return f"{who} to act, {what} comes next. {parts['deck'][0]} cards in the deck."


def _cards(ruleset: Ruleset, counts: NDArray[np.uint8]) -> str:
    return " ".join(
        str(card)
        for card, count in zip(ruleset.kinds, counts.tolist(), strict=True)
        for _ in range(count)
    )


def _piles(ruleset: Ruleset, part: NDArray[np.uint8]) -> str:
    """Return the piles from the bottom up, as they grew: the last card of each is its top."""
    piles = part.reshape(len(ruleset.suits), -1)
    rows = [[str(ruleset.kinds[kind - 1]) for kind in pile.tolist() if kind] for pile in piles]
    return " | ".join(" ".join(reversed(cards)) for cards in rows if cards)
