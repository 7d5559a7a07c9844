"""What is read over HTTP, as models: the source of its schemas in the OpenAPI document.

Like the frames, these replies are built by hand; the tests hold what is sent against the models.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from expedition.notation import record_schema
from expedition.web import server_frames as told  # noqa: TC001  pydantic reads it

Json = dict[str, Any]
_Termination = Literal["deck-empty", "hands-empty", "stalled"] | None


class _Document(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Summary(_Document):
    """Where a table stands, in short: what everybody may know."""

    table: str
    edition: str
    phase: Literal["waiting", "playing", "between", "ended"]
    seats: list[told.Seat]
    standing: told.Standing
    to_act: told.SeatNumber | None
    deck: int | None = Field(description="Cards; null between rounds, as `turns_left`.")
    turns_left: list[int] | None
    seq: int


class TablesReply(_Document):
    """The tables that are being played and may be watched, the liveliest first."""

    tables: list[Summary]


class SheetExpedition(_Document):
    """An expedition that was begun, worked out."""

    cards: list[told.CardText]
    score: told.Score


class SheetSide(_Document):
    """What one side made of a round."""

    total: int
    expeditions: list[SheetExpedition | None] = Field(description="By suit.")


class SheetRound(_Document):
    """A round on the score sheet; the deal and its salt once they may be seen."""

    round: int
    counted: bool
    starter: told.SeatNumber
    over: bool
    termination: _Termination
    sides: list[SheetSide]
    commitment: str | None
    salt: str | None
    deal: list[told.CardText] | None


class Sheet(_Document):
    """The rounds begun, every expedition worked out."""

    edition: str
    start_rule: str
    standing: told.Standing
    next_starter: told.SeatNumber | None
    totals: list[int]
    rounds: list[SheetRound]


class SheetReply(Sheet):
    """The score sheet of a table."""

    seats: list[told.Seat]
    ending: told.Ending | None


class ReviewStep(_Document):
    """How things stood after so many turns, and the turn that led there."""

    turn: int
    seat: told.SeatNumber | None
    actions: list[told.ActionText]
    drawn: told.CardText | None
    position: told.Round


class ReviewResult(_Document):
    """How the round ended, with the points of each side."""

    scores: list[int]
    termination: _Termination


class _Review(_Document):
    edition: str
    first_round: int
    rounds: int
    round: int
    counted: bool
    eyes: str
    totals_before: list[int]
    result: ReviewResult | None
    steps: list[ReviewStep]
    seats: list[told.Seat]


class TableReview(_Review):
    """A round of a table, step by step."""

    table: str


class RecordComment(_Document):
    """What somebody wrote into a record, after so many actions of a round."""

    round: int
    after: int
    text: str


class RecordMeta(_Document):
    """What a record says besides the cards."""

    date: str | None
    comment: str | None
    tags: dict[str, str]
    comments: list[RecordComment]
    sealed: bool
    sheet: Sheet


class RecordReview(_Review):
    """A round of a record, step by step."""

    meta: RecordMeta


class EditionSuit(_Document):
    """A suit: the letter in the texts of cards, its name, and a symbol if it has one."""

    letter: str
    name: str
    symbol: str | None


class HandOver(_Document):
    """When two cards may be handed over to the partner."""

    min_hand: int
    twice_running: bool


class Edition(_Document):
    """An edition: its parameters, worked examples, and the parameters that differ from classic."""

    id: str
    name: str
    summary: str
    aliases: list[str]
    suits: list[EditionSuit]
    ranks: list[int]
    wagers: list[str]
    wagers_ascend: bool
    doubled_ranks: list[int]
    seats: int
    sides: int
    hand_size: int
    set_aside: int
    deck: int
    pack: int
    draw_from_piles: bool
    play_out_hands: bool
    hand_over: HandOver | None
    stall_turns: int | None
    stall_limit: int | None
    cost: int
    bonus: int
    bonus_cards: int
    rounds: list[int]
    start_rule: str
    suit_word: str
    wager_word: str
    examples: list[SheetExpedition]
    differs: list[str]


class DailyBest(_Document):
    """One of the best results; `at` is in milliseconds since 1970."""

    name: str
    total: int
    at: int


class DailyReply(_Document):
    """The deal of the day; `closes_in` is in seconds."""

    day: str
    edition: str
    commitment: str
    closes_in: int
    best: list[DailyBest]


class FramesReply(_Document):
    """JSON Schemas of the frames."""

    client: Json
    server: Json


_TEXT: Json = {"schema": {"type": "string"}}

#: How OpenAPI describes a record, which has a schema of its own.
RECORD_CONTENT: Json = {
    "description": "The record, as docs/record-format.md has it.",
    "content": {
        "application/json": {"schema": {"$ref": "#/components/schemas/Record"}},
        "text/plain": _TEXT,
    },
}
#: How it describes a drawing.
SVG_CONTENT: Json = {"description": "The code, drawn.", "content": {"image/svg+xml": _TEXT}}


def record_schemas() -> Json:
    """Return the schema that RECORD_CONTENT points to and those in it, by name."""
    schema = {key: part for key, part in record_schema().items() if key != "$schema"}
    named = {f"Record.{name}": part for name, part in schema.pop("$defs").items()}
    moved: Json = _moved({"Record": schema, **named})
    return moved


def _moved(schema: Any) -> Any:  # noqa: ANN401  a schema is any JSON
    """Return a schema whose references lead to where the parts are now."""
    if isinstance(schema, list):
        return [_moved(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: part.replace("#/$defs/", "#/components/schemas/Record.")
        if key == "$ref"
        else _moved(part)
        for key, part in schema.items()
    }
