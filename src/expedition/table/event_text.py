"""An event's data as one line of text, the way every store keeps it."""

from __future__ import annotations

import json
from typing import Any

# Escapes outside ASCII: so any text that Python can hold, half a surrogate pair too, is kept.
_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


def event_to_text(data: dict[str, Any]) -> str:
    """Return compact JSON. Raises TypeError or ValueError for what JSON can't say."""
    return _ENCODER.encode(data)
