"""What came of a contest of many: who beats whom by how much, and one rating for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from expedition.arena.figures import Estimate, estimate
from expedition.arena.ratings import elo_ratings, misfits, point_ratings
from expedition.arena.report import (
    conduct_data,
    conduct_lines,
    frame_data,
    frame_text,
    rounds_data,
    rounds_text,
)

if TYPE_CHECKING:
    from expedition.arena.standings import Standings


def ladder_data(standings: Standings) -> dict[str, Any]:
    """Return the ratings, best first, and the result of every pairing, of at least one deal."""
    settings, deals = standings.settings, standings.deals
    count = len(settings.bots)
    margins = [{key: pair.margin for key, pair in deal.items()} for deal in deals]
    wins = [{key: pair.win for key, pair in deal.items()} for deal in deals]
    games = len(next(standings.pairs()).games)
    points, elo = point_ratings(margins, count), elo_ratings(wins, count, games)
    behaved = standings.conducts
    order = sorted(range(count), key=lambda place: -points[place].mean)
    return {
        **frame_data(standings),
        "ratings": [
            {
                "bot": settings.bots[place],
                "points": points[place].as_data(),
                "elo": elo[place].as_data(),
                **conduct_data(behaved[place]),
            }
            for place in order
        ],
        "pairings": _pairings(standings, misfits(margins, count)),
        **rounds_data(standings),
    }


def ladder_text(data: dict[str, Any]) -> str:
    """Return the same for people."""
    unit, ratings = data["unit"], data["ratings"]
    names = [rating["bot"] for rating in ratings]
    wide = max(8, *map(len, names))
    lines = [
        f"{len(names)} bots, each against each: {frame_text(data)}",
        "",
        f"{'':<3}{'bot':<{wide}} {'points a ' + unit:>21} {'Elo-like':>16}",
    ]
    for number, rating in enumerate(ratings, start=1):
        points, elo = rating["points"], rating["elo"]
        lines.append(
            f"{number:>2} {rating['bot']:<{wide}} {_with_reach(points, '+.2f'):>21}"
            f" {_with_reach(elo, '+.0f'):>16}"
        )
    lines += ["", *_table(data, names, wide), "", rounds_text(data), *conduct_lines(ratings)]
    lines.append("Ratings have 95% intervals, around an average of 0.")
    if len(names) > 2:
        lines.append(_circle(data))
    return "\n".join(lines)


def _pairings(
    standings: Standings, beyond: dict[tuple[int, int], Estimate]
) -> list[dict[str, Any]]:
    bots = standings.settings.bots
    return [
        {
            "between": [bots[place] for place in between],
            "margin": estimate([deal[between].margin for deal in standings.deals]).as_data(),
            "win": estimate([deal[between].win for deal in standings.deals]).as_data(),
            "beyond_ratings": beyond[between].as_data(),
        }
        for between in standings.settings.pairings
    ]


def _with_reach(numbers: dict[str, float | None], form: str) -> str:
    mean, high = numbers["mean"] or 0.0, numbers["high"]
    reach = "" if high is None else f" ± {high - mean:{form.replace('+', '')}}"
    return f"{mean:{form}}{reach}"


def _table(data: dict[str, Any], names: list[str], wide: int) -> list[str]:
    """Return the margin of each row's bot over each column's, numbered as the rows are."""
    cells = {}
    for pairing in data["pairings"]:
        one, other = pairing["between"]
        mean, se = pairing["margin"]["mean"], pairing["margin"]["se"]
        error = "" if se is None else f" ({se:.2f})"
        cells[one, other] = f"{mean:+.2f}{error}"
        cells[other, one] = f"{-mean:+.2f}{error}"
    width = max(len(cell) for cell in cells.values()) + 2
    lines = [
        f"Margins of the left over the top, in points a {data['unit']} (standard errors):",
        " " * (wide + 3) + "".join(f"{place:>{width}}" for place in range(1, len(names) + 1)),
    ]
    for place, name in enumerate(names, start=1):
        row = "".join(f"{cells.get((name, other), '-'):>{width}}" for other in names)
        lines.append(f"{place:>2} {name:<{wide}}{row}")
    return lines


def _circle(data: dict[str, Any]) -> str:
    most = max(data["pairings"], key=lambda pairing: abs(pairing["beyond_ratings"]["mean"]))
    one, other = most["between"]
    mean, se = most["beyond_ratings"]["mean"], most["beyond_ratings"]["se"]
    error = "" if se is None else f" (standard error {se:.2f})"
    return (
        f"The pairing that they tell least of is {one} against {other}:"
        f" {mean:+.2f} beyond their difference{error}."
    )
