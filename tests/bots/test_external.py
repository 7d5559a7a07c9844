"""External bots that play as they should: whole rounds, started again, and quit."""

from __future__ import annotations

import json
import os
import pickle
import shlex
import shutil
import signal
import subprocess
import sys
import time
from random import Random
from typing import TYPE_CHECKING

import pytest

from bots.external_programs import (
    CLASSIC,
    EXAMPLES,
    choose,
    is_alive,
    nothing_left_behind,  # noqa: F401  a fixture
    patient,
    posix,
    program,
    seen,
    soon,
    whole_round,
)
from expedition.bots.external import BotFailed, ExternalBot, FailureKind
from expedition.game import EDITIONS, Deal, Ruleset, State, find_edition, observe

if TYPE_CHECKING:
    from pathlib import Path

    from expedition.bots import Bot

pytestmark = pytest.mark.usefixtures("nothing_left_behind")

every_edition = pytest.mark.parametrize("ruleset", EDITIONS.values(), ids=EDITIONS)
PYTHON = [sys.executable, str(EXAMPLES / "external_bot.py")]
NODE = ["node", str(EXAMPLES / "external_bot.mjs")]
has_node = pytest.mark.skipif(shutil.which("node") is None, reason="Node isn't installed")


@every_edition
@pytest.mark.parametrize("command", [PYTHON, pytest.param(NODE, marks=has_node)], ids=["py", "js"])
def test_the_example_plays_a_whole_round(command: list[str], ruleset: Ruleset) -> None:
    with patient(command) as bot:
        match = whole_round(bot, ruleset)
        assert bot.meet(ruleset).ready.name.startswith("Stepper")
    assert match.is_over
    assert bot.failures == 0


@has_node
def test_the_two_examples_play_alike() -> None:
    totals = []
    for command in (PYTHON, NODE):
        with patient(command) as bot:
            totals.append(whole_round(bot, CLASSIC, seed=9).played[-1].history)
    assert totals[0] == totals[1]


def test_the_example_is_short_and_needs_nothing() -> None:
    text = (EXAMPLES / "external_bot.py").read_text("utf-8")
    assert len(text.splitlines()) < 60
    assert "expedition" not in [line.split()[1] for line in text.splitlines() if "import " in line]


def test_it_is_a_bot() -> None:
    bot: Bot = ExternalBot("true")
    assert bot


@pytest.mark.parametrize("form", ["text", "words", "id", "long"])
def test_an_action_is_named_in_several_ways(form: str) -> None:
    first = seen()
    named = {
        "text": "m['legal'][3]",
        "words": "'play ' + m['legal'][3].lower()",
        "id": "m['legal_ids'][3]",
        "long": "'  lay   ' + m['legal'][3]",
    }[form]
    with patient(program(f"ready(); m = asked(); answer(m, action={named}); play()")) as bot:
        assert choose(bot, first) == first.legal_actions[3]


def test_a_command_may_be_one_text() -> None:
    with patient(shlex.join(PYTHON)) as bot:
        assert choose(bot, seen()) in seen().legal_actions


def test_windows_line_ends_and_blank_lines_do_no_harm() -> None:
    body = "ready()\nwhile True: m = asked(); write('\\n'); answer(m); write('\\r\\n')"
    with patient(program(body)) as bot:
        for seed in range(3):
            choose(bot, seen(seed=seed))


def test_what_a_later_version_may_add_does_no_harm() -> None:
    body = "ready(colour='blue', name='N' * 99); answer(asked(), sure=0.5); play()"
    with patient(program(body)) as bot:
        choose(bot, seen())
        assert bot.meet(CLASSIC).ready == ("N" * 40, "")


def test_info_is_kept_short_and_fit_to_print() -> None:
    body = "ready(); answer(asked(), info='\\x1b[2J\\ud800' + 'x' * 999); answer(asked()); play()"
    with patient(program(body)) as bot:
        choose(bot, seen())
        assert bot.info.startswith("[2J xx")
        assert len(bot.info) < 200
        assert bot.info.isprintable()
        choose(bot, seen(seed=2))
        assert bot.info == ""


def test_equal_generators_give_equal_seeds() -> None:
    with patient(
        program("ready()\nwhile True: m = asked(); answer(m, info=str(m['seed']))")
    ) as bot:
        seeds = []
        for seed in (4, 4, 5):
            choose(bot, seen(), seed)
            seeds.append(bot.info)
    assert seeds[0] == seeds[1] != seeds[2]
    assert int(seeds[0]) == int(Random(4).random() * 2**32)


WHO = "ready()\nwhile True: m = asked(); answer(m, info=str(os.getpid()))"


def test_each_seat_has_a_process_of_its_own() -> None:
    with patient(program(WHO)) as bot:
        pids = []
        for seat in (0, 1, 0, 1):
            choose(bot, seen(seat=seat))
            pids.append(bot.info)
    assert pids[0] == pids[2] != pids[1] == pids[3]


def test_another_edition_is_another_process() -> None:
    with patient(program(WHO)) as bot:
        choose(bot, seen())
        first = bot.info
        choose(bot, seen(find_edition("standard")))
        assert bot.info != first
        assert soon(lambda: not is_alive(int(first)))


def test_a_round_is_announced_once() -> None:
    body = (
        "ready()\nkinds = []\nwhile True:\n    m = hear(); kinds.append(m['type'])\n"
        "    if m['type'] == 'act': answer(m, info=' '.join(kinds))"
    )
    with patient(program(body)) as bot:
        first = seen()
        state = State.new(_deal(), 0)
        for _ in range(2):
            state = state.apply(choose(bot, observe(state, 0)))
        assert bot.info == "round act act"
        bot.round_over(observe(state, 0))
        choose(bot, first)
        assert bot.info == "round act act round_over round act"
        # Nobody says that this one is over.
        choose(bot, first)
        assert bot.info == "round act act round_over round act round act"
        # Nothing to tell of a round that it was not asked in.
        bot.round_over(observe(State.new(_deal(), 1), 1))


def _deal() -> Deal:
    return Deal.shuffled(CLASSIC, Random(1))


FAILING = """
with open(sys.argv[1], "a") as file:
    file.write("x")
ready()
message = asked()
if len(open(sys.argv[1]).read()) > int(sys.argv[2]):
    answer(message)
    play()
sys.exit(7)
"""


def test_a_bot_that_fails_is_out_of_the_round_and_back_in_the_next(tmp_path: Path) -> None:
    with patient(program(FAILING, tmp_path / "starts", 1)) as bot:
        state = State.new(_deal(), 0)
        with pytest.raises(BotFailed, match="exit code 7"):
            choose(bot, observe(state, 0))
        state = state.apply(state.legal_actions()[0])
        with pytest.raises(BotFailed, match="earlier in this round: its process ended with exit"):
            choose(bot, observe(state, 0))
        assert (tmp_path / "starts").read_text() == "x"
        assert choose(bot, seen(seed=2)) in seen(seed=2).legal_actions
        assert bot.failures == 1


def test_a_bot_that_always_fails_is_started_so_many_times(tmp_path: Path) -> None:
    kinds = []
    with ExternalBot(
        program(FAILING, tmp_path / "starts", 99), 20, start_limit=30, restarts=2
    ) as bot:
        for seed in range(6):
            with pytest.raises(BotFailed) as caught:
                choose(bot, seen(seed=seed, seat=seed % 2))
            kinds.append(caught.value.kind)
    assert (tmp_path / "starts").read_text() == "xxx"
    assert kinds == [FailureKind.CRASHED] * 3 + [FailureKind.GIVEN_UP] * 3
    assert "it has failed 3 times and is not started again; the last time its process ended" in str(
        caught.value
    )


def test_a_failure_comes_back_from_another_process() -> None:
    failed = BotFailed("'x'", FailureKind.LATE, "it took longer than 5 s", "{}", "oh")
    again = pickle.loads(pickle.dumps(failed))  # noqa: S301
    assert str(again) == str(failed) == "The bot 'x' failed: it took longer than 5 s."
    assert (again.kind, again.request, again.last_words) == (failed.kind, "{}", "oh")


def test_a_bot_is_asked_to_quit(tmp_path: Path) -> None:
    body = (
        "ready(); answer(asked())\nm = hear()\n"
        "open(sys.argv[1], 'w').write(json.dumps(m) + repr(sys.stdin.read()))"
    )
    with patient(program(body, tmp_path / "last")) as bot:
        choose(bot, seen())
    assert (tmp_path / "last").read_text() == json.dumps({"type": "quit"}) + "''"


def test_it_may_be_closed_twice_and_used_again() -> None:
    bot = patient(program("ready(); play()"))
    bot.close()
    choose(bot, seen())
    bot.close()
    bot.close()
    choose(bot, seen())
    bot.close()


def test_a_bot_that_nobody_closes_ends_when_it_is_forgotten() -> None:
    bot = patient(program(WHO))
    choose(bot, seen())
    pid = int(bot.info)
    assert is_alive(pid)
    del bot
    assert soon(lambda: not is_alive(pid))


def test_a_bot_that_nobody_closes_ends_with_the_program() -> None:
    body = "\n".join(
        (
            "from random import Random",
            "from expedition.bots.external import ExternalBot",
            "from expedition.game import Deal, State, find_edition, observe",
            "seen = observe(State.new(Deal.shuffled(find_edition('classic'), Random(1)), 0), 0)",
            f"bot = ExternalBot({program(WHO)!r}, 20, start_limit=30)",
            "bot.choose(seen, seen.legal_actions, Random(1))",
            "print(bot.info, flush=True)",
        )
    )
    done = subprocess.run(
        [sys.executable, "-c", body], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stderr == ""
    assert soon(lambda: not is_alive(int(done.stdout)))


@posix
def test_an_interrupted_question_is_not_answered_later() -> None:
    """The answer that nobody waited for is not taken for the answer to the next question."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    body = "ready(); m = asked(); time.sleep(0.6); answer(m); play()"
    old = signal.signal(signal.SIGALRM, interrupt)
    try:
        with patient(program(body)) as bot:
            bot.meet(CLASSIC)
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            with pytest.raises(KeyboardInterrupt):
                choose(bot, seen())
            assert choose(bot, seen()) in seen().legal_actions
    finally:
        signal.signal(signal.SIGALRM, old)


def test_ctrl_c_is_not_for_the_bot() -> None:
    with patient(
        program("ready()\nwhile True: m = asked(); answer(m, info=str(os.getpgrp()))")
    ) as bot:
        choose(bot, seen())
        assert int(bot.info) != os.getpgrp()


def test_many_bots_one_after_the_other_leave_no_file_open() -> None:
    """The fixture counts them; one left a time would show."""
    for seed in range(8):
        with patient(program("ready(); play()")) as bot:
            choose(bot, seen(seed=seed))


def test_its_answers_come_without_a_wait() -> None:
    with patient(program("ready(); play()")) as bot:
        bot.meet(CLASSIC)
        quickest = 9.0
        for seed in range(20):
            observation = seen(seed=seed)
            began = time.perf_counter()
            choose(bot, observation)
            quickest = min(quickest, time.perf_counter() - began)
    assert quickest < 0.02
