"""The final score: what every tank scored kind by kind, and what decided (T18)."""

import msgspec

from shoal.core import Say, Seat, msg, seat_name
from shoal.games.fishtank.page.cards import KindScene, kind_scenes
from shoal.games.fishtank.source_signs import legend, part_sign
from shoal.games.fishtank.view import View

__all__ = ["FinalScore", "KindPoints", "final_score"]


class KindPoints(msgspec.Struct, frozen=True):
    """The points of each seat for one kind, with the signs of the values that made them; `None` without a card."""

    kind: KindScene
    points: tuple[int | None, ...]
    signs: tuple[str, ...]


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
    #: What the signs mean.
    legend: tuple[str, ...]


def final_score(view: View, say: Say) -> FinalScore | None:
    """The final score; `None` before the end."""
    result = view.result
    if result is None:
        return None
    deck = view.options.deck
    scores = [view.options.scorer.best(tank)[0] for tank in view.tanks]
    totals = tuple(score.total for score in scores)
    return FinalScore(
        reason=say(msg("The game is over: {reason}.", reason=result.reason)),
        letters=tuple(map(seat_name, range(len(scores)))),
        kinds=tuple(
            KindPoints(
                kind,
                tuple(score.kinds.get(name) for score in scores),
                tuple(part_sign(deck, *(part for part in score.parts if part.kind == name)) for score in scores),
            )
            for name, kind in kind_scenes(view.options, say).items()
            if any(name in score.kinds for score in scores)
        ),
        totals=totals,
        sets=tuple(score.sets for score in scores),
        winners=tuple(result.winners),
        by_sets=totals.count(max(totals)) > 1,
        legend=tuple(map(say, legend(deck))),
    )
