"""Counts the endgames of two players that the penguins engine solves, and checks its solutions.

    python -m bench.endgames [--positions 1000] [--left 20 24] [--seconds 1] [--threads 1] [--check-nodes 300000]

Positions come from random play, with `--left` floes left (those under penguins included) and both players still able
to move. An endgame is solved when the engine proves the final fish difference and a best step within the time. An
exhaustive solver (plain minimax over all moves with a transposition table), which shares no code with the engine,
checks each solution, unless it needs more than `--check-nodes` positions.
"""

import argparse
import random
import statistics
import sys
import time

from shoal.core.search_limits import SearchLimit
from shoal.games.penguins import GAME, State
from shoal.games.penguins.engine import Engine, Settings
from shoal.games.penguins.phase import IcePhase


class TooLong(Exception):
    """The exhaustive solver has looked at the most positions allowed."""


class ExhaustiveSolver:
    """Finds the best final fish difference for the player on turn by minimax over all moves."""

    def __init__(self, state: State, limit: int) -> None:
        self._board = state.board
        self._fish = state.fish
        self._left = limit
        self._transpositions: dict[tuple[int, int, int], int] = {}

    def best(self, free: int, me: int, opponent: int) -> int:
        """Return how many more fish the player on turn still takes than the opponent; a floe counts on arrival."""
        known = self._transpositions.get((free, me, opponent))
        if known is not None:
            return known
        self._left -= 1
        if self._left < 0:
            raise TooLong
        moves = self._board.moves(me, free)
        if moves:
            best = max(
                self._fish[move.end] - self.best(free ^ 1 << move.end, opponent, me ^ 1 << move.start ^ 1 << move.end)
                for move in moves
            )
        else:
            best = -self.best(free, opponent, me) if self._board.moves(opponent, free) else 0
        self._transpositions[free, me, opponent] = best
        return best


def position(rng: random.Random, left: int) -> State:
    """A position with `left` floes after random play, with both players still able to move."""
    while True:
        state = GAME.start(GAME.options({"players": 2}))
        state = state.play(state.chance().draw(rng.randrange))
        while state.to_act and (state.phase is IcePhase.PLACING or state.ice.bit_count() > left):
            state = state.play(rng.choice(state.legal(state.to_act[0])))
        if (
            state.to_act
            and state.ice.bit_count() == left
            and all(state.board.can_move(penguins, state.free) for penguins in state.penguins)
        ):
            return state


def final_margin(state: State, limit: int) -> int:
    """The best final fish difference of the seat on turn, by exhaustive search."""
    seat = state.to_act[0]
    mine, theirs = (
        state.scores[who] + sum(fish for floe, fish in enumerate(state.fish) if state.penguins[who] >> floe & 1)
        for who in (seat, 1 - seat)
    )
    solver = ExhaustiveSolver(state, limit)
    return mine - theirs + solver.best(state.free, state.penguins[seat], state.penguins[1 - seat])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--left", type=int, nargs="+", default=[20, 24])
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--check-nodes", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    wrong = 0
    for left in arguments.left:
        rng = random.Random(f"{arguments.seed} {left}")
        solved = checked = 0
        times: list[float] = []
        for number in range(1, arguments.positions + 1):
            state = position(rng, left)
            seat = state.to_act[0]
            engine = Engine(rng, Settings(threads=arguments.threads, memory=16))
            engine.warm_up()
            began = time.perf_counter()
            thought = engine.think(state.view(seat), SearchLimit(arguments.seconds))
            times.append(time.perf_counter() - began)
            solved += thought.proved
            if thought.proved:
                try:
                    best = final_margin(state, arguments.check_nodes)
                    after = state.play(thought.step)
                    kept = final_margin(after, arguments.check_nodes) if after.to_act else None
                except TooLong:
                    continue
                checked += 1
                if kept is None:
                    kept = after.scores[seat] - after.scores[1 - seat]
                elif after.to_act[0] != seat:
                    kept = -kept
                told = thought.points[seat] - thought.points[1 - seat]
                # The points tell the margin, and the step keeps it.
                if abs(told - best) >= 1 or kept != best:
                    wrong += 1
                    print(f"WRONG: {state}: {thought}, but {best}")
            print(f"\r{left} floes left: {number} positions", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        print(
            f"{left} floes left: {solved} of {arguments.positions} solved within {arguments.seconds} s"
            f" (median {statistics.median(times) * 1000:.1f} ms, longest {max(times) * 1000:.0f} ms);"
            f" {checked} checked exhaustively, {wrong} wrong"
        )
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
