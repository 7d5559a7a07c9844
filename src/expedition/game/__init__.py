"""The rules. Standard library only; no input or output, clock, logging or global randomness."""

from expedition.game.actions import (
    Action,
    ActionSpace,
    Discard,
    DrawDeck,
    DrawPile,
    HandOver,
    Play,
)
from expedition.game.cards import Card, Rank, Suit, Wager
from expedition.game.deal import Deal
from expedition.game.editions import EDITIONS, find_edition
from expedition.game.errors import (
    Fault,
    GameError,
    IllegalAction,
    InvalidNotation,
    InvalidSetup,
    RoundOver,
)
from expedition.game.events import Event, EventKind, turns
from expedition.game.expeditions import as_expeditions
from expedition.game.match import Match, MatchTermination, Outcome, draw_starter
from expedition.game.observation import (
    InformationState,
    Observation,
    PublicView,
    Standing,
    observe,
    public_view,
)
from expedition.game.perft import divide, perft
from expedition.game.ruleset import RULES_VERSION, HandOverRule, Ruleset, StartRule
from expedition.game.scoring import ExpeditionScore, RoundScore, score_expedition, score_side
from expedition.game.state import State
from expedition.game.steps import Step, Termination

__all__ = [
    "EDITIONS",
    "RULES_VERSION",
    "Action",
    "ActionSpace",
    "Card",
    "Deal",
    "Discard",
    "DrawDeck",
    "DrawPile",
    "Event",
    "EventKind",
    "ExpeditionScore",
    "Fault",
    "GameError",
    "HandOver",
    "HandOverRule",
    "IllegalAction",
    "InformationState",
    "InvalidNotation",
    "InvalidSetup",
    "Match",
    "MatchTermination",
    "Observation",
    "Outcome",
    "Play",
    "PublicView",
    "Rank",
    "RoundOver",
    "RoundScore",
    "Ruleset",
    "Standing",
    "StartRule",
    "State",
    "Step",
    "Suit",
    "Termination",
    "Wager",
    "as_expeditions",
    "divide",
    "draw_starter",
    "find_edition",
    "observe",
    "perft",
    "public_view",
    "score_expedition",
    "score_side",
    "turns",
]
