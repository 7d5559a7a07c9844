"""Bot against bot: paired deals, their margins with errors, tests and ladders."""

from expedition.arena.contest import Interrupted, run_contest
from expedition.arena.errors import ArenaError, ContestBroken
from expedition.arena.figures import Estimate, estimate
from expedition.arena.ladder import ladder_data, ladder_text
from expedition.arena.log import ContestLog
from expedition.arena.pairs import Job, play_pair
from expedition.arena.players import Bench, make_bot
from expedition.arena.progress import Progress
from expedition.arena.ratings import elo_ratings, point_ratings
from expedition.arena.report import duel_data, duel_text
from expedition.arena.results import Conduct, Pair
from expedition.arena.rounds import FORFEIT, PlayedRound, Player, play_round
from expedition.arena.sequential import SequentialTest, sequential_test
from expedition.arena.settings import Schedule, Settings
from expedition.arena.standings import Standings

__all__ = [
    "FORFEIT",
    "ArenaError",
    "Bench",
    "Conduct",
    "ContestBroken",
    "ContestLog",
    "Estimate",
    "Interrupted",
    "Job",
    "Pair",
    "PlayedRound",
    "Player",
    "Progress",
    "Schedule",
    "SequentialTest",
    "Settings",
    "Standings",
    "duel_data",
    "duel_text",
    "elo_ratings",
    "estimate",
    "ladder_data",
    "ladder_text",
    "make_bot",
    "play_pair",
    "play_round",
    "point_ratings",
    "run_contest",
    "sequential_test",
]
