"""The options of the game: an edition with its differences, each of which can be overridden.

The editions are in `editions.toml`. `Options` leaves nothing undecided.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, Literal

import msgspec

from shoal.core import msg
from shoal.core.options import Choice, Field, Flag, OptionValue, Whole, Wholes
from shoal.games.penguins.board import ROWS, Board, board_of

__all__ = ["FIELDS", "Edition", "Options", "editions"]

FIELDS: Final[tuple[Field, ...]] = (
    Choice(
        "edition",
        msg("Rule book"),
        {"en": msg("English"), "fr": msg("French"), "cs": msg("Czech")},
        default="en",
    ),
    Whole("players", msg("Players"), low=2, high=4, default=2),
    Choice(
        "top_row",
        msg("Top row"),
        {"seven": msg("seven floes"), "eight": msg("eight floes")},
        default=None,
    ),
    Choice(
        "evening",
        msg("Evening out the deal"),
        {"none": msg("as it falls"), "apart": msg("no three floes with three fish hang together")},
        default=None,
    ),
    Choice(
        "placing",
        msg("Placing penguins"),
        {"one": msg("on floes with one fish"), "any": msg("on any floe")},
        default=None,
    ),
    Choice(
        "cut_off",
        msg("Floes out of reach"),
        {"end": msg("go at the end"), "at_once": msg("go at once")},
        default=None,
    ),
    Flag("swaps", msg("Swapping floes by agreement before placing"), default=False),
    Wholes("shifts", msg("Rows shifted sideways, by floes"), count=ROWS, low=-2, high=2, default=(0,) * ROWS),
)


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one rule book says where they differ (P2, P4, P8, P18)."""

    top_row: Literal["seven", "eight"]
    evening: Literal["none", "apart"]
    placing: Literal["one", "any"]
    cut_off: Literal["end", "at_once"]


class Options(msgspec.Struct, frozen=True):
    """The options of one game, already checked."""

    players: int
    top_row: Literal["seven", "eight"]
    evening: Literal["none", "apart"]
    placing: Literal["one", "any"]
    cut_off: Literal["end", "at_once"]
    swaps: bool
    shifts: tuple[int, ...]

    @classmethod
    def of(cls, values: Mapping[str, OptionValue]) -> "Options":
        """The options that checked values come to: what they leave open is as the edition has it."""
        chosen = {name: value for name, value in values.items() if value is not None and name != "edition"}
        edition = editions()[str(values["edition"])]
        return msgspec.convert({**msgspec.structs.asdict(edition), **chosen}, cls)

    @property
    def board(self) -> Board:
        """How the rows lie (P2, P5)."""
        return board_of(7 if self.top_row == "seven" else 8, self.shifts)

    @property
    def penguins_each(self) -> int:
        """Four penguins for two players, three for three, two for four (P6)."""
        return 6 - self.players


@cache
def editions() -> Mapping[str, Edition]:
    """The editions by name."""
    text = Path(__file__).with_name("editions.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, Edition])
