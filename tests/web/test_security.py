"""What stands before the tables: names and origins, sizes, headers, and the logs."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import TYPE_CHECKING, Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from expedition.table.memory_store import MemoryStore
from expedition.web.security import CONTENT_SECURITY_POLICY, MAX_BODY, MAX_IMPORT
from expedition.web.settings import Settings
from web.serving import api, ask, at_table, get, running_server, set_up

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    import httpx

    from expedition.table.store import NewTable


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with running_server() as address:
        yield address


# Who may call


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1", True),
        ("192.168.1.7:8000", True),
        ("[::1]:8000", True),
        ("localhost:1", True),
        ("LOCALHOST", True),
        ("localhost.", True),
        ("play.localhost", True),
        ("cards.example", True),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("evil.example:127.0.0.1", False),
        ("cards.example@evil.example", False),
        ("[", False),
        ("", False),
    ],
)
def test_only_known_names_are_answered(host: str, *, known: bool) -> None:
    """A page elsewhere may point its own name here; it must not get to talk to us."""
    with running_server(Settings(allowed_hosts=("cards.example",))) as address:
        reply = get(address, "/api/health", host=host)
        assert reply.status_code == (200 if known else 421 if host else reply.status_code)
        assert known == (reply.status_code == 200)
        if reply.status_code == 421:
            assert "--allow-host" in reply.json()["error"]["message"]


ORIGINS = [
    ({"origin": "SELF"}, True),
    ({"origin": "https://evil.example"}, False),
    ({"origin": "http://127.0.0.1:1"}, False),
    ({"origin": "null"}, False),
    ({"origin": "http://["}, False),
    ({"sec_fetch_site": "cross-site"}, False),
    ({"sec_fetch_site": "same-origin"}, True),
    ({}, True),
]


@pytest.mark.parametrize(("headers", "welcome"), ORIGINS)
def test_pages_of_other_sites_can_not_act(
    server: str, headers: dict[str, str], *, welcome: bool
) -> None:
    headers = {k: server if v == "SELF" else v for k, v in headers.items()}
    body = json.dumps({"edition": "standard-solo", "seats": [{"kind": "me", "name": "Ann"}]})
    reply = ask(server, "POST", "/api/tables", body, content_type="application/json", **headers)
    assert reply.status_code == (201 if welcome else 403)
    if not welcome:
        assert reply.json()["error"]["code"] == "forbidden"
    assert get(server, "/api/health", **headers).status_code == 200
    # A stream of events is looked at, but counted: others may not open one either.
    events = get(server, "/api/tables/none/events", **headers)
    assert events.status_code == (404 if welcome else 403)


@pytest.mark.parametrize(("headers", "welcome"), ORIGINS)
def test_sockets_are_refused_before_they_open(
    server: str, headers: dict[str, str], *, welcome: bool
) -> None:
    async def open_one() -> int:
        named = {k.replace("_", "-"): server if v == "SELF" else v for k, v in headers.items()}
        url = f"{server.replace('http', 'ws', 1)}/api/tables/none/socket"
        try:
            async with connect(url, additional_headers=named) as ws:
                await ws.send('{"type":"hello","proto":1}')
                assert json.loads(await ws.recv())["code"] == "no-table"
        except InvalidStatus as refused:
            return refused.response.status_code
        return 101

    assert asyncio.run(open_one()) == (101 if welcome else 403)


def test_sockets_check_the_name_too(server: str) -> None:
    async def open_one() -> None:
        port = int(server.rsplit(":", 1)[1])
        url = f"ws://evil.example:{port}/api/tables/none/socket"
        async with connect(url, host="127.0.0.1", port=port):
            pytest.fail("it was let in")

    with pytest.raises(InvalidStatus) as refused:
        asyncio.run(open_one())
    assert refused.value.response.status_code == 421


def test_nothing_changes_by_looking(server: str) -> None:
    for path in ("/api/tables/x/join", "/api/tables/x/commands", "/api/tables/x/token"):
        assert get(server, path).status_code in (404, 405)


# What comes with every answer


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/nowhere", 404),
        ("GET", "/static/x/icon.svg", 200),
        ("GET", "/static/x/none.svg", 404),
        ("GET", "/static/x/%2e%2e/app.py", 404),
        ("GET", "/api/none", 404),
        ("GET", "/api/editions", 200),
        ("GET", "/api/openapi.json", 200),
        ("GET", "/api/tables/none", 404),
        ("GET", "/api/tables/none/events", 404),
        ("GET", "/api/tables/x/review?round=no", 422),
        ("POST", "/api/tables", 422),
        ("DELETE", "/api/tables", 405),
        ("POST", "/api/tables/none/commands", 403),
    ],
)
def test_every_answer_has_the_headers(server: str, method: str, path: str, status: int) -> None:
    reply = ask(server, method, path, None)
    assert reply.status_code == status
    assert reply.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert reply.headers["referrer-policy"] == "no-referrer"
    assert reply.headers["cross-origin-opener-policy"] == "same-origin"
    assert "access-control-allow-origin" not in reply.headers
    if status >= 400 and path.startswith(("/api", "/static")):
        assert set(reply.json()["error"]) >= {"code", "message"}
        assert "Traceback" not in reply.text


@pytest.mark.parametrize("path", ["/static/x/js/app.js", "/static/x/css/base.css"])
def test_a_script_or_a_style_sheet_has_those_that_mean_something_there(
    server: str, path: str
) -> None:
    reply = get(server, path)
    assert reply.status_code == 200
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert reply.headers["cross-origin-resource-policy"] == "same-origin"
    assert "content-security-policy" not in reply.headers


def test_refusals_before_the_application_have_them_too(server: str) -> None:
    for reply in (
        get(server, "/", host="evil.example"),
        ask(server, "POST", "/api/tables", None, origin="http://evil.example"),
        ask(server, "POST", "/api/qr", b"x" * (MAX_BODY + 1)),
    ):
        assert reply.headers["content-security-policy"] == CONTENT_SECURITY_POLICY


def test_the_policy_allows_nothing_inline_and_no_other_site() -> None:
    policy = dict(part.strip().split(" ", 1) for part in CONTENT_SECURITY_POLICY.split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["form-action"] in ("'none'", "'self'")
    assert "unsafe" not in CONTENT_SECURITY_POLICY


# Sizes


async def _in_pieces(size: int) -> AsyncIterator[bytes]:
    for _ in range(size // 1000 + 1):
        yield b" " * 1000


@pytest.mark.parametrize("chunked", [False, True], ids=["with a length", "in pieces"])
@pytest.mark.parametrize(
    ("path", "limit"),
    [("/api/qr", MAX_BODY), ("/api/tables/x/commands", MAX_BODY), ("/api/review", MAX_IMPORT)],
)
def test_too_much_at_once(server: str, path: str, limit: int, *, chunked: bool) -> None:
    async def post(size: int) -> httpx.Response:
        async with api(server) as client:
            body = _in_pieces(size) if chunked else b" " * size
            return await client.post(path, content=body)

    assert asyncio.run(post(limit - 2000)).status_code in (400, 403, 422)
    reply = asyncio.run(post(limit + 2000))
    assert reply.status_code == 413
    assert reply.json()["error"]["code"] == "too-large"


def test_a_length_that_is_none(server: str) -> None:
    async def post() -> bytes:
        host, port = server.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        head = b"POST /api/qr HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        writer.write(head + b"Content-Length: " + b"9" * 30 + b"\r\n\r\n")
        reply = await reader.read()
        writer.close()
        return reply

    assert asyncio.run(post()).split()[1] in (b"400", b"413")


# What is written down


class _Keeping(MemoryStore):
    """Keeps what was written, to look at it."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[object] = []

    async def create(self, new: NewTable, also: Any = None) -> None:
        self.written.append(new)
        await super().create(new, also)

    async def append(self, append: Any) -> None:
        self.written.append(append)
        await super().append(append)


def test_no_token_is_logged_or_kept(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "expedition")
    caplog.set_level(logging.DEBUG, "uvicorn")
    store = _Keeping()

    async def play(address: str) -> list[str]:
        table = await set_up(address, "classic", "me", "friend")
        path, mine = f"/api/tables/{table['table']}", table["seats"][0]["token"]
        async with api(address) as client:
            body = {"invite": table["invite"], "name": "Bo"}
            theirs = (await client.post(f"{path}/join", json=body)).json()["token"]
            bearer = {"authorization": f"Bearer {mine}"}
            ticket = (await client.post(f"{path}/ticket", headers=bearer)).json()["ticket"]
            async with client.stream("GET", f"{path}/events?ticket={ticket}") as stream:
                assert stream.status_code == 200
            again = (await client.post(f"{path}/token", headers=bearer)).json()["token"]
            assert (await client.post(f"{path}/ticket", headers=bearer)).status_code == 403
            link = {"text": f"{address}/t/{table['table']}#s.{again}"}
            assert (await client.post("/api/qr", json=link)).status_code == 200
            await client.get(f"/t/{table['table']}")
        async with at_table(address, table["table"], again) as person:
            await person.send("exploit", token=again)
            await person.until("rej")
        return [mine, theirs, again, table["invite"], ticket]

    with running_server(store=store) as address:
        secrets = asyncio.run(play(address))
    assert store.written
    for secret in secrets:
        assert secret not in caplog.text
        assert secret not in repr(store.written)


@pytest.mark.parametrize(
    "name", ['<img src=x on="">', "=cmd|'/C'!A0", "</script><script>", "{{7*7}}", "'; DROP--"]
)
def test_names_come_back_as_they_are_and_as_data(server: str, name: str) -> None:
    async def play() -> None:
        async with api(server) as client:
            body = {"edition": "standard-solo", "seats": [{"kind": "me", "name": name}]}
            table = (await client.post("/api/tables", json={**body, "listed": True})).json()
            path = f"/api/tables/{table['table']}"
            for where in (path, f"{path}/sheet", f"{path}/record", "/api/tables"):
                reply = await client.get(where)
                assert reply.headers["content-type"].startswith("application/json")
                assert json.dumps(name)[1:-1] in reply.text
            text = await client.get(f"{path}/record?form=text")
            assert text.headers["content-type"].startswith("text/plain")
            assert text.headers["content-disposition"].startswith("attachment")
            page = await client.get(f"/t/{table['table']}")
            assert name not in page.text

    asyncio.run(play())
