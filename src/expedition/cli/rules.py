"""`expedition rules`: an edition's rules in short, made from its data."""

from __future__ import annotations

import argparse
import json
import textwrap
from dataclasses import fields

from expedition.cli.failure import OK
from expedition.cli.worked import worked_expedition
from expedition.game import EDITIONS, Card, Rank, Ruleset, find_edition, score_expedition

_WIDTH = 76

# Every parameter of a ruleset that is a rule, in words.
NAMES = {
    "suits": "Suits",
    "ranks": "Numbers",
    "wagers": "Multiplier cards of a suit",
    "wagers_ascend": "Multiplier cards in rising order",
    "doubled_ranks": "Numbers with a second copy",
    "seats": "Players",
    "sides": "Sides that score",
    "hand_size": "Cards in hand",
    "set_aside": "Cards set aside unseen",
    "draw_from_piles": "Drawing from discard piles",
    "play_out_hands": "Hands played out after the deck",
    "hand_over": "Handing cards to a partner",
    "stall_turns": "Idle turns each that end a round",
    "cost": "Cost of an expedition",
    "bonus": "Bonus points",
    "bonus_cards": "Cards for the bonus",
    "rounds": "Rounds",
    "start_rule": "Start of the next round",
}


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add this command."""
    parser = commands.add_parser(
        "rules",
        help="the rules of an edition in short",
        description="Print the rules of an edition in short, with what differs from classic.",
    )
    parser.add_argument("edition", nargs="?", default="classic", help="an edition's id or alias")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the rules."""
    ruleset = find_edition(options.edition)
    if options.json:
        sections = [{"heading": h, "paragraphs": paragraphs} for h, paragraphs in rules_of(ruleset)]
        data = {"id": ruleset.id, "name": ruleset.name, "summary": ruleset.summary}
        print(json.dumps(data | {"sections": sections}, indent=2))
        return OK
    print(f"{ruleset.name} ({ruleset.id})")
    print(ruleset.summary)
    for heading, paragraphs in rules_of(ruleset):
        print(f"\n{heading}")
        for paragraph in paragraphs:
            print(textwrap.fill(paragraph, _WIDTH, initial_indent="  ", subsequent_indent="  "))
    return OK


def rules_of(ruleset: Ruleset) -> list[tuple[str, list[str]]]:
    """Return the rules in short as headings with sentences."""
    sections = [
        ("The aim", _aim(ruleset)),
        ("The cards", _cards(ruleset)),
        ("A turn", _turn(ruleset)),
        ("The end of a round", _ending(ruleset)),
        ("Scoring", _scoring(ruleset)),
        ("The match", _match(ruleset)),
    ]
    classic = EDITIONS["classic"]
    if ruleset != classic:
        differences = [
            f"{name}: {theirs}; in classic {ours}."
            for name, theirs, ours in differences_between(ruleset, classic)
        ]
        sections.append(("What differs from classic", differences))
    return sections


def differences_between(one: Ruleset, other: Ruleset) -> list[tuple[str, str, str]]:
    """Return every parameter in which two rulesets differ: its name and both values in words."""
    return [
        (NAMES[field.name], _words(one, field.name), _words(other, field.name))
        for field in fields(Ruleset)
        if field.name in NAMES and getattr(one, field.name) != getattr(other, field.name)
    ]


def _words(ruleset: Ruleset, name: str) -> str:
    match name, getattr(ruleset, name):
        case "suits", suits:
            return ", ".join(suit.label.lower() for suit in suits)
        case "wagers", wagers:
            return ", ".join(map(str, wagers))
        case "rounds", rounds:
            return " or ".join(map(str, rounds))
        case "start_rule", rule:
            return str(rule.sentence).rstrip(".").lower()
        case "hand_over", rule:
            if rule is None:
                return "no"
            often = "as often as wanted" if rule.twice_running else "not twice running"
            return f"two, from a hand of {rule.min_hand} or more, {often}"
        case _, bool(value):
            return "yes" if value else "no"
        case _, tuple(values):
            return ", ".join(map(str, values)) or "none"
        case _, value:
            return str(value) if value else "none"


def _aim(ruleset: Ruleset) -> list[str]:
    return [
        f"Build expeditions, one in each {ruleset.suit_word}, of cards that only go up. Each one "
        f"costs {ruleset.cost} points to start, so it has to bring more than that."
    ]


def _cards(ruleset: Ruleset) -> list[str]:
    suit, wager = ruleset.suit_word, ruleset.wager_word
    suits = ", ".join(suit.label.lower() for suit in ruleset.suits)
    marks = ", ".join(dict.fromkeys(map(str, ruleset.wagers)))
    lines = [
        f"{len(ruleset.pack)} cards in {len(ruleset.suits)} {suit}s ({suits}). Each has the "
        f"numbers {ruleset.ranks[0]} to {ruleset.ranks[-1]} and {len(ruleset.wagers)} {wager} "
        f"cards ({marks}), which multiply."
    ]
    if ruleset.doubled_ranks:
        ranks = ", ".join(map(str, ruleset.doubled_ranks))
        lines.append(
            f"There is a second {ranks} of every {suit}. An expedition can hold one of the two."
        )
    players = "You play alone." if ruleset.seats == 1 else f"{ruleset.seats} players."
    if ruleset.seats > ruleset.sides:
        players = f"{ruleset.seats} players: partners sit opposite and share expeditions."
    aside = f" {ruleset.set_aside} cards are set aside unseen." if ruleset.set_aside else ""
    each = "" if ruleset.seats == 1 else " each"
    lines.append(
        f"{players} Deal {ruleset.hand_size} cards{each}.{aside} The deck has {ruleset.deck_size}."
    )
    return lines


def _turn(ruleset: Ruleset) -> list[str]:
    suit, wager = ruleset.suit_word, ruleset.wager_word
    marks = ", then ".join(map(str, ruleset.wagers))
    order = f" {wager.capitalize()}s rise too: {marks}." if ruleset.wagers_ascend else ""
    whose = "your side's" if ruleset.seats > ruleset.sides else "your"
    lines = [
        "Play one card, then draw one.",
        f"Lay the card on {whose} expedition of its {suit}, or discard it. Numbers only go up; "
        f"gaps are fine. {wager.capitalize()}s come before any number.{order}",
    ]
    if ruleset.draw_from_piles:
        lines.append(
            "Draw off the deck, or take the top of a discard pile: but not of the "
            f"{suit} that you discarded in this turn."
        )
    else:
        lines.append("Draw off the deck only. What is discarded is out of the round.")
    if rule := ruleset.hand_over:
        often = "As often as you like." if rule.twice_running else "Not in two turns in a row."
        lines.append(
            "Or spend the whole turn handing two cards, face down, to your partner, if you hold "
            f"{rule.min_hand} or more. {often}"
        )
    return lines


def _ending(ruleset: Ruleset) -> list[str]:
    if ruleset.play_out_hands:
        return ["When the deck is empty play on, drawing nothing, until your hand is empty."]
    lines = ["The instant the last card of the deck is drawn. Nobody gets another turn."]
    if ruleset.stall_turns:
        lines.append(
            f"Also when {ruleset.stall_limit} turns in a row were a discard and a draw off a pile."
        )
    return lines


def _scoring(ruleset: Ruleset) -> list[str]:
    wagers, most = f"{ruleset.wager_word}s", len(ruleset.wagers) + 1
    return [
        f"Each expedition that was started: add its numbers, subtract {ruleset.cost}, multiply by "
        f"1 more than its {wagers} (up to x{most}; losses too), then add {ruleset.bonus} if it "
        f"has {ruleset.bonus_cards} cards or more, {wagers} included.",
        _example(ruleset),
        "One that was not started scores 0. Cards in hand score nothing.",
    ]


def _example(ruleset: Ruleset) -> str:
    ranks: tuple[Rank, ...] = (ruleset.wagers[0], *ruleset.ranks[2:6])
    cards = [Card(ruleset.suits[0], rank) for rank in ranks]
    shown = " ".join(str(card.rank) for card in cards)
    return f"So {shown} is worth {worked_expedition(score_expedition(ruleset, cards))}."


def _match(ruleset: Ruleset) -> list[str]:
    rounds = " or ".join(map(str, ruleset.rounds))
    word = "round" if ruleset.rounds == (1,) else "rounds"
    lines = [f"{rounds} {word}; a table may agree on another number. Rounds are added up."]
    if ruleset.sides > 1:
        lines.append("The highest total wins. A tie is a shared win.")
        lines.append(ruleset.start_rule.sentence)
    return lines
