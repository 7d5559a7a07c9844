"""Joint ratings of bots that all met each other on the same deals.

Both ratings put the average bot at 0. In both, what one deal adds is taken together over all
pairings, since a deal that is lucky for a bot is so against each of the others.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import TYPE_CHECKING

from expedition.arena.figures import Estimate, around, estimate
from expedition.arena.linear import inverse, times

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Between = tuple[int, int]
    #: Of each deal, what every pairing made of it.
    Deals = Sequence[Mapping[Between, float]]

#: Points of Elo's scale in a unit of the logistic scale.
ELO = 400 / log(10)
#: Drawn games that each pairing is given beforehand, so that one who won all has a rating at all;
#: as in R. Coulom's Bayeselo.
PRIOR_DRAWS = 1.0

_STEPS = 100
_CLOSE = 1e-10


def point_ratings(margins: Deals, bots: int) -> list[Estimate]:
    """Return each bot's rating in points a game, from the margins of every pairing.

    The ratings r make the sum of (m_ij - (r_i - r_j))^2 over all pairings the least. Where
    everybody met everybody on the same deals that is r_i = sum over j of m_ij / bots, so each
    deal has ratings of its own, and the error is that of their mean over deals.
    """
    a_deal = [ratings_of(deal, bots) for deal in margins]
    return [estimate([ratings[bot] for ratings in a_deal]) for bot in range(bots)]


def misfits(margins: Deals, bots: int) -> dict[Between, Estimate]:
    """Return for each pairing its margin less the difference of the ratings.

    Bots that beat each other in a circle differ from any one scale; this says by how much.
    """
    found: dict[Between, list[float]] = {}
    for deal in margins:
        ratings = ratings_of(deal, bots)
        for (one, other), margin in deal.items():
            beyond = margin - (ratings[one] - ratings[other])
            found.setdefault((one, other), []).append(beyond)
    return {between: estimate(values) for between, values in sorted(found.items())}


def elo_ratings(wins: Deals, bots: int, games: int) -> list[Estimate]:
    """Return each bot's rating on Elo's scale, from the share of games won in every pairing.

    The model is that of R. Bradley and M. Terry (Biometrika 39, 1952, pages 324 to 345), a draw
    counting as half a win: i beats j with probability 1 / (1 + exp(r_j - r_i)), here times 400 /
    ln 10. The ratings are the likeliest, found by Newton's method. `games` is how many each
    share is of.

    The error is the larger of two: that of the likelihood, as if all games were independent, and
    the robust one of P. Huber and H. White with the games of a deal taken as one observation. The
    first alone would overlook what they have in common; the second alone would call a bot that
    won everything known for certain.
    """
    totals: dict[Between, float] = {}
    for deal in wins:
        for between, share in deal.items():
            totals[between] = totals.get(between, 0.0) + share * games
    played = len(wins) * games
    ratings = [0.0] * bots
    for _ in range(_STEPS):
        slope, curve = _likelihood(ratings, totals, played)
        step = times(inverse(curve), slope)
        # A step of Newton's goes too far where nearly everything was won.
        longest = max(map(abs, step), default=0.0)
        part = min(1.0, 2.0 / longest) if longest else 1.0
        ratings = [rating + part * change for rating, change in zip(ratings, step, strict=True)]
        if longest < _CLOSE:
            break
    _, curve = _likelihood(ratings, totals, played)
    errors = _errors(ratings, inverse(curve), wins, games)
    return [
        around(ELO * rating, ELO * error) for rating, error in zip(ratings, errors, strict=True)
    ]


def ratings_of(deal: Mapping[Between, float], bots: int) -> list[float]:
    """Return the ratings in points that one deal gives, where everybody met everybody."""
    ratings = [0.0] * bots
    for (one, other), margin in deal.items():
        ratings[one] += margin / bots
        ratings[other] -= margin / bots
    return ratings


def _likelihood(
    ratings: Sequence[float], totals: Mapping[Between, float], played: float
) -> tuple[list[float], list[list[float]]]:
    """Return the slope of the log-likelihood and its negative curvature.

    Ratings are only known up to a sum. Adding 1 / bots everywhere makes the curvature
    invertible, and keeps the sum where it is.
    """
    bots = len(ratings)
    slope = [0.0] * bots
    curve = [[1.0 / bots] * bots for _ in range(bots)]
    for (one, other), won in totals.items():
        chance = _chance(ratings[one] - ratings[other])
        weight = played + PRIOR_DRAWS
        beyond = won + PRIOR_DRAWS / 2 - weight * chance
        slope[one] += beyond
        slope[other] -= beyond
        bend = weight * chance * (1 - chance)
        curve[one][one] += bend
        curve[other][other] += bend
        curve[one][other] -= bend
        curve[other][one] -= bend
    return slope, curve


def _errors(
    ratings: Sequence[float], spread: Sequence[Sequence[float]], wins: Deals, games: int
) -> list[float]:
    bots = len(ratings)
    robust = [0.0] * bots
    for deal in wins:
        slope = [0.0] * bots
        for (one, other), share in deal.items():
            beyond = games * (share - _chance(ratings[one] - ratings[other]))
            slope[one] += beyond
            slope[other] -= beyond
        for bot, moved in enumerate(times(spread, slope)):
            robust[bot] += moved * moved
    # What was added to make the curvature invertible is 1 / bots in the inverse as well.
    likely = [spread[bot][bot] - 1 / bots for bot in range(bots)]
    return [sqrt(max(one, other, 0.0)) for one, other in zip(likely, robust, strict=True)]


def _chance(difference: float) -> float:
    return 1 / (1 + exp(-difference))
