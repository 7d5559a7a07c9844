"""What OpenSpiel shows of a round in text. Equal texts are equal rows, and the other way round."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from expedition.fast import observation_sections, observation_size
from expedition.fast.layout import UNSEEN
from expedition.fast.trace import HIDDEN_PAIR

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from expedition.envs.open_spiel_round import Round
    from expedition.fast import Information
    from expedition.game import Ruleset


def observation_text(round_: Round, seat: int) -> str:
    """Return what a seat sees: every section of its row that isn't all zeros, a line each."""
    ruleset = round_.ruleset
    row = np.zeros(observation_size(ruleset), np.uint8)
    round_.observe(seat, row)
    lines = [f"seat {seat}"]
    for section in observation_sections(ruleset):
        part = row[section.start : section.start + section.length]
        if section.name != "pile_tops" and part.any():  # the piles have their tops
            lines.append(f"{section.name}: {_part(ruleset, section.name, part)}")
    return "\n".join(lines)


def information_text(round_: Round, seat: int) -> str:
    """Return all that a seat has seen and done: the hand it was dealt, and every action.

    A card off the deck is written after the dot where the seat saw it; `>?` is a hand-over in the
    dark, and `.?` a draw whose card chance has yet to name.
    """
    ruleset = round_.ruleset
    if round_.batch is None:
        cards = _cards(ruleset, round_.hand_so_far(seat))
        return f"{ruleset.id} seat {seat}, {len(round_.dealt)} cards dealt: {cards}"
    known = round_.information(seat)
    first = seat * ruleset.hand_size
    dealt = _cards(ruleset, known.deal[first : first + ruleset.hand_size].tolist())
    words = [f"{ruleset.id} seat {seat}, dealt {dealt}:", *_told(known)]
    return " ".join([*words, ".?"] if round_.drawing else words)


def state_text(round_: Round) -> str:
    """Return the whole round: the hands that were dealt, and every action with its cards."""
    ruleset = round_.ruleset
    size = ruleset.hand_size
    lines = [ruleset.id]
    for seat in range(ruleset.seats):
        dealt = round_.dealt[seat * size : (seat + 1) * size]
        lines.append(f"seat {seat} dealt {_cards(ruleset, sorted(dealt))}")
    if round_.batch is not None:
        names, actions = _card_names(ruleset), _action_names(ruleset)
        drawn = iter(round_.kinds_in_order()[ruleset.seats * size :])
        deck = 2 * len(ruleset.kinds)
        taken = round_.actions()
        words = [
            f".{names[next(drawn)]}" if action == deck else actions[action]
            for action in taken[: len(taken) - round_.drawing]
        ]
        lines.append(" ".join([*words, ".?"] if round_.drawing else words))
        scores = round_.batch.scores()[0].tolist()
        lines.append(f"scores {' '.join(map(str, scores))}")
    return "\n".join(lines)


def action_text(ruleset: Ruleset, action: int) -> str:
    """Return an action as records have it. Raises IllegalAction where it is none."""
    return str(ruleset.action_space.action(action))


def _told(known: Information) -> list[str]:
    ruleset = known.ruleset
    names, actions = _card_names(ruleset), _action_names(ruleset)
    deck, deck_at = 2 * len(ruleset.kinds), ruleset.seats * ruleset.hand_size
    words = []
    for action in known.actions.tolist():
        if action == HIDDEN_PAIR:
            words.append(">?")
            continue
        word = actions[action]
        if action == deck:
            kind = known.deal[deck_at]
            deck_at += 1
            if kind != UNSEEN:
                word += names[kind]
        words.append(word)
    return words


def _part(ruleset: Ruleset, name: str, part: NDArray[np.uint8]) -> str:
    if name == "piles":
        piles = part.reshape(len(ruleset.suits), -1).tolist()
        rows = [_cards(ruleset, [kind - 1 for kind in pile if kind]) for pile in piles]
        return " | ".join(row or "-" for row in rows)
    if len(part) == len(ruleset.kinds):
        return _cards(ruleset, np.repeat(np.arange(len(part)), part).tolist())
    return " ".join(map(str, part.tolist()))


def _cards(ruleset: Ruleset, kinds: Iterable[int]) -> str:
    names = _card_names(ruleset)
    return " ".join(names[kind] for kind in kinds)


@cache
def _card_names(ruleset: Ruleset) -> tuple[str, ...]:
    return tuple(map(str, ruleset.kinds))


@cache
def _action_names(ruleset: Ruleset) -> tuple[str, ...]:
    space = ruleset.action_space
    return tuple(str(space.action(action)) for action in range(len(space)))
