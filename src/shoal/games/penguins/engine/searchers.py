"""What an engine thinks with, and how it says what it found: a duel for two players, a tree for more."""

import math
import random
from functools import cache
from typing import Final

import numpy as np

from shoal.core import Step
from shoal.core.numba_kernels import Numbers
from shoal.core.search_limits import SearchLimit, Thought, with_share
from shoal.games.penguins.engine.alphabeta.driver import AlphaBetaDriver, Finding
from shoal.games.penguins.engine.evaluation_weights import weigh
from shoal.games.penguins.engine.lookup_tables import WORTH_OF_A_FISH, table_of
from shoal.games.penguins.engine.mcts.kernels import PROSPECTS, TERRITORY
from shoal.games.penguins.engine.mcts.multiplayer_evaluation import doubt, prospects, shares_of_hopes, shares_of_result
from shoal.games.penguins.engine.mcts.multiplayer_features import CROWD
from shoal.games.penguins.engine.mcts.search import MctsConfig, MctsSearch
from shoal.games.penguins.engine.search_position import FREE, TURN, WORTHS, race_of
from shoal.games.penguins.engine.settings import Skill
from shoal.games.penguins.engine.time_control import run_within
from shoal.games.penguins.options import Setup
from shoal.games.penguins.phase import Phase
from shoal.games.penguins.state import State
from shoal.games.penguins.steps import AGREE, CONTENT
from shoal.games.penguins.view import View

__all__ = ["AlphaBetaSearcher", "MctsSearcher", "Searcher", "load", "step_of"]

#: At tables of three and four. While penguins are being placed, territory tells more than prospects do.
PLACING: Final = MctsConfig(TERRITORY, explore=0.15, spread=6.0)
MOVING: Final = MctsConfig(PROSPECTS, explore=0.1, luck=0.3)
_NODE_BYTES: Final = 32
_ENTRY_BYTES: Final = 16


class Searcher:
    """The thinking part of one engine: whichever search suits the number of players."""

    def __init__(self, skill: Skill, threads: int, memory: int, seed: int) -> None:
        self._skill = skill
        self._threads = threads
        self._memory = memory << 20
        self._seed = seed
        #: For tables of how many, and what thinks there: never two at once, for the memory.
        self._players = 0
        self._mind: AlphaBetaSearcher | MctsSearcher | None = None

    def think(self, view: View, limit: SearchLimit) -> Thought:
        """The best step within the limit."""
        if not view.legal:
            raise ValueError("the viewer has nothing to decide")
        if self._mind is None or self._players != view.setup.players:
            self._players, self._mind = view.setup.players, None
            self._mind = self._mind_for(self._players)
        return self._mind.think(view, limit)

    def _mind_for(self, players: int) -> "AlphaBetaSearcher | MctsSearcher":
        if players == 2:
            bits = int(math.log2(self._memory / _ENTRY_BYTES / 1.25))
            return AlphaBetaSearcher(AlphaBetaDriver(self._threads, bits, self._skill), self._skill)
        grove = MctsSearch(
            nodes=self._memory // _NODE_BYTES,
            moving=MOVING,
            placing=PLACING,
            seed=self._seed,
            most=self._skill.leaves,
            walk=self._skill.walk,
        )
        return MctsSearcher(grove, self._skill)


class AlphaBetaSearcher:
    """Thinks about one opponent."""

    def __init__(self, duel: AlphaBetaDriver, skill: Skill) -> None:
        self._duel = duel
        self._skill = skill
        self._deal: tuple[Setup, bytes] | None = None
        self._table: Numbers = np.zeros(0, dtype=np.int64)

    def think(self, view: View, limit: SearchLimit) -> Thought:
        """The best step within the limit."""
        if view.phase is Phase.SWAPS:
            return _polite(view)
        state = view.imagine(random.Random(0))
        self._lay_out(state)
        finding, race = Finding(), race_of(state)
        told = 0

        def news() -> None:
            nonlocal told
            if limit.report is not None and finding.depth > told:
                told = finding.depth
                limit.report(self._tell(state, race, finding))

        self._duel.begin()
        run_within(limit, lambda: self._duel.run(self._table, race, finding), self._duel.stop, news)
        return self._tell(state, race, finding)

    def _lay_out(self, state: State) -> None:
        """On a new deal, forget the old one."""
        if self._deal != (state.setup, state.fish):
            self._deal = (state.setup, state.fish)
            self._table = table_of(state.setup, state.fish, self._skill.far)
            weigh(self._table)
            self._duel.forget()

    def _tell(self, state: State, race: Numbers, finding: Finding) -> Thought:
        seat = int(race[TURN])
        step, value, proved = finding.step, finding.value, finding.proved
        margin = float(value + race[WORTHS + seat] - race[WORTHS + 1 - seat])
        steps, totals, exact = self._duel.follow(self._table, race, step)
        if proved and exact and totals[seat] - totals[1 - seat] == margin:
            mine, theirs = totals[seat] / WORTH_OF_A_FISH // 1, totals[1 - seat] / WORTH_OF_A_FISH // 1
        else:
            both, fish = sum(totals) / WORTH_OF_A_FISH, margin / WORTH_OF_A_FISH
            mine, theirs = (both + fish) / 2, (both - fish) / 2
        if proved:
            share = 0.5 if not margin else float(margin > 0)
        else:
            share = 1 / (1 + math.exp(-margin / WORTH_OF_A_FISH / _doubt(int(race[FREE]).bit_count())))
        return Thought(
            step=step_of(state, step),
            shares=(share, 1 - share) if seat == 0 else (1 - share, share),
            points=(mine, theirs) if seat == 0 else (theirs, mine),
            line=_line(state, steps),
            proved=proved and self._skill.far >= Skill().far,
            depth=finding.depth,
            nodes=self._duel.nodes,
        )


class MctsSearcher:
    """Thinks about any number of opponents, with a tree."""

    def __init__(self, grove: MctsSearch, skill: Skill | None = None) -> None:
        self._grove = grove
        self._skill = skill or Skill()
        self._deal: tuple[Setup, bytes] | None = None
        self._table: Numbers = np.zeros(0, dtype=np.int64)

    def think(self, view: View, limit: SearchLimit) -> Thought:
        """The best step within the limit."""
        if view.phase is Phase.SWAPS:
            return _polite(view)
        state = view.imagine(random.Random(0))
        if self._deal != (state.setup, state.fish):
            self._deal = (state.setup, state.fish)
            self._table = table_of(state.setup, state.fish, self._skill.far)
            weigh(self._table)
            self._grove.forget()
        grove, race = self._grove, race_of(state)
        grove.begin()
        run_within(limit, lambda: grove.run(self._table, race), grove.stop, lambda: None)
        seat = int(race[TURN])
        points, shares = self._hopes(grove.race, state.setup.players)
        share, steps = shares[seat] if grove.strolling else grove.share, grove.line
        return Thought(
            step=step_of(state, grove.step),
            shares=with_share(shares, seat, share),
            points=points,
            line=_line(state, steps),
            depth=len(steps),
            nodes=grove.leaves,
        )

    def _hopes(self, race: Numbers, players: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """By seat: the fish it may hope for, and its share of the win by that."""
        worths = np.zeros(4, dtype=np.int64)
        shares = np.zeros(4)
        if race[TURN] < 0:
            worths[:] = race[WORTHS : WORTHS + 4]
            shares_of_result(self._table, race, shares)
        else:
            prospects(self._table, race, worths, np.zeros(CROWD, dtype=np.int64))
            shares_of_hopes(self._table, worths, doubt(int(race[FREE])), shares)
        return (
            tuple(float(worth) / WORTH_OF_A_FISH for worth in worths[:players]),
            tuple(float(share) for share in shares[:players]),
        )


def _doubt(free: int) -> float:
    """By how many fish a judged margin is wrong, as a logistic's scale, with so many floes free; from self-play."""
    return 0.4 + 0.09 * free


def _polite(view: View) -> Thought:
    """Before any penguin stands, a swap favours nobody: agree to all, and propose none."""
    players = view.setup.players
    fish = sum(int(digit) for digit in view.deal or "" if digit.isdigit()) / players
    return Thought(
        step=AGREE if AGREE in view.legal else CONTENT, shares=(1 / players,) * players, points=(fish,) * players
    )


def step_of(state: State, number: int) -> Step:
    """The step that a search means by start * 64 + end; while placing, the end alone counts."""
    board = state.board
    if state.phase is Phase.PLACING:
        return board.placings[number & 63][1]
    return board.slides[f"{board.names[number >> 6]}-{board.names[number & 63]}"].move


def _line(state: State, numbers: list[int]) -> tuple[Step, ...]:
    """The steps of a line, as far as it leaves out nobody who is on turn."""
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
    from shoal.games.penguins.engine.warm_up import warm_all

    warm_all()
