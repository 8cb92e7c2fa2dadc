"""The final score: what every tank scored kind by kind, and what decided (T18)."""

import msgspec

from shoal.core import Say, Seat, msg, seat_name
from shoal.games.fishtank.page.cards import KindScene, kind_scenes
from shoal.games.fishtank.view import View

__all__ = ["FinalScore", "KindPoints", "final_score"]


class KindPoints(msgspec.Struct, frozen=True):
    """The points of each seat for one kind; `None` where it has no such card."""

    kind: KindScene
    points: tuple[int | None, ...]


class FinalScore(msgspec.Struct, frozen=True):
    """The final score."""

    reason: str
    letters: tuple[str, ...]
    kinds: tuple[KindPoints, ...]
    totals: tuple[int, ...]
    sets: tuple[int, ...]
    winners: tuple[Seat, ...]
    #: Whether several tanks had the most points, so that different sets were counted.
    by_sets: bool


def final_score(view: View, say: Say) -> FinalScore | None:
    """The final score; `None` before the end."""
    result = view.result
    if result is None:
        return None
    scores = [view.options.scorer.best(tank)[0] for tank in view.tanks]
    totals = tuple(score.total for score in scores)
    return FinalScore(
        reason=say(msg("The game is over: {reason}.", reason=result.reason)),
        letters=tuple(map(seat_name, range(len(scores)))),
        kinds=tuple(
            KindPoints(kind, tuple(score.kinds.get(name) for score in scores))
            for name, kind in kind_scenes(view.options, say).items()
            if any(name in score.kinds for score in scores)
        ),
        totals=totals,
        sets=tuple(score.sets for score in scores),
        winners=tuple(result.winners),
        by_sets=totals.count(max(totals)) > 1,
    )
