"""Cells: the 7 × 7 plane on which a tank grows, and the 4 × 4 frames that can lie round its cards (T8).

The first card lies on `d4`, so the plane holds the whole tank, whichever frame it ends in.
A cell is a number from 0 (`a1`, top left) to 48 (`g7`); a set of cells is a mask with one bit a cell.
"""

from functools import lru_cache
from typing import Final, TypeAlias

from shoal.core import NotationError, msg

__all__ = [
    "CELLS",
    "CELL_NAMES",
    "CENTRE",
    "FRAMES",
    "PLANE_WIDTH",
    "Cell",
    "Frame",
    "Mask",
    "cells_of",
    "parse_cell",
    "possible_frames",
    "reach",
]

Cell: TypeAlias = int
Mask: TypeAlias = int
#: The sixteen cells of a tank, row by row from the top left.
Frame: TypeAlias = tuple[Cell, ...]

#: Cells of the plane from side to side, and from top to bottom.
PLANE_WIDTH: Final = 7
_SIDE: Final = 4

CELL_NAMES: Final = tuple(f"{column}{row}" for row in "1234567" for column in "abcdefg")
CELLS: Final = range(len(CELL_NAMES))
_BY_NAME: Final = {name: cell for cell, name in enumerate(CELL_NAMES)}

#: Where the first card of a tank lies: `d4`.
CENTRE: Final[Cell] = _BY_NAME["d4"]


def parse_cell(name: str) -> Cell:
    """The cell of this name."""
    if name not in _BY_NAME:
        raise NotationError(name, msg("a cell from a1 to g7"))
    return _BY_NAME[name]


def _frame(left: int, top: int) -> Frame:
    return tuple((top + row) * PLANE_WIDTH + left + column for row in range(_SIDE) for column in range(_SIDE))


def _mask(cells: tuple[Cell, ...]) -> Mask:
    return sum(1 << cell for cell in cells)


#: Every frame that holds d4, from the top left to the bottom right.
FRAMES: Final = tuple(_frame(left, top) for top in range(_SIDE) for left in range(_SIDE))
_FRAME_MASKS: Final = tuple(_mask(frame) for frame in FRAMES)
_ALL: Final = (1 << len(CELL_NAMES)) - 1
#: For each frame, the masks of the cells inside it and outside; all cells outside must be free.
_INSIDE_OUTSIDE: Final = tuple((mask, _ALL ^ mask) for mask in _FRAME_MASKS)


@lru_cache(maxsize=1 << 12)
def possible_frames(occupied: Mask) -> tuple[Frame, ...]:
    """The frames that hold all cards lying so far (T8)."""
    return tuple(frame for frame, (_, outside) in zip(FRAMES, _INSIDE_OUTSIDE, strict=True) if not occupied & outside)


@lru_cache(maxsize=1 << 12)
def reach(occupied: Mask) -> Mask:
    """Every cell, taken or free, of a frame that is still possible (T8); only d4 for the first card."""
    if not occupied:
        return 1 << CENTRE
    reached = 0
    for inside, outside in _INSIDE_OUTSIDE:
        if not occupied & outside:
            reached |= inside
    return reached


@lru_cache(maxsize=1 << 12)
def cells_of(mask: Mask) -> tuple[Cell, ...]:
    """The cells in a mask, in their order."""
    cells = []
    while mask:
        lowest = mask & -mask
        cells.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(cells)
