"""Finds the weights of the penguins engine's evaluation by self-play.

    python -m bench.penguins_weights --players 2 --minutes 5 --out weights.toml

The engine plays quick games against itself with its current weights and occasional random steps. The samples are the
features of every position and the worth taken from there on. Least squares finds the weights: quadratic in the number
of free floes while moving, and one set for each number of penguins while placing. Copy the tables from the output file
into engine/weights.toml and repeat: better weights play better games to learn from.
"""

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from shoal.core.numba_kernels import Numbers
from shoal.games.penguins import GAME
from shoal.games.penguins.engine import Settings
from shoal.games.penguins.engine.alphabeta.driver import AlphaBetaDriver, AlphaBetaResult
from shoal.games.penguins.engine.evaluation import write_features
from shoal.games.penguins.engine.evaluation_weights import MAX_FREE_WHILE_MOVING, write_weights
from shoal.games.penguins.engine.features import FEATURE_COUNT, FEATURE_NAMES
from shoal.games.penguins.engine.lookup_tables import build_tables
from shoal.games.penguins.engine.mcts.search import MctsSearch
from shoal.games.penguins.engine.search_position import FREE, LEFT_TO_PLACE, PENGUINS, TURN, WORTHS, position_of
from shoal.games.penguins.engine.searchers import MOVING_CONFIG, PLACING_CONFIG, step_of

Matrix = NDArray[np.float64]


class QuickPlayer:
    """Plays quickly: alpha-beta of depth 5 with two players, MCTS with few leaves with more."""

    def __init__(self, players: int) -> None:
        self._driver = AlphaBetaDriver(Settings(depth=5), 16) if players == 2 else None
        self._mcts = MctsSearch(nodes=1 << 20, moving=MOVING_CONFIG, placing=PLACING_CONFIG, max_leaves=1500)

    def forget_deal(self) -> None:
        if self._driver is not None:
            self._driver.forget_deal()
        self._mcts.forget_deal()

    def step(self, tables: Numbers, position: Numbers) -> int:
        if self._driver is None:
            self._mcts.begin()
            self._mcts.run(tables, position)
            return self._mcts.step
        result = AlphaBetaResult()
        self._driver.begin()
        self._driver.run(tables, position, result)
        return result.step


def game(players: int, rng: random.Random, player: QuickPlayer) -> tuple[Numbers, list[Numbers], list[int]]:
    """One game: its lookup tables, its positions, and each seat's final worth."""
    options: dict[str, object] = {"players": players, "edition": rng.choice(("en", "en", "en", "fr", "cs"))}
    state = GAME.start(GAME.options(options))
    state = state.play(state.chance().draw(rng.randrange))
    tables = build_tables(state.options, state.fish)
    write_weights(tables)
    player.forget_deal()
    randomness = rng.choice((0.0, 0.1, 0.3))
    positions: list[Numbers] = []
    while state.to_act:
        position = position_of(state)
        positions.append(position)
        if rng.random() < (randomness if position[LEFT_TO_PLACE] else randomness / 4):
            state = state.play(rng.choice(state.legal(state.to_act[0])))
        else:
            state = state.play(step_of(state, player.step(tables, position)))
    return tables, positions, position_of(state)[WORTHS : WORTHS + players].tolist()


def samples(
    players: int, tables: Numbers, positions: list[Numbers], ends: list[int]
) -> Iterator[tuple[list[int], int, int]]:
    """The features, the number of free floes, and what they should add up to."""
    found = np.zeros(FEATURE_COUNT, dtype=np.int64)
    for position in positions:
        free, turn = int(position[FREE]), int(position[TURN])
        standing = [int(penguins) for penguins in position[PENGUINS : PENGUINS + players]]
        gains = [end - int(position[WORTHS + seat]) for seat, end in enumerate(ends)]
        for seat in (turn,) if players == 2 else range(players):
            write_features(tables, free, standing[seat], sum(standing) - standing[seat], found, 0)
            target = gains[seat] - gains[1 - seat] if players == 2 else gains[seat]
            yield [*found.tolist(), (seat - turn) % players], free.bit_count(), target


def least_squares(terms: Matrix, targets: Matrix, damping: float) -> Matrix:
    solved: Matrix = np.linalg.solve(terms.T @ terms + damping * np.eye(terms.shape[1]), terms.T @ targets).astype(
        float
    )
    return solved


def powers(free: NDArray[np.int64]) -> Matrix:
    share = free / MAX_FREE_WHILE_MOVING
    return np.stack([np.ones_like(share), share, share * share], axis=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    player = QuickPlayer(arguments.players)
    rows: list[tuple[list[int], int, int]] = []
    ends_at = time.monotonic() + 60 * arguments.minutes
    games = 0
    while time.monotonic() < ends_at:
        rows += samples(arguments.players, *game(arguments.players, rng, player))
        games += 1
    names = FEATURE_NAMES[: FEATURE_COUNT + (arguments.players > 2)]
    seen = np.array([row[0] for row in rows], dtype=np.float64)[:, : len(names)]
    free = np.array([row[1] for row in rows])
    targets = np.array([row[2] for row in rows], dtype=np.float64)
    standing = 60 - arguments.players * (6 - arguments.players)
    moving = free <= standing
    terms = (seen[moving][:, :, None] * powers(free[moving])[:, None, :]).reshape(int(moving.sum()), -1)
    found = least_squares(terms, targets[moving], 30.0).reshape(-1, 3)
    weights = found @ powers(np.array([standing]))[0]
    placing: list[Matrix] = []
    for number in range(standing + 1, 61):
        here = free == number
        weights = weights + least_squares(seen[here], targets[here] - seen[here] @ weights, 300.0)
        placing.append(weights)
    lines = [f"[players_{arguments.players}.moving]"]
    lines += [f"{name} = [{', '.join(f'{term:.1f}' for term in found[at])}]" for at, name in enumerate(names)]
    lines += ["", f"[players_{arguments.players}.placing]"]
    lines += [f"{name} = [{', '.join(f'{row[at]:.1f}' for row in placing[-8:])}]" for at, name in enumerate(names)]
    arguments.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    error = float(np.sqrt(np.mean((terms @ found.ravel() - targets[moving]) ** 2))) / 64
    print(f"{games} games, {len(rows)} samples, off by {error:.2f} fish on average while moving")


if __name__ == "__main__":
    main()
