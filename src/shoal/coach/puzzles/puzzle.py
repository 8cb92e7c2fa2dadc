"""A puzzle: a record up to a position, the seat that is to act, its one clearly best step, and what the others lead to.

A file of puzzles has one JSON object a line. The record in it is a record like any other (docs/records.md), without the
seed, so that nobody can read what chance would do next. It may hold what is hidden from the seat, and the puzzle holds
the answer: people are shown the view of the seat, and the values only once they have answered.
"""

import hashlib
from functools import cache
from typing import Annotated, Final

import msgspec

from shoal.core import Game, Record, Seat, ShoalError, Text, find_game, msg, parse_seat
from shoal.core.errors import shorten
from shoal.core.judging import Certainty

__all__ = [
    "GRADES",
    "PUZZLE_FILE",
    "Puzzle",
    "TriedStep",
    "find_puzzle",
    "new_puzzle",
    "parse_puzzles",
    "puzzles_of",
    "write_puzzle",
]

#: The file in a game's folder with the puzzles that it brings.
PUZZLE_FILE: Final = "puzzles.jsonl"
#: From a puzzle that all weaker levels solve to one that none does.
GRADES: Final[dict[int, Text]] = {
    1: msg("very easy"),
    2: msg("easy"),
    3: msg("medium"),
    4: msg("hard"),
    5: msg("very hard"),
}
_ID_LENGTH: Final = 8


class TriedStep(msgspec.Struct, frozen=True, array_like=True):
    """A step, and what it leads to: written as a list, because a puzzle has many."""

    step: str
    #: The chance of the puzzle's seat to win.
    chance: float
    #: By seat: the expected final points.
    points: tuple[float, ...]
    #: The steps that are expected next.
    line: tuple[str, ...] = ()
    #: How far the chance that it costs, compared with the best step, may be off.
    doubt: float = 0.0


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One puzzle. Make it with `new_puzzle`, which gives it its id."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{8}\Z")]
    #: The seat to act, by its letter.
    seat: str
    #: How sure the values are.
    certainty: Certainty
    best: TriedStep
    #: The other legal steps, the best first. Where values are estimated, only those that were looked at closely.
    others: Annotated[tuple[TriedStep, ...], msgspec.Meta(min_length=1)]
    grade: Annotated[int, msgspec.Meta(ge=1, le=5)]
    #: By weaker level: in how many of its tries it found the best step, and how many tries it had.
    found: dict[str, tuple[int, int]]
    #: The seed of the miner and the number of the game: `1:37`.
    origin: str
    record: Record

    @property
    def game(self) -> str:
        """The name of its game."""
        return self.record.game

    @property
    def acting(self) -> Seat:
        """The seat to act, by its number."""
        return parse_seat(self.seat, len(self.best.points))

    def tried(self, step: str) -> TriedStep | None:
        """What a step leads to; None if that was not looked at closely, because it is worse."""
        return next((one for one in (self.best, *self.others) if one.step == step), None)


def new_puzzle(
    seat: str,
    certainty: Certainty,
    best: TriedStep,
    others: tuple[TriedStep, ...],
    grade: int,
    found: dict[str, tuple[int, int]],
    origin: str,
    record: Record,
) -> Puzzle:
    """A puzzle with the id that follows from its position."""
    return Puzzle(puzzle_id(seat, record), seat, certainty, best, others, grade, found, origin, record)


def puzzle_id(seat: str, record: Record) -> str:
    """The id of a puzzle: the beginning of a digest of the seat and the record."""
    digest = hashlib.sha256(seat.encode() + b"\n" + msgspec.json.encode(record, order="sorted"))
    return digest.hexdigest()[:_ID_LENGTH]


def write_puzzle(puzzle: Puzzle) -> str:
    """A puzzle as one line of a file, without the end of the line."""
    return msgspec.json.encode(puzzle).decode()


def parse_puzzles(text: str, source: str) -> tuple[Puzzle, ...]:
    """The puzzles in the text of a file; an error names the `source` and the line."""
    puzzles: list[Puzzle] = []
    known: set[str] = set()
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            puzzle = msgspec.json.decode(line, type=Puzzle)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise _unreadable(source, number, str(error)) from None
        if puzzle.id != puzzle_id(puzzle.seat, puzzle.record):
            raise _unreadable(source, number, msg("the id {id} does not belong to the record", id=puzzle.id))
        if puzzle.id in known:
            raise _unreadable(source, number, msg("the puzzle {id} is there twice", id=puzzle.id))
        known.add(puzzle.id)
        puzzles.append(puzzle)
    return tuple(puzzles)


def _unreadable(source: str, number: int, reason: str | Text) -> ShoalError:
    return ShoalError(
        msg("{source}, line {number}: expected a puzzle: {reason}", source=source, number=number, reason=reason)
    )


@cache
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles that a game brings; none without the file."""
    path = game.folder / PUZZLE_FILE
    return parse_puzzles(path.read_text(encoding="utf-8"), str(path)) if path.exists() else ()


@cache
def _by_id(game: Game) -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in puzzles_of(game)}


def find_puzzle(game_name: str, id_: str) -> Puzzle:
    """A puzzle of an installed game."""
    found = _by_id(find_game(game_name)).get(id_)
    if found is None:
        raise ShoalError(msg("{game} has no puzzle {id}", game=game_name, id=shorten(id_)))
    return found
