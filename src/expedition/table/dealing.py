"""Dealing: from the operating system's generator, under a seal that is published before play."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from expedition.game import Deal
from expedition.notation import Seal
from expedition.table.events import Dealt

if TYPE_CHECKING:
    from expedition.game import Ruleset

_SALT_BYTES = 24


def deal_round(ruleset: Ruleset) -> Dealt:
    """Deal a round from the operating system's generator, with a salt that nobody can guess."""
    return sealed(Deal.shuffled(ruleset, secrets.SystemRandom()))


def sealed(deal: Deal) -> Dealt:
    """Return the event that deals this deal, under a fresh seal."""
    salt = secrets.token_urlsafe(_SALT_BYTES)
    cards = tuple(str(card) for card in deal.cards)
    return Dealt(cards, salt, Seal.of(deal, salt).commitment)
