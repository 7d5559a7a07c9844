"""One round between bots: asked in turn, timed, and ended when one of them breaks the rules.

A bot is handed its seat's observation, the legal actions in it, and a generator; nothing here
gives it a state, a deal or the other bot.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from expedition.bots.external import BotFailed, FailureKind
from expedition.game import Action, State, Step, observe

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from expedition.arena.times import Times
    from expedition.bots import Bot
    from expedition.game import Observation, Standing

#: What a forfeited round costs at least, in points: more than two standard deviations of a round
#: between strong bots, so that nobody gains by it; few enough that one doesn't hide all the rest.
FORFEIT = 100

_KINDS = {FailureKind.ILLEGAL: "illegal", FailureKind.LATE: "late"}

# A bot's own words are kept on one line, and short.
_LONGEST_REASON = 200


class Player(NamedTuple):
    """Who sits in a seat: how to get the bot, its generator, and where its times are counted."""

    bot: Callable[[], Bot]
    """Makes or finds the bot; what this raises is a failure of the bot's."""
    rng: Random
    times: Times


@dataclass(frozen=True)
class Forfeit:
    """Why a round was forfeited."""

    seat: int
    kind: str
    """`illegal`: an answer that was not legal; `late`: none by the deadline of an external bot;
    `failed`: the bot raised, or could not be made."""
    reason: str
    """A sentence without its end."""


@dataclass(frozen=True)
class PlayedRound:
    """How a round went."""

    state: State
    """The last state; not over when the round was broken off or forfeited."""
    points: tuple[int, ...]
    """Of each side."""
    turns: int
    capped: bool
    """Whether it was broken off at the most turns."""
    forfeit: Forfeit | None

    @property
    def plies(self) -> int:
        """Actions taken."""
        return len(self.state.events)


def play_round(
    state: State, players: Sequence[Player], cap: int, standing: Standing | None = None
) -> PlayedRound:
    """Play a round to its end, to so many turns, or to a forfeit.

    `players` are by seat. `standing` is what they are told of the match; without one, they play a
    round outside of any. A round broken off is scored as it lies. In one that is forfeited, the
    side at fault gets FORFEIT points below none, or what its expeditions are worth if that is
    less; the other gets what its expeditions are worth, but not less than none.
    """
    turns = 0
    while not state.is_over and turns < cap:
        observation = observe(state, state.to_act, standing)
        answer = _ask(players[state.to_act], observation)
        if isinstance(answer, Forfeit):
            side = state.ruleset.side(answer.seat)
            points = _forfeited(tuple(score.total for score in state.scores), side)
            return PlayedRound(state, points, turns, capped=False, forfeit=answer)
        state = state.apply(answer)
        turns += state.is_over or state.step is Step.PLAY
    points = tuple(score.total for score in state.scores)
    return PlayedRound(state, points, turns, capped=not state.is_over, forfeit=None)


def _ask(player: Player, observation: Observation) -> Action | Forfeit:
    """Return the bot's action, or why there is none."""
    legal = observation.legal_actions
    try:
        bot = player.bot()
        begin = perf_counter()
        answer: object = bot.choose(observation, legal, player.rng)
        player.times.add(perf_counter() - begin)
        for action in legal:
            if type(action) is type(answer) and action == answer:
                return action
    except BotFailed as error:
        # An external bot's answer is read before it gets here, and refused there.
        return Forfeit(observation.seat, _KINDS.get(error.kind, "failed"), _short(error.reason))
    except (Exception, SystemExit) as error:
        # A bot may raise anything; only Ctrl-C is not its own.
        said = _short(error)
        reason = f"it raised {type(error).__name__}{': ' if said else ''}{said}"
        return Forfeit(observation.seat, "failed", reason)
    return Forfeit(observation.seat, "illegal", f"it answered {_short(answer)}, which isn't legal")


def _forfeited(points: tuple[int, ...], at_fault: int) -> tuple[int, ...]:
    return tuple(
        min(score, -FORFEIT) if side == at_fault else max(score, 0)
        for side, score in enumerate(points)
    )


def _short(said: object) -> str:
    """Return what a bot said on one line, whatever it is."""
    try:
        text = " ".join(str(said).split())
    except Exception:
        return f"a {type(said).__name__}"
    return text if len(text) <= _LONGEST_REASON else f"{text[: _LONGEST_REASON - 3]}..."
