"""The arena: bots play each other, on the same deals from every seat, until it is clear who is better.

`pairing.py` decides who sits where in which game, `match.py` plays one game, `workers.py` several at once,
`results_file.py` stores them, `tournament.py` runs them all. `standings.py`, `ratings.py` and `sprt.py`
evaluate the results; `rated_results.py` does so for a whole file, to be shown.
"""

from shoal.arena.intervals import wilson
from shoal.arena.match import PlayedGame, play_match
from shoal.arena.pairing import Fixture, MatchSettings, deal_seed, fixtures
from shoal.arena.rated_results import RatedBot, RatedResults, read_rated_results
from shoal.arena.ratings import Rating, rate
from shoal.arena.results_file import ResultsFile
from shoal.arena.sprt import Hypotheses, Verdict, judge_pairs
from shoal.arena.standings import LadderResult, Standing, ladder_results, standings
from shoal.arena.tournament import Tournament, run_tournament

__all__ = [
    "Fixture",
    "Hypotheses",
    "LadderResult",
    "MatchSettings",
    "PlayedGame",
    "RatedBot",
    "RatedResults",
    "Rating",
    "ResultsFile",
    "Standing",
    "Tournament",
    "Verdict",
    "deal_seed",
    "fixtures",
    "judge_pairs",
    "ladder_results",
    "play_match",
    "rate",
    "read_rated_results",
    "run_tournament",
    "standings",
    "wilson",
]
