"""The frames that a client sends, checked as they come in. docs/web-api.md describes them."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, TypeVar, assert_never

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from expedition.table import commands
from expedition.table.errors import Code, Refused
from expedition.table.events import Request

#: The version of the protocol; a client says which one it speaks.
PROTOCOL = 1
#: Bytes in one frame at most.
MAX_FRAME = 4096

CommandId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
ActionText = Annotated[str, Field(max_length=12)]
Seq = Annotated[int, Field(ge=0, le=2**31)]


class _Frame(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Hello(_Frame):
    """The first frame: who one is, and the last event that one has seen."""

    type: Literal["hello"]
    proto: int
    token: Annotated[str, Field(max_length=64)] | None = None
    since: Seq | None = None


class Ping(_Frame):
    """A sign of life; answered by `pong` with the same number."""

    type: Literal["ping"]
    n: Seq


class TurnFrame(_Frame):
    """A whole turn, chosen from the view numbered `base`."""

    type: Literal["turn"]
    id: CommandId
    base: Seq
    actions: Annotated[list[ActionText], Field(min_length=1, max_length=2)]


class DealFrame(_Frame):
    """Deal the next round."""

    type: Literal["deal"]
    id: CommandId


class AskFrame(_Frame):
    """Ask the others for a take-back, a restart of the round, or a rematch."""

    type: Literal["ask"]
    id: CommandId
    what: Literal["take-back", "restart", "rematch"]
    swap: bool = False


class AnswerFrame(_Frame):
    """Agree, decline, or withdraw what one asked oneself."""

    type: Literal["answer"]
    id: CommandId
    yes: bool


class ResignFrame(_Frame):
    """Give the match up."""

    type: Literal["resign"]
    id: CommandId


class StopFrame(_Frame):
    """End the table without a winner, where nobody is left who minds."""

    type: Literal["stop"]
    id: CommandId


class ReplaceFrame(_Frame):
    """Let a bot go on for somebody who has left."""

    type: Literal["replace"]
    id: CommandId
    seat: Annotated[int, Field(ge=0, le=3)]
    bot: Annotated[str, Field(max_length=40)]


class ReturnFrame(_Frame):
    """Take one's seat back from the bot that stood in."""

    type: Literal["return"]
    id: CommandId


class NameFrame(_Frame):
    """Change one's name."""

    type: Literal["name"]
    id: CommandId
    name: Annotated[str, Field(max_length=200)]


class GreetFrame(_Frame):
    """Say one of the sentences that there are."""

    type: Literal["greet"]
    id: CommandId
    text: Literal["hello", "good-luck", "well-played", "thanks", "sorry", "one-moment", "goodbye"]


AnyCommand = (
    TurnFrame
    | DealFrame
    | AskFrame
    | AnswerFrame
    | ResignFrame
    | StopFrame
    | ReplaceFrame
    | ReturnFrame
    | NameFrame
    | GreetFrame
)
AnyFrame = Hello | Ping | AnyCommand

_CLIENT = TypeAdapter[AnyFrame](Annotated[AnyFrame, Field(discriminator="type")])
_COMMAND = TypeAdapter[AnyCommand](Annotated[AnyCommand, Field(discriminator="type")])
_Read = TypeVar("_Read")


#: How OpenAPI describes the body of a command that comes by itself.
COMMAND_BODY = {
    "required": True,
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/CommandFrame"}}},
}


def command_schemas() -> dict[str, Any]:
    """Return the schemas that COMMAND_BODY points to, by name."""
    schema = _COMMAND.json_schema(ref_template="#/components/schemas/{model}")
    return {**schema.pop("$defs"), "CommandFrame": schema}


def client_frame_schema() -> dict[str, Any]:
    """Return the JSON Schema of what a client may send."""
    return _CLIENT.json_schema()


def read_frame(text: str | bytes) -> AnyFrame:
    """Return what a client sent. Raises Refused with what is wrong with it."""
    return _read(_CLIENT, text)


def read_command(text: str | bytes) -> AnyCommand:
    """Return a command that came by itself in a request. Raises Refused."""
    return _read(_COMMAND, text)


def frame_id(text: str | bytes) -> str:
    """Return the id of a frame that can't be read, as far as it has one: to answer by it."""
    try:
        found = json.loads(text).get("id")
    except (ValueError, AttributeError, RecursionError):
        return ""
    return found[:64] if isinstance(found, str) else ""


def command_of(frame: AnyCommand) -> commands.Command:
    """Return the command that a frame asks for."""
    match frame:
        case TurnFrame():
            return commands.TakeTurn(frame.base, tuple(frame.actions))
        case DealFrame():
            return commands.DealNext()
        case AskFrame():
            return commands.Ask(Request(frame.what), frame.swap)
        case AnswerFrame():
            return commands.Answer(frame.yes)
        case ResignFrame():
            return commands.Resign()
        case StopFrame():
            return commands.Stop()
        case ReplaceFrame():
            return commands.Replace(frame.seat, frame.bot)
        case ReturnFrame():
            return commands.Return()
        case NameFrame():
            return commands.Rename(frame.name)
        case GreetFrame():
            return commands.Greet(frame.text)
    assert_never(frame)


def _read(adapter: TypeAdapter[_Read], text: str | bytes) -> _Read:
    size = len(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
    if size > MAX_FRAME:
        raise Refused(Code.BAD, f"A frame has {MAX_FRAME} bytes at most; this one {size}.")
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise Refused(
            Code.BAD, f"The frame can't be read: {where or 'it'}: {first['msg']}."
        ) from None
