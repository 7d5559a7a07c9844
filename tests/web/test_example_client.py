"""The example client of docs/web-api.md plays a match, and the document names all there is."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import httpx

from expedition.table.commands import GREETINGS
from expedition.table.errors import Code
from expedition.web.frames import client_frame_schema
from expedition.web.server_frames import SERVER_FRAME
from web.serving import running_server

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "web-api.md").read_text("utf-8")


def test_the_example_client_plays_a_match() -> None:
    play = runpy.run_path(str(ROOT / "examples" / "table_client.py"))["play"]
    with running_server() as address:
        totals = play(address)
    assert len(totals) == 2


def test_the_page_names_every_route_frame_and_code() -> None:
    with running_server() as address:
        schema: dict[str, Any] = httpx.get(f"{address}/api/openapi.json").json()
        frames = httpx.get(f"{address}/api/frames").json()
    for path, methods in schema["paths"].items():
        for method in methods:
            assert f"`{method.upper()} {path}`" in PAGE, path
    assert frames == {"client": client_frame_schema(), "server": SERVER_FRAME.json_schema()}
    for kind in (*frames["client"]["discriminator"]["mapping"], *_server_kinds()):
        assert f"`{kind}`" in PAGE, kind
    for word in (*(code.value for code in Code), *GREETINGS):
        assert f"`{word}`" in PAGE, word


def _server_kinds() -> list[str]:
    mapping: dict[str, str] = SERVER_FRAME.json_schema()["discriminator"]["mapping"]
    return list(mapping)


def test_the_hello_of_the_page_is_a_hello() -> None:
    (hello,) = (
        block for block in PAGE.split("```json\n")[1:] if '"hello"' in block.split("```")[0]
    )
    assert json.loads(hello.split("```")[0])["proto"] == 1


def test_the_greetings_of_the_frames_are_those_of_the_table() -> None:
    greet = client_frame_schema()["$defs"]["GreetFrame"]
    assert tuple(greet["properties"]["text"]["enum"]) == GREETINGS
