"""A pair: the same deals played twice by two bots, with the seats exchanged.

The luck of the deal, and of who starts, then falls on both alike. All chance in a pair comes from
the seed and the number of the pair: the deals, and a generator for every seat of each game.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from expedition.arena.results import Conduct, Pair
from expedition.arena.rounds import Forfeit, PlayedRound, Player, play_round
from expedition.game import Deal, Match, State

if TYPE_CHECKING:
    from expedition.arena.players import Bench
    from expedition.arena.settings import Settings
    from expedition.game import Ruleset


class Job(NamedTuple):
    """What is to be played: a pair's number, and which two bots of the contest play it."""

    number: int
    between: tuple[int, int]


def play_pair(settings: Settings, job: Job, bench: Bench) -> Pair:
    """Play one pair. The result depends on the settings and the job alone, but for the times.

    In an edition for one, each of the bots plays the deals alone. The first starter moves on with
    the number of the pair, and is the same in both games; who starts later rounds of a match
    follows from how it goes.
    """
    conduct = Conduct(), Conduct()
    games = [_play_game(settings, job, leg, bench, conduct) for leg in (0, 1)]
    rounds = [played for game in games for played in game]
    return Pair(
        number=job.number,
        between=job.between,
        games=_points_of_both(settings.ruleset, games),
        rounds=len(rounds),
        turns=sum(played.turns for played in rounds),
        plies=sum(played.plies for played in rounds),
        capped=sum(played.capped for played in rounds),
        conduct=conduct,
    )


def deal_of(settings: Settings, pair: int, number: int) -> Deal:
    """Return the deal of a round (from 0) of a pair: the same in both of its games."""
    return Deal.shuffled(settings.ruleset, _generator(f"{settings.seed} deal {pair} {number}"))


def _play_game(
    settings: Settings, job: Job, leg: int, bench: Bench, conduct: tuple[Conduct, Conduct]
) -> list[PlayedRound]:
    """Play a round or a match; in leg 1 the second bot has the first one's seats."""
    ruleset = settings.ruleset
    whose = [_whose(ruleset, seat, leg) for seat in range(ruleset.seats)]
    players = [
        _player(settings, job, leg, seat, bench, conduct[place]) for seat, place in enumerate(whose)
    ]
    match = Match.new(
        ruleset,
        first_starter=job.number % ruleset.seats,
        rounds=settings.match_rounds or 1,
    )
    rounds: list[PlayedRound] = []
    for number in range(match.rounds):
        state = State.new(deal_of(settings, job.number, number), match.next_starter)
        # The match is kept by hand: a round that was broken off or forfeited has a score here,
        # which the rules know nothing of.
        match = replace(match, played=(*match.played, state))
        standing = match.standing if settings.match_rounds else None
        played = play_round(state, players, settings.cap, standing)
        if played.forfeit is not None:
            seat = played.forfeit.seat
            conduct[whose[seat]].merge(_conduct_of(played.forfeit))
            bench.drop(job.between[whose[seat]], seat // ruleset.sides)
        match = replace(
            match,
            played=(*match.played[:-1], played.state),
            scores=(*match.scores, played.points),
        )
        rounds.append(played)
    return rounds


def _whose(ruleset: Ruleset, seat: int, leg: int) -> int:
    """Return which of the two bots sits in a seat: 0 or 1. Partners are both of one bot."""
    return (ruleset.side(seat) + leg) % 2


def _player(
    settings: Settings, job: Job, leg: int, seat: int, bench: Bench, conduct: Conduct
) -> Player:
    ruleset = settings.ruleset
    contestant = job.between[_whose(ruleset, seat, leg)]
    return Player(
        bot=lambda: bench.bot(contestant, seat // ruleset.sides),
        rng=_generator(f"{settings.seed} bot {job.number} {leg} {seat}"),
        times=conduct.times,
    )


def _generator(name: str) -> Random:
    """Return the generator of this name; Python keeps what a text seeds the same for ever."""
    return Random(name)  # noqa: S311  to be repeated, not to be secret


def _conduct_of(forfeit: Forfeit) -> Conduct:
    kind = forfeit.kind
    return Conduct(
        illegal=int(kind == "illegal"),
        late=int(kind == "late"),
        failed=int(kind == "failed"),
        reason=forfeit.reason,
    )


def _points_of_both(
    ruleset: Ruleset, games: list[list[PlayedRound]]
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the points of each round of each game, the first bot's before the second's."""
    if ruleset.sides == 1:
        one, other = games
        both = zip(one, other, strict=True)
        return (tuple((first.points[0], second.points[0]) for first, second in both),)
    straight, exchanged = games
    return (
        tuple((played.points[0], played.points[1]) for played in straight),
        tuple((played.points[1], played.points[0]) for played in exchanged),
    )
