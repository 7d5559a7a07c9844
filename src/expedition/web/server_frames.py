"""The frames that the server sends, as models: the source of their JSON Schema.

The server builds its frames by hand in `wire` and `views`; the tests hold every frame that is sent
against these models, which forbid what they don't name.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from expedition.web.frames import client_frame_schema

CardText = Annotated[str, Field(description="A card: `R7`, `Y$`, `HJ`.")]
ActionText = Annotated[str, Field(description="`R7`, `xR7`, `.`, `<R`, `>R7+B2`; `>?` hidden.")]
SeatNumber = Annotated[int, Field(ge=0, le=3)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)


class Score(_Model):
    """A worked expedition: (sum - cost) x multiplier + bonus = total."""

    cards: int
    sum: int
    cost: int
    multiplier: int
    bonus: int
    total: int
    to_even: int = Field(description="What its numbers still lack to pay for the start.")


class Seat(_Model):
    """Who sits in a seat."""

    name: str | None
    bot: str | None
    kind: Literal["person", "bot", "free"]
    side: int


class Standing(_Model):
    """Where the match stands; totals and scores are of the counted rounds that are over."""

    round: int = Field(description="From 1; 0 is the teaching round.")
    rounds: int
    totals: list[int]
    scores: list[list[int]]
    teaching: bool


class Options(_Model):
    """What was agreed when the table was set up."""

    rounds: int
    start_rule: str
    first_starter: int
    open_hands: bool
    browse: bool
    listed: bool
    daily: str | None
    branched: bool


class Told(_Model):
    """A reason in a code and its parameters; the words are the page's."""

    code: str
    params: dict[str, Any]


class DrawHint(_Model):
    """What speaks for and against a draw."""

    action: ActionText
    for_: list[Told] = Field(alias="for")
    against: list[Told]


class CardHint(DrawHint):
    """What speaks for and against a card action, and the draws after it."""

    draws: list[DrawHint] = []


class Choice(_Model):
    """A card action that is legal now, and the draws that may follow; none where it is all."""

    action: ActionText
    draws: list[ActionText]


class Refusal(_Model):
    """Why something is not legal."""

    fault: str
    message: str
    card: CardText
    top: CardText | None = None


class LastTurn(_Model):
    """A turn as this audience saw it."""

    seat: SeatNumber
    actions: list[ActionText]
    drawn: CardText | None


class Round(_Model):
    """A round as this audience sees it. Lists are by side, seat or suit, as said."""

    starter: SeatNumber
    to_act: SeatNumber | None
    over: bool
    termination: Literal["deck-empty", "hands-empty", "stalled"] | None
    turn: int = Field(description="Turns made.")
    deck: int
    turns_left: list[int] = Field(description="By seat, if everybody draws off the deck.")
    expeditions: list[list[list[CardText]]] = Field(description="By side, then suit.")
    piles: list[list[CardText]] = Field(description="By suit, the top last.")
    pile_sizes: list[int]
    hand_sizes: list[int]
    scores: list[list[Score | None]] = Field(description="By side, then suit.")
    totals: list[int]
    known: list[list[CardText]] = Field(description="By seat: cards known to be in that hand.")
    pooled: list[list[CardText]] = Field(description="By side: with one partner or the other.")
    exposed: list[CardText] = Field(description="My cards that the others know of.")
    hands: list[list[CardText]] | None
    hand: list[CardText] | None
    playable: int | None = Field(description="Cards of my hand that could be laid now.")
    idle_turns: int
    stall_limit: int
    last: LastTurn | None


class LiveRound(Round):
    """The round of a table, with what I may do."""

    legal: list[Choice]
    early: list[Choice] = Field(
        description="On another's turn: what I could choose ahead, as things are now."
    )
    refused: dict[CardText, Refusal] = Field(description="My cards that can't be laid, and why.")
    refused_draws: dict[ActionText, dict[ActionText, Refusal]]
    hints: list[CardHint] | None
    remarks: list[Told]
    commitment: str = Field(description="The promise of the deal, made before the first turn.")
    salt: str | None
    deal: list[CardText] | None = Field(description="Opened with the salt when the round is over.")


class PendingRequest(_Model):
    """Something that was asked and is not decided."""

    seat: SeatNumber
    what: Literal["take-back", "restart", "rematch"]
    swap: bool
    agreed: list[SeatNumber]
    waits_for: list[SeatNumber]


class Can(_Model):
    """What I may do now."""

    turn: bool
    deal: bool
    take_back: bool = Field(alias="take-back")
    restart: bool
    rematch: bool
    answer: bool
    resign: bool
    stop: bool
    replace: list[SeatNumber]
    return_: bool = Field(alias="return")
    greet: bool


class Ending(_Model):
    """Why the table has come to its end, and which sides won."""

    why: Literal["played", "resigned", "stopped"]
    seat: SeatNumber | None
    reason: Literal["gone", "agreed", "too-long"] | None
    winners: list[int]
    shared: bool


class Rematch(_Model):
    """Where the next match is, and which seat each seat has there."""

    table: str
    seats: list[SeatNumber]


class View(_Model):
    """Everything that one audience sees of a table."""

    table: str
    seq: int
    edition: str
    phase: Literal["waiting", "playing", "between", "ended"]
    options: Options
    seats: list[Seat]
    me: SeatNumber | None
    series: list[float] | None
    standing: Standing
    round: LiveRound | None
    request: PendingRequest | None
    can: Can
    ending: Ending | None
    rematch: Rematch | None


class Event(_Model):
    """What happened, as this audience is told it. Which fields there are goes by `kind`."""

    kind: Literal[
        "created",
        "sat",
        "bot-sat",
        "dealt",
        "turn",
        "asked",
        "answered",
        "taken-back",
        "restarted",
        "resigned",
        "stopped",
        "greeted",
        "rematched",
    ]
    seat: SeatNumber | None = None
    name: str | None = None
    bot: str | None = None
    round: int | None = None
    starter: SeatNumber | None = None
    commitment: str | None = None
    actions: list[ActionText] | None = None
    drawn: CardText | None = None
    closed: bool | None = None
    what: str | None = None
    swap: bool | None = None
    yes: bool | None = None
    to: int | None = None
    why: str | None = None
    text: str | None = None
    table: str | None = None


class Welcome(_Model):
    """The answer to a hello: which seat one has, None for a spectator."""

    type: Literal["welcome"]
    proto: int
    table: str
    seat: SeatNumber | None
    seq: int
    version: str


class EventFrame(_Model):
    """One event. The numbers have no gaps."""

    type: Literal["event"]
    seq: int
    event: Event


class ViewFrame(_Model):
    """How things stand after the event of that number."""

    type: Literal["view"]
    seq: int
    view: View


class Ack(_Model):
    """The command is carried out and on the disk; `seq` is its first event."""

    type: Literal["ack"]
    id: str
    seq: int


class Rej(_Model):
    """The command changed nothing."""

    type: Literal["rej"]
    id: str
    code: str
    message: str
    params: dict[str, str | int]
    seq: int


class Presence(_Model):
    """Who is here. `gone` is for how many seconds a person has had no connection."""

    class Person(_Model):
        """One seat."""

        here: bool
        gone: int | None

    type: Literal["presence"]
    seats: list[Person]
    watchers: int


class Pong(_Model):
    """The answer to a ping. `seq` is the number of the last event."""

    type: Literal["pong"]
    n: int
    seq: int


class Error(_Model):
    """Why the server hangs up. The last frame."""

    type: Literal["error"]
    code: str
    message: str


ServerFrame = Welcome | EventFrame | ViewFrame | Ack | Rej | Presence | Pong | Error

SERVER_FRAME = TypeAdapter[ServerFrame](Annotated[ServerFrame, Field(discriminator="type")])


def frame_schemas() -> dict[str, Any]:
    """Return the JSON Schemas of all frames: what a client may send, what the server sends."""
    return {"client": client_frame_schema(), "server": SERVER_FRAME.json_schema()}
