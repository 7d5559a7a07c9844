"""A bot's whole turn: asked step by step, from what its seat sees and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from expedition.game import observe

if TYPE_CHECKING:
    from expedition.game import Action, Observation
    from expedition.table.table import Table


class Thinker(Protocol):
    """Whatever asks a bot: the pool of processes. It always answers with a legal action."""

    async def choose(self, bot: str, observation: Observation) -> Action:
        """Return what the bot of this id does, one of the observation's legal actions."""
        ...

    async def close(self) -> None:
        """Let go of everything."""
        ...


async def bot_turn(thinker: Thinker, table: Table, seat: int) -> tuple[str, ...]:
    """Return the turn of the bot in a seat that is to act, as texts of its actions."""
    state, bot = table.match.played[-1], table.sitters[seat].bot
    turn, actions = state.turn, list[str]()
    while not state.is_over and state.turn == turn:
        view = observe(state, seat, table.match.standing)
        action = await thinker.choose(bot or "", view)
        actions.append(str(action))
        state = state.apply(action)
    return tuple(actions)
