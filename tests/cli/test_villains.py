"""Bots that misbehave: the person gets a sentence, and the match is kept as it was."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from expedition.cli.failure import FAILED, CommandError
from expedition.cli.saved import SavedMatch
from expedition.cli.session import Session
from expedition.game import Action, Deal, DrawDeck, Match, Observation, Play, find_edition
from expedition.notation import Player, Record, parse_record

if TYPE_CHECKING:
    from pathlib import Path

CLASSIC = find_edition("classic")


class Crashing:
    def choose(self, observation: Observation, legal: tuple[Action, ...], rng: Random) -> Action:
        msg = f"no idea what to do with {observation.hand}, which I hold"
        raise RuntimeError(msg)


class Quitting:
    def choose(self, observation: Observation, legal: tuple[Action, ...], rng: Random) -> Action:
        raise SystemExit(3)


class Lying:
    """Answers with an action that is not legal: a draw first, or a card that it doesn't hold."""

    def choose(self, observation: Observation, legal: tuple[Action, ...], rng: Random) -> Action:
        if rng.random() < 0.5:
            return DrawDeck()
        return Play(next(card for card in CLASSIC.kinds if card not in observation.hand))


class Mute:
    def choose(self, observation: Observation, legal: tuple[Action, ...], rng: Random) -> Action:
        return None  # type: ignore[return-value]


class HalfWay:
    """Plays a card, and then has no draw."""

    def choose(self, observation: Observation, legal: tuple[Action, ...], rng: Random) -> Action:
        if isinstance(legal[0], DrawDeck):
            raise KeyError
        return legal[0]


@pytest.mark.parametrize(
    ("villain", "message"),
    [
        (Crashing(), "RuntimeError)"),
        (Quitting(), "SystemExit)"),
        (Lying(), "it answered with an illegal action"),
        (Mute(), "it answered with an illegal action"),
        (HalfWay(), "KeyError"),
    ],
    ids=lambda part: type(part).__name__,
)
def test_a_bot_that_fails_leaves_the_match_as_it_was(
    villain: Crashing, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match.new(CLASSIC, first_starter=1).begin(Deal.shuffled(CLASSIC, Random(1)))
    players = (Player("Ann"), Player("villain", "villain"))
    record = Record(match, players, tags=(("seed", "1"),))
    saved = SavedMatch(tmp_path / "match.json")
    saved.save(record)
    with pytest.raises(CommandError) as caught:
        Session(saved, record, {1: villain}).play()
    saved.close()
    assert caught.value.code == FAILED
    assert str(caught.value).startswith(f"The bot villain failed ({message}")
    assert str(saved.path) in str(caught.value)
    assert parse_record(saved.path.read_bytes()) == record
    # Neither why an action was illegal nor what a bot says of its failure: it could name its hand.
    assert "hold" not in str(caught.value)
    assert "Card" not in str(caught.value)
    assert "Villain" not in capsys.readouterr().out.replace("Villain starts.", "")
