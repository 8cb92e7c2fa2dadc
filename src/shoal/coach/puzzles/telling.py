"""A puzzle in words: the task, what a step leads to, and the solution with its values."""

from shoal.coach.hint import percent, signed, tell_line
from shoal.coach.puzzles.position import PuzzlePosition
from shoal.coach.puzzles.puzzle import Puzzle, TriedStep
from shoal.core import Text, msg, msgs, seat_name
from shoal.core.judging import lead_of

__all__ = ["tell_finders", "tell_right", "tell_solution", "tell_task", "tell_wrong"]


def tell_task(puzzle: Puzzle) -> Text:
    """What is asked."""
    return msg("You are {seat}. One step is clearly best: which?", seat=puzzle.seat)


def tell_right(position: PuzzlePosition) -> list[Text]:
    """After the right answer."""
    best = position.puzzle.best.step
    meaning = position.state.describe(position.step(best))
    return [msg("Right: {step} ({meaning}).", step=best, meaning=meaning), *_reasons(position)]


def tell_solution(position: PuzzlePosition) -> list[Text]:
    """For who gives up."""
    best = position.puzzle.best.step
    meaning = position.state.describe(position.step(best))
    return [msg("The best step is {step} ({meaning}).", step=best, meaning=meaning), *_reasons(position)]


def tell_wrong(position: PuzzlePosition, step: str) -> list[Text]:
    """After another answer: what it leads to, and no word about the best step."""
    puzzle = position.puzzle
    meaning = position.state.describe(position.step(step))
    told = [msg("No: {step} ({meaning}) is not the best step.", step=step, meaning=meaning)]
    tried = puzzle.tried(step)
    if tried is None:
        return [*told, msg("It is worse than the steps that were looked at closely.")]
    told.append(_tell_value(puzzle, tried))
    if tried.line:
        told.append(msg("Expected: {line}", line=tell_line(tried.line)))
    return told


def tell_finders(puzzle: Puzzle) -> Text:
    """Which of the weaker levels find the best step."""
    finders = [name for name, (hits, tries) in puzzle.found.items() if 2 * hits >= tries]
    if not finders:
        return msg("None of these bots finds it: {names}.", names=", ".join(puzzle.found))
    return msgs(
        "This bot finds it, too: {names}.", "These bots find it, too: {names}.", len(finders), names=", ".join(finders)
    )


def _reasons(position: PuzzlePosition) -> list[Text]:
    puzzle, best = position.puzzle, position.puzzle.best
    told = [*position.game.reasons(position.view, position.step(best.step)), _tell_value(puzzle, best)]
    if best.line:
        told.append(msg("Expected: {line}", line=tell_line((best.step, *best.line))))
    other = puzzle.others[0]
    behind = lead_of(best.points, puzzle.acting) - lead_of(other.points, puzzle.acting)
    if puzzle.certainty == "proved":
        behind = round(behind)
    told.append(
        msg(
            "Next best: {step}, {chance} less likely to win, {points} points behind.",
            step=other.step,
            chance=percent(best.chance - other.chance),
            points=signed(behind).lstrip("+"),
        )
    )
    return told


def _tell_value(puzzle: Puzzle, tried: TriedStep) -> Text:
    """What a step leads to, and how sure that is."""
    chance = percent(tried.chance)
    score = " · ".join(f"{seat_name(seat)} {points:g}" for seat, points in enumerate(tried.points))
    if puzzle.certainty == "proved":
        if not all(map(float.is_integer, tried.points)):
            # Who wins is proved, and by how much; not how many points that makes for each.
            return msg("Proved to the end: chance to win {chance}.", chance=chance)
        return msg("Proved to the end: chance to win {chance}, final score {score}.", chance=chance, score=score)
    if puzzle.certainty == "exact":
        return msg(
            "Exact, over all that chance may do: chance to win {chance}, final score on average {score}.",
            chance=chance,
            score=score,
        )
    return msg("Estimated: chance to win {chance}, final score on average {score}.", chance=chance, score=score)
