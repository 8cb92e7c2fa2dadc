"""Finishing by agreement (P22): once no two penguins share ice, each owner's best moves to the end.

Being alone on an island does not make its floes a penguin's own: only those of one real walk count.
"""

from shoal.core import Step
from shoal.games.penguins.board import Floes, bits
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.solo_walk import best_walk
from shoal.games.penguins.state import State
from shoal.games.penguins.steps import Move

__all__ = ["finish", "islands_of"]


def finish(state: State) -> list[Step] | None:
    """Each owner's best moves in turn order, to the end of the game.

    `None` while some penguin that can still move shares its part of the ice with another, and also
    when an island is so large and so ragged that its best walk is not found within the search's
    limit: then the players have to play on for a while.
    """
    islands = islands_of(state)
    if islands is None:
        return None
    walks: dict[Floes, tuple[Move, ...]] = {}
    for penguin, ice in islands.items():
        walk = best_walk(state.board, state.fish, penguin, ice)
        if walk is None:
            return None
        walks[penguin] = walk
    return _in_turn(state, walks)


def _in_turn(state: State, walks: dict[Floes, tuple[Move, ...]]) -> list[Step]:
    """The walks move by move, as the seats take turns; a seat that has no move left is out by the rules."""
    steps: list[Step] = []
    while state.to_act:
        penguin = next(penguin for penguin in bits(state.penguins[state.to_act[0]]) if walks.get(penguin))
        first, *rest = walks.pop(penguin)
        walks[1 << first.end] = tuple(rest)
        steps.append(first)
        state = state.play(first)
    return steps


def islands_of(state: State) -> dict[Floes, Floes] | None:
    """For every penguin that can still move, the ice around it; `None` if any of them is not alone there."""
    if state.phase is not IcePhase.MOVING:
        return None
    islands: dict[Floes, Floes] = {}
    standing = sum(state.penguins)
    for part in state.board.parts(state.ice):
        penguins = part & standing
        if not state.board.can_move(penguins, state.free):
            continue
        if penguins & (penguins - 1):
            return None
        islands[penguins] = part ^ penguins
    return islands
