"""The board: sixty floes in eight rows, with their names, neighbours and straight lines (P2, P5).

A floe is a number from 0 (`a1`) to 59, row by row; a set of floes is an int with one bit a floe.
Everything that depends only on how the rows lie is worked out once and kept, the step objects
included, so that the rules only look things up. Get a board from `board_of`.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple, TypeAlias

from shoal.games.penguins.steps import Move, PlacePenguin, Swap

__all__ = ["FLOES", "ROWS", "Board", "Floe", "FloeLine", "Floes", "Slide", "bits", "board_of"]

#: One floe, by number.
Floe: TypeAlias = int
#: A set of floes, one bit each.
Floes: TypeAlias = int

ROWS: Final = 8
FLOES: Final = 60

#: The six directions as steps of row and x, around the compass: opposite ones are three apart.
_DIRECTIONS: Final = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))


def bits(floes: Floes) -> Iterator[Floes]:
    """Each floe of a set as a set of one, in board order."""
    while floes:
        bit = floes & -floes
        floes ^= bit
        yield bit


class Slide(NamedTuple):
    """A move with the floes it touches: `path` is every floe it needs free, the last one included."""

    move: Move
    start: Floes
    end: Floes
    path: Floes


class FloeLine(dict[Floes, tuple[Move, ...]]):
    """The moves of a penguin along one line through its floe, by the floes of that line that are free.

    Filled in when first asked for: few of the many patterns ever come up.
    """

    def __init__(self, arms: Sequence[Sequence[Slide]]) -> None:
        super().__init__()
        self._arms = arms

    def __missing__(self, free: Floes) -> tuple[Move, ...]:
        moves = tuple(slide.move for arm in self._arms for slide in arm if slide.path & free == slide.path)
        self[free] = moves
        return moves


class _FloeRing(dict[Floes, bool]):
    """Whether taking one floe away may tear the ice apart, by which of its neighbours are there.

    It cannot when those neighbours touch each other in one unbroken arc around the floe.
    """

    def __init__(self, around: Sequence[Floes]) -> None:
        super().__init__()
        self._around = around

    def __missing__(self, ice: Floes) -> bool:
        there = [bool(bit & ice) for bit in self._around]
        arcs = sum(there[index] and not there[index - 1] for index in range(len(there)))
        self[ice] = arcs > 1
        return arcs > 1


class Board:
    """How the rows lie, and all that follows from it. Two boards are equal when their rows lie alike."""

    def __init__(self, top_row: int, shifts: tuple[int, ...]) -> None:
        self.top_row = top_row
        self.shifts = shifts
        #: How many floes each row has: seven and eight in turn.
        self.rows = tuple(top_row if row % 2 == 0 else 15 - top_row for row in range(ROWS))
        #: Where each floe lies: its row, and x in half floes.
        self.coordinates = tuple(
            (row, 2 * column + 8 - length + 2 * shifts[row])
            for row, length in enumerate(self.rows)
            for column in range(length)
        )
        self.names = tuple(f"{'abcdefgh'[row]}{column + 1}" for row in range(ROWS) for column in range(self.rows[row]))
        self.numbers = {name: floe for floe, name in enumerate(self.names)}
        self.placings = tuple((1 << floe, PlacePenguin(name, floe)) for floe, name in enumerate(self.names))

        arms = self._arms()
        #: Every slide there is on an empty board, by its notation.
        self.slides = {slide.move.text: slide for around in arms for arm in around for slide in arm}
        #: By the bit of a floe: the floes that touch it.
        self.neighbours = {1 << floe: sum(arm[0].end for arm in arms[floe] if arm) for floe in range(FLOES)}
        #: By the bit of a floe: the three lines through it, each with the floes it crosses.
        self.lines = {
            1 << floe: tuple(
                (_reach(pair), FloeLine(pair)) for pair in zip(around[:3], around[3:], strict=True) if any(pair)
            )
            for floe, around in enumerate(arms)
        }
        #: By the bit of a floe: the ring of its neighbours.
        self.rings = {
            1 << floe: _FloeRing([arm[0].end if arm else 0 for arm in around]) for floe, around in enumerate(arms)
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and (self.top_row, self.shifts) == (other.top_row, other.shifts)

    def __hash__(self) -> int:
        return hash((self.top_row, self.shifts))

    def __repr__(self) -> str:
        return f"board_of({self.top_row}, {self.shifts})"

    def __reduce__(self) -> tuple[object, tuple[int, tuple[int, ...]]]:
        return board_of, (self.top_row, self.shifts)

    @cached_property
    def swaps(self) -> Mapping[str, Swap]:
        """Every pair of floes by its notation, in board order."""
        pairs = (
            Swap(f"{one}<>{other}", first, second)
            for first, one in enumerate(self.names)
            for second, other in enumerate(self.names[first + 1 :], start=first + 1)
        )
        return {swap.text: swap for swap in pairs}

    def floe_names(self, floes: Floes) -> tuple[str, ...]:
        """The names of a set of floes, in board order."""
        return tuple(self.names[bit.bit_length() - 1] for bit in bits(floes))

    def moves(self, penguins: Floes, free: Floes) -> list[Move]:
        """All moves of these penguins when these floes are free (P10–P12)."""
        found: list[Move] = []
        lines = self.lines
        while penguins:
            penguin = penguins & -penguins
            penguins ^= penguin
            for crossed, line in lines[penguin]:
                found += line[free & crossed]
        return found

    def can_move(self, penguins: Floes, free: Floes) -> bool:
        """Whether any of these penguins has a free floe beside it."""
        neighbours = self.neighbours
        while penguins:
            penguin = penguins & -penguins
            if neighbours[penguin] & free:
                return True
            penguins ^= penguin
        return False

    def connected(self, seeds: Floes, ice: Floes) -> Floes:
        """The ice that hangs together with these floes, themselves included."""
        neighbours = self.neighbours
        found = edge = seeds
        while edge:
            bit = edge & -edge
            fresh = neighbours[bit] & ice & ~found
            found |= fresh
            edge = edge ^ bit | fresh
        return found

    def parts(self, ice: Floes) -> Iterator[Floes]:
        """The ice, part by part: floes that hang together."""
        while ice:
            part = self.connected(ice & -ice, ice)
            ice ^= part
            yield part

    def _arms(self) -> list[list[list[Slide]]]:
        """For each floe and each of the six directions, the slides from near to far."""
        lying = {at: floe for floe, at in enumerate(self.coordinates)}
        return [[self._arm(start, direction, lying) for direction in _DIRECTIONS] for start in range(FLOES)]

    def _arm(self, start: Floe, direction: tuple[int, int], lying: dict[tuple[int, int], Floe]) -> list[Slide]:
        down, along = direction
        row, x = self.coordinates[start]
        arm: list[Slide] = []
        path = 0
        while (end := lying.get((row + down, x + along))) is not None:
            row, x = row + down, x + along
            path |= 1 << end
            arm.append(Slide(Move(f"{self.names[start]}-{self.names[end]}", start, end), 1 << start, 1 << end, path))
        return arm


def _reach(arms: Sequence[Sequence[Slide]]) -> Floes:
    """All floes on the two arms of a line."""
    return sum(arm[-1].path for arm in arms if arm)


@lru_cache(maxsize=64)
def board_of(top_row: int, shifts: tuple[int, ...] = (0,) * ROWS) -> Board:
    """The board with `top_row` floes in its top row (P2) and its rows shifted sideways by `shifts` floes (P5)."""
    return Board(top_row, shifts)
