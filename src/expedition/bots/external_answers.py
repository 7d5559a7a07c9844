"""What an external bot says, read with care: it is whatever came down a pipe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from expedition.bots.external_failure import FailureKind, Trouble
from expedition.bots.external_messages import PROTOCOL
from expedition.bots.external_pipes import quoted
from expedition.game import GameError, IllegalAction
from expedition.notation import parse_action, shown
from expedition.notation.json_text import load_json

if TYPE_CHECKING:
    from expedition.game import Action, Observation

#: Characters that are kept of what a bot says about its choice, and of its name and version.
LONGEST_INFO, LONGEST_NAME = 200, 40

# No text of an action is longer, however wordy.
_LONGEST_ACTION = 100
# How sentences of the rules and of the readers begin.
_OPENINGS = {"A", "An", "Cards", "It", "Nothing", "The", "There", "This", "You"}


class Ready(NamedTuple):
    """What a bot says of itself at the start."""

    name: str
    version: str


class Answer(NamedTuple):
    """What a bot chose, and what it said about it, which is for its author alone."""

    action: Action
    info: str


def read_ready(line: bytes, edition: str) -> Ready:
    """Read the answer to `hello`. Raises Trouble when it is none, or a refusal of the edition."""
    data = _object(line)
    kind = data.get("type")
    if kind == "decline":
        reason = _text(data, "reason", LONGEST_INFO)
        msg = f"it does not play {edition}" + (f" ({shown(reason)})" if reason else "")
        raise Trouble(FailureKind.DECLINED, msg)
    if kind != "ready":
        raise _rubbish(f"it wrote {quoted(line)} where 'ready' was due")
    protocol = data.get("protocol")
    if type(protocol) is not int or protocol != PROTOCOL:
        found = shown(str(protocol)) if "protocol" in data else "none"
        raise _rubbish(f"it speaks protocol {found}, and this is protocol {PROTOCOL}")
    return Ready(_text(data, "name", LONGEST_NAME), _text(data, "version", LONGEST_NAME))


def read_answer(
    line: bytes, request: int, observation: Observation, legal: tuple[Action, ...]
) -> Answer:
    """Read the answer to a request. Raises Trouble when it is none, or not legal."""
    data = _object(line)
    if data.get("type") != "action":
        raise _rubbish(f"it wrote {quoted(line)} where an action was due")
    number = data.get("request")
    if type(number) is not int:
        raise _rubbish(f"its answer {quoted(line)} has no number of a request")
    if number != request:
        raise _rubbish(f"it answered request {_short(number)} when it was asked request {request}")
    info = _text(data, "info", LONGEST_INFO)
    return Answer(_action(data.get("action"), observation, legal), info)


def _action(value: object, observation: Observation, legal: tuple[Action, ...]) -> Action:
    """Return the legal action that is meant by a text or an id."""
    if isinstance(value, str):
        for action in legal:
            if str(action) == value:
                return action
        said = shown(value)
    elif type(value) is int:
        said = f"the action id {_short(value)}"
    else:
        raise _rubbish("its answer has no action, which is a text or an id")
    ruleset = observation.ruleset
    try:
        if isinstance(value, int):
            action = ruleset.action_space.action(value)
            said += f" ({action})"
        elif len(value) > _LONGEST_ACTION:
            msg = f"it chose {said}, which is longer than any action"
            raise _rubbish(msg)
        else:
            action = parse_action(value, ruleset)
        observation.verify(action)
    except IllegalAction as error:
        raise Trouble(FailureKind.ILLEGAL, f"it chose {said}: {_clause(error)}") from None
    except GameError as error:
        raise _rubbish(f"it chose {said}: {_clause(error)}") from None
    if action not in legal:
        msg = f"it chose {said}, which is not among the actions that it was given"
        raise Trouble(FailureKind.ILLEGAL, msg)
    return action


def _object(line: bytes) -> dict[str, Any]:
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        raise _rubbish(f"it wrote {quoted(line)}, which is not UTF-8") from None
    try:
        data = load_json(text)
    except GameError as error:
        raise _rubbish(f"it wrote {quoted(line)}: {_clause(error)}") from None
    if not isinstance(data, dict):
        raise _rubbish(f"it wrote {quoted(line)}, which is not a JSON object")
    return data


def _text(data: dict[str, Any], key: str, limit: int) -> str:
    """Return a text that may be missing, cut short and fit to print."""
    value = data.get(key, "")
    if not isinstance(value, str):
        raise _rubbish(f"its {key!r} is not text")
    text = "".join(c if c.isprintable() else " " for c in value[:limit])
    return text.strip()


def _clause(error: Exception) -> str:
    """Return the first sentence of an error as the end of another one."""
    text = str(error).partition(". ")[0].rstrip(".")
    first = text.partition(" ")[0]
    # What begins with a card, or with what was said, stays as it is.
    return first.lower() + text[len(first) :] if first in _OPENINGS else text


def _short(number: int) -> str:
    return str(number) if abs(number) < 10**12 else "with far too many digits"


def _rubbish(reason: str) -> Trouble:
    return Trouble(FailureKind.RUBBISH, reason)
