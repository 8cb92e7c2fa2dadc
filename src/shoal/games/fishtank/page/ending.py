"""The end: what every tank scored kind by kind, and what decided (T18)."""

import msgspec

from shoal.core import Say, Seat, msg, seat_name
from shoal.games.fishtank.page.cards import KindScene, kind_scenes
from shoal.games.fishtank.view import TankView

__all__ = ["Ending", "Tally", "ending"]


class Tally(msgspec.Struct, frozen=True):
    """What each seat's cards of one kind are worth; `None` where it has none."""

    kind: KindScene
    points: tuple[int | None, ...]


class Ending(msgspec.Struct, frozen=True):
    """The final score."""

    reason: str
    letters: tuple[str, ...]
    tallies: tuple[Tally, ...]
    totals: tuple[int, ...]
    sets: tuple[int, ...]
    winners: tuple[Seat, ...]
    #: Whether several had the most points, so that different sets were counted.
    by_sets: bool


def ending(view: TankView, say: Say) -> Ending | None:
    """The final score; `None` before the end."""
    result = view.result
    if result is None:
        return None
    scores = [view.box.judge.best(tank)[0] for tank in view.tanks]
    totals = tuple(score.total for score in scores)
    return Ending(
        reason=say(msg("The game is over: {reason}.", reason=result.reason)),
        letters=tuple(map(seat_name, range(len(scores)))),
        tallies=tuple(
            Tally(kind, tuple(score.kinds.get(name) for score in scores))
            for name, kind in kind_scenes(view.box, say).items()
            if any(name in score.kinds for score in scores)
        ),
        totals=totals,
        sets=tuple(score.sets for score in scores),
        winners=tuple(result.winners),
        by_sets=totals.count(max(totals)) > 1,
    )
