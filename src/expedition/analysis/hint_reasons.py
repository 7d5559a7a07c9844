"""Reasons: codes with numbers and cards, which a front end puts into words of any language.

A reason is a fact of what a seat sees and of the ruleset. How much it weighs is for the reader.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from expedition.game import Card

#: A number, a card's text ("R7"), a suit's letter, or the texts of several cards.
Value = int | str | tuple[str, ...]

# What is common to all: `suit` is a letter, `cards` texts of cards in their order, `card` one
# text; everything else is a whole number. `n` is what a sentence counts, to choose its form by.
# "Turns" suppose that everybody draws off the deck from now on.

#: Every code with the names of its parameters, in the order of the catalogues.
REASONS: dict[str, tuple[str, ...]] = {
    # Laying a card: what it brings
    "adds": ("suit", "n"),
    "adds-times": ("suit", "rank", "times", "points"),
    "breaks-even": ("suit", "cost"),
    "toward-even": ("suit", "n"),
    "starts-costs": ("suit", "cost"),
    "starts-costs-times": ("suit", "points", "times"),
    "multiplies": ("suit", "times"),
    "risk-grows": ("suit", "points"),
    "last-gain": ("suit", "n"),
    "last-loss": ("suit", "n"),
    # Laying a card: whether the expedition can pay
    "hand-covers": ("suit", "sum", "cost"),
    "needs-more": ("suit", "sum", "n"),
    "cant-cover": ("suit", "cost"),
    "too-late": ("n", "turns"),
    # Laying a card: time
    "starts-early": ("n",),
    "starts-late": ("n",),
    "time-short": ("n", "turns"),
    "can-wait": ("n", "turns"),
    # Laying a card: what can't be laid after it
    "skips-held": ("n", "cards"),
    "skips-partner": ("n", "cards"),
    "skips-pile": ("card",),
    "skips-unseen": ("n", "cards"),
    "skips-nothing": (),
    # Laying a card: the bonus, and who else has to do with it
    "bonus-reached": ("suit", "length", "bonus"),
    "bonus-near": ("suit", "n", "bonus"),
    "bonus-out-of-reach": ("suit", "bonus"),
    "partner-follows": ("n", "cards"),
    "denies": ("suit",),
    # Discarding a card: of what use it could be
    "nobody-can-lay": (),
    "you-cant-lay": ("suit",),
    "spare-copy": (),
    "only-one": ("suit",),
    "gives-up": ("suit", "n"),
    "gives-up-times": ("suit", "times"),
    "breaks-up": ("suit", "n", "sum"),
    "partner-collects": ("n", "cards"),
    "out-of-round": (),
    "nothing-fits": (),
    # Discarding a card: what the other side makes of it
    "feeds": ("suit", "n"),
    "feeds-times": ("suit", "times"),
    "they-hold": ("n", "cards"),
    "they-collect": ("suit", "n", "cards"),
    "they-cant-lay": (),
    "not-begun-there": ("suit",),
    "nobody-takes": (),
    "covers-yours": ("card",),
    "covers-theirs": ("card",),
    # Drawing off the deck
    "deck-fits": ("n", "total"),
    "deck-fits-none": ("n",),
    "deck-shortens": ("n", "turns"),
    "deck-hurries": ("n", "turns"),
    "ends-ahead": ("points", "theirs"),
    "ends-behind": ("points", "theirs"),
    "ends-level": ("points",),
    "left-in-hand": ("n",),
    # Taking from a discard pile
    "take-adds": ("suit", "n"),
    "take-times": ("suit", "times"),
    "take-joins": ("n", "cards"),
    "take-starts": ("suit", "cost"),
    "take-useless": ("card",),
    "take-too-late": ("card",),
    "take-denies": ("suit",),
    "take-time": ("n", "turns"),
    "take-uncovers": ("card",),
    "take-seen": ("card",),
    "stall-near": ("n",),
    "stall-ends": (),
    # The position as a whole
    "to-lay": ("n", "turns"),
    "they-wait": ("n", "turns"),
    "hand-over": ("n",),
    "hand-over-helps": ("n", "turns"),
}


@dataclass(frozen=True)
class Reason:
    """One reason for or against a choice: a code of REASONS, and what its sentence names."""

    code: str
    params: Mapping[str, Value] = field(default_factory=dict)


class Weighed:
    """The reasons for and against one action, gathered in the order in which to tell them."""

    def __init__(self) -> None:
        self.pros: list[Reason] = []
        self.cons: list[Reason] = []

    def pro(self, code: str, **params: Value) -> None:
        """Add a reason for it."""
        self.pros.append(Reason(code, params))

    def con(self, code: str, **params: Value) -> None:
        """Add a reason against it."""
        self.cons.append(Reason(code, params))


def listed(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the texts of cards, each kind once."""
    return tuple(dict.fromkeys(map(str, cards)))


def counted(cards: Iterable[Card]) -> dict[str, Value]:
    """Return the parameters `n` and `cards` for these cards, each kind once."""
    texts = listed(cards)
    return {"n": len(texts), "cards": texts}
