"""Golden rounds: whole rounds with every legal action, to hold any engine against.

One JSON object a line: `edition`, `starter`, `cards` (the shuffled pack), `actions`, `legal` (every
legal action before each step), `expeditions` and `scores` at the end. docs/record-format.md has the
form. An engine is anything that can play a round as `game.State` does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from expedition.game import Action, Card, Deal, GameError, Ruleset, Suit, find_edition
from expedition.notation.actions import parse_action
from expedition.notation.cards import parse_card
from expedition.notation.fields import Fields
from expedition.notation.json_text import load_json
from expedition.notation.record_error import RecordError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Self

    #: Makes an engine's round from a deal and the seat that starts.
    Engine = Callable[[Deal, int], "Round"]


class Scored(Protocol):
    """The score of a side."""

    @property
    def total(self) -> int:
        """Its points."""
        ...


class Round(Protocol):
    """What a golden round asks of an engine. `game.State` is one."""

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        ...

    @property
    def scores(self) -> Sequence[Scored]:
        """The score of each side."""
        ...

    def legal_actions(self) -> tuple[Action, ...]:
        """Return every legal action."""
        ...

    def apply(self, action: Action) -> Self:
        """Return the round after an action."""
        ...

    def expedition(self, side: int, suit: Suit) -> tuple[Card, ...]:
        """Return one side's expedition."""
        ...


class GoldenMismatch(Exception):
    """The first place where an engine and a golden round differ."""

    def __init__(self, round_number: int, step: int, what: str, expected: str, got: str) -> None:
        place = f"step {step}" if step else "the end"
        lines = (
            f"Round {round_number}, {place}: {what} differ.",
            f"  expected {expected}",
            f"  got      {got}",
        )
        super().__init__("\n".join(lines))
        self.round_number, self.step, self.what = round_number, step, what
        self.expected, self.got = expected, got


@dataclass(frozen=True)
class GoldenRound:
    """One line of a golden file, read but not yet played."""

    number: int
    ruleset: Ruleset
    starter: int
    deal: Deal
    actions: tuple[Action, ...]
    legal: tuple[tuple[str, ...], ...]
    """Before each step, the legal actions as sorted texts: a list, so that none counts twice."""
    expeditions: tuple[dict[Suit, tuple[Card, ...]], ...]
    scores: tuple[int, ...]


def parse_golden(line: str, number: int) -> GoldenRound:
    """Read a line, or raise RecordError. `number` is the round's place in its file, from 1."""
    try:
        data = load_json(line)
    except RecordError as error:
        raise RecordError(error.reason, round_number=number) from None
    fields = Fields(data, "The line", number)
    try:
        ruleset = find_edition(fields.line("edition", 80))
        starter = fields.whole("starter", 0, ruleset.seats - 1)
        cards = tuple(parse_card(text, ruleset) for text in fields.texts("cards", 1000))
        actions = _actions(fields.texts("actions", 10**6), ruleset)
        legal = []
        for item in fields.items("legal", 10**6):
            listed = Fields({"legal": item}, "The line", number).texts("legal", 10**5)
            legal.append(_sorted(_actions(listed, ruleset)))
        expeditions = tuple(
            _expeditions(Fields(side, "A side", number), ruleset)
            for side in fields.items("expeditions", ruleset.sides)
        )
        scores = tuple(fields.wholes("scores", ruleset.sides))
        fields.done()
        deal = Deal(ruleset, cards)
    except RecordError:
        raise
    except GameError as error:
        raise RecordError(str(error), round_number=number) from None
    for what, given in (("expeditions", expeditions), ("scores", scores)):
        if len(given) != ruleset.sides:
            msg = f"{what!r} is of {len(given)} sides; {ruleset.id} has {ruleset.sides}"
            raise fields.error(msg)
    if len(legal) != len(actions):
        msg = f"{len(actions)} actions, but {len(legal)} lists of legal ones"
        raise fields.error(msg)
    return GoldenRound(number, ruleset, starter, deal, actions, tuple(legal), expeditions, scores)


def verify_golden(golden: GoldenRound, engine: Engine) -> int:
    """Play a golden round on an engine, and return its steps; or raise GoldenMismatch."""
    current = engine(golden.deal, golden.starter)
    for step, action in enumerate(golden.actions, start=1):
        expected = golden.legal[step - 1]
        got = _sorted(current.legal_actions())
        if got != expected:
            what = "the legal actions"
            raise GoldenMismatch(golden.number, step, what, " ".join(expected), " ".join(got))
        if str(action) not in got:
            raise GoldenMismatch(golden.number, step, "the actions", str(action), "not legal")
        current = current.apply(action)
    if not current.is_over:
        raise GoldenMismatch(
            golden.number, 0, "the ends", "a round that is over", "one that is not"
        )
    for side, expected_side in enumerate(golden.expeditions):
        for suit in golden.ruleset.suits:
            laid, want = current.expedition(side, suit), expected_side.get(suit, ())
            if laid != want:
                what = f"{suit} expeditions of side {side}"
                raise GoldenMismatch(golden.number, 0, what, _laid(want), _laid(laid))
    scores = tuple(score.total for score in current.scores)
    if scores != golden.scores:
        raise GoldenMismatch(golden.number, 0, "the scores", str(golden.scores), str(scores))
    return len(golden.actions)


def _actions(texts: Iterable[str], ruleset: Ruleset) -> tuple[Action, ...]:
    return tuple(parse_action(text, ruleset) for text in texts)


def _expeditions(fields: Fields, ruleset: Ruleset) -> dict[Suit, tuple[Card, ...]]:
    laid = {
        suit: tuple(parse_card(text, ruleset) for text in fields.texts(suit.letter, 100))
        for suit in ruleset.suits
        if suit.letter in fields
    }
    fields.done()
    return laid


def _sorted(actions: tuple[Action, ...]) -> tuple[str, ...]:
    return tuple(sorted(map(str, actions)))


def _laid(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards)) or "nothing"
