"""Write the tutorial's positions: a whole round of classic, of which ten turns are guided.

    python tools/make_lesson.py            write static/js/learn/lesson.js
    python tools/make_lesson.py --check    exit with 1 if that file is not what this would write

The script below says who lays or discards what and which card comes off the deck. Everything else
in the lesson is asked of the rules: which cards may be laid and why not, which piles may be drawn
from, what every expedition is worth. A script that breaks a rule does not get written.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from expedition.game import (
    Card,
    Deal,
    Discard,
    DrawDeck,
    DrawPile,
    Play,
    State,
    find_edition,
    observe,
    score_expedition,
)
from expedition.game.legality import find_fault
from expedition.notation import parse_action, parse_card, parse_cards
from expedition.web.views import round_data

if TYPE_CHECKING:
    from expedition.game import Action

HERE = Path(__file__).resolve().parent.parent
TARGET = HERE / "src/expedition/web/static/js/learn/lesson.js"
CLASSIC = find_edition("classic")
YOU, OTHER = 0, 1

YOUR_HAND = "Y5 Y7 W8 B$ B4 B5 G6 R2"
OTHER_HAND = "Y2 W3 B7 G3 G4 G5 R$ R6"

# A turn each: yours, then the other side's. `B4 .B$` lays blue 4 and draws the blue wager off the
# deck; `<B` takes the top of the blue pile. A star discards whatever is of no use any more.
GUIDED = """
    B$ .Y9    R$ .W2
    B4 .B$    R6 .G7
    xR2 .B6   xB7 .W4
    B5 <B     G3 .Y3
    B6 .W6    G4 .Y4
    B7 .W9    G5 .B2
    Y5 .R3    xY2 .G8
    Y7 .R4    G7 .B3
"""
SKIPPED = """
    * .B8     G8 .R5
    B8 .G2    * .Y6
    * .W7     * .G9
    Y9 .W10   G9 .Y8
    * .R7     * .R8
    W6 .R9    R8 .Y$
    * .R10    * .W$
    W8 .W5    * .G$
    * .G$     * .G10
    W10 .G$   G10 .R$
    * .Y10    * .R$
    * .B10    * .W$
    * .B9     * .Y$
"""
LAST = """
    B9 .B$    * .W$
    B10 .Y$
"""
# What is kept while the rest is discarded, and never goes by a star.
KEPT = {YOU: "Y9 Y10 W6 W8 W10 B8 B9 B10", OTHER: "G8 G9 G10 R8"}


def main() -> int:
    """Write the lesson, or check it."""
    text = lesson_text()
    if "--check" in sys.argv[1:]:
        return 0 if TARGET.exists() and TARGET.read_text("utf-8") == text else 1
    TARGET.write_text(text, "utf-8")
    return 0


def lesson_text() -> str:
    """Return the module that the page loads."""
    head = (
        "// Written by tools/make_lesson.py, which asks the rules for every line. Not edited by "
        "hand.\n// @ts-nocheck\n"
    )
    rows = ",\n".join(json.dumps(step, separators=(",", ":")) for step in lesson())
    return f"{head}export const steps = [\n{rows},\n];\n"


def lesson() -> list[dict[str, Any]]:
    """Return the guided turns with what the rules say about each. The last one ends the round."""
    guided, skipped, last = _turns(GUIDED), _turns(SKIPPED), _turns(LAST)
    state = State.new(_deal(guided + skipped + last))
    steps: list[dict[str, Any]] = []
    for turns in (guided, skipped, last):
        for turn in turns:
            step = _step(state, turn)
            state = _play(state, turn)
            if turns is not skipped and step:
                after = round_data(observe(state, YOU))
                steps.append(step | {"drawn": after["last"]["drawn"], "after": after})
    if not state.is_over or len(steps) != 10:
        msg = f"The script has {len(steps)} guided turns, and leaves {len(state.deck)} cards."
        raise SystemExit(msg)
    return steps


def _turns(script: str) -> list[tuple[str, str]]:
    words = script.split()
    return list(zip(words[::2], words[1::2], strict=True))


def _deal(turns: list[tuple[str, str]]) -> Deal:
    hands = parse_cards(f"{YOUR_HAND} {OTHER_HAND}", CLASSIC)
    deck = tuple(parse_card(draw[1:], CLASSIC) for _, draw in turns if draw[0] == ".")
    missing = Counter(CLASSIC.pack) - Counter(hands + deck)
    if missing:
        msg = f"Not in the script: {' '.join(map(str, missing.elements()))}."
        raise SystemExit(msg)
    return Deal(CLASSIC, hands + deck)


def _play(state: State, turn: tuple[str, str]) -> State:
    card = _useless(state) if turn[0] == "*" else parse_action(turn[0], CLASSIC)
    draw: Action = DrawDeck() if turn[1][0] == "." else parse_action(turn[1], CLASSIC)
    return state.replay((card, draw))


def _useless(state: State) -> Action:
    kept = parse_cards(KEPT[state.to_act], CLASSIC)
    loose = [card for card in state.hand if card not in kept]
    # What the other side can't lay any more goes first, as a careful player would have it.
    theirs = state.expeditions[1 - state.to_act]

    def use(card: Card) -> tuple[bool, int]:
        laid = theirs[CLASSIC.suit_order[card.suit]]
        return bool(laid) and card.order > laid[-1].order, card.points

    return Discard(min(loose, key=use))


def _step(state: State, turn: tuple[str, str]) -> dict[str, Any] | None:
    """Return one of your turns: the position, what is wanted, what else may be done or not."""
    if state.to_act != YOU:
        return None
    plays = [action.card for action in state.legal_actions() if isinstance(action, Play)]
    return {
        "want": [turn[0], "." if turn[1][0] == "." else turn[1]],
        "before": round_data(observe(state, YOU)) | _choices(state),
        "worth": {str(card): _worth(state, card) for card in plays},
    }


def _choices(state: State) -> dict[str, Any]:
    """Return what may be done with each card, and why the rest may not, as a table would say it."""
    legal, shut, refused = [], {}, {}
    for action in state.legal_actions():
        after = state.apply(action)
        legal.append({"action": str(action), "draws": [str(a) for a in after.legal_actions()]})
        closed = {
            f"<{suit.letter}": _fault(DrawPile(suit), after, after.pile(suit)[-1])
            for suit in CLASSIC.suits
            if after.pile(suit) and not after.is_legal(DrawPile(suit))
        }
        if closed:
            shut[str(action)] = closed
    for card in dict.fromkeys(state.hand):
        if not state.is_legal(Play(card)):
            top = str(state.expedition(YOU, card.suit)[-1])
            refused[str(card)] = _fault(Play(card), state, card) | {"top": top}
    return {"legal": legal, "refused": refused, "refused_draws": shut}


def _fault(action: Action, state: State, card: Card) -> dict[str, Any]:
    fault = find_fault(state, action)
    if fault is None:
        msg = f"{action} is legal."
        raise AssertionError(msg)
    return {"fault": fault.code, "card": str(card), "message": ""}


def _worth(state: State, card: Card) -> int:
    """Return what the card's expedition would be worth with it."""
    laid = state.expedition(YOU, card.suit)
    return score_expedition(CLASSIC, (*laid, card)).total


if __name__ == "__main__":
    sys.exit(main())
