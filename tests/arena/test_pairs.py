"""Pairs: the same deals both ways, and nothing but the seed decides them."""

from __future__ import annotations

import pickle
from random import Random
from typing import TYPE_CHECKING

import pytest

from arena.conftest import played, results, settings
from expedition.arena import Bench, Job, Player, duel_data, play_pair, play_round
from expedition.arena.pairs import deal_of
from expedition.arena.times import Times
from expedition.bots.careful import CarefulBot
from expedition.bots.random_bot import RandomBot
from expedition.game import EDITIONS, Action, Deal, Observation, State, find_edition
from properties.redeal import other_worlds

if TYPE_CHECKING:
    from expedition.bots import Bot
    from expedition.game import Standing

every_edition = pytest.mark.parametrize("edition", EDITIONS)


class Recording:
    """Plays as another bot, and keeps what it is handed."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seen: list[Observation] = []
        self.chosen: list[Action] = []
        self.draws: list[float] = []

    def choose(self, observation: Observation, legal: tuple[Action, ...], rng: Random) -> Action:
        assert type(observation) is Observation
        assert set(vars(observation)) <= {*Observation.__dataclass_fields__}
        assert legal is observation.legal_actions
        self.draws.append(rng.random())
        self.seen.append(observation)
        self.chosen.append(self.bot.choose(observation, legal, rng))
        return self.chosen[-1]


class Scripted:
    def __init__(self, actions: list[Action]) -> None:
        self.actions = iter(actions)

    def choose(self, observation: Observation, legal: tuple[Action, ...], rng: Random) -> Action:
        return next(self.actions)


@every_edition
def test_same_seed_same_result_and_another_seed_another(edition: str) -> None:
    once = results(played(settings(edition=edition, seed=3), 2))
    assert results(played(settings(edition=edition, seed=3), 2)) == once
    assert results(played(settings(edition=edition, seed=4), 2)) != once


@every_edition
def test_careful_beats_random(edition: str) -> None:
    data = duel_data(played(settings(edition=edition), 5))
    assert data["margin"]["low"] > 0
    assert data["win"]["mean"] > 0.8
    assert data["capped"] == 0


def test_a_pair_does_not_depend_on_those_before() -> None:
    chosen = settings(seed=9)
    alone = play_pair(chosen, Job(4, (0, 1)), Bench(chosen))
    assert results(played(chosen, 5))[4] == alone


@pytest.mark.parametrize("edition", ["classic", "classic-partners"])
@pytest.mark.parametrize("match_rounds", [None, 2])
@pytest.mark.usefixtures("villains")
def test_who_is_good_in_one_seat_only_gains_nothing(edition: str, match_rounds: int | None) -> None:
    chosen = settings("seat-zero", "seat-zero", edition=edition, match_rounds=match_rounds)
    for pair in results(played(chosen, 3)):
        assert pair.margin == 0
        straight, exchanged = pair.games
        assert straight == tuple((second, first) for first, second in exchanged)
        assert straight[0][0] > straight[0][1], "it is good in that seat"
        assert pair.win == 0.5


def test_alone_both_play_the_same_deals() -> None:
    chosen = settings("careful", "careful", edition="solo")
    for pair in results(played(chosen, 3)):
        assert len(pair.games) == 1
        assert pair.margin == 0
        assert pair.rounds == 2
        assert pair.score(0) == pair.score(1)


def test_both_games_have_one_deal_and_one_starter(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[tuple[Deal, int, Standing | None]] = []

    def watched(
        state: State, players: list[Player], cap: int, standing: Standing | None = None
    ) -> object:
        dealt.append((state.deal, state.starter, standing))
        return play_round(state, players, cap, standing)

    monkeypatch.setattr("expedition.arena.pairs.play_round", watched)
    chosen = settings("random", "random")
    played(chosen, 3)
    assert [deal for deal, *_ in dealt[::2]] == [deal for deal, *_ in dealt[1::2]]
    assert [starter for _, starter, _ in dealt] == [0, 0, 1, 1, 0, 0]
    assert len({deal.cards for deal, *_ in dealt}) == 3
    assert all(standing is None for *_, standing in dealt)
    dealt.clear()
    pair = results(played(settings("random", "random", match_rounds=3), 1))[0]
    assert [deal for deal, *_ in dealt[:3]] == [deal for deal, *_ in dealt[3:]]
    assert [deal for deal, *_ in dealt[:3]] == [deal_of(chosen, 0, number) for number in range(3)]
    standings = [standing for *_, standing in dealt[:3]]
    straight = pair.games[0]
    assert [standing.round for standing in standings if standing] == [1, 2, 3]
    assert standings[2]
    assert standings[2].totals == tuple(
        sum(points[side] for points in straight[:2]) for side in (0, 1)
    )
    assert (pair.rounds, len(straight)) == (6, 3)


def test_each_seat_of_each_game_has_a_generator_of_its_own() -> None:
    chosen = settings("random", "random")
    bots = Recording(RandomBot()), Recording(RandomBot())

    class Recorded(Bench):
        def bot(self, contestant: int, player: int) -> Bot:
            return bots[contestant]

    for number in (0, 1):
        play_pair(chosen, Job(number, (0, 1)), Recorded(chosen))
    firsts = {bot.draws[0] for bot in bots}
    assert len(firsts) == 2
    every = [draw for bot in bots for draw in bot.draws]
    assert len(set(every)) == len(every)
    again = Recording(RandomBot()), Recording(RandomBot())
    bots = again
    play_pair(chosen, Job(0, (0, 1)), Recorded(chosen))
    assert {bot.draws[0] for bot in again} == firsts


@pytest.mark.parametrize("edition", ["classic", "classic-partners", "standard"])
def test_what_a_bot_gets_tells_nothing_of_hidden_cards(edition: str) -> None:
    """Redeal what seat 0 can't know: it is asked the same questions, to the byte."""
    ruleset = find_edition(edition)
    start = State.new(Deal.shuffled(ruleset, Random(2)))
    first = Recording(CarefulBot())
    others = [CarefulBot() for _ in range(ruleset.seats - 1)]
    finished = play_round(start, seated([first, *others]), cap=400).state
    states = [start]
    for action in finished.history:
        states.append(states[-1].apply(action))
    worlds = 0
    for world in other_worlds(tuple(states), 0, Random(1), 20):
        told = Recording(CarefulBot())
        history = list(zip(world[-1].events, world[-1].history, strict=True))
        scripts = [
            Scripted([action for event, action in history if event.seat == seat])
            for seat in range(1, ruleset.seats)
        ]
        play_round(world[0], seated([told, *scripts]), cap=400)
        assert told.chosen == first.chosen
        assert told.seen == first.seen
        assert len(pickle.dumps(told.seen[-1])) == len(pickle.dumps(first.seen[-1]))
        worlds += world[0].deal != start.deal
    assert worlds >= 3


def seated(bots: list[Bot]) -> list[Player]:
    return [
        Player(bot=lambda bot=bot: bot, rng=Random(seat), times=Times())  # type: ignore[misc]
        for seat, bot in enumerate(bots)
    ]
