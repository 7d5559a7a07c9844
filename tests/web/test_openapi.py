"""The OpenAPI document is true: whatever is sent, the answer is one that it names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import checks

from web.serving import running_server
from web.without_sockets import _APP

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Of each route, so that it makes about 100 in all.
EXAMPLES = 6


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with running_server() as address:
        yield address


schema = schemathesis.openapi.from_dict(_APP._app.openapi())  # type: ignore[attr-defined]
OPERATIONS = [
    (f"{method} {path}", operation)
    for path, methods in schema.raw_schema["paths"].items()
    for method, operation in methods.items()
]


@pytest.mark.parametrize(("name", "operation"), OPERATIONS, ids=[name for name, _ in OPERATIONS])
def test_every_success_is_described(name: str, operation: dict[str, Any]) -> None:
    (success,) = (reply for status, reply in operation["responses"].items() if status < "3")
    assert success["content"]
    for kind, content in success["content"].items():
        assert content["schema"], name
        assert (
            ("$ref" in content["schema"]) or kind != "application/json" or "items" in str(content)
        )


def test_where_a_secret_is_needed_is_said() -> None:
    schemes = schema.raw_schema["components"]["securitySchemes"]
    assert schemes["Seat"] == {"type": "http", "scheme": "bearer", **_described(schemes["Seat"])}
    needed = {name: o["security"] for name, o in OPERATIONS if "security" in o}
    table = "/api/tables/{table}"
    assert needed == {
        f"post {table}/commands": [{"Seat": []}],
        f"post {table}/ticket": [{"Seat": []}],
        f"post {table}/token": [{"Seat": []}],
        f"get {table}/events": [{"Seat": []}, {}],  # a spectator has none
    }


def _described(scheme: dict[str, Any]) -> dict[str, Any]:
    return {"description": scheme["description"]}


def test_a_refused_command_is_described_as_the_frame_that_it_is() -> None:
    replies = dict(OPERATIONS)["post /api/tables/{table}/commands"]["responses"]
    for status in ("400", "403", "404", "409", "429", "503"):
        either = replies[status]["content"]["application/json"]["schema"]["anyOf"]
        names = [one["$ref"].rpartition("/")[2] for one in either]
        assert names == ["Rej", "ErrorReply"]


# The stream of events has no end to wait for; test_streams.py has it.
finite = schema.exclude(path_regex="/events$")


@finite.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
def test_answers_are_those_described(server: str, case: schemathesis.Case[Any]) -> None:
    case.call_and_validate(
        base_url=server,
        checks=[
            checks.not_a_server_error,
            checks.status_code_conformance,
            checks.content_type_conformance,
            checks.response_schema_conformance,
        ],
    )
