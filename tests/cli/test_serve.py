"""`expedition serve` as a person runs it: where it is, and one sentence when it can't be."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import httpx
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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
