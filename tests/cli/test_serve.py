"""`expedition serve` as a person runs it: where it is, and one sentence when it can't be."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import webbrowser
from contextlib import contextmanager
from typing import TYPE_CHECKING

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from expedition.cli import serve

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from pathlib import Path

    from websockets.asyncio.client import ClientConnection

SERVE = [sys.executable, "-m", "expedition", "serve", "--no-browser"]


@contextmanager
def served(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a server on a free port; gives the process and its address."""
    command = [*SERVE, "--port", "0", "--data", str(folder), *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        first = process.stdout.readline()
        found = re.fullmatch(r"Expedition is at (http://127\.0\.0\.1:\d+)/\n", first)
        try:
            assert found, process.communicate(timeout=20)
            yield process, found[1]
        finally:
            process.kill()


def refused(*options: str, env: dict[str, str] | None = None) -> str:
    """Run a server that can't start; returns its one sentence."""
    done = subprocess.run(
        [*SERVE, *options],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **(env or {})},
        check=False,
    )
    assert done.returncode in (1, 2)
    lines = done.stderr.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("expedition: ")
    assert "Traceback" not in done.stderr
    return lines[0]


def test_it_serves_and_keeps_every_table_when_it_is_stopped(tmp_path: Path) -> None:
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "bot": "random"}]
    body = {"edition": "classic", "seats": seats, "first_starter": 0}
    with served(tmp_path) as (process, address):
        with httpx.Client(base_url=address, transport=_patient()) as client:
            table = client.post("/api/tables", json=body).json()["table"]
            before = client.get(f"/api/tables/{table}").json()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        assert process.returncode == 0
        assert out.splitlines()[-1] == "Stopped. Every table is kept."
        assert err == ""
    with (
        served(tmp_path) as (_, address),
        httpx.Client(base_url=address, transport=_patient()) as client,
    ):
        assert client.get(f"/api/tables/{table}").json() == before


def test_whoever_listens_is_told_that_it_stops(tmp_path: Path) -> None:
    """Nobody's stream or socket keeps it from stopping, and nothing is logged."""

    async def last_frames(address: str, stop: Callable[[], None]) -> list[tuple[str, str]]:
        async with httpx.AsyncClient(base_url=address, transport=_patient_too()) as client:
            seats = [{"kind": "me", "name": "Ann"}, {"kind": "friend"}]
            body = {"edition": "classic", "seats": seats}
            table = (await client.post("/api/tables", json=body)).json()["table"]
            path = f"/api/tables/{table}"
            headers = {"accept": "application/x-ndjson"}
            async with (
                client.stream("GET", f"{path}/events", headers=headers) as stream,
                connect(f"{address.replace('http', 'ws')}{path}/socket") as socket,
            ):
                await socket.send('{"type":"hello","proto":1}')
                while json.loads(await socket.recv())["type"] != "view":
                    pass
                stop()
                by_stream = [json.loads(line) async for line in stream.aiter_lines() if line]
                by_socket = [json.loads(text) async for text in _until_closed(socket)]
        return [(each[-1]["type"], each[-1]["code"]) for each in (by_stream, by_socket)]

    with served(tmp_path) as (process, address):
        stopped: list[float] = []

        def stop() -> None:
            process.send_signal(signal.SIGINT)
            stopped.append(time.monotonic())

        told = asyncio.run(asyncio.wait_for(last_frames(address, stop), 30))
        out, err = process.communicate(timeout=30)
        took = time.monotonic() - stopped[0]
    assert told == [("error", "closing")] * 2
    assert (process.returncode, err) == (0, "")
    assert out.splitlines()[-1] == "Stopped. Every table is kept."
    assert took < 2.5  # seconds; it took more than 3 to wait for listeners in vain


async def _until_closed(socket: ClientConnection) -> AsyncIterator[str]:
    try:
        while True:
            yield str(await socket.recv())
    except ConnectionClosed as closed:
        assert closed.rcvd
        assert closed.rcvd.code == 1012  # service restart


def _patient_too() -> httpx.AsyncHTTPTransport:
    return httpx.AsyncHTTPTransport(retries=5)


@pytest.mark.parametrize("name", ["ann", "ann.local"])
def test_the_name_of_this_machine_is_said_once(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: name)
    with socket.socket() as bound:
        bound.bind(("0.0.0.0", 0))  # noqa: S104  nobody listens
        serve._say(bound, tmp_path)
        port = bound.getsockname()[1]
    assert f"http://ann.local:{port}/ or by address" in capsys.readouterr().out


def test_a_browser_that_does_not_open_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, closed = threading.Event(), threading.Event()

    def wait(_: str) -> bool:
        asked.set()
        return closed.wait(20)

    monkeypatch.setattr(webbrowser, "open", wait)
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        began = time.monotonic()
        serve._open(argparse.Namespace(no_browser=False), bound)
        assert time.monotonic() - began < 10
        assert asked.wait(10)
    (waiting,) = (thread for thread in threading.enumerate() if thread.name == "browser")
    assert waiting.daemon  # it doesn't keep the program from ending either
    closed.set()
    waiting.join(10)


def test_no_browser_is_opened_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda _: pytest.fail("it was opened"))
    with socket.socket() as bound:
        serve._open(argparse.Namespace(no_browser=True), bound)
    assert all(thread.name != "browser" for thread in threading.enumerate())


@pytest.mark.parametrize("name", ["Play.Example.org", "play.example.org."])
def test_a_name_is_allowed_however_it_is_written(name: str) -> None:
    assert serve._name(name) == "play.example.org"


def _patient() -> httpx.HTTPTransport:
    # The port is open before the server answers; connecting waits for it.
    return httpx.HTTPTransport(retries=5)


def test_a_busy_port_is_said(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        sentence = refused("--port", str(port), "--data", str(tmp_path))
    assert f"Port {port} is taken" in sentence
    assert f"--port {port + 1}" in sentence


def test_a_folder_that_is_none_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    sentence = refused("--port", "0", "--data", str(tmp_path / "file" / "data"))
    assert "--data" in sentence or "folder" in sentence


def test_a_newer_database_is_said_and_left_alone(tmp_path: Path) -> None:
    with served(tmp_path) as (_, address):
        httpx.get(f"{address}/api/health")
    path = tmp_path / "tables.sqlite3"
    with sqlite3.connect(path) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    sentence = refused("--port", "0", "--data", str(tmp_path))
    assert "newer" in sentence or "later" in sentence


def test_a_damaged_database_is_said(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite3").write_bytes(b"This is no database." * 500)
    sentence = refused("--port", "0", "--data", str(tmp_path))
    assert "tables.sqlite3" in sentence


def test_two_servers_on_one_folder_are_refused(tmp_path: Path) -> None:
    with served(tmp_path) as (_, address):
        httpx.get(f"{address}/api/health")
        sentence = refused("--port", "0", "--data", str(tmp_path))
    assert "server" in sentence


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--port", "70000"), "ports are 0 to 65535"),
        (("--bots", "0"), "one process is the least"),
        (("--host", "no.such.host.invalid"), "no address"),
        (("--allow-host", "play.example.org:8443"), "--allow-host play.example.org"),
        (("--allow-host", "https://play.example.org"), "should be a name alone"),
        (("--allow-host", ""), "should be a name alone"),
    ],
)
def test_options_that_make_no_sense_are_said(options: tuple[str, ...], words: str) -> None:
    assert words in refused(*options)


def test_without_its_extra_it_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['sqlalchemy'] = None; "
        "from expedition.cli.main import main; sys.exit(main(['serve']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert 'pip install "expedition[web]"' in done.stderr
    assert len(done.stderr.splitlines()) == 1
