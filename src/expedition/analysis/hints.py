"""Hints: what speaks for and against each thing that a seat may do, as facts to be told.

They are for the teaching round, where all hands lie open, and hold in any other: they are made of
one seat's observation, so they name nothing that it can't see. No reason says how much it weighs;
only the order of the hints is an opinion, that of the bot `careful`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from expedition.analysis.hint_discards import weigh_discard
from expedition.analysis.hint_draws import weigh_deck, weigh_pile
from expedition.analysis.hint_facts import Facts
from expedition.analysis.hint_plays import weigh_play
from expedition.analysis.hint_reasons import Reason, Weighed
from expedition.bots.careful import Judgement
from expedition.game import Discard, DrawDeck, DrawPile, HandOver, Play, Step

if TYPE_CHECKING:
    from expedition.game import Action, Observation


@dataclass(frozen=True)
class Hint:
    """What speaks for an action and what against it, each in the order in which to tell it."""

    action: Action
    pros: tuple[Reason, ...]
    cons: tuple[Reason, ...]


def hints(observation: Observation) -> tuple[Hint, ...]:
    """Return a hint for each legal action of the seat, those that promise most first.

    At the play step these are all plays and discards, without the hand-overs: `remarks` has what
    can be said of them. At the draw step these are the draws. None when it isn't the seat's turn.
    """
    if not observation.legal_actions:
        return ()
    if observation.step is Step.DRAW:
        return draw_hints(observation)
    facts = Facts(observation)
    judgement = Judgement(observation)
    actions = [action for action in observation.legal_actions if not isinstance(action, HandOver)]
    found: list[Hint] = []
    for action in sorted(actions, key=judgement.gain, reverse=True):
        if isinstance(action, Play):
            found.append(_hint(action, weigh_play(facts, action.card)))
        elif isinstance(action, Discard):
            found.append(_hint(action, weigh_discard(facts, action.card)))
    return tuple(found)


def draw_hints(observation: Observation, after: Play | Discard | None = None) -> tuple[Hint, ...]:
    """Return a hint for each draw: the deck, then the piles in the order of the suits.

    At the play step, `after` is the card action that will come first; it must be legal. At the
    draw step the card has been played, and `after` is left out. None where nothing is drawn.
    """
    if not observation.legal_actions or (observation.step is Step.PLAY) is (after is None):
        return ()
    facts = Facts(observation, after)
    found = []
    if observation.deck_size:
        found.append(_hint(DrawDeck(), weigh_deck(facts)))
    if observation.ruleset.draw_from_piles:
        for suit, pile in facts.piles.items():
            if pile and suit is not facts.closed:
                found.append(_hint(DrawPile(suit), weigh_pile(facts, suit)))
    return tuple(found)


def remarks(observation: Observation) -> tuple[Reason, ...]:
    """Return what is to be said of the position as a whole, at the seat's play step.

    That is the time left for the cards that wait to be laid, on both sides as far as it is known,
    and what a hand-over could do.
    """
    if not observation.legal_actions or observation.step is not Step.PLAY:
        return ()
    facts = Facts(observation)
    told = [Reason("to-lay", {"n": facts.waiting, "turns": facts.turns})]
    told += [
        Reason("they-wait", {"n": theirs, "turns": facts.side_turns(side)})
        for side in facts.others
        if (theirs := facts.waiting_theirs(side))
    ]
    if any(isinstance(action, HandOver) for action in observation.legal_actions):
        rule = observation.ruleset.hand_over
        told.append(Reason("hand-over", {"n": rule.min_hand if rule else 0}))
        if facts.waiting > facts.turns:
            told.append(Reason("hand-over-helps", {"n": facts.waiting, "turns": facts.turns}))
    return tuple(told)


def _hint(action: Action, weighed: Weighed) -> Hint:
    return Hint(action, tuple(weighed.pros), tuple(weighed.cons))
