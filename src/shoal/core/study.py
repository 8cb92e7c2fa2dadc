"""Studies: what can be counted in the finished games of a game, for `shoal study`.

Seats, scores and lengths are measured for any game (`shoal.arena.study`). What only the game itself knows, such as what
a card brought or how often a rule came up, it says through `Game.study`, in these words.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from shoal.core.seats import Seat
from shoal.core.text import Text, msg

__all__ = ["RULES", "Finding", "Measure", "MeasureGroup", "MeasureKind", "Tally", "Unit", "check_findings"]

#: `rule`: how often something came up in a game, one number. `event`: a number each time that something happened.
#: `seat`: one number for each seat, which is also compared with the final scores.
MeasureKind: TypeAlias = Literal["rule", "event", "seat"]
#: Whether the values are numbers, or 1 where something succeeded and 0 where it failed.
Unit: TypeAlias = Literal["number", "share"]


class MeasureGroup(msgspec.Struct, frozen=True):
    """Measures of one sort that stand in one table: its name for programs and files, its heading for people."""

    name: str
    title: Text
    kind: MeasureKind
    unit: Unit = "number"


#: The group of a game's rules.
RULES: Final = MeasureGroup("rules", msg("How often rules came up"), "rule")
#: How many values a measure begins with, by the number of seats.
_LENGTHS: Final[Mapping[MeasureKind, Callable[[int], int]]] = {
    "rule": lambda seats: 1,
    "event": lambda seats: 0,
    "seat": lambda seats: seats,
}


class Measure(msgspec.Struct, frozen=True):
    """One thing that is counted."""

    name: str
    group: MeasureGroup
    title: Text
    #: The number on the game's rule page, such as `P15`, if it is about one rule.
    rule: str = ""


class Finding(msgspec.Struct, frozen=True):
    """What was counted in one game. A measure of which nothing was found is there too, with no values or with 0."""

    measure: Measure
    values: tuple[float, ...]


def check_findings(findings: Sequence[Finding], seats: int) -> None:
    """Raise `TypeError` unless the findings of a game at a table of `seats` have the form that they should have."""
    names = [finding.measure.name for finding in findings]
    if len(set(names)) < len(names):
        raise TypeError(f"measures of one name: {sorted(name for name in names if names.count(name) > 1)}")
    for finding in findings:
        measure, found = finding.measure, len(finding.values)
        wanted = {"rule": 1, "event": found, "seat": seats}[measure.group.kind]
        if found != wanted:
            raise TypeError(f"measure {measure.name!r} has {found} values, not {wanted}")
        if measure.group.unit == "share" and not all(0 <= value <= 1 for value in finding.values):
            raise TypeError(f"measure {measure.name!r} is a share, but not all its values are from 0 to 1")


class Tally:
    """Counts what is found in one game, for every measure from the start."""

    def __init__(self, measures: Iterable[Measure], seats: int) -> None:
        self._measures = {measure.name: measure for measure in measures}
        self._values = {name: [0.0] * _LENGTHS[one.group.kind](seats) for name, one in self._measures.items()}

    def add(self, name: str, value: float = 1.0, seat: Seat | None = None) -> None:
        """A rule came up `value` times, an event had this value, or a seat has this much more of something."""
        values = self._values[name]
        if seat is not None:
            values[seat] += value
        elif self._measures[name].group.kind == "event":
            values.append(value)
        else:
            values[0] += value

    def findings(self) -> tuple[Finding, ...]:
        """What was found, in the order of the measures."""
        return tuple(Finding(measure, tuple(self._values[name])) for name, measure in self._measures.items())
