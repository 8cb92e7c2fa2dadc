"""The searchers of an engine turn what a search finds into thoughts: alpha-beta for two players, MCTS for more."""

import math
import random
import statistics
from functools import cache
from typing import Final

import numpy as np

from shoal.core import Step
from shoal.core.numba_kernels import Numbers
from shoal.core.search_limits import SearchLimit, Thought, with_share
from shoal.games.penguins.engine.alphabeta.driver import AlphaBetaDriver, AlphaBetaResult
from shoal.games.penguins.engine.evaluation_weights import write_weights
from shoal.games.penguins.engine.lookup_tables import WORTH_OF_A_FISH, build_tables
from shoal.games.penguins.engine.mcts.config import EVALUATION_LEAF, TERRITORY_LEAF, MctsConfig
from shoal.games.penguins.engine.mcts.multiplayer_evaluation import (
    evaluation_error,
    expected_worths,
    shares_of_result,
    shares_of_worths,
)
from shoal.games.penguins.engine.mcts.multiplayer_features import FEATURES_SCRATCH_SIZE
from shoal.games.penguins.engine.mcts.search import MctsSearch
from shoal.games.penguins.engine.search_position import FREE, SEATS, TURN, WORTHS, position_of
from shoal.games.penguins.engine.settings import Settings
from shoal.games.penguins.engine.time_control import run_within
from shoal.games.penguins.options import Options
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.state import State
from shoal.games.penguins.steps import AGREE, CONTENT
from shoal.games.penguins.view import View

__all__ = [
    "MOVING_CONFIG",
    "PLACING_CONFIG",
    "AlphaBetaSearcher",
    "MctsSearcher",
    "Searcher",
    "load",
    "new_alphabeta_searcher",
    "step_of",
]

#: At tables of three and four. While penguins are being placed, territory tells more than the features do.
PLACING_CONFIG: Final = MctsConfig(TERRITORY_LEAF, exploration=0.15, error=6.0)
MOVING_CONFIG: Final = MctsConfig(EVALUATION_LEAF, exploration=0.1, playout_weight=0.3)
_NODE_BYTES: Final = 32
_ENTRY_BYTES: Final = 16
#: The table of walks is a quarter as large as the transposition table.
_BOTH_TABLES: Final = 1.25
#: How many of the latest depths tell how far a share may be off.
_LATEST: Final = 3
_FARTHEST: Final = Settings().far


class Searcher:
    """The thinking part of one engine: the search that suits the number of players."""

    def __init__(self, settings: Settings, seed: int) -> None:
        self._settings = settings
        self._seed = seed
        #: The number of players, and the searcher for such a table. There is never more than one, to save memory.
        self._players = 0
        self._searcher: AlphaBetaSearcher | MctsSearcher | None = None

    def think(self, view: View, limit: SearchLimit) -> Thought:
        """The best step within the limit."""
        if not view.legal:
            raise ValueError("the viewer has nothing to decide")
        if self._searcher is None or self._players != view.options.players:
            self._players, self._searcher = view.options.players, None
            self._searcher = self._searcher_for(self._players)
        return self._searcher.think(view, limit)

    @property
    def held_bytes(self) -> int:
        """How much memory it holds for what it found."""
        return 0 if self._searcher is None else self._searcher.held_bytes

    def _searcher_for(self, players: int) -> "AlphaBetaSearcher | MctsSearcher":
        settings = self._settings
        memory = settings.memory << 20
        if players == 2:
            return new_alphabeta_searcher(settings, self._seed)
        search = MctsSearch(
            nodes=memory // _NODE_BYTES,
            moving=MOVING_CONFIG,
            placing=PLACING_CONFIG,
            seed=self._seed,
            max_leaves=settings.leaves,
            walk_limit=settings.walk,
        )
        return MctsSearcher(search, settings, self._seed)


class AlphaBetaSearcher:
    """Thinks about one opponent."""

    def __init__(self, driver: AlphaBetaDriver, settings: Settings, seed: int = 0) -> None:
        self._driver = driver
        self._settings = settings
        self._seed = seed
        self._deal: tuple[Options, bytes] | None = None
        self._tables: Numbers = np.zeros(0, dtype=np.int64)

    @property
    def held_bytes(self) -> int:
        return self._driver.held_bytes + self._tables.nbytes

    def think(self, view: View, limit: SearchLimit) -> Thought:
        """The best step within the limit."""
        if view.phase is IcePhase.SWAPS:
            return _agree_to_swaps(view)
        state = view.imagine(random.Random(0))
        self._lay_out(state)
        result, position = AlphaBetaResult(), position_of(state)
        reported = 0

        def report() -> None:
            nonlocal reported
            if limit.report is not None and result.depth > reported:
                reported = result.depth
                limit.report(self._thought(state, position, result))

        self._driver.begin()
        run_within(limit, lambda: self._driver.run(self._tables, position, result), self._driver.stop, report)
        return self._thought(state, position, result)

    def _lay_out(self, state: State) -> None:
        """On a new deal, forget the old one."""
        if self._deal != (state.options, state.fish):
            self._deal = (state.options, state.fish)
            self._tables = _weighted_lookup(state, self._settings, self._seed)
            self._driver.forget_deal()

    def _thought(self, state: State, position: Numbers, result: AlphaBetaResult) -> Thought:
        """The thought so far, with the steps of the game."""
        seat = int(position[TURN])
        step, value, proved = result.step, result.value, result.proved
        margin = float(value + position[WORTHS + seat] - position[WORTHS + 1 - seat])
        steps, totals, exact = self._driver.principal_variation(self._tables, position, step)
        if proved and exact and totals[seat] - totals[1 - seat] == margin:
            mine, theirs = totals[seat] / WORTH_OF_A_FISH // 1, totals[1 - seat] / WORTH_OF_A_FISH // 1
        else:
            both, fish = sum(totals) / WORTH_OF_A_FISH, margin / WORTH_OF_A_FISH
            mine, theirs = (both + fish) / 2, (both - fish) / 2
        taken = float(position[WORTHS + seat] - position[WORTHS + 1 - seat])
        if proved:
            share, error = 0.5 if not margin else float(margin > 0), 0.0
        else:
            share = _share_of_margin(margin, position)
            latest = [_share_of_margin(value + taken, position) for value in result.values[-_LATEST:]]
            error = statistics.pstdev([share, *latest])
        return Thought(
            step=step_of(state, step),
            shares=(share, 1 - share) if seat == 0 else (1 - share, share),
            points=(mine, theirs) if seat == 0 else (theirs, mine),
            line=_legal_line(state, steps),
            proved=proved and self._settings.far >= _FARTHEST,
            error=error,
            depth=result.depth,
            nodes=self._driver.nodes,
        )


class MctsSearcher:
    """Thinks about any number of opponents, with a tree."""

    def __init__(self, search: MctsSearch, settings: Settings | None = None, seed: int = 0) -> None:
        self._search = search
        self._settings = settings or Settings()
        self._seed = seed
        self._deal: tuple[Options, bytes] | None = None
        self._tables: Numbers = np.zeros(0, dtype=np.int64)

    @property
    def held_bytes(self) -> int:
        return self._search.held_bytes + self._tables.nbytes

    def think(self, view: View, limit: SearchLimit) -> Thought:
        """The best step within the limit."""
        if view.phase is IcePhase.SWAPS:
            return _agree_to_swaps(view)
        state = view.imagine(random.Random(0))
        if self._deal != (state.options, state.fish):
            self._deal = (state.options, state.fish)
            self._tables = _weighted_lookup(state, self._settings, self._seed)
            self._search.forget_deal()
        search, position = self._search, position_of(state)
        search.begin()
        run_within(limit, lambda: search.run(self._tables, position), search.stop, lambda: None)
        seat = int(position[TURN])
        points, shares = self._expectations(search.position, state.options.players)
        share, steps = shares[seat] if search.isolated else search.share, search.principal_variation
        return Thought(
            step=step_of(state, search.step),
            shares=with_share(shares, seat, share),
            points=points,
            line=_legal_line(state, steps),
            depth=len(steps),
            nodes=search.leaves,
        )

    def _expectations(self, position: Numbers, players: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """By seat: the fish that the evaluation expects it to have at the end, and its share of the win by that."""
        worths = np.zeros(SEATS, dtype=np.int64)
        shares = np.zeros(SEATS)
        if position[TURN] < 0:
            worths[:] = position[WORTHS : WORTHS + SEATS]
            shares_of_result(self._tables, position, shares)
        else:
            expected_worths(self._tables, position, worths, np.zeros(FEATURES_SCRATCH_SIZE, dtype=np.int64))
            shares_of_worths(self._tables, worths, evaluation_error(int(position[FREE])), shares)
        return (
            tuple(float(worth) / WORTH_OF_A_FISH for worth in worths[:players]),
            tuple(float(share) for share in shares[:players]),
        )


def new_alphabeta_searcher(settings: Settings, seed: int) -> AlphaBetaSearcher:
    """An alpha-beta searcher with as large transposition tables as its memory allows."""
    bits = int(math.log2((settings.memory << 20) / _ENTRY_BYTES / _BOTH_TABLES))
    return AlphaBetaSearcher(AlphaBetaDriver(settings, bits), settings, seed)


def _weighted_lookup(state: State, settings: Settings, seed: int) -> Numbers:
    """The lookup tables of a deal, with the weights of the evaluation."""
    tables = build_tables(state.options, state.fish, settings.far)
    write_weights(tables, settings.taste, seed)
    return tables


def _share_of_margin(margin: float, position: Numbers) -> float:
    """The chance to win with an expected margin, in worth (a logistic)."""
    return 1 / (1 + math.exp(-margin / WORTH_OF_A_FISH / _margin_error(int(position[FREE]).bit_count())))


def _margin_error(free: int) -> float:
    """How many fish an expected margin is wrong by (the scale of a logistic) with `free` free floes; by self-play."""
    return 0.4 + 0.09 * free


def _agree_to_swaps(view: View) -> Thought:
    """Before any penguin stands, a swap favours no seat: agree to all, and propose none."""
    players = view.options.players
    fish = sum(int(digit) for digit in view.deal or "" if digit.isdigit()) / players
    return Thought(
        step=AGREE if AGREE in view.legal else CONTENT, shares=(1 / players,) * players, points=(fish,) * players
    )


def step_of(state: State, number: int) -> Step:
    """The step that a search means by start * 64 + end; while placing, the end alone counts."""
    board = state.board
    if state.phase is IcePhase.PLACING:
        return board.placings[number & 63][1]
    return board.slides[f"{board.names[number >> 6]}-{board.names[number & 63]}"].move


def _legal_line(state: State, numbers: list[int]) -> tuple[Step, ...]:
    """The steps of a line, up to the first that is not legal: searches leave out turns of isolated seats."""
    steps: list[Step] = []
    for number in numbers:
        step = step_of(state, number)
        if step not in state.legal(state.to_act[0]):
            break
        steps.append(step)
        state = state.play(step)
    return tuple(steps)


@cache
def load() -> None:
    """Load all compiled code now, or compile it when this is the first time on this machine."""
    from shoal.games.penguins.engine.warm_up import warm_up_all

    warm_up_all()
