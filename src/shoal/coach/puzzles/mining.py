"""The miner: bots play games, and their ends are searched for positions with one clearly best step.

Everything follows from a seed and the number of the game, so that mining can stop anywhere and go on later. From the
end of a game it goes back until the judge is not certain any more, unless the rules of the game take estimates, too.
"""

import hashlib
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from shoal.coach.puzzles.clear_best import ClearBestFinder
from shoal.coach.puzzles.grading import grade_of, tries_of_levels
from shoal.coach.puzzles.mining_rules import MiningRules, MiningTable
from shoal.coach.puzzles.puzzle import Puzzle, new_puzzle
from shoal.coach.puzzles.unhurried import UnhurriedBot
from shoal.core import CHANCE, Game, Record, Seat, Step, Table, seat_name
from shoal.core.state import State

__all__ = ["mine_games", "played_table"]


class _Decision(NamedTuple):
    """A position of a game: the number of steps before it, and the seat that is to act."""

    number: int
    seat: Seat


class _Miner:
    """Searches games of one kind for puzzles."""

    def __init__(self, game: Game, rules: MiningRules) -> None:
        self._game = game
        self._rules = rules
        self._finder = ClearBestFinder(game, rules)

    def mine(self, seed: str, number: int) -> list[Puzzle]:
        """The puzzles of one game, the hardest first."""
        origin = f"{seed}:{number}"
        table = self._rules.tables[number % len(self._rules.tables)]
        record, states = played_table(self._game, table, origin)
        moments = _moments(states, self._rules.fewest_steps)
        if self._rules.estimated is not None:
            found = self._search(record, states, self._drawn(moments, len(states[0].scores), number, origin), origin)
        else:
            found = self._search(record, states, moments, origin)
        return self._hardest(found)

    def _drawn(self, moments: Sequence[_Decision], players: int, number: int, origin: str) -> list[_Decision]:
        """The last decisions of the game, which may be certain, and some earlier ones."""
        last, earlier = list(moments[:players]), list(moments[players:])
        if number % self._rules.earlier_every:
            return last
        rng = random.Random(f"puzzles {origin}")
        return [*last, *rng.sample(earlier, min(self._rules.earlier, len(earlier)))]

    def _search(
        self, record: Record, states: Sequence[State], moments: Sequence[_Decision], origin: str
    ) -> list[tuple[_Decision, Puzzle]]:
        found: list[tuple[_Decision, Puzzle]] = []
        for moment in moments:
            view = states[moment.number].view(moment.seat)
            if self._rules.estimated is None and not self._finder.is_certain(view):
                break
            if self._rules.mistakes_only and not self._finder.is_mistake(view, _taken(states, record, moment)):
                continue
            clear = self._finder.find(view)
            if clear is None:
                continue
            tries = tries_of_levels(self._game, view, clear.best.step)
            before = Record(record.format, record.game, record.options, record.moves[: moment.number])
            puzzle = new_puzzle(
                seat_name(moment.seat),
                clear.certainty,
                clear.best,
                clear.others,
                grade_of(tries),
                tries,
                origin,
                before,
            )
            found.append((moment, puzzle))
        return found

    def _hardest(self, found: Sequence[tuple[_Decision, Puzzle]]) -> list[Puzzle]:
        """The hardest puzzles of a game that are not too close to each other, and not alike."""
        kept: list[tuple[_Decision, Puzzle]] = []
        for moment, puzzle in sorted(found, key=lambda one: -one[1].grade):
            near = any(abs(moment.number - other.number) < self._rules.apart for other, _ in kept)
            alike = any(puzzle.best.step == other.best.step for _, other in kept)
            if not near and not alike and len(kept) < self._rules.most_of_a_game:
                kept.append((moment, puzzle))
        return [puzzle for _, puzzle in kept]


def _moments(states: Sequence[State], fewest_steps: int) -> list[_Decision]:
    """Where seats decide, the last ones first; where several do at once, before any of them has."""
    return [
        _Decision(number, seat)
        for number, state in reversed(list(enumerate(states)))
        if not state.sealed and state.to_act != (CHANCE,)
        for seat in state.to_act
        if len(state.legal(seat)) >= fewest_steps
    ]


def _taken(states: Sequence[State], record: Record, moment: _Decision) -> Step:
    """The step that the seat took."""
    state = states[moment.number]
    legal = state.legal(moment.seat)
    taken = (state.parse(text) for text in record.moves[moment.number :])
    return next(step for step in taken if step in legal)


def played_table(game: Game, table: MiningTable, seed: str) -> tuple[Record, list[State]]:
    """A game between the table's bots, and its states. Nothing depends on a clock: bots think as far as they can."""
    played = Table(game, table.options, seed=hashlib.sha256(f"puzzles {seed}".encode()).hexdigest())
    seats = len(played.state.scores)
    bots = [UnhurriedBot(game, table.bots[seat % len(table.bots)], f"puzzles {seed} {seat}") for seat in range(seats)]
    states = [game.start(played.options)]
    try:
        while not played.over:
            seat = played.state.to_act[0]
            played.submit(seat, bots[seat].choose(played.view(seat)))
    finally:
        for bot in bots:
            bot.close()
    record = played.record()
    for text in record.moves:
        states.append(states[-1].play(states[-1].parse(text)))
    return record, states


def mine_games(game: Game, rules: MiningRules, seed: str, first: int = 0) -> Iterator[tuple[int, list[Puzzle]]]:
    """Game after game without an end: its number, and the puzzles that are in it."""
    miner = _Miner(game, rules)
    number = first
    while True:
        yield number, miner.mine(seed, number)
        number += 1
