"""`expedition replay --check-deal`: whether each round was played with the deal that was promised.

Reading a record checks this too, and refuses one that breaks its promise. Here it is done in the
open, a round at a time, with all that is needed to do it again without this program.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from expedition.cli.failure import FAILED, OK, CommandError

if TYPE_CHECKING:
    from expedition.game import Deal
    from expedition.notation import Record

_DIGITS = 64


def promise(text: str) -> str:
    """Return a commitment as records write it, for argparse: 64 hexadecimal digits, small."""
    digits = text.strip().lower()
    if len(digits) != _DIGITS or not set(digits) <= set("0123456789abcdef"):
        msg = f"a commitment is {_DIGITS} hexadecimal digits, not {text[:80]!r}."
        raise argparse.ArgumentTypeError(msg)
    return digits


def check_deals(record: Record, number: int | None, promised: str | None) -> int:
    """Check the deals of a record, or of one round counted from 1, and print what was found.

    With `promised`, only rounds with this commitment count: what somebody wrote down before the
    round is held against the record, so a record with other promises does not pass. Raises
    CommandError, with exit code 1, when a deal breaks its promise or no deal could be checked.
    """
    wanted = range(1, len(record.match.played) + 1) if number is None else (number,)
    checked = 0
    for place in wanted:
        if place <= len(record.match.played):
            checked += _check_round(record, place, promised)
    sealed = record.sealed
    last = len(record.match.played) + 1
    if sealed and number in (None, last):
        print(f"Round {last}: the deal is promised and not opened yet.")
        print(f"  commitment  {sealed.seal.commitment}")
        _print_comparison(sealed.seal.commitment, promised)
        print("  The salt and the deal are published when the round is over.")
    if not checked:
        raise CommandError(_nothing_checked(record, number, promised), FAILED)
    return OK


def _check_round(record: Record, number: int, promised: str | None) -> bool:
    """Print what becomes of a round's promise; return whether its deal was checked."""
    seal = record.seal(number - 1)
    deal = record.match.played[number - 1].deal
    if seal is None:
        print(f"Round {number}: no commitment; this deal was not promised before the round.")
        return False
    if seal.salt is None or not seal.fits(deal):
        msg = f"Round {number}: the deal is not the one that was promised."
        raise CommandError(msg, FAILED)
    print(f"Round {number}: the deal is the one that was promised.")
    print(f"  commitment  {seal.commitment}")
    print(f"  salt        {seal.salt}")
    print(f"  deal        {deal}")
    print(f"  by hand     {by_hand(deal, seal.salt)}")
    return _print_comparison(seal.commitment, promised)


def _print_comparison(kept: str, promised: str | None) -> bool:
    if promised is None or kept == promised:
        if promised:
            print("  It is the commitment that you gave.")
        return True
    print("  It is not the commitment that you gave.")
    return False


def _nothing_checked(record: Record, number: int | None, promised: str | None) -> str:
    where = "this record" if number is None else f"round {number}"
    if promised is None:
        return f"There is no opened promise in {where}, so there is nothing to check."
    sealed = record.sealed
    if sealed and sealed.seal.commitment == promised:
        return "The deal with that commitment is not opened yet, so it can't be checked."
    return f"No opened deal in {where} was promised by {promised}."


def by_hand(deal: Deal, salt: str) -> str:
    """Return the command line that works a deal's commitment out with `sha256sum`.

    Salts and cards have no quotes in them, so single quotes hold any of both.
    """
    return f"printf '%s' '{salt} {deal}' | sha256sum"
