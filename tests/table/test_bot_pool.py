"""The pool of bots: every question gets a legal answer, in time, whatever the bot does."""

from __future__ import annotations

import asyncio
import logging
import time
from copy import deepcopy
from random import Random

import pytest

from expedition.game import Action, Deal, Ruleset, State, observe
from expedition.table.bot_pool import BENCHED_FOR, REPLACEMENT, BotPool
from properties.strategies import play
from table.bot_pools import (
    CLASSIC,
    DEADLINE,
    OUTCOMES,
    every_edition,
    nothing_left_behind,  # noqa: F401  a fixture
    own_choice,
    posix,
    run,
    seen,
    villains,
)

pytestmark = pytest.mark.usefixtures("nothing_left_behind")

# Answers


@every_edition
def test_the_answer_is_what_the_bot_chooses(ruleset: Ruleset) -> None:
    dealt, actions = play(ruleset, 2, "eager")

    async def ask(pool: BotPool) -> None:
        state = dealt
        for number, action in enumerate(actions[:16]):
            observation = observe(state, state.to_act)
            for bot in ("random", "careful"):
                asked = await pool.choose(bot, observation, number)
                assert asked == own_choice(bot, observation, number)
                assert asked in observation.legal_actions
            state = state.apply(action)

    run(ask, deadline=5, on_fault=pytest.fail)


def test_without_a_seed_chance_decides() -> None:
    async def ask(pool: BotPool) -> set[Action]:
        return {await pool.choose("random", seen()) for _ in range(40)}

    assert len(run(ask)) > 5


def test_whoever_has_nothing_to_choose_is_not_asked() -> None:
    waiting = observe(State.new(Deal.shuffled(CLASSIC, Random(1)), 0), 1)

    async def ask(pool: BotPool) -> Action:
        return await pool.choose("careful", waiting)

    with pytest.raises(ValueError, match="Seat 1 has nothing to choose: it is not its turn"):
        run(ask)
    with pytest.raises(ValueError, match="at least one worker, not 0"):
        BotPool(workers=0)


# Villains


@pytest.mark.parametrize("bot", OUTCOMES)
def test_a_replacement_answers_for_a_bot_that_fails(bot: str) -> None:
    observation, faults = seen(), list[str]()

    async def ask(pool: BotPool) -> tuple[Action, float, Action]:
        began = time.monotonic()
        answer = await pool.choose(bot, observation, 7)
        took = time.monotonic() - began
        # Whoever is asked next gets an answer of its own.
        return answer, took, await pool.choose("random", observation, 7)

    # Only those that take for ever need to be waited for.
    deadline = DEADLINE if "took longer" in OUTCOMES[bot] else 5
    answer, took, after = run(ask, command=villains(), deadline=deadline, on_fault=faults.append)
    assert answer == own_choice(REPLACEMENT, observation, 7)
    assert after == own_choice("random", observation, 7)
    # The deadline and a second; two processes had to start.
    assert took < DEADLINE + 1 + 2
    sentence = f"The bot {bot!r} failed: {OUTCOMES[bot]}. 'careful' answers in its place."
    assert faults == [sentence]


@posix
def test_what_a_bot_prints_goes_nowhere(capfd: pytest.CaptureFixture[str]) -> None:
    observation = seen()
    answer = run(
        lambda pool: pool.choose("printing", observation),
        command=villains(),
        deadline=5,
        on_fault=pytest.fail,
    )
    assert answer == observation.legal_actions[-1]
    assert capfd.readouterr() == ("", "")


def test_what_a_bot_changes_is_its_own_copy() -> None:
    observation = seen()
    before = deepcopy(observation)

    async def ask(pool: BotPool) -> list[Action]:
        return [await pool.choose(bot, observation, 7) for bot in ("mutating", "random")]

    answers = run(ask, command=villains(), deadline=5, on_fault=pytest.fail)
    assert answers == [before.legal_actions[-1], own_choice("random", before, 7)]
    assert observation == before


def test_what_a_bot_says_unasked_is_not_the_next_answer() -> None:
    observation, faults = seen(), list[str]()

    async def ask(pool: BotPool) -> None:
        for bot in ("tardy", "random", "tardy"):
            assert await pool.choose(bot, observation, 7) in observation.legal_actions
            await asyncio.sleep(0.2)

    run(ask, command=villains(), deadline=5, on_fault=faults.append)
    # It's nobody else's fault.
    assert faults == [
        "A process of the bot 'tardy' is replaced: it spoke without being asked while it was not "
        "asked anything."
    ]


def test_bots_do_not_share_a_process() -> None:
    async def ask(pool: BotPool) -> None:
        expected = own_choice("careful", seen(), 1)
        for bot in ("poisoning", "careful", "poisoning", "careful"):
            answer = await pool.choose(bot, seen(), 1)
            assert bot == "poisoning" or answer == expected

    run(ask, command=villains(), deadline=5, on_fault=pytest.fail)


def test_processes_of_bots_used_long_ago_are_ended() -> None:
    bots = ["random", "careful", "mutating", "poisoning", "measured", "mute", "illegal"]

    async def ask(pool: BotPool) -> None:
        for bot in bots:
            await pool.choose(bot, seen())
        await asyncio.sleep(0.1)
        assert [bot for bot, _ in pool._idle] == bots[1:5]
        assert len(pool._running) <= 4 + 1  # and the replacement's

    run(ask, command=villains(), deadline=5)


# The bench


def test_a_bot_that_keeps_failing_is_benched_and_tried_again() -> None:
    observation, faults, now = seen(), list[str](), [0.0]

    async def asked(pool: BotPool, times: int) -> list[str]:
        faults.clear()
        for _ in range(times):
            answer = await pool.choose("crashing", observation, 1)
            assert answer == own_choice(REPLACEMENT, observation, 1)
        return [fault.split(":")[0].split(". ")[0] for fault in faults]

    async def ask(pool: BotPool) -> None:
        failed = "The bot 'crashing' failed"
        assert await asked(pool, 2) == [failed] * 2
        assert await asked(pool, 1) == [
            failed,
            "The bot 'crashing' has failed 3 times in a row",
        ]
        assert faults[1].endswith("For the next 5 minutes 'careful' answers in its place at once.")
        assert await asked(pool, 3) == []
        now[0] += BENCHED_FOR - 1
        assert await asked(pool, 1) == []
        now[0] += 2
        # One is let through to try, and fails.
        assert await asked(pool, 3) == [
            failed,
            "The bot 'crashing' has failed 4 times in a row",
        ]
        # Others are not benched with it.
        assert await pool.choose("random", observation, 1) == own_choice("random", observation, 1)

    run(ask, command=villains(), deadline=5, on_fault=faults.append, clock=lambda: now[0])


def test_failures_between_good_answers_bench_nobody() -> None:
    faults: list[str] = []

    async def ask(pool: BotPool) -> None:
        for _ in range(3):
            for _ in range(2):
                pool._count_failure("random")
            await pool.choose("random", seen())

    run(ask, on_fault=faults.append)
    assert faults == []


def test_a_fault_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> None:
        pool = BotPool()
        await pool.choose("nobody", seen())
        await pool.close()

    asyncio.run(ask())
    assert [record.getMessage() for record in caplog.records] == [
        "The bot 'nobody' failed: it is not installed here, or can't be loaded. "
        "'careful' answers in its place."
    ]


# Bots that need to warm up


def test_a_bot_that_can_hurry_does_and_says_who_stood_in(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    observation = seen()
    legal = observation.legal_actions

    async def ask(pool: BotPool) -> list[Action]:
        answers = [await pool.choose("hurried", observation, 1) for _ in range(3)]
        for process in list(pool._running):
            process.end()
        pool._idle.clear()
        return [*answers, await pool.choose("hurried", observation, 1)]

    answers = run(ask, command=villains(), deadline=5, on_fault=pytest.fail)
    assert answers == [legal[0], legal[0], legal[-1], legal[0]]
    # Once for each process, and of no failure.
    sentence = "The bot 'hurried' is still warming up; 'random' answers in its place."
    assert [record.getMessage() for record in caplog.records] == [sentence] * 2
    assert {record.levelname for record in caplog.records} == {"INFO"}


def test_who_stands_in_is_a_bot_that_there_is(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    observation, faults = seen(), list[str]()

    async def ask(pool: BotPool) -> list[Action]:
        return [await pool.choose(bot, observation, 1) for bot in ("boasting", "flustered")]

    boasted, flustered = run(ask, command=villains(), deadline=5, on_fault=faults.append)
    assert boasted == observation.legal_actions[-1]
    assert flustered == own_choice(REPLACEMENT, observation, 1)
    assert caplog.records == []
    assert faults == [
        "The bot 'flustered' failed: it raised TimeoutError. 'careful' answers in its place."
    ]


# Many at once


def test_calls_are_answered_in_the_order_in_which_they_came() -> None:
    observations, done = [seen(seed=seed) for seed in range(8)], list[int]()

    async def ask(pool: BotPool) -> None:
        async def one(number: int) -> None:
            bot = "careful" if number % 2 else "random"
            answer = await pool.choose(bot, observations[number], 5)
            assert answer == own_choice(bot, observations[number], 5)
            done.append(number)

        await asyncio.gather(*(one(number) for number in range(8)))

    run(ask, deadline=5, on_fault=pytest.fail)
    assert done == list(range(8))


def test_as_many_bots_think_at_once_as_there_are_workers() -> None:
    async def ask(pool: BotPool) -> None:
        for _ in range(2):
            await asyncio.gather(*(pool.choose("measured", seen()) for _ in range(8)))
            # They stay, and are asked again.
            assert len(pool._running) == len(pool._idle) == 3

    run(ask, workers=3, command=villains(), deadline=5, on_fault=pytest.fail)


def test_a_slow_bot_at_one_table_does_not_hold_up_another() -> None:
    faults: list[str] = []

    async def ask(pool: BotPool) -> float:
        slow = asyncio.create_task(pool.choose("slow", seen()))
        await asyncio.sleep(0)
        began = time.monotonic()
        assert await pool.choose("careful", seen()) == own_choice("careful", seen(), 1)
        took = time.monotonic() - began
        await slow
        return took

    assert run(ask, command=villains(), on_fault=faults.append) < DEADLINE + 1 + 1
    busy, failed = faults
    # Nothing is held against the one that was not asked.
    assert busy == (
        "Too many bots are thinking to ask 'careful' now. It is asked again in another process."
    )
    assert failed.startswith("The bot 'slow' failed")


def test_the_answer_to_a_cancelled_call_is_not_taken_for_the_next() -> None:
    async def ask(pool: BotPool) -> None:
        await pool.choose("random", seen())
        for bot in ("measured", "slow"):
            first = asyncio.create_task(pool.choose(bot, seen(seed=1)))
            await asyncio.sleep(0.05)
            first.cancel()
            assert await pool.choose("random", seen(seed=2), 3) == own_choice(
                "random", seen(seed=2), 3
            )
            assert first.cancelled()

    run(ask, command=villains(), deadline=5, on_fault=pytest.fail)


def test_a_call_can_be_cancelled_at_any_time() -> None:
    """While it waits for its turn, while its worker starts, and while the replacement's does."""

    async def ask(pool: BotPool) -> None:
        for tenth in range(12):
            calls = [
                asyncio.create_task(pool.choose(bot, seen()))
                for bot in ("crashing", "random", "careful")
            ]
            await asyncio.sleep(tenth / 100)
            for call in calls[: 1 + tenth % 3]:
                call.cancel()
            await asyncio.gather(*calls, return_exceptions=True)
        assert await pool.choose("random", seen(), 3) == own_choice("random", seen(), 3)
        assert pool._free._value == 2

    run(ask, workers=2, command=villains(), deadline=5)
