"""The best walk of a penguin that is alone in its part of the ice (P22), found exactly.

A penguin takes every floe it stands on, and none that it only slides across; floes that it has left
are gaps. So a walk is a path from floe to floe by slides, no floe twice, and its worth is the fish on
it, then the number of its floes. The search goes through all walks, depth first, and remembers
what it learned about each floe and the ice around it. It is a branch and bound: ice whose bound is
no better than what was found is not looked into. The bound is in `walk_bound`.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from shoal.games.penguins.board import Board, Floes
from shoal.games.penguins.steps import Move
from shoal.games.penguins.walk_bound import most_on_a_walk
from shoal.games.penguins.worth import Worth

__all__ = ["LIMIT", "best_walk"]

#: The search gives up after this many pieces of ice; in play, islands take a few dozen.
LIMIT: Final = 10_000


class _KnownWalk(NamedTuple):
    """A penguin's best walk through a piece of ice, as far as it is known."""

    #: Its worth, or, when it is not `exact`, a worth that it cannot exceed.
    worth: int
    exact: bool
    first: Move | None


class _LimitReached(Exception):
    """The search has come to its limit."""


@lru_cache(maxsize=256)
def best_walk(board: Board, fish: bytes, penguin: Floes, ice: Floes, limit: int = LIMIT) -> tuple[Move, ...] | None:
    """The moves of the best walk from the penguin's floe over this ice, which it has to itself.

    `None` when the search would look into more than `limit` pieces of ice.
    """
    search = _WalkSearch(board, Worth(fish), limit)
    try:
        worth = search.best(penguin, ice, -1)
    except _LimitReached:
        return None
    return tuple(search.retrace(penguin, ice, worth))


class _WalkSearch:
    """One search. Wherever `enough` is given, a worth no greater than it need not be exact: it may be a bound."""

    def __init__(self, board: Board, worth: Worth, limit: int) -> None:
        self._board = board
        self._worth = worth
        self._limit = limit
        self._found: dict[tuple[Floes, Floes], _KnownWalk] = {}

    def best(self, penguin: Floes, ice: Floes, enough: int) -> int:
        """The worth of the best walk over the ice: the first move decides in which of its pieces it is."""
        best = 0
        pieces = sorted(((self._worth.of(piece), piece) for piece in self._pieces(penguin, ice)), reverse=True)
        for bound, piece in pieces:
            target = max(best, enough)
            best = max(best, bound if bound <= target else self._within(penguin, piece, target, bound))
        return best

    def retrace(self, penguin: Floes, ice: Floes, worth: int) -> Iterator[Move]:
        """The moves of a walk that takes exactly this much, once it is known that there is one."""
        while worth:
            known = ((piece, self._found.get((penguin, piece))) for piece in self._pieces(penguin, ice))
            piece, move = next(
                (piece, found.first)
                for piece, found in known
                if found is not None and found.first is not None and found.exact and found.worth == worth
            )
            yield move
            penguin = 1 << move.end
            ice = piece ^ penguin
            worth -= self._worth.of(penguin)

    def _pieces(self, penguin: Floes, ice: Floes) -> Iterator[Floes]:
        near = self._board.neighbours[penguin] & ice
        while near:
            piece = self._board.connected(near & -near, ice)
            near &= ~piece
            yield piece

    def _within(self, penguin: Floes, piece: Floes, enough: int, bound: int) -> int:
        found = self._found.get((penguin, piece))
        if found is not None and (found.exact or found.worth <= enough):
            return found.worth
        moves = self._board.moves(penguin, piece)
        if found is None:
            bound = min(bound, most_on_a_walk(self._board, self._worth, moves, piece))
            found = _KnownWalk(bound, exact=False, first=None)
        if found.worth > enough:
            found = self._look_into(piece, moves, enough, found.worth)
        self._found[penguin, piece] = found
        return found.worth

    def _look_into(self, piece: Floes, moves: list[Move], enough: int, bound: int) -> _KnownWalk:
        if len(self._found) >= self._limit:
            raise _LimitReached
        neighbours = self._board.neighbours
        # Floes with few ways on come first: later they would be dead ends.
        moves.sort(key=lambda move: (neighbours[1 << move.end] & piece).bit_count())
        best, first = 0, None
        for move in moves:
            end = 1 << move.end
            taken = self._worth.of(end)
            worth = taken + self.best(end, piece ^ end, max(best, enough) - taken)
            if worth > best:
                best, first = worth, move
                if best >= bound:
                    break
        return _KnownWalk(best, best > enough, first)
