"""Reading the notation of steps: the other way round from `str(step)`."""

import re
from collections.abc import Container
from typing import Final

from shoal.core import NotationError, Seat, msg, parse_seat
from shoal.games.fishtank.cells import parse_cell
from shoal.games.fishtank.steps import ChooseCard, DealCard, DiscardCard, PlaceCard, TankStep

__all__ = ["parse_step"]

_STEP: Final = re.compile(r"(=?)([A-Z])([:-])(.*)", re.DOTALL)
_PLACING: Final = re.compile(r"([a-g][1-7])(?:(\*)|/([a-g][1-7])\*)?")


def parse_step(text: str, players: int, kinds: Container[str]) -> TankStep:
    """Read a step at a table of this many players, with these kinds of cards in the deck."""
    found = _STEP.fullmatch(text)
    if found is None or (found[1], found[3]) == ("", "-"):
        raise NotationError(text, msg("a step like A:snail, A:c4, =A:snail or =A-snail"))
    chance, letter, sign, rest = found.groups()
    seat = parse_seat(letter, players)
    placing = None if chance else _PLACING.fullmatch(rest)
    if placing is not None:
        return _read_placing(text, seat, placing)
    if rest not in kinds:
        expected = msg("a kind of card") if chance else msg("a kind of card, or cells like c4, c4* or c4/d5*")
        raise NotationError(text, expected)
    if not chance:
        return ChooseCard(seat, rest)
    return DealCard(seat, rest) if sign == ":" else DiscardCard(seat, rest)


def _read_placing(text: str, seat: Seat, placing: re.Match[str]) -> PlaceCard:
    cell = parse_cell(placing[1])
    if placing[2]:
        return PlaceCard(seat, cell, cell)
    if not placing[3]:
        return PlaceCard(seat, cell)
    turned = parse_cell(placing[3])
    if turned == cell:
        raise NotationError(text, msg("{cell}* for a card placed as a plant", cell=placing[1]))
    return PlaceCard(seat, cell, turned)
