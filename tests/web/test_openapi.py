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
