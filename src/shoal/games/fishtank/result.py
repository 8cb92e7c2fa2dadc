"""How a game ends: most points, then more different sets, then a shared win (T18)."""

from collections.abc import Sequence

from shoal.core import Result, Text, msg
from shoal.games.fishtank.scoring import Judge
from shoal.games.fishtank.tank import Tank

__all__ = ["final_result"]


def final_result(judge: Judge, tanks: Sequence[Tank]) -> Result:
    """The result for finished tanks."""
    scores = [judge.best(tank)[0] for tank in tanks]
    merits = [(score.total, score.sets) for score in scores]
    winners = tuple(seat for seat, merit in enumerate(merits) if merit == max(merits))
    most = max(score.total for score in scores)
    level = sum(score.total == most for score in scores)
    return Result(tuple(score.total for score in scores), winners, _reason(len(winners), level))


def _reason(winners: int, level: int) -> Text:
    """`level` is how many have the most points."""
    if level == 1:
        return msg("most points")
    if winners == 1:
        return msg("as many points, but more different sets")
    return msg("as many points and as many different sets: the win is shared")
