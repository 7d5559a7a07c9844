"""Tuples with one place changed: what states and knowledge are made of."""

from __future__ import annotations

from typing import TypeVar

Item = TypeVar("Item")


def put(row: tuple[Item, ...], place: int, item: Item) -> tuple[Item, ...]:
    """Return the row with another item in one place."""
    return (*row[:place], item, *row[place + 1 :])
