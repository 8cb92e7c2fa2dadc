"""The steps that a seat may take, each with a static evaluation, which is exact for the last two cards if known."""

import random
from typing import NamedTuple

import numpy as np

from shoal.core import Seat
from shoal.core.numba_kernels import Numbers, Reals
from shoal.games.fishtank.cells import CENTRE
from shoal.games.fishtank.engine.encoding import FramedTank, KindNumbers, framed_tanks
from shoal.games.fishtank.engine.last_two_cards import best_last_card, last_placement_values
from shoal.games.fishtank.engine.potential import evaluate_tank, new_chances, new_creature_sums, set_chances
from shoal.games.fishtank.engine.rollout_policy import best_placement, evaluate_placements, new_scratch
from shoal.games.fishtank.engine.rules_kernel import CHOSEN, NOTHING, ROUNDS, place_card
from shoal.games.fishtank.engine.scoring_tables import CELLS, ScoringTables
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.steps import ChooseCard, PlaceCard
from shoal.games.fishtank.view import View

__all__ = ["Candidate", "CandidateFinder"]


class Candidate(NamedTuple):
    """A step, its evaluation, and how rollouts go on after it."""

    step: ChooseCard | PlaceCard
    evaluation: float
    #: `[kinds]`: the tank in some frame, with the card if the step places one; and its free cells.
    tank: Numbers
    free: int
    #: The kind to choose, or the one placed.
    kind: int


class CandidateFinder:
    """Lists and evaluates the steps of one seat, without looking ahead."""

    def __init__(self, view: View, me: Seat, tables: ScoringTables, policy: Reals) -> None:
        self.numbers = KindNumbers(view.options)
        self.unchosen = self.numbers.unchosen(seen.choices for seen in view.past)
        self._view = view
        self._me = me
        self._tables = tables
        self._policy = policy
        self._choosing = view.phase is RoundPhase.CHOOSE
        self._chances = new_chances(len(self.numbers.kinds))
        set_chances(policy, self.unchosen, self.rounds_revealed + self._choosing, self._chances)

    @property
    def rounds_revealed(self) -> int:
        """Rounds whose choices are open."""
        return len(self._view.past)

    @property
    def exact(self) -> bool:
        """Whether evaluations are exact: for the last card, or for the last two when both are known."""
        return self.rounds_revealed + self._choosing >= ROUNDS - (self._view.phase is RoundPhase.PLACE)

    def candidates(self, rng: random.Random, *, turning: bool) -> list[Candidate]:
        """All steps, the best evaluation first, equals in random order; a placing in the best frame for it."""
        found = self._choices() if self._choosing else self._placings(turning=turning)
        rng.shuffle(found)
        return sorted(found, key=lambda candidate: -candidate.evaluation)

    def best_frame(self, seat: Seat) -> tuple[FramedTank, float]:
        """A seat's tank in the frame with the best evaluation, and that evaluation."""
        best: tuple[FramedTank, float] | None = None
        sums = new_creature_sums()
        for one in framed_tanks(self._view.tanks[seat], self.numbers):
            evaluation = evaluate_tank(self._tables, self._policy, self._chances, one.cells, one.free, sums)
            if best is None or evaluation > best[1]:
                best = one, evaluation
        if best is None:
            raise ValueError("a tank without a frame")
        return best

    def _choices(self) -> list[Candidate]:
        hand = self._view.hand or ()
        tanks = framed_tanks(self._view.tanks[self._me], self.numbers)
        scratch, chosen = new_scratch(len(self.numbers.kinds)), np.zeros(CHOSEN, dtype=np.int64)
        candidates = []
        for name in dict.fromkeys(hand):
            only = self.numbers.count_cards((name,))
            found: list[Candidate] = []
            for one in tanks:
                if self.exact:
                    evaluation = best_last_card(self._tables, one.cells, one.free, only, chosen)
                else:
                    evaluation = best_placement(
                        self._tables, self._policy, self._chances, one.cells, one.free, only, scratch, chosen
                    )
                kind = self.numbers.numbers[name]
                found.append(Candidate(ChooseCard(self._me, name), evaluation, one.cells, one.free, kind))
            candidates.append(max(found, key=lambda candidate: candidate.evaluation))
        return candidates

    def _placings(self, *, turning: bool) -> list[Candidate]:
        kind = self.numbers.numbers[self._view.revealed[self._me]]
        best: dict[PlaceCard, tuple[float, FramedTank, int, int]] = {}
        values = np.zeros((CELLS, CELLS + 1))
        for one in framed_tanks(self._view.tanks[self._me], self.numbers):
            self._evaluate_placements(one, kind, values)
            for cell in range(CELLS):
                if one.free >> cell & 1:
                    for turned in range(NOTHING, CELLS) if turning else (NOTHING, cell):
                        evaluation = float(values[cell, turned])
                        if evaluation > -1:
                            step = self._step(one, cell, turned)
                            if step not in best or evaluation > best[step][0]:
                                best[step] = evaluation, one, cell, turned
        candidates = []
        for step, (evaluation, one, cell, turned) in best.items():
            tank = one.cells.copy()
            place_card(tank, self._tables.plant, kind, cell, turned)
            candidates.append(Candidate(step, evaluation, tank, one.free & ~(1 << cell), kind))
        return candidates

    def _step(self, one: FramedTank, cell: int, turned: int) -> PlaceCard:
        if self._view.tanks[self._me].occupied:
            return PlaceCard(self._me, one.frame[cell], None if turned < 0 else one.frame[turned])
        # The first card can only go to one cell, wherever in its frame that will be.
        return PlaceCard(self._me, CENTRE, None if turned < 0 else CENTRE)

    def _evaluate_placements(self, one: FramedTank, kind: int, values: Reals) -> None:
        """Fill `values[CELLS, CELLS + 1]`, by cell and turned cell; the last column is for turning nothing."""
        if self.exact:
            hand = self.numbers.count_cards(self._view.hand or ())
            chosen = np.zeros(CHOSEN, dtype=np.int64)
            last_placement_values(self._tables, one.cells, one.free, kind, hand, values, chosen)
        else:
            sums = new_creature_sums()
            evaluate_placements(self._tables, self._policy, self._chances, one.cells, one.free, kind, values, sums)
