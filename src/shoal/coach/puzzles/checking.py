"""Checks a puzzle: that it replays, that its step is legal, and that the judge finds what it claims, once more.

What is proved or exact has to come out as the puzzle says. Of what is estimated, the best step has to be clearly best
again: the numbers change with each improvement of the judge.
"""

from typing import Final

from shoal.coach.puzzles.clear_best import ClearBestFinder
from shoal.coach.puzzles.position import PuzzlePosition, replay_puzzle
from shoal.coach.puzzles.puzzle import Puzzle, TriedStep
from shoal.core import Game, ShoalError, Text, msg

__all__ = ["check_claims", "check_puzzle"]

#: How far the same number may be off that another processor has computed.
_ALIKE: Final = 0.001


def check_puzzle(puzzle: Puzzle, game: Game, finder: ClearBestFinder | None = None) -> None:
    """Raise `ShoalError` unless the puzzle is what it claims; with a `finder`, all values are computed again."""
    if puzzle.game != game.name:
        raise _fault(puzzle, msg("it is a puzzle of {game}", game=puzzle.game))
    position = replay_puzzle(puzzle, game)
    check_claims(position)
    if finder is None:
        return
    clear = finder.find(position.view, again=True)
    if clear is None:
        raise _fault(puzzle, msg("no step is clearly best"))
    if clear.best.step != puzzle.best.step or clear.certainty != puzzle.certainty:
        raise _fault(
            puzzle,
            msg("found the best step {found}, expected {expected}", found=clear.best.step, expected=puzzle.best.step),
        )
    if puzzle.certainty == "estimated":
        return
    values = {one.step: one for one in (clear.best, *clear.others)}
    for claimed in (puzzle.best, *puzzle.others):
        computed = values[claimed.step]
        if not _agree(claimed, computed):
            raise _fault(
                puzzle,
                msg(
                    "{step}: found the values {found}, expected {expected}",
                    step=claimed.step,
                    found=_values(computed),
                    expected=_values(claimed),
                ),
            )


def check_claims(position: PuzzlePosition) -> None:
    """Raise `ShoalError` unless all steps of the puzzle are legal and different, and its line can be walked."""
    puzzle = position.puzzle
    steps = [one.step for one in (puzzle.best, *puzzle.others)]
    for step in steps:
        position.step(step)
    if len(set(steps)) < len(steps):
        raise _fault(puzzle, msg("a step is there twice"))
    legal = {str(step) for step in position.view.legal}
    if puzzle.certainty != "estimated" and legal != set(steps):
        raise _fault(puzzle, msg("not all legal steps were looked at"))
    for one in (puzzle.best, *puzzle.others):
        position.walk((one.step, *one.line))


def _agree(claimed: TriedStep, computed: TriedStep) -> bool:
    pairs = [(claimed.chance, computed.chance), *zip(claimed.points, computed.points, strict=True)]
    return all(abs(first - second) <= _ALIKE for first, second in pairs)


def _fault(puzzle: Puzzle, fault: Text) -> ShoalError:
    return ShoalError(msg("puzzle {id}: {fault}", id=puzzle.id, fault=fault))


def _values(tried: TriedStep) -> str:
    return ", ".join(f"{value:g}" for value in (tried.chance, *tried.points))
