"""Reading steps. A text that is no step of this board is refused with what was expected.

Whether a step may be taken now is for the rules; reading only asks whether the text is a step.
"""

from shoal.core import NotationError, Step, msg
from shoal.games.penguins.board import Board, Floe
from shoal.games.penguins.deal import fish_of
from shoal.games.penguins.steps import AGREE, CONTENT, REFUSE, DealIce, Move, PlacePenguin, Swap

__all__ = ["parse_step"]

_WORDS = {word.text: word for word in (CONTENT, AGREE, REFUSE)}


def parse_step(board: Board, text: str) -> Step:
    """The step that a text stands for on this board."""
    if text.startswith("="):
        return _deal(board, text)
    if text in _WORDS:
        return _WORDS[text]
    if "<>" in text:
        return _swap(board, text)
    if "-" in text:
        return _move(board, text)
    return PlacePenguin(text, _floe(board, text, text))


def _deal(board: Board, text: str) -> DealIce:
    if fish_of(board, text) is None:
        raise NotationError(
            text,
            msg("= and the fish, from 0 to 3, of rows of {rows} floes, with / between rows", rows=_row_lengths(board)),
        )
    return DealIce(text)


def _swap(board: Board, text: str) -> Swap:
    left, _, right = text.partition("<>")
    first, second = _floe(board, left, text), _floe(board, right, text)
    if first == second:
        raise NotationError(text, msg("two different floes"))
    if first > second:
        raise NotationError(text, msg("the floes in board order: {pair}", pair=f"{right}<>{left}"))
    return Swap(text, first, second)


def _move(board: Board, text: str) -> Move:
    slide = board.slides.get(text)
    if slide is not None:
        return slide.move
    left, _, right = text.partition("-")
    return Move(text, _floe(board, left, text), _floe(board, right, text))


def _floe(board: Board, name: str, text: str) -> Floe:
    floe = board.numbers.get(name)
    if floe is not None:
        return floe
    row = "abcdefgh".find(name[0]) if len(name) == 2 else -1
    if row >= 0:
        raise NotationError(
            text, msg("a floe from {first} to {last}", first=f"{name[0]}1", last=f"{name[0]}{board.rows[row]}")
        )
    raise NotationError(text, msg("a floe such as c4, a move such as c4-c7, or another step of this game"))


def _row_lengths(board: Board) -> str:
    return ", ".join(map(str, board.rows))
