"""What a round or a match can teach: reasons for and against each choice."""

from expedition.analysis.hint_reasons import REASONS, Reason
from expedition.analysis.hints import Hint, draw_hints, hints, remarks

__all__ = ["REASONS", "Hint", "Reason", "draw_hints", "hints", "remarks"]
