"""One person at a terminal, playing a match: reads lines, asks the rules, shows the table."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import sys
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from expedition.cli import board, commands
from expedition.cli.commands import Left
from expedition.cli.failure import FAILED, INTERRUPTED, OK, CommandError
from expedition.cli.saved import matches_folder
from expedition.cli.worked import worked_side
from expedition.game import Deal, GameError, Match, State, Step, turns

if TYPE_CHECKING:
    from expedition.bots import Bot
    from expedition.cli.saved import SavedMatch
    from expedition.game import Action, Observation
    from expedition.notation import Record

with contextlib.suppress(ImportError):
    import readline  # noqa: F401  gives input() its line editing and history; Windows has its own

ME = 0


class Session:
    """The match being played, its file, and the bots in the other seats."""

    def __init__(self, saved: SavedMatch, record: Record, bots: dict[int, Bot]) -> None:
        self.saved = saved
        self.record = record
        self.bots = bots
        self.seed = dict(record.tags)["seed"]
        ruleset = record.match.ruleset
        self.seats = _names([player.name for player in record.players], ruleset.partner(ME))
        partners = ruleset.seats > ruleset.sides
        self.sides = ["we", "they"] if partners else self.seats

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.record.match

    @property
    def state(self) -> State:
        """The round being played."""
        return self.match.played[-1]

    @property
    def view(self) -> Observation:
        """What the person sees of it."""
        return self.match.observe(ME)

    # The course of a match

    def play(self) -> int:
        """Play to the end of the match, or until the person leaves. Returns the exit code."""
        try:
            self._play()
        except Left:
            print(f"The match is kept. {self._how_to_resume()}")
            return OK
        except EOFError:
            print(f"\nThe input has ended; the match is kept. {self._how_to_resume()}")
            return FAILED
        except KeyboardInterrupt:
            print(f"\nThe match is kept. {self._how_to_resume()}")
            return INTERRUPTED
        return OK

    def _play(self) -> None:
        print(f"{self.match.ruleset.name}.")
        print("Type ? for help; quit leaves, and the match is kept.")
        if self.match.played and not self.state.is_over:
            self._announce_round(resumed=True)
        while not self.match.is_over:
            if self.match.awaits_deal:
                self._deal()
            elif self.state.to_act in self.bots:
                self._bot_turn(self.state.to_act)
            else:
                self._my_turn()
            if self.state.is_over:
                self._show_round_end()
        self._show_match_end()

    def _deal(self) -> None:
        number = len(self.match.played) + 1
        rng = Random(f"{self.seed} deal {number}")  # noqa: S311  the seed is the secret
        self._keep(self.match.begin(Deal.shuffled(self.match.ruleset, rng)))
        self._announce_round(resumed=False)

    def _announce_round(self, *, resumed: bool) -> None:
        if self.match.is_teaching:
            print("\nTeaching round: all hands are open, and it does not count.")
        else:
            standing = self.match.standing
            before = f" So far: {self._points(standing.totals)}." if standing.round > 1 else ""
            print(f"\nRound {standing.round} of {standing.rounds}.{before}")
        if resumed:
            print("You go on where you left off.")
            if self.state.events:
                self._tell_last_turn()
        else:
            self._introduce()

    def _introduce(self) -> None:
        if self.match.ruleset.partner(ME) is not None:
            order = ", ".join(self.seats[1:])
            print(board.wrapped(f"After you come {order}, and then you again."))
        if len(self.seats) > 1:
            starter = self.state.starter
            print("You start." if starter == ME else f"{_capital(self.seats[starter])} starts.")

    def _bot_turn(self, seat: int) -> None:
        match = self.match
        turn = self.state.turn
        while not match.awaits_deal and not match.is_over and match.played[-1].turn == turn:
            match = match.apply(self._choice(match, seat))
        self._keep(match)
        self._tell_last_turn()

    def _choice(self, match: Match, seat: int) -> Action:
        """Return what the bot in a seat does, which is legal, or raise CommandError."""
        observation = match.observe(seat)
        # A generator of its own for each decision, so that a resumed match goes on the same.
        where = f"{len(match.played)} {len(observation.events)}"
        rng = Random(f"{self.seed} bot {seat} {where}")  # noqa: S311  nothing secret
        why = ""
        try:
            choice = self.bots[seat].choose(observation, observation.legal_actions, rng)
            if choice in observation.legal_actions:
                return choice
            why = "it answered with an illegal action"
        except (Exception, SystemExit) as error:
            # Bots can be anybody's; one that fails must not take the match with it. What it says
            # could name cards of its hand, so only the kind of the failure is told.
            why = type(error).__name__
        name = self.record.players[seat].bot
        msg = f"The bot {name} failed ({why}). The match is kept in {self.saved.path}."
        raise CommandError(msg, FAILED)

    def _my_turn(self) -> None:
        self.show_table()
        turn = self.state.turn
        while not self.state.is_over and self.state.turn == turn:
            if self.state.step is Step.DRAW:
                self._tell_last_turn()
                print(board.in_lines("Draw: ", [*commands.draw_choices(self.view), "undo"], "  "))
            self._obey(_ask("Your card: " if self.state.step is Step.PLAY else "Your draw: "))
        self._tell_last_turn()

    def _obey(self, line: str) -> None:
        """Do what a line says; a wrong one gets a sentence, and changes nothing."""
        try:
            if not commands.run(self, line):
                self._act(commands.actions(self.view, line))
        except GameError as error:
            print(board.wrapped(str(error)))

    def _act(self, actions: list[Action]) -> None:
        after = self.match
        for action in actions:
            after = after.apply(action)
        self._keep(after)

    def undo(self) -> None:
        """Take the card of this turn back into the hand, before the draw."""
        if self.state.step is not Step.DRAW:
            print("There is nothing to undo: in this turn you have not played a card yet.")
            return
        self._keep(self.match.back())
        print("You take the card back.")
        self.show_hand()

    # Showing

    def show_table(self) -> None:
        """Show the board, the hand, and how long the round may last."""
        print()
        self.show_board()
        self.show_hand()

    def show_board(self) -> None:
        """Show expeditions, piles and deck."""
        view = self.view
        print(_deck_line(view))
        print("\n".join(board.board(view, self.sides)))

    def show_hand(self) -> None:
        """Show the hand, and what is known of the others."""
        for line in board.known_lines(self.view, self.seats, ME):
            print(line)
        print(board.hand_line(self.view))

    def show_piles(self) -> None:
        """Show every discard pile from bottom to top."""
        print("From bottom to top:")
        for suit, pile in zip(self.view.ruleset.suits, self.view.piles, strict=True):
            texts = board.card_texts(pile) or ["empty"]
            print(board.in_lines(f"{suit.label:<8}  ", texts, " "))

    def show_scores(self) -> None:
        """Show what the expeditions are worth as they lie, worked out."""
        view = self.view
        for side, name in enumerate(self.sides):
            print(f"{_capital(name)}:")
            print("\n".join(worked_side(view.ruleset, view.expeditions[side], view.scores[side])))
        if self.match.scores:
            print(f"Before this round: {self._points(self.match.standing.totals)}.")

    def _tell_last_turn(self) -> None:
        events = turns(self.view.events)[-1]
        seat = events[0].seat
        partner = self.match.ruleset.partner(seat)
        receiver = "you" if partner == ME else "your partner" if seat == ME else "their partner"
        print(board.wrapped(board.turn_sentence(self.seats[seat], events, receiver)))

    def _show_round_end(self) -> None:
        assert self.state.termination is not None  # noqa: S101  the round is over
        print(f"\nThe round is over: {self.state.termination.value}.\n")
        for side, name in enumerate(self.sides):
            print(f"{_capital(name)}:")
            lines = worked_side(
                self.match.ruleset, self.state.expeditions[side], self.state.scores[side]
            )
            print("\n".join(lines))
        if self.match.is_teaching:
            print("That was the teaching round. Now the match begins, with hidden hands.")
        if not self.match.is_over and sys.stdin.isatty():
            # The next table would push the score off a small screen.
            _ask("Enter goes on.")

    def _show_match_end(self) -> None:
        outcome = self.match.outcome
        assert outcome is not None  # noqa: S101  the match is over
        print(f"\nThe match is over: {self._points(outcome.totals)}.")
        if outcome.is_shared:
            print("A tie: the win is shared.")
        elif outcome.winners:
            winner = self.sides[outcome.winners[0]]
            plural = winner in ("you", "we", "they")
            print(f"{_capital(winner)} {'win' if plural else 'wins'}.")
        print(f"The record: {self.saved.path}")

    def _points(self, points: tuple[int, ...]) -> str:
        return ", ".join(f"{name} {n}" for name, n in zip(self.sides, points, strict=True))

    # Keeping

    def _keep(self, match: Match) -> None:
        """Write the match down, and only then take it as it is."""
        record = replace(self.record, match=match)
        self.saved.save(record)
        self.record = record

    def _how_to_resume(self) -> str:
        record = ""
        if self.saved.path.parent != matches_folder().resolve():
            record = f" --record {shlex.quote(str(self.saved.path))}"
        return f"`{_command()} play --resume{record}` goes on with it."


def _names(players: list[str], partner: int | None) -> list[str]:
    """Return what to call each seat: you, your partner, and the others by distinct names."""
    names = ["you", *players[1:]]
    if partner is not None:
        names[partner] = "your partner"
    return [
        f"{name} ({seat})" if names.count(name) > 1 else name
        for seat, name in enumerate(names, start=1)
    ]


def _deck_line(view: Observation) -> str:
    turns = view.turns_left(ME)
    line = f"Deck: {_counted(view.deck_size, 'card')}, {_counted(turns, 'turn')}"
    if not view.ruleset.draw_from_piles:
        return f"{line}."
    unless = " or hands over" if view.ruleset.hand_over else ""
    return f"{line} for you if nobody draws from the piles{unless}."


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _command() -> str:
    """Return how to call this program here: it need not be on the path."""
    return "expedition" if shutil.which("expedition") else os.path.relpath(sys.argv[0])


def _ask(prompt: str) -> str:
    line = input(prompt)
    if not sys.stdin.isatty():
        # A terminal shows what is typed; a pipe doesn't, and its transcript should read the same.
        print(line)
    return line


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
