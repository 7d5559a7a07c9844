"""Secrets that links carry: who knows one may sit in its seat. Only their hashes are kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_TOKEN_BYTES = 16
#: Letters that are read out and typed without mistakes.
_ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_ID_LENGTH = 14


def new_token() -> str:
    """Return a fresh token of 128 random bits, as 22 letters, digits, hyphens or underscores."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def new_table_id() -> str:
    """Return a fresh id of a table: 70 random bits, so that a table not listed isn't guessed."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))


def hash_token(token: str) -> bytes:
    """Return what is kept of a token: its SHA-256. With 128 random bits it needs no salt."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def matches(token: str, kept: bytes | None) -> bool:
    """Return whether this is the token whose hash was kept, in time that tells nothing."""
    return kept is not None and hmac.compare_digest(hash_token(token), kept)


def seat_of(token: str, kept: Mapping[int, bytes]) -> int | None:
    """Return the seat that a token is for, or None."""
    found = None
    for seat, hashed in kept.items():
        if matches(token, hashed):
            found = seat
    return found
