"""What is wrong with a record."""

from __future__ import annotations

from expedition.game import InvalidNotation


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


def _record_error(reason: str, round_number: int, turn: int) -> RecordError:
    return RecordError(reason, round_number=round_number, turn=turn)
