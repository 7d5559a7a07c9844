"""What came of a contest of two, as plain data and as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from expedition.arena.figures import Estimate, estimate
from expedition.arena.log import versions
from expedition.game import find_edition

if TYPE_CHECKING:
    from expedition.arena.results import Conduct
    from expedition.arena.standings import Standings

_WHY = {
    "pairs": "all pairs were played",
    "until": "the standard error was reached",
    "test": "the test was decided",
    None: "interrupted",
}


def duel_data(standings: Standings) -> dict[str, Any]:
    """Return the result of a contest of two with at least one pair; margins are the first's."""
    settings, pairs = standings.settings, list(standings.pairs())
    margins = [pair.margin for pair in pairs]
    test = standings.test()
    players = [
        {
            "bot": bot,
            "score": estimate([pair.score(place) for pair in pairs]).as_data(),
            **conduct_data(conduct),
        }
        for place, (bot, conduct) in enumerate(zip(settings.bots, standings.conducts, strict=True))
    ]
    return {
        **frame_data(standings),
        "margin": estimate(margins).as_data(),
        "win": _part(estimate([pair.win for pair in pairs])).as_data(),
        "pairs_won": sum((margin > 0) + (margin == 0) / 2 for margin in margins) / len(pairs),
        **rounds_data(standings),
        "players": players,
        "test": test.as_data() if test is not None else None,
    }


def duel_text(data: dict[str, Any]) -> str:
    """Return the same for people."""
    unit, (one, other) = data["unit"], data["players"]
    units = "rounds" if unit == "round" else "matches"
    margin, win = data["margin"], data["win"]
    lines = [
        f"{one['bot']} against {other['bot']}: {frame_text(data)}",
        f"margin    {margin['mean']:+.2f} points a {unit}{error_text(margin, '+.2f')}",
        f"won       {win['mean']:.1%} of {units}{error_text(win, '.1%')};"
        f" {data['pairs_won']:.1%} of pairs",
        *(
            f"score     {player['score']['mean']:.2f} a {unit} for"
            f" {player['bot']}{error_text(player['score'], '.2f')}"
            for player in data["players"]
        ),
        rounds_text(data),
        *conduct_lines(data["players"]),
    ]
    if data["test"] is not None:
        lines.append(_test_text(data["test"]))
    if data["stopped"] in ("until", "test"):
        lines.append(
            "The errors are those of a fixed number of pairs; stopping early adds to them."
        )
    return "\n".join(lines)


# What a ladder's report has too


def frame_data(standings: Standings) -> dict[str, Any]:
    """Return what was played, and under which settings."""
    settings, pairs = standings.settings, list(standings.pairs())
    return {
        "bots": list(settings.bots),
        "edition": settings.edition,
        "seed": settings.seed,
        "unit": settings.unit,
        "match_rounds": settings.match_rounds,
        "pairs": len(standings.deals),
        "games": sum(len(pair.games) for pair in pairs),
        "rounds": sum(pair.rounds for pair in pairs),
        "stopped": standings.stopped or "interrupted",
        "versions": versions(),
    }


def rounds_data(standings: Standings) -> dict[str, Any]:
    """Return how long rounds were. A ply is one action; a turn has two, or one for a hand-over."""
    pairs = list(standings.pairs())
    rounds = sum(pair.rounds for pair in pairs)
    return {
        "turns": sum(pair.turns for pair in pairs) / rounds,
        "plies": sum(pair.plies for pair in pairs) / rounds,
        "capped": sum(pair.capped for pair in pairs),
        "cap": standings.settings.cap,
    }


def conduct_data(conduct: Conduct) -> dict[str, Any]:
    """Return one bot's conduct."""
    return {
        "decisions": conduct.times.count,
        "seconds": {"mean": conduct.times.mean, "p95": conduct.times.percentile(0.95)},
        "illegal": conduct.illegal,
        "late": conduct.late,
        "failed": conduct.failed,
        "forfeits": conduct.forfeits,
        "reason": conduct.reason or None,
    }


def frame_text(data: dict[str, Any]) -> str:
    """Return what was played, in words."""
    matches = f"{data['games']:,} matches, " if data["unit"] == "match" else ""
    stopped = data["stopped"]
    why = _WHY[stopped if stopped != "interrupted" else None]
    ways = "by each alone" if find_edition(data["edition"]).sides == 1 else "both ways"
    return (
        f"{data['edition']}, {data['pairs']:,} deals played {ways}"
        f" ({matches}{data['rounds']:,} rounds), seed {data['seed']}; {why}"
    )


def error_text(numbers: dict[str, float | None], form: str) -> str:
    """Return the standard error and the interval of an estimate, in words."""
    if numbers["se"] is None:
        return ""
    return (
        f", standard error {numbers['se']:{form.replace('+', '')}},"
        f" 95% {numbers['low']:{form}} to {numbers['high']:{form}}"
    )


def rounds_text(data: dict[str, Any]) -> str:
    """Return how long rounds were, in words."""
    return (
        f"rounds    {data['plies']:.1f} plies in {data['turns']:.1f} turns on average;"
        f" {data['capped']:,} broken off at {data['cap']:,} turns"
    )


def conduct_lines(players: list[dict[str, Any]]) -> list[str]:
    """Return a line on how each bot behaved."""
    lines = []
    for player in players:
        mean, p95 = player["seconds"]["mean"], player["seconds"]["p95"]
        took = (
            f"{_milliseconds(mean)} a decision, 95% within {_milliseconds(p95)}"
            if mean is not None
            else "no decision"
        )
        lines.append(
            f"{player['bot']:<9} {took}; {player['illegal']} illegal answers,"
            f" {player['late']} late; {player['forfeits']} rounds forfeited"
        )
        if player["reason"]:
            lines.append(f"          {player['bot']} first forfeited because {player['reason']}.")
    return lines


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.3g} ms"


def _part(share: Estimate) -> Estimate:
    """Return an estimate of a share, whose interval ends at none and all."""
    if share.low is None or share.high is None:
        return share
    return Estimate(share.mean, share.se, max(0.0, share.low), min(1.0, share.high))


def _test_text(test: dict[str, Any]) -> str:
    decision = {
        "H0": "no margin (H0)",
        "H1": f"a margin of {test['margin']:g} or more (H1)",
        None: "open",
    }[test["decision"]]
    ratio = "without bound" if test["llr"] is None else f"{test['llr']:+.2f}"
    return (
        f"test      {decision}; log-likelihood ratio {ratio} between {test['lower']:+.2f} and"
        f" {test['upper']:+.2f} (error rates {test['alpha']:g} and {test['beta']:g})"
    )
