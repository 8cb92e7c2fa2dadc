"""Marks: when a step is called good, an inaccuracy, a mistake or a blunder. The bounds are data (`marks.toml`)."""

import tomllib
from math import isfinite
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from shoal.core import Game, ShoalError, Text, msg

__all__ = ["MARK_TITLES", "SYMBOLS", "Mark", "MarkBounds", "StepCost", "mark_step", "read_mark_bounds"]

#: `forced`: there was no other step. `best`: none is better. `good`: none is clearly better.
Mark: TypeAlias = Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]

MARK_TITLES: Final[dict[Mark, Text]] = {
    "forced": msg("forced"),
    "best": msg("best"),
    "good": msg("good"),
    "inaccuracy": msg("inaccuracy"),
    "mistake": msg("mistake"),
    "blunder": msg("blunder"),
}
#: As players of chess write them.
SYMBOLS: Final[dict[Mark, str]] = {
    "forced": "□",
    "best": "★",
    "good": "",
    "inaccuracy": "?!",
    "mistake": "?",
    "blunder": "??",
}
_GENERAL: Final = Path(__file__).with_name("marks.toml")


class CostBounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The least cost of each mark."""

    inaccuracy: float
    mistake: float
    blunder: float


class MarkBounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bounds of a game: in the chance to win, and perhaps in points."""

    chance: CostBounds
    points: CostBounds | None = None


class StepCost(msgspec.Struct, frozen=True):
    """What a step costs, compared with the best one."""

    #: In the chance to win, from 0 to 1, and how far that may be off.
    chance: float
    doubt: float
    #: In points, compared with the best other seat. Below 0 where the best step gives points away to win.
    points: float
    #: Whether nothing about it is estimated.
    certain: bool


def read_mark_bounds(game: Game) -> MarkBounds:
    """The bounds of a game, from `engine/marks.toml` in its folder, or else those for any game."""
    own = game.folder / "engine" / "marks.toml"
    return _read(own if own.exists() else _GENERAL)


def _read(path: Path) -> MarkBounds:
    try:
        bounds = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), MarkBounds)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeError) as error:
        raise _unreadable(path, str(error)) from None
    for name, costs in (("chance", bounds.chance), ("points", bounds.points)):
        if costs is not None and not _rise(costs):
            raise _unreadable(
                path, msg("{table}: expected inaccuracy, mistake and blunder to rise from above 0", table=name)
            )
    return bounds


def _rise(costs: CostBounds) -> bool:
    return 0 < costs.inaccuracy < costs.mistake < costs.blunder and isfinite(costs.blunder)


def _unreadable(path: Path, reason: str | Text) -> ShoalError:
    return ShoalError(msg("cannot read {path}: {reason}", path=path, reason=reason))


def mark_step(cost: StepCost, bounds: MarkBounds, *, only: bool, best: bool) -> Mark:
    """The mark of a step; `only` says that there was no other, `best` that the coach would have taken it."""
    if only:
        return "forced"
    if best:
        return "best"
    marks: list[Mark] = []
    if cost.certain or cost.chance > cost.doubt:
        marks.append(_mark_of(cost.chance, bounds.chance))
    if cost.certain and bounds.points is not None:
        marks.append(_mark_of(cost.points, bounds.points))
    if cost.certain and cost.chance == 0 and cost.points <= 0:
        return "best"
    return max(marks, key=list(MARK_TITLES).index, default="good")


def _mark_of(cost: float, bounds: CostBounds) -> Mark:
    if cost >= bounds.blunder:
        return "blunder"
    if cost >= bounds.mistake:
        return "mistake"
    return "inaccuracy" if cost >= bounds.inaccuracy else "good"
