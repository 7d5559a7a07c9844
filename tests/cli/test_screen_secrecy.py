"""Invariant 6 on the terminal: matches that the person can't tell apart print the same text.

A match is resumed and played on in two worlds that are one to the person (`properties/redeal.py`):
the person types the same lines in both, and the bots do what they did in each. All that is printed
is compared.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import pytest

from expedition.cli.saved import SavedMatch
from expedition.cli.session import ME, Session
from expedition.game import Deal, Match, Ruleset, State, Step, find_edition
from expedition.notation import Player, Record
from properties.strategies import any_legal, every_edition
from properties.twins import Twins, twin_round, twins

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from expedition.game import Action, Observation

    #: Resumes a match so many actions back, plays on to so many actions back, looks, and leaves.
    #: Returns all that was printed.
    Screen = Callable[[Match, int, int], str]

LOOKS = ["board", "hand", "piles", "score", "why 1", "?"]


@dataclass(frozen=True)
class Scripted:
    """Does what the bots did in the match that is played on; after that, the first it may."""

    script: Iterator[Action]

    def choose(self, _: Observation, legal: tuple[Action, ...], __: Random) -> Action:
        return next(self.script, legal[0])


def so_far(last: State) -> list[State]:
    """Return all states of a round."""
    states = [last.back(len(last.history))]
    for action in last.history:
        states.append(states[-1].apply(action))
    return states


def lines(states: list[State], actions: list[Action]) -> Iterator[str]:
    """Yield what the person types: looks, wrong lines, second thoughts, and what was done."""
    for state, action in zip(states, actions, strict=False):
        if state.to_act == ME:
            yield from LOOKS
            yield from prying(state)
            yield str(action)
            if state.step is Step.PLAY and state.apply(action).step is Step.DRAW:
                yield from ("undo", str(action))
    yield from LOOKS
    if not states[-1].is_over:
        yield from prying(states[-1])


def prying(state: State) -> Iterator[str]:
    """Yield lines that change nothing: what a refusal says may tell too much."""
    for card in state.ruleset.kinds:
        yield f"why {card}"
        if card not in state.hands[ME]:
            yield from (str(card), f"x{card}")
    yield from ("why", "99", "x99", "nonsense")
    if state.step is Step.PLAY:
        yield from ("undo", ".", *(f"<{suit.letter}" for suit in state.ruleset.suits))


def on_screen(
    session: type[Session],
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Screen:
    def shown(match: Match, begin: int, end: int) -> str:
        last = match.played[-1]
        states = so_far(last)[len(last.history) - begin : len(last.history) - end + 1]
        actions = list(last.history[len(last.history) - begin : len(last.history) - end])
        typed = lines(states, actions)
        done = zip(states, actions, strict=False)
        stub = Scripted(iter([action for state, action in done if state.to_act != ME]))

        def answer(prompt: str = "") -> str:
            sys.stdout.write(prompt)
            return next(typed, "quit")

        seats = range(match.ruleset.seats)
        players = tuple(Player("You") if s == ME else Player("stub", "stub") for s in seats)
        record = Record(match.back(begin), players, tags=(("seed", "1"),))
        monkeypatch.setattr("builtins.input", answer)
        path.unlink(missing_ok=True)
        capsys.readouterr()
        bots = {seat: stub for seat in seats if seat != ME}
        assert session(SavedMatch(path), record, dict(bots)).play() == 0
        assert next(typed, None) is None, "it left too early"
        return capsys.readouterr().out

    return shown


@pytest.fixture
def screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Screen:
    return on_screen(Session, tmp_path / "match.json", monkeypatch, capsys)


def sittings(match: Match, rng: Random) -> list[tuple[int, int]]:
    """Return from how many actions back to how many: to look at a turn, and to play on for a while.

    Both end at the last turn of the person; the second at the end of the round, if it was reached.
    """
    last = match.played[-1]
    states = so_far(last)[::-1]
    own = [b for b, s in enumerate(states) if s.to_act == ME and s.step is Step.PLAY]
    own = [back for back in own if not states[back].is_over]
    if not own:
        return []
    some = own[int(rng.random() * min(len(own), 5))]
    return [(own[0], own[0]), (some, 0 if last.is_over else own[0])]


def pairs(ruleset: Ruleset, count: int) -> Iterator[tuple[Twins, Random]]:
    """Yield matches in their second round, some of which is over, with their twins."""
    for seed in range(count):
        rng = Random(seed)
        yield twins(ruleset, ME, rng, open_hands=False), rng


@every_edition
def test_the_screen_is_the_same(ruleset: Ruleset, screen: Screen) -> None:
    different, texts = 0, ""
    for pair, rng in pairs(ruleset, 12):
        for begin, end in sittings(pair.match, rng):
            text = screen(pair.match, begin, end)
            assert screen(pair.other, begin, end) == text
            different += pair.match.back(begin).played[-1] != pair.other.back(begin).played[-1]
            texts += text
    # That this looked at something.
    assert different >= 12
    for shown in ("You go on where you left", "Your hand: 1 ", "Deck: ", "pile: ", "So far: "):
        assert shown in texts
    for shown in ("Before this round: ", "You take the card back", "The round is over"):
        assert shown in texts
    assert "known to hold" in texts or ruleset.seats == 1


@every_edition
def test_with_open_hands_the_order_of_the_deck_is_hidden(ruleset: Ruleset, screen: Screen) -> None:
    different = 0
    for seed in range(4):
        rng = Random(seed)
        new = match = Match.new(ruleset, open_hands=True, first_starter=ruleset.seats - 1)
        match = match.begin(Deal.shuffled(ruleset, rng))
        for _ in range(10 + seed):
            match = match.apply(any_legal(match.played[-1], rng))
        other = twin_round(new, match.played[-1], ME, rng)
        for begin, end in sittings(match, rng):
            text = screen(match, begin, end)
            assert "Teaching round" in text
            assert screen(other, begin, end) == text
        different += match != other
    assert different >= 3


#: What a careless session could print: each is one thing too many.
LEAKS: dict[str, Callable[[State], object]] = {
    "the next card": lambda state: state.deck[:1],
    "the deal": lambda state: state.deal,
    "the hand of the last seat": lambda state: state.hands[-1],
    "how many wagers are in the deck": lambda state: sum(card.is_wager for card in state.deck),
}


@pytest.mark.parametrize("leak", LEAKS)
@pytest.mark.parametrize("edition", ["classic", "standard", "classic-partners"])
def test_a_session_that_says_too_much_would_be_noticed(
    edition: str,
    leak: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Careless(Session):
        def play(self) -> int:
            sys.stdout.write(str(LEAKS[leak](self.record.match.played[-1])))
            return super().play()

    screen = on_screen(Careless, tmp_path / "match.json", monkeypatch, capsys)
    noticed = [
        screen(pair.match, begin, end) != screen(pair.other, begin, end)
        for pair, rng in pairs(find_edition(edition), 4)
        for begin, end in sittings(pair.match, rng)[:1]
    ]
    assert any(noticed)
