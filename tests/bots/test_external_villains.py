"""External bots that misbehave, each in its way: one sentence, in time, and nothing left behind."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from typing import TYPE_CHECKING

import pytest

from bots.external_programs import (
    CLASSIC,
    SHORT,
    choose,
    is_alive,
    nothing_left_behind,  # noqa: F401  a fixture
    patient,
    posix,
    program,
    seen,
    soon,
)
from expedition.bots.external import BotFailed, ExternalBot, FailureKind
from expedition.bots.external_process import GRACE
from expedition.game import find_edition

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("nothing_left_behind")

CRASHED, DECLINED, ILLEGAL = FailureKind.CRASHED, FailureKind.DECLINED, FailureKind.ILLEGAL
LATE, NOT_STARTED, RUBBISH = FailureKind.LATE, FailureKind.NOT_STARTED, FailureKind.RUBBISH
SLEEP = "time.sleep(60)"


def failure(command: list[str] | str, deadline: float = SHORT) -> BotFailed:
    """Return how a bot failed in its first action; see to it that it was in time."""
    # What is not about time gets enough of it, for the sake of busy machines.
    with patient(command, deadline=deadline) as bot:
        bot.meet(CLASSIC)
        began = time.monotonic()
        with pytest.raises(BotFailed) as caught:
            choose(bot, seen())
        assert time.monotonic() - began < deadline + 2 * GRACE + 2
    text = str(caught.value)
    assert text.startswith(f"The bot {bot.name} failed: ")
    assert text.endswith(".")
    assert text.isprintable()
    assert len(text) < 400
    assert json.loads(caught.value.request)["type"] == "act"
    return caught.value


LATE_ONES = {
    "sleeps": (SLEEP, "took longer than 0.4 s"),
    "writes half a line": (f'write(\'{{"type": "act\'); {SLEEP}', "which is no whole line"),
    "writes half a line slowly": (
        "while True: write('x'); time.sleep(0.01)",
        "after 0.4 s it had written 'xx.*no whole line",
    ),
    "is busy": ("while True: pass", "took longer"),
    "writes to stderr without end": (
        "while True: os.write(2, b'x' * 4096)",
        "took longer",
    ),
    "ignores SIGTERM": (
        f"signal.signal(signal.SIGTERM, signal.SIG_IGN); {SLEEP}",
        "took longer",
    ),
    "stops itself": (
        "os.kill(os.getpid(), signal.SIGSTOP)",
        "took longer",
    ),
    "leaves a program behind that has its pipes": (
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']); os._exit(0)",
        "took longer",
    ),
}


@posix
@pytest.mark.parametrize(("body", "reason"), LATE_ONES.values(), ids=LATE_ONES)
def test_late(body: str, reason: str) -> None:
    failed = failure(program(f"ready(); m = asked(); signal.alarm(60)\n{body}"))
    assert failed.kind is LATE
    assert re.search(reason, str(failed))


ENDINGS = {
    "exits": ("sys.exit(3)", "its process ended with exit code 3"),
    "exits as if all were well": ("sys.exit()", "exit code 0"),
    "raises": (
        "raise ValueError('no idea')",
        "exit code 1, and it last wrote 'ValueError: no idea'",
    ),
    "is killed": ("os.kill(os.getpid(), signal.SIGKILL)", "was ended by SIGKILL"),
    "closes its output": (f"os.close(1); {SLEEP}", "it closed its output"),
    "answers without a newline and exits": ("write('{}'); sys.exit()", "exit code 0"),
}


@posix
@pytest.mark.parametrize(("body", "reason"), ENDINGS.values(), ids=ENDINGS)
def test_crashed(body: str, reason: str) -> None:
    failed = failure(program(f"ready(); m = asked(); signal.alarm(60)\n{body}"), deadline=20)
    assert failed.kind is CRASHED
    assert reason in str(failed)


WRONG = {
    "floods a line": ("while True: os.write(1, b'x' * 4096)", "a line of more than 16384 bytes"),
    "floods blank lines": ("while True: os.write(1, b'\\n' * 999)", "more than 65536 bytes"),
    "floods lines": ("while True: os.write(1, b'x\\n' * 999)", "it wrote 'x' after its answer"),
    "is not UTF-8": ("os.write(1, b'\\xff\\xfe\\n')", r"which is not UTF-8"),
    "is not JSON": ("say('I play red 7')", "it wrote 'I play red 7': this is not JSON"),
    "is cut short": ("say('{\"type\":')", "it is cut short"),
    "is NaN": ("say(type='action', request=float('nan'))", "it has NaN, which is not a number"),
    "is infinite": ('say(\'{"type": "action", "request": 1e999}\')', "no number of a request"),
    "is nested": ("say('[' * 9999)", "it is nested too deeply"),
    "is a huge number": ("say('1' * 9999)", "far too many digits"),
    "has a key twice": ('say(\'{"type": 1, "type": 2}\')', "has 'type' twice in one object"),
    "is a list": ("say('[]')", "it wrote '[]', which is not a JSON object"),
    "is of another type": ("say(type='ready', protocol=1)", "where an action was due"),
    "is no type": ("say()", "it wrote '{}' where an action was due"),
    "is to an old request": ("answer(m, request=0)", "request 0 when it was asked request 1"),
    "is to a huge request": ("answer(m, request=10**30)", "with far too many digits"),
    "is to a true request": ("answer(m, request=True)", "no number of a request"),
    "is to no request": ("say(type='action', action='.')", "no number of a request"),
    "is given twice": (
        "line = json.dumps({'type': 'action', 'request': 1, 'action': m['legal'][0]}) + '\\n'\n"
        "write(line + line)",
        "after its answer",
    ),
    "has no action": ("answer(m, action=None)", "no action, which is a text or an id"),
    "has a true action": ("answer(m, action=True)", "no action, which is a text or an id"),
    "has a list of actions": ("answer(m, action=['.'])", "no action, which is a text or an id"),
    "has an empty action": ("answer(m, action='')", "an action is missing"),
    "names no card": ("answer(m, action='Z99')", "it chose 'Z99': 'Z99' is not a card of classic."),
    "has a long action": ("answer(m, action='R' * 5000)", "longer than any action"),
    "has half a character": ("answer(m, action='\\ud800')", "is not a card"),
    "explains itself with a number": ("answer(m, info=7)", "its 'info' is not text"),
}


@pytest.mark.parametrize(("body", "reason"), WRONG.values(), ids=WRONG)
def test_rubbish(body: str, reason: str) -> None:
    failed = failure(program(f"ready(); m = asked()\n{body}\n{SLEEP}"), deadline=20)
    assert failed.kind is RUBBISH
    assert reason in str(failed)


NOT_LEGAL = {
    "a card that it can't know": (
        "answer(m, action=hide(m['observation'], ['R2', 'R3', 'R4']))",
        r"it chose 'R\d': you don't hold Red \d",
    ),
    "the id of a card that it can't know": (
        "answer(m, action=next(i for i in range(50) if i not in m['legal_ids']))",
        r"it chose the action id \d+ \(\w\S+\): you don't hold",
    ),
    "an id that there isn't": ("answer(m, action=106)", "106 is not an action id"),
    "an id below all": ("answer(m, action=-1)", "-1 is not an action id"),
    "a huge id": ("answer(m, action=10**40)", "with far too many digits"),
    "a draw when a card is due": ("answer(m, action='.')", "it chose '.': "),
    "a hand-over": ("answer(m, action='>R2+R3')", "it chose '>R2[+]R3': "),
}


@pytest.mark.parametrize(("body", "reason"), NOT_LEGAL.values(), ids=NOT_LEGAL)
def test_illegal(body: str, reason: str) -> None:
    failed = failure(program(f"ready(); m = asked()\n{body}\n{SLEEP}"), deadline=20)
    assert failed.kind is ILLEGAL
    assert re.search(reason, str(failed))


GREETINGS = {
    "another protocol": ("hear(); say(type='ready', protocol=2)", RUBBISH, "speaks protocol '2'"),
    "no protocol": ("hear(); say(type='ready')", RUBBISH, "speaks protocol none, and this is"),
    "a true protocol": ("hear(); say(type='ready', protocol=True)", RUBBISH, "protocol 'True'"),
    "a word": ("print('Hello!', flush=True)", RUBBISH, "it wrote 'Hello!': this is not JSON"),
    "an action": ("hear(); say(type='action')", RUBBISH, "where 'ready' was due"),
    "a number as a name": ("ready(name=3)", RUBBISH, "its 'name' is not text"),
    "a refusal": (
        "hear(); say(type='decline', reason='only solo')",
        DECLINED,
        "it does not play classic ('only solo')",
    ),
    "a bare refusal": ("hear(); say(type='decline')", DECLINED, "it does not play classic."),
    "an end": ("sys.exit(2)", CRASHED, "exit code 2"),
}


@pytest.mark.parametrize(("body", "kind", "reason"), GREETINGS.values(), ids=GREETINGS)
def test_greeting(body: str, kind: FailureKind, reason: str) -> None:
    with patient(program(f"{body}\n")) as bot:
        with pytest.raises(BotFailed) as caught:
            bot.meet(CLASSIC)
        assert caught.value.kind is kind
        assert reason in str(caught.value)


def test_a_bot_that_never_says_that_it_is_ready() -> None:
    with ExternalBot(program(SLEEP), start_limit=SHORT) as bot, pytest.raises(BotFailed) as caught:
        choose(bot, seen())
    assert caught.value.kind is LATE
    assert json.loads(caught.value.request)["type"] == "hello"


def not_startable(folder: Path) -> dict[str, tuple[str | list[str], str]]:
    (folder / "plain.txt").write_text("not a program\n")
    (folder / "text.sh").write_text("not a program\n")
    (folder / "text.sh").chmod(0o755)
    (folder / "gone.py").write_text("#!/no/such/interpreter\n")
    (folder / "gone.py").chmod(0o755)
    return {
        "missing": ("no-such-program --fast", "there is no program 'no-such-program'"),
        "not executable": ([str(folder / "plain.txt")], "may not be executed"),
        "a folder": ([str(folder)], "may not be executed"),
        "no program": ([str(folder / "text.sh")], "can't be started: Exec format error"),
        "no interpreter": ([str(folder / "gone.py")], "there is no program"),
        "with a NUL": (["a\0b"], "can't be started: embedded null byte"),
        "too long": (["true", "x" * 10**7], "can't be started: Argument list too long"),
    }


@posix
def test_a_program_that_cannot_be_started(tmp_path: Path) -> None:
    for command, reason in not_startable(tmp_path).values():
        with ExternalBot(command) as bot, pytest.raises(BotFailed) as caught:
            choose(bot, seen())
        assert caught.value.kind is NOT_STARTED
        assert reason in str(caught.value)
        assert caught.value.request == ""


@pytest.mark.parametrize(
    ("command", "reason"),
    [("", "empty"), ([], "empty"), ([""], "empty"), ("a 'b", "a quote that isn't closed")],
)
def test_a_command_that_is_none(command: str | list[str], reason: str) -> None:
    with pytest.raises(BotFailed, match=reason) as caught:
        ExternalBot(command)
    assert caught.value.kind is NOT_STARTED


@pytest.mark.parametrize("limit", [0.0, -1.0, float("nan"), float("inf")])
def test_a_deadline_that_is_none(limit: float) -> None:
    with pytest.raises(ValueError, match="it should be more than 0"):
        ExternalBot("true", limit)


def test_a_second_answer_that_comes_later() -> None:
    body = "ready(); m = asked(); answer(m); answer(m)\nplay()"

    def play_on(bot: ExternalBot) -> None:
        for seed in (1, 2):
            choose(bot, seen(seed=seed))
            time.sleep(0.1)

    with patient(program(body)) as bot, pytest.raises(BotFailed) as caught:
        play_on(bot)
    assert caught.value.kind is RUBBISH
    assert re.search(r"after its answer|without being asked", str(caught.value))


def test_an_answer_before_the_question() -> None:
    body = "ready(); answer(asked())\ntime.sleep(0.02); write('{'); play()"
    with patient(program(body)) as bot:
        choose(bot, seen())
        time.sleep(0.3)
        with pytest.raises(BotFailed, match=r"it wrote '\{' without being asked") as caught:
            choose(bot, seen(seed=2))
    assert caught.value.kind is RUBBISH


def test_a_bot_that_does_not_read() -> None:
    """Requests pile up in the pipe until it is full; we wait for it no longer than agreed."""
    body = (
        "say(type='ready', protocol=1)\n"
        "for n in range(1, 41): time.sleep(0.003); say(type='action', request=n, action='.')\n"
        "time.sleep(60)"
    )
    partners = find_edition("classic-partners")
    with ExternalBot(program(body), SHORT, start_limit=30, restarts=0) as bot:
        for seed in range(60):
            with pytest.raises(BotFailed):
                choose(bot, seen(partners, seed))


@posix
def test_a_program_that_gets_away_holds_nobody_up(tmp_path: Path) -> None:
    """It leaves the process group and keeps the pipes open; we let go of them all the same."""
    file = tmp_path / "pid"
    body = (
        "ready()\nif os.fork() == 0:\n    os.setsid(); signal.alarm(60)\n"
        "    open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep(60)\nasked()"
    )
    with ExternalBot(program(body, file), SHORT, start_limit=30) as bot:
        bot.meet(CLASSIC)
        assert soon(lambda: file.exists() and file.read_text() != "")
        with pytest.raises(BotFailed) as caught:
            choose(bot, seen())
    assert caught.value.kind is LATE
    os.kill(int(file.read_text()), signal.SIGKILL)


@posix
def test_what_a_bot_has_started_ends_with_it(tmp_path: Path) -> None:
    body = (
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "open(sys.argv[1], 'w').write(str(child.pid))\nready(); play()"
    )
    with patient(program(body, tmp_path / "pid")) as bot:
        choose(bot, seen())
        child = int((tmp_path / "pid").read_text())
        assert is_alive(child)
    assert soon(lambda: not is_alive(child))


@posix
def test_a_bot_that_will_not_quit_is_killed() -> None:
    body = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nready(); answer(asked())\n" + SLEEP
    bot = patient(program(body))
    choose(bot, seen())
    began = time.monotonic()
    bot.close()
    assert 2 * GRACE <= time.monotonic() - began < 2 * GRACE + 2


def test_a_flood_when_nobody_asks_is_not_kept() -> None:
    body = "ready(); answer(asked()); time.sleep(0.1)\nwhile True: os.write(1, b'x' * 65536)"
    with patient(program(body)) as bot:
        choose(bot, seen())
        time.sleep(0.4)
        with pytest.raises(BotFailed, match=r"more than|without being asked"):
            choose(bot, seen(seed=2))


def test_much_on_stderr_is_no_fault() -> None:
    body = "ready()\nwhile True: m = asked(); os.write(2, b'thinking\\n' * 20000); answer(m)"
    with patient(program(body)) as bot:
        for seed in range(3):
            assert choose(bot, seen(seed=seed)) in seen(seed=seed).legal_actions


def test_last_words_are_kept_and_can_be_printed() -> None:
    body = "ready(); asked(); os.write(2, b'x' * 9000 + b'\\n\\x1b[31mred\\xff\\n'); sys.exit(1)"
    failed = failure(program(body), deadline=20)
    assert failed.last_words.splitlines()[-1] == " [31mred�"
    assert len(failed.last_words) < 5000
