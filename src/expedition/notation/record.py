"""The match record: a match with its players, comments and proofs of the deals.

A record holds the match itself, so what it says has been played has been checked by the rules.
docs/record-format.md describes its two forms, JSON and text.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from expedition.game import InvalidNotation

if TYPE_CHECKING:
    from expedition.game import Deal, Match

#: The version of the form; a reader refuses one that is higher than it knows.
RECORD_VERSION = 1


class RecordError(InvalidNotation):
    """What is wrong with a record, and where: the round and the turn count from 1."""

    def __init__(self, reason: str, *, round_number: int = 0, turn: int = 0) -> None:
        where = f"Round {round_number}" if round_number else ""
        where += f", turn {turn}" if turn else ""
        super().__init__(f"{where}: {reason}" if where else reason)
        self.reason = reason
        self.round_number = round_number
        self.turn = turn

    def __reduce__(self) -> tuple[object, ...]:
        return _record_error, (self.reason, self.round_number, self.turn)


@dataclass(frozen=True, slots=True)
class Player:
    """Who sat in a seat: a person, or the bot of that id."""

    name: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark on a round of the record, made when `after` of its actions were done."""

    round_number: int
    after: int
    text: str


@dataclass(frozen=True, slots=True)
class Seal:
    """The promise, made before a round, of the deal it is played with.

    `commitment` is the SHA-256, in hexadecimal, of the salt, a space and the deal as text.
    The salt is published with the deal, once the round is over; until then it is None.
    """

    commitment: str
    salt: str | None = None

    @classmethod
    def of(cls, deal: Deal, salt: str) -> Seal:
        """Seal a deal with a salt that nobody can guess."""
        return cls(commitment(deal, salt), salt)

    def fits(self, deal: Deal) -> bool:
        """Return whether this opened seal was made for the deal."""
        return self.salt is not None and commitment(deal, self.salt) == self.commitment


@dataclass(frozen=True, slots=True)
class SealedRound:
    """The last round of a record whose deal is not opened yet, so that no rule can check it.

    `actions` are texts; the cards drawn are not in them.
    """

    starter: int
    seal: Seal
    actions: tuple[str, ...]


@dataclass(frozen=True)
class Record:
    """A match to keep or to send."""

    match: Match
    players: tuple[Player, ...]
    date: str | None = None
    """The day it was played, as YYYY-MM-DD."""
    comment: str = ""
    """A remark on the whole match."""
    comments: tuple[Comment, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    """Whatever else is worth keeping, by name."""
    seals: tuple[Seal | None, ...] = ()
    """The seals of the match's rounds in their order, as far as there are any."""
    sealed: SealedRound | None = None

    def seal(self, index: int) -> Seal | None:
        """Return the seal of the round at this place among those played, counted from 0."""
        return self.seals[index] if index < len(self.seals) else None


def commitment(deal: Deal, salt: str) -> str:
    """Return the promise of a deal: see Seal."""
    return hashlib.sha256(f"{salt} {deal}".encode()).hexdigest()


def _record_error(reason: str, round_number: int, turn: int) -> RecordError:
    return RecordError(reason, round_number=round_number, turn=turn)
