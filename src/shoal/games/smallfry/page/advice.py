"""The odds that `help.html` shows to the player to act: what a perfect memory could work out from the whole view.

So they tell more than a closed table displays: all people at the table have agreed to see them.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import msgspec

from shoal.core import Say, Scene, msg, seat_name
from shoal.games.smallfry.cards import CARDS
from shoal.games.smallfry.page.card_faces import cards_of
from shoal.games.smallfry.page.odds import (
    OddsPlan,
    RobberyOdds,
    best_robbery_odds,
    next_card_odds,
    odds_plans,
    robbery_odds,
)
from shoal.games.smallfry.view import View

__all__ = ["draw_help"]

#: Plans that turn up more cards, or succeed less often, get no line; the plan of one more card always does.
_MOST_CARDS: Final = 5
_TOO_RARE: Final = Fraction(1, 100)


class _ChanceBar(msgspec.Struct, frozen=True):
    """A probability as text, and in hundredths for the bar."""

    text: str
    width: float


class _PlanLine(msgspec.Struct, frozen=True):
    """One plan for the turn; `extra` is how many more cards it turns up."""

    length: int
    extra: int
    kept: str
    points: str
    best: bool


class _RobbingLine(msgspec.Struct, frozen=True):
    """One robbery that may be announced."""

    letter: str
    name: str
    number: int
    brought: str
    robber_change: str
    victim_change: str
    best: bool


def draw_help(view: View, names: Sequence[str], say: Say) -> Scene | None:
    """The odds of this moment; None if the viewer is not to act."""
    if view.viewer is None or view.to_act != (view.viewer,):
        return None
    catches = [cards_of(catch) for catch in view.catches]
    choices = robbery_odds(catches, view.viewer)
    best = best_robbery_odds(choices)
    if view.phase == "octopus":
        lines = [_write_robbing(one, names, say, best) for one in choices]
        return {"chances": None, "robbings": lines, "nothing": _points(Fraction(0), say)}
    row, deck = bytes(CARDS[name] for name in view.row), cards_of(view.deck)
    chances = next_card_odds(row, deck)
    octopus_worth = best.robber_change if best is not None else Fraction(0)
    return {
        "chances": {
            "new": _write_chance(chances.new, say),
            "double": _write_chance(chances.double, say),
            "octopus": _write_chance(chances.octopus, say),
        },
        "plans": _write_plans(odds_plans(row, deck, catches[view.viewer], octopus_worth, _MOST_CARDS), len(row), say),
        "robbing": None if best is None else _write_robbing(best, names, say, best),
    }


def _write_plans(found: Sequence[OddsPlan], laid: int, say: Say) -> list[_PlanLine]:
    lines = [plan for plan in found if plan.kept >= _TOO_RARE or plan.length == laid + 1]
    best = max(lines, key=lambda plan: plan.points)
    return [
        _PlanLine(
            plan.length, plan.length - laid, _percent(plan.kept, say), _points(plan.points, say), best=plan is best
        )
        for plan in lines
    ]


def _write_robbing(one: RobberyOdds, names: Sequence[str], say: Say, best: RobberyOdds | None) -> _RobbingLine:
    return _RobbingLine(
        seat_name(one.victim),
        names[one.victim],
        one.number,
        _percent(one.brought, say),
        _points(one.robber_change, say),
        _points(one.victim_change, say),
        best=one is best,
    )


def _write_chance(chance: Fraction, say: Say) -> _ChanceBar:
    return _ChanceBar(_percent(chance, say), round(float(100 * chance), 1))


def _percent(chance: Fraction, say: Say) -> str:
    """A chance in whole hundredths; but never 0 for what may happen, nor 100 for what may fail."""
    number = str(round(100 * chance))
    if number == "0" and chance > 0:
        number = "< 1"
    if number == "100" and chance < 1:
        number = "> 99"
    return say(msg("{number}%", number=number))


def _points(points: Fraction, say: Say) -> str:
    """Points with a sign and one decimal."""
    tenths = round(abs(10 * points))
    sign = "" if tenths == 0 else "+" if points > 0 else "−"
    return say(msg("{whole}.{tenths}", whole=f"{sign}{tenths // 10}", tenths=tenths % 10))
