"""The one piece of linear algebra that ratings need, without a library for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Matrix = list[list[float]]


def inverse(matrix: Sequence[Sequence[float]]) -> Matrix:
    """Return the inverse of a square matrix, by Gauss and Jordan with the largest pivot.

    Raises ZeroDivisionError where there is none.
    """
    size = len(matrix)
    rows = [
        [float(value) for value in row] + [float(place == other) for other in range(size)]
        for place, row in enumerate(matrix)
    ]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        lead = rows[column][column]
        rows[column] = [value / lead for value in rows[column]]
        for place, row in enumerate(rows):
            if place != column and row[column]:
                factor = row[column]
                rows[place] = [
                    value - factor * other for value, other in zip(row, rows[column], strict=True)
                ]
    return [row[size:] for row in rows]


def times(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
    """Return a matrix times a vector."""
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]
