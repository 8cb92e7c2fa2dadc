"""Tanks and kinds as small pictures for a terminal; letters tell the kinds apart, colour only helps."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from rich.text import Text as RichText

from shoal.games.fishtank.cells import CELL_NAMES, PLANE_WIDTH, reach
from shoal.games.fishtank.deck import Colour, Deck, Kind
from shoal.games.fishtank.scoring import Faces
from shoal.games.fishtank.tank import Tank

__all__ = ["abbreviations", "draw_faces", "draw_tank", "kind_style"]

_COLOURS: Final[Mapping[Colour, str]] = {
    "red": "bright_red",
    "orange": "dark_orange",
    "yellow": "gold1",
    "lime": "chartreuse3",
    "green": "green3",
    "teal": "dark_cyan",
    "cyan": "bright_cyan",
    "blue": "dodger_blue1",
    "indigo": "slate_blue1",
    "violet": "medium_purple1",
    "magenta": "bright_magenta",
    "pink": "light_pink1",
}


@lru_cache(maxsize=64)
def abbreviations(deck: Deck) -> Mapping[str, str]:
    """Three letters or digits for each kind, all different: its first three where they can be."""
    short: dict[str, str] = {}
    for kind in deck.kinds:
        name = kind.name
        shortened = [name[:3], *(name[:2] + letter for letter in name[3:])]
        shortened += [f"{name[0]}{number:02}" for number in range(1, len(deck.kinds) + 1)]
        taken = set(short.values())
        short[name] = next(one.title() for one in shortened if one.title() not in taken)
    return short


def kind_style(kind: Kind) -> str:
    """The colour of a kind; light creatures are shown in reverse."""
    colour = _COLOURS[kind.colour]
    return f"bold {colour} reverse" if kind.side == "light" else f"bold {colour}"


def draw_tank(deck: Deck, tank: Tank, *, name_cells: bool = False) -> RichText:
    """A growing tank: solid edges where the frame is fixed, dotted ones where it may still grow (T8)."""
    reached = reach(tank.occupied)
    columns = [
        column
        for column in range(PLANE_WIDTH)
        if any(reached >> row * PLANE_WIDTH + column & 1 for row in range(PLANE_WIDTH))
    ]
    rows = [
        row
        for row in range(PLANE_WIDTH)
        if any(reached >> row * PLANE_WIDTH + column & 1 for column in range(PLANE_WIDTH))
    ]

    def cell(row: int, column: int) -> RichText:
        here = row * PLANE_WIDTH + column
        if tank.faces[here]:
            return _card(deck, tank.faces[here])
        return RichText(f"{CELL_NAMES[here]:^3}" if name_cells else " · ", style="dim")

    corners = {frame[0] for frame in tank.frames} if tank.occupied else {0}
    return _grid(
        ["abcdefg"[column] for column in columns],
        [str(row + 1) for row in rows],
        lambda row, column: cell(rows[row], columns[column]),
        fixed_across=len({corner % PLANE_WIDTH for corner in corners}) == 1,
        fixed_down=len({corner // PLANE_WIDTH for corner in corners}) == 1,
    )


def draw_faces(deck: Deck, faces: Faces) -> RichText:
    """A finished tank, with columns a to d and rows 1 to 4."""
    return _grid(
        list("abcd"),
        list("1234"),
        lambda row, column: _card(deck, faces[row * 4 + column]),
        fixed_across=True,
        fixed_down=True,
    )


def _card(deck: Deck, name: str) -> RichText:
    return RichText(f"{abbreviations(deck)[name]:3}", style=kind_style(deck.by_name[name]))


def _grid(
    columns: Sequence[str],
    rows: Sequence[str],
    cell: Callable[[int, int], RichText],
    *,
    fixed_across: bool,
    fixed_down: bool,
) -> RichText:
    side = "│" if fixed_across else "┊"
    edge = ("─" if fixed_down else "┄") * (4 * len(columns) + 1)
    lines = [
        RichText("    " + "".join(f"{column:^4}" for column in columns).rstrip(), style="dim"),
        RichText(f"  ┌{edge}┐"),
    ]
    for row, label in enumerate(rows):
        line = RichText(f"{label} ", style="dim")
        line.append(f"{side} ", style="none")
        for column in range(len(columns)):
            line.append_text(cell(row, column))
            line.append(" ", style="none")
        line.append(side, style="none")
        lines.append(line)
    lines.append(RichText(f"  └{edge}┘"))
    return RichText("\n").join(lines)
