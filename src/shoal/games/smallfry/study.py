"""What a study counts in a finished match: rows, risks, robberies, what cards counted for, how often rules came up."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from shoal.core import Seat, Step, msg, msgs, seat_name
from shoal.core.study import RULES, Finding, Measure, MeasureGroup, Tally
from shoal.games.smallfry.cards import OCTOPUS, VALUES, Card, same_species, species_of, value_of
from shoal.games.smallfry.scoring import best_values, worth
from shoal.games.smallfry.state import State
from shoal.games.smallfry.steps import MAX_ANNOUNCED, Leave, Rob, Roll, Stop, Take, TurnUp
from shoal.games.smallfry.turn import LONGEST_ROW

__all__ = ["measures", "study"]

_ROW_LENGTHS: Final = range(1, LONGEST_ROW + 1)
_NUMBERS: Final = range(1, MAX_ANNOUNCED + 1)

_STOPPED: Final = MeasureGroup("rows", msg("Points gained at once by stopping, by the cards in the row"), "event")
_DOUBLE: Final = MeasureGroup(
    "doubles", msg("Turning up one more card: a double, by the cards in the row"), "event", "share"
)
_OCTOPUS: Final = MeasureGroup(
    "octopuses", msg("Turning up one more card: an octopus, by the cards in the row"), "event", "share"
)
_SUCCESS: Final = MeasureGroup("robberies", msg("Robberies that succeed, by the number announced"), "event", "share")
_SWING: Final = MeasureGroup("swings", msg("What a robbery brings the robber and costs the victim, in points"), "event")
_COUNTS: Final = MeasureGroup("cards", msg("What a card counts for at the end of a session, by its value"), "event")
_SESSION: Final = MeasureGroup("sessions", msg("Points in a session, by seat"), "event")
_HABITS: Final = MeasureGroup("habits", msg("In a match, by seat"), "seat")


def measures(players: int) -> tuple[Measure, ...]:
    """The measures of a table of this size."""
    return (
        Measure("S6", RULES, msg("turns ended by stopping"), "S6"),
        Measure("S7", RULES, msg("doubles"), "S7"),
        Measure("S8", RULES, msg("octopuses"), "S8"),
        Measure("S9", RULES, msg("robberies tried"), "S9"),
        Measure("S10", RULES, msg("robberies that succeeded"), "S10"),
        Measure("S11", RULES, msg("robberies that brought nothing"), "S11"),
        Measure("S12", RULES, msg("robbers who lost a card"), "S12"),
        Measure("S16", RULES, msg("sessions"), "S16"),
        Measure("S19-declined", RULES, msg("robberies declined"), "S19"),
        Measure("S19-nobody", RULES, msg("octopuses with nobody to rob"), "S19"),
        Measure("S20", RULES, msg("rolls of -1 against a robber without cards"), "S20"),
        Measure("S21-kept", RULES, msg("last cards that were new and kept the row"), "S21"),
        Measure("S21-double", RULES, msg("last cards that were doubles"), "S21"),
        Measure("S21-octopus", RULES, msg("last cards that were octopuses"), "S21"),
        Measure("S23", RULES, msg("matches in which several reached the target at once"), "S23"),
        *(Measure(f"stopped-{row}", _STOPPED, msgs("{count} card", "{count} cards", row)) for row in _ROW_LENGTHS),
        *(Measure(f"double-{row}", _DOUBLE, msgs("{count} card", "{count} cards", row)) for row in _ROW_LENGTHS),
        *(Measure(f"octopus-{row}", _OCTOPUS, msgs("{count} card", "{count} cards", row)) for row in _ROW_LENGTHS),
        *(Measure(f"success-{number}", _SUCCESS, msgs("{count} card", "{count} cards", number)) for number in _NUMBERS),
        *(Measure(f"swing-{number}", _SWING, msgs("{count} card", "{count} cards", number)) for number in _NUMBERS),
        *(Measure(f"value-{value}", _COUNTS, msg("cards of value {value}", value=value)) for value in VALUES),
        *(
            Measure(f"session-{seat_name(seat)}", _SESSION, msg("seat {seat}", seat=seat_name(seat)))
            for seat in range(players)
        ),
        Measure("kept", _HABITS, msg("cards kept by stopping")),
        Measure("lost", _HABITS, msg("cards of rows that were discarded")),
        Measure("doubles", _HABITS, msg("doubles turned up")),
        Measure("octopuses", _HABITS, msg("octopuses turned up")),
        Measure("robbed", _HABITS, msg("cards taken from others")),
        Measure("gave", _HABITS, msg("cards taken by others")),
        Measure("stop-length", _HABITS, msg("mean length of the rows kept by stopping")),
    )


def study(states: Sequence[State], steps: Sequence[Step]) -> tuple[Finding, ...]:
    """The findings of a match that is over."""
    end = states[-1]
    tally = Tally(measures(end.options.players), end.options.players)
    for before, step, after in zip(states, steps, states[1:], strict=False):
        _count_turn(tally, before, step)
        _count_robbery(tally, before, step)
        if len(after.sheet) > len(before.sheet):
            _count_session(tally, after.sheet[-1], _catches_after(before, step))
    _count_stops(tally, states, steps)
    _count_swings(tally, states, steps)
    if sum(score >= end.options.target for score in end.scores) > 1:
        tally.add("S23")
    return tally.findings()


def _catches_after(before: State, step: Step) -> tuple[bytes, ...]:
    """All catches after a step. The next session begins without them; but at a target of 0 no session follows."""
    last_session = replace(before, options=replace(before.options, target=0))
    return last_session.play(step).catches


def _count_turn(tally: Tally, before: State, step: Step) -> None:
    match step:
        case Stop():
            tally.add("S6")
            tally.add("kept", len(before.row), before.turn)
            tally.add(f"stopped-{len(before.row)}", _gain(before))
        case TurnUp(card):
            _count_card(tally, before, card)


def _gain(before: State) -> int:
    """How much more a catch is worth with the row in it."""
    catch = before.catches[before.turn]
    return worth(catch + before.row) - worth(catch)


def _count_card(tally: Tally, before: State, card: Card) -> None:
    seat, row = before.turn, before.row
    octopus, twin = card == OCTOPUS, same_species(row, card)
    if row:
        tally.add(f"double-{len(row)}", twin >= 0)
        tally.add(f"octopus-{len(row)}", octopus)
    if octopus:
        tally.add("S8")
        tally.add("octopuses", seat=seat)
        tally.add("lost", len(row), seat)
        tally.add("S19-nobody", not before.robs())
    elif twin >= 0:
        tally.add("S7")
        tally.add("doubles", seat=seat)
        tally.add("lost", len(row) - twin, seat)
    if len(before.deck) == 1:
        tally.add("S21-octopus" if octopus else "S21-double" if twin >= 0 else "S21-kept")


def _count_robbery(tally: Tally, before: State, step: Step) -> None:
    robbery = before.robbery
    match step:
        case Rob():
            tally.add("S9")
        case Leave():
            tally.add("S19-declined")
        case Roll(face) if robbery is not None:
            tally.add(f"success-{robbery.number}", face >= robbery.number)
            if face == -1:
                tally.add("S12" if before.catches[robbery.robber] else "S20")
            else:
                tally.add("S10" if face >= robbery.number else "S11")
        case Take() if robbery is not None:
            tally.add("robbed", seat=robbery.taker)
            tally.add("gave", seat=robbery.giver)


def _count_swings(tally: Tally, states: Sequence[State], steps: Sequence[Step]) -> None:
    """What each robbery changed about the two catches, once all its cards have changed hands."""
    begun: tuple[Rob, State] | None = None
    for before, step, after in zip(states, steps, states[1:], strict=False):
        if isinstance(step, Rob):
            begun = step, before
        elif begun is not None and after.robbery is None:
            rob, start = begun
            catches = _catches_after(before, step)
            changes = [worth(now) - worth(then) for then, now in zip(start.catches, catches, strict=True)]
            tally.add(f"swing-{rob.number}", changes[start.turn] - changes[rob.victim])
            begun = None


def _count_session(tally: Tally, line: Sequence[int], catches: Sequence[bytes]) -> None:
    """The points of a session, and which cards made them (S15)."""
    tally.add("S16")
    for seat, points in enumerate(line):
        tally.add(f"session-{seat_name(seat)}", points)
    for catch in catches:
        best = best_values(catch)
        for card in catch:
            species, value = species_of(card), value_of(card)
            counts = best[species] == value
            tally.add(f"value-{value}", value if counts else 0)
            if counts:
                # Of two equal cards one counts.
                best[species] = 0


def _count_stops(tally: Tally, states: Sequence[State], steps: Sequence[Step]) -> None:
    lengths: dict[Seat, list[int]] = {}
    for before, step in zip(states, steps, strict=False):
        if isinstance(step, Stop):
            lengths.setdefault(before.turn, []).append(len(before.row))
    for seat, rows in lengths.items():
        tally.add("stop-length", sum(rows) / len(rows), seat)
