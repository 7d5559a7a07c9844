"""Rulesets: frozen parameters. What an edition does differently is a value here, nowhere else."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property

from expedition.game.actions import ActionSpace
from expedition.game.cards import Card, Named, Rank, Suit, Wager
from expedition.game.errors import InvalidSetup

#: Goes up when the same deal and actions could give another result than before. In every record.
RULES_VERSION = 1


class StartRule(Named):
    """Who takes the first turn of a round after the first. See rules 7.2 to 7.4."""

    ROUND_WINNER = "round-winner"
    NEXT_SEAT = "next-seat"
    LEADER = "leader"

    @property
    def sentence(self) -> str:
        """The rule in words."""
        return {
            StartRule.ROUND_WINNER: "The higher score of the round just played starts the next.",
            StartRule.NEXT_SEAT: "The start passes to the next seat every round.",
            StartRule.LEADER: "Whoever leads in total starts the next round.",
        }[self]


@dataclass(frozen=True, kw_only=True)
class HandOverRule:
    """When a turn may be spent handing two cards to the partner."""

    min_hand: int
    """Cards that one must hold to do so."""
    twice_running: bool
    """Whether it is allowed on two of one's own turns in a row."""


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """The parameters of one edition. Raises InvalidSetup when they can't make a round."""

    id: str
    name: str
    summary: str
    """One sentence for a list of editions."""
    aliases: tuple[str, ...] = ()

    suits: tuple[Suit, ...]
    ranks: tuple[int, ...] = (2, 3, 4, 5, 6, 7, 8, 9, 10)
    wagers: tuple[Wager, ...] = (Wager.PLAIN, Wager.PLAIN, Wager.PLAIN)
    """The multiplier cards of each suit; the same one named three times is three equal cards."""
    wagers_ascend: bool = False
    """Whether a wager must rank above those already laid (J, then Q, then K)."""
    doubled_ranks: tuple[int, ...] = ()
    """Ranks with a second copy in every suit."""

    seats: int = 2
    sides: int = 2
    """How many score: a side is a player, or two partners sitting opposite."""
    hand_size: int = 8
    set_aside: int = 0
    """Cards of the shuffled pack put away unseen."""

    draw_from_piles: bool = True
    play_out_hands: bool = False
    """Whether play goes on after the deck is empty, until the hands are."""
    hand_over: HandOverRule | None = None
    stall_turns: int = 0
    """Discard-and-dig turns in a row, for every player, that end the round; 0 for no such rule."""

    cost: int = 20
    bonus: int = 20
    bonus_cards: int = 8

    rounds: tuple[int, ...] = (3,)
    """Customary lengths of a match, the default first."""
    start_rule: StartRule = StartRule.ROUND_WINNER

    suit_word: str = "colour"
    wager_word: str = "wager"

    def __post_init__(self) -> None:
        for wrong, sentence in (
            (
                len({suit.letter for suit in self.suits}) < max(len(self.suits), 1),
                "needs different suits",
            ),
            (list(self.ranks) != sorted(set(self.ranks)), "needs numbers that rise"),
            (self.stall_turns < 0, "can't stall for fewer turns than none"),
            (self.sides < 1 or self.seats % self.sides != 0, "needs as many seats on every side"),
            (self.seats > 2 * self.sides, "has more than two seats on a side"),
            (self.hand_size < 1 or self.set_aside < 0, "needs a hand, and can't set aside less"),
            (not set(self.doubled_ranks) <= set(self.ranks), "doubles a rank that it doesn't have"),
            (self.hand_over and self.seats != 2 * self.sides, "hands over without a partner"),
            (self.hand_over and self.hand_over.min_hand < 3, "hands over a whole hand"),
            # The seats' hands must run out together, or somebody could neither play nor draw.
            (
                self.play_out_hands and (self.draw_from_piles or self.hand_over),
                "plays hands out, so can't draw from piles or hand over",
            ),
            (not self.rounds or min(self.rounds) < 1, "needs at least one round"),
            (self.deck_size < 1, "deals more cards than it has"),
        ):
            if wrong:
                msg = f"Ruleset {self.id!r} {sentence}."
                raise InvalidSetup(msg)

    def __hash__(self) -> int:
        # Two rulesets that differ under one id are rare; a hash over every field is not cheap.
        return hash(self.id)

    def __getstate__(self) -> dict[str, object]:
        # The parameters alone: what is worked out from them is worked out again when asked for,
        # and equal rulesets have equal bytes.
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def kinds(self) -> tuple[Card, ...]:
        """Every different card once: suits in order, wagers before numbers, low before high."""
        ranks: tuple[Rank, ...] = (*dict.fromkeys(self.wagers), *self.ranks)
        return tuple(Card(suit, rank) for suit in self.suits for rank in ranks)

    @cached_property
    def copies(self) -> dict[Card, int]:
        """How many of each kind of card there are."""
        return {card: self._copies(card.rank) for card in self.kinds}

    @cached_property
    def pack(self) -> tuple[Card, ...]:
        """Every card of a round, copies included, in the order of `kinds`."""
        return tuple(card for card in self.kinds for _ in range(self.copies[card]))

    @cached_property
    def kind_order(self) -> dict[Card, int]:
        """The place of each card in `kinds`."""
        return {card: place for place, card in enumerate(self.kinds)}

    @cached_property
    def suit_order(self) -> dict[Suit, int]:
        """The place of each suit in `suits`; expeditions and piles are indexed by it."""
        return {suit: place for place, suit in enumerate(self.suits)}

    @cached_property
    def action_space(self) -> ActionSpace:
        """Every action with its id."""
        return ActionSpace(self.kinds, self.suits, hand_overs=self.hand_over is not None)

    @property
    def deck_size(self) -> int:
        """Cards in the deck when the hands have been dealt."""
        return len(self.pack) - self.set_aside - self.seats * self.hand_size

    @property
    def stall_limit(self) -> int:
        """Discard-and-dig turns in a row, of all seats together, that end the round; 0: never."""
        return self.stall_turns * self.seats

    def side(self, seat: int) -> int:
        """Return the side that a seat scores for. Partners sit opposite."""
        return seat % self.sides

    def partner(self, seat: int) -> int | None:
        """Return the seat of the partner, if there is one."""
        return None if self.seats == self.sides else (seat + self.sides) % self.seats

    def sort(self, cards: list[Card] | tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the cards in the order of `kinds`."""
        return tuple(sorted(cards, key=self.kind_order.__getitem__))

    def _copies(self, rank: Rank) -> int:
        if isinstance(rank, Wager):
            return self.wagers.count(rank)
        return 2 if rank in self.doubled_ranks else 1
