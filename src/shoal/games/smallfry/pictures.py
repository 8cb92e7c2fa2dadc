"""Cards and die for the terminal: a card has a picture, a name and shells, so that it needs no colour."""

from typing import Final

from rich import box
from rich.align import Align
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text as RichText

from shoal.core import Say, msg
from shoal.games.smallfry.cards import OCTOPUS, SPECIES, SPECIES_NAMES, VALUES, Card, species_of, value_of

__all__ = ["COLOURS", "draw_card", "draw_deck", "draw_die", "draw_shells", "species_name"]

_SHELL: Final = "●"
_NO_SHELL: Final = "·"

#: By species, in the order of `SPECIES`.
_PICTURES: Final = (
    "><[__°]",
    "><|_|_°>",
    "~~~~~~°>",
    ">====°=[",
    "><{{{°}",
    "><(***°)",
    "--<(°°)>",
    "§}})°=",
    "<|( °>",
    "><==°>---",
)
COLOURS: Final = (
    "yellow3",
    "dark_orange",
    "green3",
    "grey70",
    "red1",
    "khaki1",
    "steel_blue1",
    "plum1",
    "cyan2",
    "dodger_blue1",
)

_OCTOPUS_PICTURE: Final = "( ° ° )"
_OCTOPUS_COLOUR: Final = "magenta2"
_BACK: Final = "≈ ≈ ≈ ≈"
_BACK_COLOUR: Final = "blue"


def draw_card(card: Card, say: Say) -> RenderableType:
    """An open card: a fish or an octopus."""
    if card == OCTOPUS:
        return _draw_frame(_OCTOPUS_PICTURE, say(msg("octopus")), RichText("}}}}{{{{"), _OCTOPUS_COLOUR, say)
    species = species_of(card)
    return _draw_frame(
        _PICTURES[species], species_name(species, say), draw_shells(value_of(card)), COLOURS[species], say
    )


def draw_deck(size: int, say: Say) -> RenderableType:
    """The face-down deck with the number of its cards."""
    return _draw_frame(_BACK, str(size), RichText(say(msg("deck"))), _BACK_COLOUR, say)


def draw_die(face: int, say: Say) -> RenderableType:
    """The die with the face that was rolled."""
    return _draw_frame(" ", str(face), RichText(say(msg("die"))), _OCTOPUS_COLOUR, say)


def _draw_frame(picture: str, title: str, foot: RichText, colour: str, say: Say) -> RenderableType:
    """Three lines in a frame; all cards of a language are equally wide."""
    width = max(*(len(say(name)) for name in SPECIES.values()), *map(len, _PICTURES)) + 2
    face = Group(
        Align.center(RichText(picture, style=colour)),
        Align.center(RichText(title, style="bold")),
        Align.center(foot),
    )
    return Panel(face, box=box.ROUNDED, width=width + 2, padding=0, border_style=colour)


def draw_shells(value: int) -> RichText:
    """A value as shells, padded to the width of the highest value."""
    return RichText.assemble((_SHELL * value, "bold"), (_NO_SHELL * (len(VALUES) - value), "dim"))


def species_name(species: int, say: Say) -> str:
    """The name of a species for people."""
    return say(SPECIES[SPECIES_NAMES[species]])
