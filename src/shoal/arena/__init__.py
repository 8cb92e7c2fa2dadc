"""The arena: bots play each other, on the same deals from every seat, until it is clear who is better.

`pairing.py` says who sits where in which game, `match.py` plays one, `workers.py` several at once,
`ledger.py` keeps them in a file, `contest.py` runs the whole. `standings.py`, `ratings.py` and `sprt.py`
say what the results mean.
"""

from shoal.arena.match import PlayedGame, play_match
from shoal.arena.pairing import Fixture, MatchSettings, deal_seed, fixtures
from shoal.arena.ratings import Rating, rate
from shoal.arena.results_file import ResultsFile
from shoal.arena.sprt import Hypotheses, Verdict, judge_pairs
from shoal.arena.standings import Rung, Standing, rungs_climbed, standings, wilson
from shoal.arena.tournament import Tournament, run_tournament

__all__ = [
    "Fixture",
    "Hypotheses",
    "MatchSettings",
    "PlayedGame",
    "Rating",
    "ResultsFile",
    "Rung",
    "Standing",
    "Tournament",
    "Verdict",
    "deal_seed",
    "fixtures",
    "judge_pairs",
    "play_match",
    "rate",
    "run_tournament",
    "rungs_climbed",
    "standings",
    "wilson",
]
