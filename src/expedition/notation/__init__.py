"""Text in and out: cards, actions, match records and golden rounds."""

from expedition.notation.actions import parse_action
from expedition.notation.cards import parse_card, parse_cards, parse_deal, parse_suit, shown
from expedition.notation.golden import (
    GoldenMismatch,
    GoldenRound,
    parse_golden,
    verify_golden,
)
from expedition.notation.record import (
    RECORD_VERSION,
    Comment,
    Player,
    Record,
    Seal,
    SealedRound,
)
from expedition.notation.record_error import RecordError
from expedition.notation.record_json import record_schema, record_to_json
from expedition.notation.record_text import record_to_text
from expedition.notation.records import MAX_RECORD_BYTES, parse_record

__all__ = [
    "MAX_RECORD_BYTES",
    "RECORD_VERSION",
    "Comment",
    "GoldenMismatch",
    "GoldenRound",
    "Player",
    "Record",
    "RecordError",
    "Seal",
    "SealedRound",
    "parse_action",
    "parse_card",
    "parse_cards",
    "parse_deal",
    "parse_golden",
    "parse_record",
    "parse_suit",
    "record_schema",
    "record_to_json",
    "record_to_text",
    "shown",
    "verify_golden",
]
