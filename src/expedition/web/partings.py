"""Last words: why a connection ends, in a code for programs and a sentence for people."""

from __future__ import annotations

from expedition.web import wire

#: Seconds in which a listener has to take one frame.
SEND_WITHIN = 10.0

_SENTENCES = {
    "closing": "The server is stopping, or had to look this table up anew. Connect again.",
    "slow": "Too much was waiting to be read here. Connect again to get what is missing.",
    "no-seat": "This link to the seat was replaced by a new one, and is not valid any more.",
}


def sentence_of(reason: str) -> str:
    """Return why an outbox was closed, as a sentence."""
    return _SENTENCES.get(reason, "The connection is closed. Connect again.")


def parting(reason: str) -> str:
    """Return the last frame to whoever listened to an outbox that was closed for this reason."""
    return wire.error(reason, sentence_of(reason))
