"""`expedition check-bot`: what a program gets right, what it gets wrong, and what to do."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bots.external_programs import (
    nothing_left_behind,  # noqa: F401  a fixture
    program,
)
from expedition.bots.external import FailureKind
from expedition.cli import check_bot
from expedition.cli import main as command_line
from expedition.game import EDITIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    Check = Callable[..., tuple[int, str, str]]

pytestmark = pytest.mark.usefixtures("nothing_left_behind")

EXAMPLE = [sys.executable, str(Path(__file__).parents[2] / "examples/external_bot.py")]
#: Ten times what a busy machine needs.
TIME = ("--deadline", "20")


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Check:
    """Run the command, and return its exit code, its output and its errors."""
    monkeypatch.setattr(command_line, "_COMMANDS", (check_bot,))

    def run(*words: str) -> tuple[int, str, str]:
        try:
            code = command_line.main(["check-bot", *words])
        except SystemExit as left:
            code = int(left.code or 0)
        done = capsys.readouterr()
        return code, done.out, done.err

    return run


def report(check: Check, *words: str) -> tuple[int, dict[str, Any]]:
    code, out, _ = check("--json", *TIME, *words)
    return code, json.loads(out)


def test_a_good_bot_plays_every_edition(check: Check) -> None:
    code, out, err = check(shlex.join(EXAMPLE), *TIME)
    first, *lines, last = out.splitlines()
    assert first.startswith("Stepper 1 is ready after 0.")
    assert [line.split()[0] for line in lines] == list(EDITIONS)
    assert all("2 rounds, " in line and "slowest answer 0." in line for line in lines)
    assert last == "It plays 7 of 7 editions."
    assert (code, err) == (0, "")


def test_one_edition_and_one_object(check: Check) -> None:
    code, data = report(check, "--edition", "lost-cities", "--rounds", "3", "--", *EXAMPLE)
    assert (code, data["ok"]) == (0, True)
    (edition,) = data["editions"]
    assert edition["edition"] == "classic"
    assert (edition["name"], edition["version"]) == ("Stepper", "1")
    assert (edition["ok"], edition["rounds"], edition["failure"]) == (True, 3, None)
    assert edition["actions"] > 100
    assert 0 < edition["slowest_s"] < 20
    assert 0 < edition["start_s"] < 20


def test_equal_seeds_are_equal_rounds(check: Check) -> None:
    words = ("--edition", "standard", "--", *EXAMPLE)
    actions = [
        report(check, "--seed", seed, *words)[1]["editions"][0]["actions"]
        for seed in ["1", "1", "2"]
    ]
    assert actions[0] == actions[1] != actions[2]


def test_an_illegal_choice_is_told_with_what_to_do(check: Check) -> None:
    body = "ready(); os.write(2, b'here I go\\n'); answer(asked(), action='.'); time.sleep(60)"
    code, out, _ = check("--edition", "solo", *TIME, "--", *program(body))
    text = " ".join(out.split())
    assert code == 1
    assert "failed: it chose '.': " in text
    assert "What to do: Choose from the list `legal` in the request." in text
    assert "stderr: here I go" in text
    assert text.endswith("It plays 0 of 1 edition.")


def test_the_request_that_it_failed_at_is_told(check: Check) -> None:
    code, data = report(check, "--edition", "solo", "--", *program("ready(); asked(); 1 / 0"))
    (edition,) = data["editions"]
    failure = edition["failure"]
    assert (code, data["ok"], edition["ok"]) == (1, False, False)
    assert failure["kind"] == "crashed"
    assert "ZeroDivisionError" in failure["message"]
    assert "ZeroDivisionError" in failure["stderr"]
    assert failure["request"]["type"] == "act"
    assert failure["request"]["observation"]["hand"]


def test_a_late_bot(check: Check) -> None:
    body = "ready(); asked(); time.sleep(60)"
    code, out, _ = check("--edition", "solo", "--deadline", "0.1", "--", *program(body))
    assert code == 1
    assert "took longer than 0.1 s" in " ".join(out.split())


def test_a_failure_in_one_edition_leaves_the_others(check: Check) -> None:
    body = "m = hear(); say(type='ready', protocol=1)\n"
    body += "if m['edition']['sides'] == 2: sys.exit(4)\nplay()"
    code, data = report(check, "--rounds", "1", "--", *program(body))
    assert code == 1
    oks = {edition["edition"]: edition["ok"] for edition in data["editions"]}
    assert oks == {name: name == "standard-solo" for name in EDITIONS}


DECLINING = (
    "m = hear()\n"
    "if m['edition']['id'] != 'standard-solo': say(type='decline', reason='solo only')\n"
    "else: say(type='ready', protocol=1)\n"
    "play()"
)


def test_an_edition_that_a_bot_declines_is_no_failure(check: Check) -> None:
    code, out, _ = check(*TIME, "--", *program(DECLINING))
    assert code == 0
    assert out.endswith("It plays 1 of 7 editions.\n")
    assert "it does not play classic ('solo only')" in " ".join(out.split())


def test_a_bot_that_declines_all_that_is_asked_fails(check: Check) -> None:
    code, data = report(check, "--edition", "classic", "--", *program(DECLINING))
    assert (code, data["ok"]) == (1, False)
    assert data["editions"][0]["declined"] is True


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["no-such-program"], "there is no program 'no-such-program'"),
        ([""], "its command is empty"),
        (["a 'b"], "has a quote that isn't closed"),
        (program("say('hi')"), "it wrote 'hi'"),
    ],
)
def test_what_never_gets_ready_is_tried_once(check: Check, words: list[str], sentence: str) -> None:
    code, data = report(check, "--", *words)
    assert code == 1
    assert len(data["editions"]) == 1
    assert sentence in data["editions"][0]["failure"]["message"]
    assert data["editions"][0]["start_s"] is None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--edition", "clasic"], "Did you mean 'classic'?"),
        (["--rounds", "0"], "--rounds is 0; it should be from 1 to 1000."),
        (["--deadline", "0"], "--deadline is 0; it should be more than 0 and up to 3600"),
        (["--deadline", "nan"], "--deadline is nan; it should be"),
        (["--rounds", "x"], "invalid int value"),
        ([], "required: CMD"),
    ],
)
def test_what_is_asked_wrongly(check: Check, words: list[str], sentence: str) -> None:
    code, out, err = check(*words, *(["true"] if words else []))
    assert (code, out) == (2, "")
    assert sentence in err


def test_a_bot_that_never_ends_a_round_is_told_of(
    check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_bot, "MAX_TURNS", 5)
    code, out, _ = check("--edition", "classic", *TIME, "--", *EXAMPLE)
    assert code == 0
    assert "broken off at 5 turns: 2" in out


def test_there_is_advice_for_every_failure() -> None:
    # It isn't started again here, so it can't be given up.
    assert set(FailureKind) - {FailureKind.GIVEN_UP} == set(check_bot._ADVICE)
