"""A second reading of the rules, small and slow, that shares nothing with the package.

Cards and actions are texts ("R7", "C$", "xR7", "<R", ".", ">R7+B3"), zones are dicts of lists,
and the editions are written down again from their rule texts. Whoever changes a rule changes it
here too, on purpose.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class Rules:
    """What a rule text says of one edition."""

    suits: str
    wagers: str = "$$$"
    hand: int = 8
    bonus_from: int = 8
    second_copies: tuple[int, ...] = ()
    seats: int = 2
    sides: int = 2
    aside: int = 0
    in_order: bool = False
    """A wager must rank above the wagers laid before it."""
    only_deck: bool = False
    """Discards are out of the round, and hands are played out after the deck is empty."""
    hand_over_from: int | None = None
    hand_over_again: bool = True
    """Whether one may hand over on two of one's own turns in a row."""
    idle_limit: int | None = None
    """So many turns in a row, each a discard and a draw off a pile, end the round."""


RULES = {
    "classic": Rules("YWBGR"),
    "classic-sixth": Rules("YWBGRP"),
    "classic-partners": Rules("YWBGR", second_copies=(2, 3, 4), seats=4, hand_over_from=8),
    "standard": Rules("CDHS", "JQK", hand=6, bonus_from=6, idle_limit=16),
    "standard-partners": Rules(
        "CDHS",
        "JQK",
        hand=6,
        bonus_from=6,
        second_copies=(2, 3, 4),
        seats=4,
        hand_over_from=6,
        hand_over_again=False,
        idle_limit=32,
    ),
    "standard-solo": Rules(
        "CDHS", "JQK", hand=6, bonus_from=6, seats=1, sides=1, aside=24, only_deck=True
    ),
    "five-suit": Rules("CSHDP", "JQK", in_order=True),
}


def pack(edition: str) -> list[str]:
    """Return every card of an edition."""
    rules = RULES[edition]
    ranks = [*rules.wagers, *range(2, 11), *rules.second_copies]
    return [f"{suit}{rank}" for suit in rules.suits for rank in ranks]


def number(card: str) -> int | None:
    """Return the number on a card, or None for a wager."""
    return int(card[1:]) if card[1:].isdigit() else None


def column_score(edition: str, cards: list[str]) -> int:
    """Score one expedition as a person with a pencil would."""
    if not cards:
        return 0
    numbers = [value for card in cards if (value := number(card)) is not None]
    points = sum(numbers) - 20
    points *= {0: 1, 1: 2, 2: 3, 3: 4}[len(cards) - len(numbers)]
    if len(cards) >= RULES[edition].bonus_from:
        points += 20
    return points


class Table:
    """One round on a table, with all cards face up."""

    def __init__(self, edition: str, cards: list[str], starter: int) -> None:
        self.edition = edition
        self.rules = rules = RULES[edition]
        cards = list(cards)
        self.hands = {
            seat: [cards.pop(0) for _ in range(rules.hand)] for seat in range(rules.seats)
        }
        self.aside = [cards.pop() for _ in range(rules.aside)][::-1]
        self.deck = cards
        self.columns: dict[tuple[int, str], list[str]] = {
            (side, suit): [] for side in range(rules.sides) for suit in rules.suits
        }
        self.piles: dict[str, list[str]] = {suit: [] for suit in rules.suits}
        self.turn = starter
        self.drawing = False
        self.discarded: str | None = None
        self.idle = 0
        self.has_just_handed_over = dict.fromkeys(range(rules.seats), False)
        self.over = False

    def copy(self) -> Table:
        """Return a table that goes its own way from here."""
        other = object.__new__(Table)
        other.__dict__.update(self.__dict__)
        for zones in ("hands", "columns", "piles"):
            setattr(other, zones, {key: list(cards) for key, cards in getattr(self, zones).items()})
        other.deck = list(self.deck)
        other.has_just_handed_over = dict(self.has_just_handed_over)
        return other

    @property
    def cards(self) -> list[str]:
        """Every card, wherever it is."""
        zones = [*self.hands.values(), *self.columns.values(), *self.piles.values()]
        return [card for zone in (*zones, self.deck, self.aside) for card in zone]

    def score(self, side: int) -> int:
        """Return the points of a side."""
        return sum(
            column_score(self.edition, cards)
            for (whose, _), cards in self.columns.items()
            if whose == side
        )

    def can_lay(self, card: str) -> bool:
        """Whether the side whose turn it is may lay this card."""
        column = self.columns[self.turn % self.rules.sides, card[0]]
        value = number(card)
        numbers = [laid for other in column if (laid := number(other)) is not None]
        if value is not None:
            return all(value > laid for laid in numbers)
        if numbers:
            return False
        return not self.rules.in_order or all(
            "JQK".index(card[1]) > "JQK".index(c[1]) for c in column
        )

    def legal(self) -> set[str]:
        """Return all that may be done."""
        if self.over:
            return set()
        if self.drawing:
            piles = {} if self.rules.only_deck else self.piles
            taken_back = None if self.discarded is None else self.discarded[0]
            return {".", *(f"<{suit}" for suit in piles if piles[suit] and suit != taken_back)}
        hand = self.hands[self.turn]
        actions = {card for card in hand if self.can_lay(card)} | {f"x{card}" for card in hand}
        least = self.rules.hand_over_from
        again = self.rules.hand_over_again or not self.has_just_handed_over[self.turn]
        if least is not None and len(hand) >= least and again:
            actions |= {self.pair(*two) for two in combinations(hand, 2)}
        return actions

    def pair(self, one: str, other: str) -> str:
        """Return the text for handing two cards over: in the order of suits, low card first."""
        order = [f"{s}{r}" for s in self.rules.suits for r in (*self.rules.wagers, *range(2, 11))]
        return ">" + "+".join(sorted((one, other), key=order.index))

    def do(self, action: str) -> None:
        """Do a legal action."""
        hand = self.hands[self.turn]
        if action[0] == ">":
            partner = self.hands[(self.turn + self.rules.sides) % self.rules.seats]
            for card in action[1:].split("+"):
                hand.remove(card)
                partner.append(card)
            self.end_turn(handed_over=True)
        elif action == ".":
            hand.append(self.deck.pop(0))
            self.end_turn()
        elif action[0] == "<":
            hand.append(self.piles[action[1]].pop())
            self.end_turn(off_a_pile=True)
        else:
            card = action.removeprefix("x")
            hand.remove(card)
            if action == card:
                self.columns[self.turn % self.rules.sides, card[0]].append(card)
            else:
                self.piles[card[0]].append(card)
                self.discarded = card
            self.drawing = True
            if not self.deck:
                self.end_turn()

    def end_turn(self, *, off_a_pile: bool = False, handed_over: bool = False) -> None:
        """Pass the turn on, or end the round."""
        self.idle = self.idle + 1 if off_a_pile and self.discarded else 0
        self.has_just_handed_over[self.turn] = handed_over
        self.turn = (self.turn + 1) % self.rules.seats
        self.drawing, self.discarded = False, None
        out = not any(self.hands.values()) if self.rules.only_deck else not self.deck
        self.over = out or self.idle == self.rules.idle_limit
