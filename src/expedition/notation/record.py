"""The match record: a match with its players, comments and proofs of the deals.

A record holds the match itself, so what it says has been played has been checked by the rules.
docs/record-format.md describes its two forms, JSON and text.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from expedition.game import EDITIONS, RULES_VERSION, public_view
from expedition.notation.actions import event_text
from expedition.notation.fields import line_fault, text_fault
from expedition.notation.record_error import RecordError

if TYPE_CHECKING:
    from expedition.game import Deal, Match, State

#: The version of the form; a reader refuses one that is higher than it knows.
RECORD_VERSION = 1

# What a record can hold. Whatever is written can be read again, so one set of limits binds both.
MAX_ROUNDS = 1000
MAX_NAME = 80
MAX_COMMENT = 10_000
MAX_TAG = 500
#: Far beyond any match, and little enough that no record keeps a reader busy for long.
MAX_ROUND_ACTIONS = 20_000
MAX_ACTIONS = 100_000

HEX = re.compile(r"[0-9a-f]{64}")
SALT = re.compile(r"[0-9A-Za-z_-]{16,128}")
TAG = re.compile(r"[a-z][a-z0-9-]{0,31}")


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

    `actions` are texts; the cards drawn are not in them, nor those handed over.
    """

    starter: int
    seal: Seal
    actions: tuple[str, ...]

    @classmethod
    def of(cls, state: State, seal: Seal) -> SealedRound:
        """Return a round being played as a spectator may have it."""
        actions = tuple(event_text(event) for event in public_view(state).events)
        return cls(state.starter, Seal(seal.commitment), actions)


@dataclass(frozen=True)
class Record:
    """A match to keep or to send. Raises RecordError for what its forms couldn't give back."""

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
    rules: int = RULES_VERSION
    """The version of the rules by which it was played."""

    def __post_init__(self) -> None:
        ruleset = self.match.ruleset
        tags = dict(self.tags)
        for wrong, sentence in (
            (EDITIONS.get(ruleset.id) != ruleset, f"holds published editions, not {ruleset.id!r}"),
            (self.match.rounds > MAX_ROUNDS, f"has {MAX_ROUNDS} rounds at most"),
            (len(self.players) != ruleset.seats, f"names {ruleset.seats} players"),
            (len(tags) < len(self.tags), "has each tag once"),
            (not all(map(TAG.fullmatch, tags)), "has tags of small letters, digits and hyphens"),
            (len(self.seals) > len(self.match.played), "has no more seals than rounds"),
            (bool(self.seals) and self.seals[-1] is None, "ends its seals with one"),
            (not all(seal is None or _is_sound(seal) for seal in self.seals), "has sound seals"),
        ):
            if wrong:
                msg = f"A record {sentence}."
                raise RecordError(msg)
        for player in self.players:
            _check_line("a name", player.name, MAX_NAME)
            if player.bot is not None:
                _check_line("a bot's id", player.bot, MAX_NAME)
        for value in tags.values():
            _check_line("a tag", value, MAX_TAG)
        if fault := text_fault(self.comment, MAX_COMMENT):
            msg = f"The comment {fault}."
            raise RecordError(msg)
        self._check_comments()

    def _check_comments(self) -> None:
        lengths = [len(state.events) for state in self.match.played]
        lengths += [len(self.sealed.actions)] if self.sealed else []
        before = (1, -1)
        for comment in self.comments:
            where = (comment.round_number, comment.after)
            number = comment.round_number
            if where <= before or not 1 <= number <= len(lengths):
                msg = "comments stand in order, one after an action, in rounds that there are."
                raise RecordError(msg, round_number=number)
            fault = text_fault(comment.text, MAX_COMMENT)
            if fault or not comment.text.strip() or comment.after > lengths[number - 1]:
                msg = f"the comment after action {comment.after} {fault or 'is empty or too late'}."
                raise RecordError(msg, round_number=number)
            before = where

    def seal(self, index: int) -> Seal | None:
        """Return the seal of the round at this place among those played, counted from 0."""
        return self.seals[index] if index < len(self.seals) else None


def _is_sound(seal: Seal) -> bool:
    salt = seal.salt
    return bool(HEX.fullmatch(seal.commitment)) and (salt is None or bool(SALT.fullmatch(salt)))


def _check_line(what: str, text: str, limit: int) -> None:
    if fault := line_fault(text, limit):
        msg = f"In a record {what} {fault}."
        raise RecordError(msg)


def commitment(deal: Deal, salt: str) -> str:
    """Return the promise of a deal: see Seal."""
    return hashlib.sha256(f"{salt} {deal}".encode()).hexdigest()
