"""The ice in a terminal: a board of hexagons with the names of the floes, and the seats beside it.

Colour helps, but nothing is told by colour alone: fish are dots, penguins are the letters of their
seats, open water is waves.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text as RichText

from shoal.core import Say, Seat, Text, msg, msgs, seat_name
from shoal.games.penguins.board import FLOES, Board, Floe
from shoal.games.penguins.deal import fish_of
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.view import View

__all__ = ["draw_view"]

#: A floe is six columns wide and two lines high; rows are offset by half of that.
_HALF: Final = 3
_PANEL: Final = 27
_GAP: Final = 3

_SEA: Final = "#4f9fd0 on #0c3c5c"
_ICE: Final = "#10364f on #e3f4fb"
_EDGE: Final = "#e3f4fb on #0c3c5c"
_OFFERED: Final = "#10364f on #ffe08a"
#: White on dark, so that the letters stand out on every terminal.
_COATS: Final = {"red": "#c62f3b", "blue": "#2f5fc6", "green": "#1f7f4c", "yellow": "#806000"}


def draw_view(view: View, names: Sequence[str], say: Say, colours: Sequence[str] = tuple(_COATS)) -> RenderableType:
    """The view as a picture for a terminal; `colours` are those of the seats."""
    return _TerminalPicture(view, names, say, [_COATS[colour] for colour in colours])


class _TerminalPicture:
    """A view, to be printed with Rich as wide as the terminal is."""

    def __init__(self, view: View, names: Sequence[str], say: Say, coats: Sequence[str]) -> None:
        self._view = view
        self._coats = coats
        self._names = names
        self._say = say

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = _TerminalIce(self._view, self._coats).lines()
        width = max(line.cell_len for line in lines)
        ice = Group(*lines)
        if width + _GAP + _PANEL > options.max_width:
            yield Group(ice, RichText(), *self._seats_in_short(), *self._footnotes())
            return
        both = Table.grid(padding=(0, _GAP, 0, 0))
        both.add_column(width=width, no_wrap=True)
        both.add_column(width=_PANEL)
        both.add_row(ice, Group(*self._seats()))
        yield Group(both, *self._footnotes())

    def _seats(self) -> Iterator[RenderableType]:
        """Every seat on three lines."""
        for seat in range(len(self._view.scores)):
            yield self._who(seat)
            yield RichText("    ").append(self._caught(seat))
            yield RichText("    ").append(self._say(_standing(self._view, seat)), style="dim")
            yield RichText()

    def _seats_in_short(self) -> Iterator[RenderableType]:
        """Every seat on one line."""
        table = Table.grid(padding=(0, 2, 0, 0))
        for seat in range(len(self._view.scores)):
            table.add_row(self._who(seat), self._caught(seat), self._say(_standing(self._view, seat)))
        yield table

    def _who(self, seat: Seat) -> RichText:
        acts = seat in self._view.to_act
        line = RichText("▶ " if acts else "  ", style="bold" if acts else "")
        line.append(f" {seat_name(seat)} ", style=f"bold #ffffff on {self._coats[seat]}")
        line.append(" ").append(self._names[seat])
        line.truncate(_PANEL, overflow="ellipsis")
        return line

    def _caught(self, seat: Seat) -> RichText:
        fish, floes = self._view.scores[seat], self._view.floes[seat]
        line = RichText(self._say(msgs("{count} fish", "{count} fish", fish)), style="bold")
        return line.append(" · ", style="dim").append(self._say(msgs("{count} floe", "{count} floes", floes)), style="")

    def _footnotes(self) -> Iterator[RichText]:
        view = self._view
        if view.bargain is not None and view.bargain.offer is not None:
            first, second = view.bargain.offer.tokens
            offer = msg(
                "seat {seat} would swap {first} and {second}",
                seat=seat_name(view.bargain.turn),
                first=first,
                second=second,
            )
            yield RichText(self._say(offer))
        if view.result is not None:
            yield RichText(self._say(view.result.reason), style="bold")
        yield RichText(self._say(msg("• a fish   A a penguin of seat A   ~ open water")), style="dim")


def _standing(view: View, seat: Seat) -> Text:
    """Where a seat stands in the game, in a few words."""
    on_ice = len(view.penguins[seat])
    if view.result is not None:
        return msg("wins") if seat in view.result.winners else msg("has left the ice")
    if view.phase is IcePhase.MOVING:
        if not on_ice:
            return msg("has left the ice")
        return msgs("{count} penguin on the ice", "{count} penguins on the ice", on_ice)
    if view.bargain is not None and view.bargain.content[seat]:
        return msg("content with the ice")
    to_place = view.options.penguins_each - on_ice
    return msgs("{count} penguin to place", "{count} penguins to place", to_place)


class _TerminalIce:
    """The board, two lines a row."""

    def __init__(self, view: View, coats: Sequence[str]) -> None:
        self._coats = coats
        self._board: Board = view.options.board
        self._fish = (fish_of(self._board, view.ice) if view.ice is not None else None) or bytes(FLOES)
        self._seats = {name: seat for seat, names in enumerate(view.penguins) for name in names}
        offer = view.bargain.offer if view.bargain is not None else None
        self._offered: tuple[Floe, ...] = (offer.first, offer.second) if offer is not None else ()
        self._left = min(x for _, x in self._board.coordinates)
        self._right = max(x for _, x in self._board.coordinates) + 2

    def lines(self) -> list[RichText]:
        lines: list[RichText] = []
        floe = 0
        for length in self._board.rows:
            lines += self._row(range(floe, floe + length))
            floe += length
        return lines

    def _row(self, floes: range) -> tuple[RichText, RichText]:
        before = self._board.coordinates[floes[0]][1] - self._left
        after = self._right - self._board.coordinates[floes[-1]][1] - 2
        upper, lower = RichText(), RichText()
        for line in (upper, lower):
            line.append(" " * _HALF * before, style=_SEA)
        for floe in floes:
            self._draw(floe, upper, lower)
        for line in (upper, lower):
            line.append(" " * _HALF * after, style=_SEA)
        return upper, lower

    def _draw(self, floe: Floe, upper: RichText, lower: RichText) -> None:
        fish = self._fish[floe]
        if not fish:
            upper.append("      ", style=_SEA)
            lower.append("  ~~  ", style=_SEA)
            return
        name = self._board.names[floe]
        seat = self._seats.get(name)
        inside, edge = self._styles(floe, seat)
        letter = " " if seat is None else seat_name(seat)
        upper.append("╱", style=edge).append(f" {name} ", style=inside).append("╲", style=edge)
        lower.append("╲", style=edge).append(f"{letter}{'•' * fish:<3}", style=inside).append("╱", style=edge)

    def _styles(self, floe: Floe, seat: Seat | None) -> tuple[str, str]:
        if seat is not None:
            return f"bold #ffffff on {self._coats[seat]}", f"{self._coats[seat]} on #0c3c5c"
        return (_OFFERED if floe in self._offered else _ICE), _EDGE
