"""The position of a puzzle: what its seat is shown, which steps it may take, and where a line of play leads."""

from collections.abc import Sequence

import msgspec

from shoal.coach.puzzles.puzzle import Puzzle
from shoal.core import CHANCE, Game, Replay, Seat, ShoalError, State, Step, View, msg

__all__ = ["PuzzlePosition", "replay_puzzle"]


class PuzzlePosition(msgspec.Struct, frozen=True):
    """A puzzle, replayed. The state holds what is hidden from the seat: people get `displayed`."""

    puzzle: Puzzle
    game: Game
    state: State
    seat: Seat

    @property
    def view(self) -> View:
        """All that the seat may know."""
        return self.state.view(self.seat)

    @property
    def displayed(self) -> View:
        """What the seat is shown."""
        return self.game.displayed(self.view)

    def step(self, text: str) -> Step:
        """The legal step of this notation. Raises `ShoalError` for anything else."""
        step = self.state.parse(text)
        if step not in self.view.legal:
            raise ShoalError(msg("{step} is not possible here", step=str(step)))
        return step

    def walk(self, line: Sequence[str]) -> list[State]:
        """The states after each step of a line, as far as players alone decide: where chance acts, nobody knows."""
        states: list[State] = []
        state = self.state
        for text in line:
            if state.to_act in ((), (CHANCE,)):
                break
            state = state.play(state.parse(text))
            states.append(state)
        return states


def replay_puzzle(puzzle: Puzzle, game: Game | None = None) -> PuzzlePosition:
    """The position of a puzzle. Raises `ShoalError` if its record cannot be replayed, or the seat is not to act."""
    replay = Replay(puzzle.record, game)
    state, seat = replay.final, puzzle.acting
    if len(state.scores) != len(puzzle.best.points):
        raise ShoalError(
            msg(
                "found points of {found} seats, expected {count}",
                found=len(puzzle.best.points),
                count=len(state.scores),
            )
        )
    if seat not in state.to_act or state.sealed:
        raise ShoalError(msg("it is not the turn of seat {seat}", seat=puzzle.seat))
    return PuzzlePosition(puzzle, replay.game, state, seat)
