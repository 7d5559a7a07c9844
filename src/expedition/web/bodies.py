"""The bodies of requests and replies, which also make the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(max_length=200, description="Shown to everybody; 24 characters.")]
Token = Annotated[str, Field(min_length=1, max_length=64)]
OwnToken = Annotated[
    str,
    Field(
        pattern=r"^[A-Za-z0-9_-]{22}$",
        description="A secret that you make: 128 random bits in base64url, without padding.",
    ),
]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class SeatBody(_Body):
    """Who is to sit in a seat: I, another person here, a friend with the link, or a bot."""

    kind: Literal["me", "here", "friend", "bot"]
    name: Name = ""
    bot: Annotated[str, Field(max_length=40)] = ""


class BranchBody(_Body):
    """A turn to go on from: of a table whose round is over, or of a record."""

    table: Annotated[str, Field(max_length=64)] | None = None
    record: dict[str, Any] | str | None = None
    round: Annotated[int, Field(ge=0, le=1000)]
    turn: Annotated[int, Field(ge=0, le=20_000)]


class TableBody(_Body):
    """A table to be set up. What is left out is what the edition says, or drawn by lot."""

    edition: Annotated[str, Field(max_length=40)]
    seats: Annotated[list[SeatBody], Field(min_length=1, max_length=4)]
    rounds: Annotated[int, Field(ge=1, le=99)] | None = None
    start_rule: Annotated[str, Field(max_length=40)] | None = None
    first_starter: Annotated[int, Field(ge=0, le=3)] | None = None
    open_hands: bool = False
    browse: bool = True
    listed: bool = False
    daily: bool = False
    branch: Annotated[BranchBody | None, Field(alias="from")] = None


class SeatReply(BaseModel):
    """A seat and the secret that opens it."""

    seat: int
    token: str


class TableReply(BaseModel):
    """A table that was set up; `invite` is for the link that friends get."""

    table: str
    seats: list[SeatReply]
    invite: str | None


class JoinBody(_Body):
    """Taking a free seat with an invitation."""

    invite: Token
    name: Name
    seat: Annotated[int, Field(ge=0, le=3)] | None = None
    token: OwnToken | None = None


class TokenBody(_Body):
    """A new secret for one's seat that one brings; without it the server makes one."""

    token: OwnToken | None = None


class TokenReply(BaseModel):
    """A new secret for one's seat."""

    token: str


class TicketReply(BaseModel):
    """What opens one's stream of events once, within half a minute."""

    ticket: str


class ReviewBody(_Body):
    """A record to be looked at, and how."""

    record: dict[str, Any] | str
    round: Annotated[int, Field(ge=0, le=1000)] | None = None
    eyes: Annotated[str, Field(max_length=16)] = "all"


class QrBody(_Body):
    """A link of this server to be drawn."""

    text: Annotated[str, Field(min_length=1, max_length=300)]


class ErrorBody(BaseModel):
    """What went wrong: a code for programs, a sentence for people."""

    code: str
    message: str
    params: dict[str, str | int] = {}


class ErrorReply(BaseModel):
    """Every reply that isn't a success, but for the `rej` of a command."""

    error: ErrorBody


class MarginReply(BaseModel):
    """How strong a bot was measured to be, in points a round."""

    mean: float = Field(description="How far ahead of `against` it is.")
    se: float = Field(description="The standard error of that.")
    deals: int = Field(description="Deals that it was measured over, each played both ways.")
    against: str


class BotReply(BaseModel):
    """A bot that can be played against."""

    id: str
    title: str
    style: str = Field(description="How it plays, in an English sentence; may be empty.")
    thinks: bool = Field(description="Whether it takes its time over a choice.")
    editions: list[str] = Field(description="The editions that it plays.")
    margin: dict[str, MarginReply | None] = Field(
        description="By edition; null where it was not measured."
    )


class HealthReply(BaseModel):
    """That the server is there."""

    ok: bool
    version: str
    addresses: list[str] = Field(description="Where others in the network can reach it.")
