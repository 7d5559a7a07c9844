"""EDITIONS: the published rulesets, as a table of data."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches

from expedition.game.cards import Suit, Wager
from expedition.game.errors import InvalidSetup
from expedition.game.ruleset import HandOverRule, Ruleset, StartRule

_COURT = (Wager.JACK, Wager.QUEEN, Wager.KING)

CLASSIC = Ruleset(
    id="classic",
    name="Classic",
    aliases=("lost-cities",),
    summary="The published two-player game: five colours, three rounds.",
    suits=(Suit.YELLOW, Suit.WHITE, Suit.BLUE, Suit.GREEN, Suit.RED),
    rounds=(3, 1),
)

CLASSIC_SIXTH = replace(
    CLASSIC,
    id="classic-sixth",
    name="Classic with the sixth expedition",
    aliases=("sixth",),
    summary="The published option with a sixth colour, purple: a longer round.",
    suits=(*CLASSIC.suits, Suit.PURPLE),
)

CLASSIC_PARTNERS = replace(
    CLASSIC,
    id="classic-partners",
    name="Classic for partners",
    aliases=("partners",),
    summary="Four players in two partnerships that build expeditions together.",
    doubled_ranks=(2, 3, 4),
    seats=4,
    hand_over=HandOverRule(min_hand=8, twice_running=True),
)

STANDARD = Ruleset(
    id="standard",
    name="Standard deck",
    aliases=("card-commons",),
    summary="Two players with a standard deck: four suits, and J, Q, K as investments.",
    suits=(Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES),
    wagers=_COURT,
    hand_size=6,
    stall_turns=8,
    bonus_cards=6,
    rounds=(3, 1),
    start_rule=StartRule.NEXT_SEAT,
    suit_word="suit",
    wager_word="investment",
)

STANDARD_PARTNERS = replace(
    STANDARD,
    id="standard-partners",
    name="Standard deck for partners",
    aliases=("card-commons-partners",),
    summary="Four players in two partnerships, with a standard deck and some of a second one.",
    doubled_ranks=(2, 3, 4),
    seats=4,
    hand_over=HandOverRule(min_hand=6, twice_running=False),
)

STANDARD_SOLO = replace(
    STANDARD,
    id="standard-solo",
    name="Standard deck for one",
    aliases=("solo", "card-commons-solo"),
    summary="One player, half of a standard deck: score as much as you can.",
    seats=1,
    sides=1,
    set_aside=24,
    draw_from_piles=False,
    play_out_hands=True,
    stall_turns=0,
    rounds=(1, 3),
)

FIVE_SUIT = Ruleset(
    id="five-suit",
    name="Five-suit deck",
    aliases=("caps",),
    summary="Two players with a five-suited deck; J, Q, K are laid in that order.",
    suits=(Suit.CLUBS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CAPS),
    wagers=_COURT,
    wagers_ascend=True,
    rounds=(1,),
    suit_word="suit",
    wager_word="investment",
)

#: Every edition by its id.
EDITIONS: dict[str, Ruleset] = {
    edition.id: edition
    for edition in (
        CLASSIC,
        CLASSIC_SIXTH,
        CLASSIC_PARTNERS,
        STANDARD,
        STANDARD_PARTNERS,
        STANDARD_SOLO,
        FIVE_SUIT,
    )
}

_BY_NAME = {
    name: edition for edition in EDITIONS.values() for name in (edition.id, *edition.aliases)
}


def find_edition(name: str) -> Ruleset:
    """Return the edition with this id or alias, or raise InvalidSetup naming those there are.

    >>> find_edition("lost-cities").id
    'classic'
    """
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    if key in _BY_NAME:
        return _BY_NAME[key]
    close = get_close_matches(key, _BY_NAME, n=1)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    msg = f"There is no edition {name!r}.{hint} The editions are {', '.join(EDITIONS)}."
    raise InvalidSetup(msg)
