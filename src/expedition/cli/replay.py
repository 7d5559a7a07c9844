"""`expedition replay`: check a match record and show it."""

from __future__ import annotations

import argparse

from expedition.cli import board
from expedition.cli.check_deal import check_deals, promise
from expedition.cli.failure import FAILED, OK, CommandError
from expedition.cli.files import read_bytes
from expedition.cli.worked import worked_side
from expedition.game import State, public_view, turns
from expedition.notation import (
    MAX_RECORD_BYTES,
    Record,
    RecordError,
    parse_record,
    record_to_json,
    record_to_text,
)


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add this command."""
    parser = commands.add_parser(
        "replay",
        help="check and show a match record",
        description="Check a match record by the rules, and print it turn by turn with all cards "
        "open. A record that does not hold gives one sentence, naming round, turn and reason, and "
        "exit code 1.",
    )
    parser.add_argument("file", metavar="FILE", help="a record, JSON or text; - for input")
    parser.add_argument("--round", type=int, metavar="N", help="only this round, counted from 1")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--end", action="store_true", help="only how each round ended")
    shape.add_argument("--boards", action="store_true", help="the board after every turn, too")
    shape.add_argument("--json", action="store_true", help="print the record in its JSON form")
    shape.add_argument("--text", action="store_true", help="print the record in its text form")
    shape.add_argument(
        "--check-deal",
        action="store_true",
        help="only whether each deal is the one that was promised before its round; "
        "exit code 1 when one is not, or none was",
    )
    parser.add_argument(
        "--commitment",
        type=promise,
        metavar="HEX",
        help="with --check-deal: the commitment that you wrote down before the round",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the record."""
    if options.commitment and not options.check_deal:
        msg = "--commitment is for --check-deal: add that, to hold the deals against it."
        raise CommandError(msg)
    try:
        record = parse_record(read_bytes(options.file, MAX_RECORD_BYTES))
    except RecordError as error:
        msg = f"{options.file}: {error}"
        raise CommandError(msg, FAILED) from None
    if options.json or options.text:
        print((record_to_json if options.json else record_to_text)(record), end="")
        return OK
    rounds = len(record.match.played) + (record.sealed is not None)
    if options.round is not None and not 1 <= options.round <= rounds:
        msg = f"--round is {options.round}; the record has rounds 1 to {rounds}."
        raise CommandError(msg)
    if options.check_deal:
        return check_deals(record, options.round, options.commitment)
    _print_heading(record)
    for number, state in enumerate(record.match.played, start=1):
        if options.round in (None, number):
            _print_round(record, number, state, options)
    if record.sealed and options.round in (None, rounds):
        print(f"\nRound {rounds}: its deal is still sealed, so its actions can't be checked yet.")
        print(f"  {' '.join(record.sealed.actions)}")
    _print_result(record)
    return OK


def _print_heading(record: Record) -> None:
    match = record.match
    names = ", ".join(player.name for player in record.players)
    print(f"{match.ruleset.name}, {record.date or 'no date'}: {names}")
    if record.comment:
        _print_comment(record.comment)


def _print_round(record: Record, number: int, state: State, options: argparse.Namespace) -> None:
    teaching = " (teaching, does not count)" if record.match.open_hands and number == 1 else ""
    print(f"\nRound {number}{teaching}")
    seal = record.seal(number - 1)
    if seal and seal.salt:
        print("  The deal is the one that was promised before the round.")
    if not options.end:
        _print_turns(record, number, state, boards=options.boards)
    if state.termination is None:
        print("The round is not over.")
    else:
        print(f"The round is over: {state.termination.value}.")
    for side, score in enumerate(state.scores):
        print(f"{_side_name(record, side)}:")
        lines = worked_side(state.ruleset, state.expeditions[side], score)
        print("\n".join(lines))


def _print_turns(record: Record, number: int, state: State, *, boards: bool) -> None:
    comments = {c.after: c.text for c in record.comments if c.round_number == number}
    current = State.new(state.deal, state.starter, open_hands=state.open_hands)
    names = [player.name for player in record.players]
    for seat, hand in enumerate(current.hands):
        print(board.in_lines(f"  {names[seat]} is dealt ", board.card_texts(hand), " "))
    if 0 in comments:
        _print_comment(comments[0])
    sides = [_side_name(record, side) for side in range(state.ruleset.sides)]
    done = 0
    for turn, events in enumerate(turns(state.events), start=1):
        print(board.wrapped(f"{turn:>4}. {board.turn_sentence(names[events[0].seat], events)}"))
        for event in events:
            current = current.apply(event.action)
            done += 1
            if done in comments:
                _print_comment(comments[done])
        if boards:
            print("\n".join(f"    {line}" for line in board.board(public_view(current), sides)))


def _print_result(record: Record) -> None:
    match = record.match
    sides = [_side_name(record, side) for side in range(match.ruleset.sides)]
    totals = ", ".join(f"{name} {total}" for name, total in zip(sides, match.totals, strict=True))
    outcome = match.outcome
    if outcome is None:
        print(f"\nThe match is not over. So far: {totals}.")
        return
    print(f"\nThe match is over: {totals}.")
    if outcome.is_shared:
        print("A tie: the win is shared.")
    elif outcome.winners:
        print(f"Won by {sides[outcome.winners[0]]}.")


def _print_comment(text: str) -> None:
    print("\n".join(f"  ; {line}" for line in text.split("\n")))


def _side_name(record: Record, side: int) -> str:
    ruleset = record.match.ruleset
    seats = [seat for seat in range(ruleset.seats) if ruleset.side(seat) == side]
    return " and ".join(record.players[seat].name for seat in seats)
