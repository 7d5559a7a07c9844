"""Every edition as a game of OpenSpiel: importing this module registers `expedition`.

    import pyspiel
    import expedition.envs.open_spiel_game
    game = pyspiel.load_game("expedition(edition=standard,chance=sampled)")

Players are seats, actions have the ids of every other room, and seat 0 begins. docs/environments.md
says what the parameters are and what is different from other games.
"""

from __future__ import annotations

from itertools import repeat
from random import Random
from typing import TYPE_CHECKING, Any

try:
    import pyspiel
except ImportError as error:
    msg = "OpenSpiel is not installed: pip install open-spiel. There is none for Windows."
    raise ImportError(msg) from error

from expedition.envs.open_spiel_observer import Observer
from expedition.envs.open_spiel_round import CHANCE, DEALT, TERMINAL, Round
from expedition.envs.open_spiel_text import action_text, state_text
from expedition.fast import BadArray
from expedition.game import Deal, InvalidSetup, find_edition, score_expedition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from expedition.game import Card, Ruleset

#: Turns after which a round ends with the scores as they lie; the rules have no limit.
MAX_TURNS = 1000
_ROOM_FOR_TURNS = 100_000
PARAMETERS = {"edition": "classic", "chance": "explicit", "max_turns": MAX_TURNS, "rng_seed": 0}
_CHANCE = ("explicit", "sampled")
_EXPLICIT = pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
_SAMPLED = pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
_ZERO_SUM = pyspiel.GameType.Utility.ZERO_SUM


class ExpeditionGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A round of an edition. It pays each player its side's margin; where there is one, the score.

    `chance=explicit` has a chance node for every card dealt or drawn, with the kinds of card by how
    many are left. `chance=sampled` has a single one, at the beginning, with a single outcome: a
    deal is drawn from this game's generator, which `rng_seed` starts.

    Sampled chance shows `get_type()` as SAMPLED_STOCHASTIC, so that Python algorithms that need to
    see all outcomes refuse it. OpenSpiel's own side is told EXPLICIT_STOCHASTIC all the same: it
    would ask a sampled game for the state of its generator, which it lets no game in Python answer,
    and could then write no state down.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Take the parameters. Raises InvalidSetup for an edition, or a value, that there isn't."""
        given = {**PARAMETERS, **(params or {})}
        _check_types(given)
        self.ruleset = find_edition(given["edition"])
        _check(given, self.ruleset)
        self.explicit = given["chance"] == "explicit"
        self.max_turns = _most_turns(self.ruleset, given["max_turns"])
        self.random = Random(given["rng_seed"])  # noqa: S311  deals to learn from, nothing secret
        low, high = _utilities(self.ruleset)
        zero_sum = self.ruleset.sides == 2
        self._type = _game_type(
            self.ruleset.seats,
            _EXPLICIT if self.explicit else _SAMPLED,
            _ZERO_SUM if zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.ruleset.action_space),
            max_chance_outcomes=len(self.ruleset.kinds) if self.explicit else 1,
            num_players=self.ruleset.seats,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=2 * self.max_turns,
        )
        written = _game_type(self.ruleset.seats, _EXPLICIT, self._type.utility)
        super().__init__(written, info, {**given, "edition": self.ruleset.id})

    def new_initial_state(self) -> ExpeditionState:
        """Return a round that has not been dealt."""
        return ExpeditionState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: dict[str, Any] | None = None,
    ) -> Observer | None:
        """Return what writes observations; None for a kind that there isn't, as OpenSpiel has it.

        There is what one player sees, public and private together, with perfect recall or without.
        Raises InvalidSetup for parameters: there are none.
        """
        if params:
            msg = f"An observation takes no parameters, but was given {', '.join(params)}."
            raise InvalidSetup(msg)
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        alone = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not kind.public_info or kind.private_info != alone:
            return None
        return Observer(self.ruleset, self.max_turns, recalls=kind.perfect_recall)

    def get_type(self) -> pyspiel.GameType:
        """Return what kind of game this is."""
        return self._type

    def __reduce__(self) -> tuple[Any, ...]:
        # OpenSpiel writes down the parameters alone; the deals would begin anew.
        return _game_read, (str(self), self.random.getstate())

    def max_chance_nodes_in_history(self) -> int:
        """Return how often it is chance's turn in a round at most."""
        return len(self.ruleset.pack) - self.ruleset.set_aside if self.explicit else 1


class ExpeditionState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state of a round. `round` has all of it but the history, which OpenSpiel keeps."""

    def __init__(self, game: ExpeditionGame) -> None:
        """Make a round that has not been dealt; Game.new_initial_state does it."""
        super().__init__(game)
        self.round = Round(game.ruleset, explicit=game.explicit, max_turns=game.max_turns)
        self._players: Iterator[int] | None = None

    def current_player(self) -> int:
        """Return the seat to act, or the number for chance, or for the end."""
        # While a history is told OpenSpiel asks once for each action, to note who took it.
        return self.round.player if self._players is None else next(self._players)

    def is_terminal(self) -> bool:
        """Return whether the round is over."""
        return self.round.player == TERMINAL

    def returns(self) -> list[float]:
        """Return each player's margin, or score; zeros as long as the round goes on."""
        return self.round.returns()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may do next, kinds of card, with the probabilities."""
        return self.round.outcomes()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> ExpeditionState:
        """Return a state that the player can't tell from this one, with a history of its own.

        `sampler` gives a number from 0 to 1 and is called once. Raises BadArray for no player.
        """
        number = float(sampler())
        if not 0 <= number <= 1:
            msg = f"The sampler gives numbers from 0 to 1, not {number}."
            raise BadArray(msg)
        other = self.round.resampled(player, int(number * 2**53))
        players = [item.player for item in self.full_history()]
        named = iter(other.kinds_in_order()) if self.round.explicit else repeat(DEALT)
        taken = iter(other.actions())
        state: ExpeditionState = self.get_game().new_initial_state()
        state.tell(players)
        for seat in players:
            state.apply_action(next(named) if seat == CHANCE else next(taken))
        state.told(other)
        return state

    def tell(self, players: list[int]) -> None:
        """Begin to be told a history, which OpenSpiel keeps, without following it."""
        self._players = iter(players)

    def told(self, round_: Round) -> None:
        """Be where the history that was told has led."""
        self._players, self.round = None, round_

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002  only who is to act is asked
        return self.round.legal()

    def _apply_action(self, action: int) -> None:
        if self._players is not None:
            return
        if self.round.player != CHANCE:
            self.round.take(action)
        elif self.round.explicit:
            self.round.reveal(action)
        elif action == DEALT:
            game = self.get_game()
            kinds = game.ruleset.kind_order
            self.round.deal(
                [kinds[card] for card in Deal.shuffled(game.ruleset, game.random).cards]
            )
        else:
            msg = f"Sampled chance has the one outcome {DEALT}, not {action}."
            raise BadArray(msg)

    def _action_to_string(self, player: int, action: int) -> str:
        ruleset = self.round.ruleset
        most = len(ruleset.action_space)
        if player == CHANCE:
            most = len(ruleset.kinds) if self.round.explicit else 1
        if not 0 <= action < most:
            msg = f"There is no action {action} here; they are 0 to {most - 1}."
            raise BadArray(msg)
        if player != CHANCE:
            return action_text(ruleset, action)
        return str(ruleset.kinds[action]) if self.round.explicit else "deal"

    def __str__(self) -> str:
        return state_text(self.round)


def _check_types(given: dict[str, Any]) -> None:
    """Raise InvalidSetup for a parameter that there isn't, or of another type."""
    for name, value in given.items():
        if name not in PARAMETERS:
            names = ", ".join(PARAMETERS)
            msg = f"There is no parameter {name!r}; the parameters are {names}."
            raise InvalidSetup(msg)
        if type(value) is not type(PARAMETERS[name]):
            kind = "a whole number" if isinstance(PARAMETERS[name], int) else "text"
            msg = f"`{name}` is {kind}, not {value!r}."
            raise InvalidSetup(msg)


def _check(given: dict[str, Any], ruleset: Ruleset) -> None:
    """Raise InvalidSetup for a value that there isn't."""
    chance, turns, seed = given["chance"], given["max_turns"], given["rng_seed"]
    least = ruleset.seats
    for wrong, sentence in (
        (chance not in _CHANCE, f"`chance` is explicit or sampled, not {chance!r}."),
        (
            not least <= turns <= _ROOM_FOR_TURNS,
            f"`max_turns` is {least} to {_ROOM_FOR_TURNS}, not {turns}.",
        ),
        (seed < 0, f"`rng_seed` is 0 or more, not {seed}."),
    ):
        if wrong:
            raise InvalidSetup(sentence)


def _game_read(text: str, random_state: tuple[Any, ...]) -> ExpeditionGame:
    game: ExpeditionGame = pyspiel.load_game(text)
    game.random.setstate(random_state)
    return game


def _game_type(seats: int, chance_mode: object, utility: object) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name="expedition",
        long_name="Expedition: Lost Cities in every edition",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance_mode,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


def _most_turns(ruleset: Ruleset, cap: int) -> int:
    """Return how many turns a round can have: the cap, or where only the deck is drawn from less.

    A row of an information state has room for so many.
    """
    if ruleset.draw_from_piles or ruleset.hand_over:
        return cap
    hands = ruleset.seats * ruleset.hand_size if ruleset.play_out_hands else 0
    return min(cap, ruleset.deck_size + hands)


def _utilities(ruleset: Ruleset) -> tuple[float, float]:
    """Return bounds of what a player can have at the end, not the tightest for a margin."""
    worst, best = 0, 0
    for suit in ruleset.suits:
        cards = [card for card in ruleset.pack if card.suit is suit]
        wagers = [card for card in cards if card.is_wager]
        numbers = list(dict.fromkeys(card for card in cards if not card.is_wager))
        totals = [score_expedition(ruleset, laid).total for laid in _extremes(wagers, numbers)]
        worst += min(0, *totals)
        best += max(0, *totals)
    if ruleset.sides == 1:
        return float(worst), float(best)
    return float(worst - best), float(best - worst)


def _extremes(wagers: list[Card], numbers: list[Card]) -> Iterator[list[Card]]:
    """Yield the expeditions of a suit that can be worth the least or the most."""
    for count in range(len(wagers) + 1):
        yield wagers[:count] + numbers
        yield wagers[:count] + numbers[:1]
        yield wagers[:count]


# What is registered is the default edition's; a game that was loaded has its own.
pyspiel.register_game(_game_type(2, _EXPLICIT, _ZERO_SUM), ExpeditionGame)
