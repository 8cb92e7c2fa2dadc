"""Who has won: most points, then most different sets, then a shared win (T18)."""

from collections.abc import Sequence

from shoal.core import Result, Text, msg
from shoal.games.fishtank.scoring import Scorer
from shoal.games.fishtank.tank import Tank

__all__ = ["result_of"]


def result_of(scorer: Scorer, tanks: Sequence[Tank]) -> Result:
    """The result for finished tanks."""
    scores = [scorer.best(tank)[0] for tank in tanks]
    ranks = [(score.total, score.sets) for score in scores]
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
    most = max(score.total for score in scores)
    with_most_points = sum(score.total == most for score in scores)
    return Result(tuple(score.total for score in scores), winners, _reason(len(winners), with_most_points))


def _reason(winners: int, with_most_points: int) -> Text:
    if with_most_points == 1:
        return msg("most points")
    if winners == 1:
        return msg("as many points, but more different sets")
    return msg("as many points and as many different sets: the win is shared")
