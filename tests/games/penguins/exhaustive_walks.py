"""Finds the best walk by exhaustive search, for the tests of walks and of the agreed finish."""

from shoal.games.penguins.board import Board, Floes
from shoal.games.penguins.steps import Move

__all__ = ["best_by_trying_all", "taken"]


def best_by_trying_all(board: Board, fish: bytes, penguin: Floes, ice: Floes) -> tuple[int, int]:
    """Fish and floes that the best of all walks takes after its first floe."""
    best = (0, 0)
    for move in board.moves(penguin, ice):
        end = 1 << move.end
        more = best_by_trying_all(board, fish, end, ice ^ end)
        best = max(best, (fish[move.end] + more[0], 1 + more[1]))
    return best


def taken(fish: bytes, walk: tuple[Move, ...]) -> tuple[int, int]:
    """Fish and floes that a walk takes after its first floe."""
    return sum(fish[move.end] for move in walk), len(walk)
