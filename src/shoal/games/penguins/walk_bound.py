"""A bound on what a walk can take, from the bottlenecks of the ice.

Think of the floes as towns, with a road between two of them when a penguin could slide from one to the
other now. A walk visits no town twice, and roads only vanish while it goes on. So wherever all
roads between two districts lead through one town, it can pass from one to the other, but never
back: it takes at most one chain of districts. The districts are the blocks (biconnected components) of
the graph; Hopcroft and Tarjan's depth-first search finds them.
"""

from collections.abc import Sequence

from shoal.games.penguins.board import FLOES, Board, Floes, bits
from shoal.games.penguins.steps import Move
from shoal.games.penguins.worth import Worth

__all__ = ["most_on_a_walk"]

#: Where the penguin stands: outside the ice that it goes to.
_START: Floes = 1 << FLOES


def most_on_a_walk(board: Board, worth: Worth, moves: Sequence[Move], ice: Floes) -> int:
    """A bound: no walk that begins with one of these moves takes more from the ice than this."""
    ends = sum(1 << move.end for move in moves)
    roads = {floe: sum(1 << move.end for move in board.moves(floe, ice)) for floe in bits(ice)}
    for floe in bits(ends):
        roads[floe] |= _START
    roads[_START] = ends
    return _Districts(roads, worth).most


class _Districts:
    """One depth-first search from the start. `most` is the worth of the best chain of districts."""

    def __init__(self, roads: dict[Floes, Floes], worth: Worth) -> None:
        self._roads = roads
        self._worth = worth
        #: By town: when the search came to it.
        self._reached: dict[Floes, int] = {}
        #: By town: the best chain of districts that lead on from it.
        self._beyond: dict[Floes, int] = {}
        #: The towns whose district is not complete yet.
        self._open: list[Floes] = []
        self._visit(_START)
        self.most = self._beyond[_START]

    def _visit(self, town: Floes) -> int:
        """Explore all that lies behind a town; returns the earliest town that one can get back to from there."""
        earliest = self._reached[town] = len(self._reached)
        self._beyond[town] = 0
        self._open.append(town)
        for other in bits(self._roads[town]):
            if other in self._reached:
                earliest = min(earliest, self._reached[other])
                continue
            back = self._visit(other)
            if back >= self._reached[town]:
                self._beyond[town] = max(self._beyond[town], self._close_district(other))
            earliest = min(earliest, back)
        return earliest

    def _close_district(self, entrance: Floes) -> int:
        """The worth of a district and the best chain that leads on from it."""
        towns = onward = 0
        town = 0
        while town != entrance:
            town = self._open.pop()
            towns |= town
            onward = max(onward, self._beyond[town])
        return self._worth.of(towns) + onward
