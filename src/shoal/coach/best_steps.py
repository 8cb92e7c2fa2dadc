"""The best few steps of a position: for who looks at a position, and not only for the best step."""

from typing import Final

from shoal.coach.any_game import find_judge
from shoal.core import Game, Step, View
from shoal.core.judging import Effort, SeatVerdict

__all__ = ["best_steps"]

#: So many steps are looked at quickly; where more are possible, the first of them in the game's own order.
_MOST_SIFTED: Final = 60


def best_steps(game: Game, view: View, effort: Effort = "usual", most: int = 4) -> SeatVerdict:
    """Up to `most` steps of the view's seat, the best first.

    All are sifted quickly, and those that are left are judged with this effort. Equal views get equal verdicts.
    """
    if min(most, len(view.legal)) == 1:
        verdict = find_judge(game, effort).judge(view)
    else:
        verdict = find_judge(game, "quick").judge(view, list(view.legal)[:_MOST_SIFTED])
        if effort != "quick":
            verdict = find_judge(game, effort).judge(view, _first(verdict, most))
    return SeatVerdict(verdict.seat, verdict.steps[:most])


def _first(verdict: SeatVerdict, most: int) -> list[Step]:
    return [judged.step for judged in verdict.steps[:most]]
