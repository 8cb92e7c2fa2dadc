"""The board of the review page: a position of a finished game, with the steps that are marked on it."""

import msgspec

from shoal.coach import StepReview
from shoal.core import CHANCE, Replay, Seat, ShoalError, State, View, Viewer
from shoal.server.web.templating import MarkedStep

__all__ = ["ReviewBoard", "board_at", "exercise_board"]


class ReviewBoard(msgspec.Struct, frozen=True):
    """What is drawn: a view, and the steps that are marked."""

    view: View
    marked: tuple[MarkedStep, ...]
    #: After how many steps of the game the position is.
    shown: int
    #: How many steps of the better line have been taken from there.
    walked: int = 0
    #: How far the better line can be walked: to where chance acts, or what is hidden decides.
    way: int = 0


def board_at(replay: Replay, number: int, judged: StepReview | None, walked: int, reader: Viewer) -> ReviewBoard:
    """The board for step `number`, from 1: before it, as its seat saw it; after it where chance took it.

    One more than the last step is the end of the game. With `walked`, so many steps of the better line are taken.
    """
    if number > len(replay.steps):
        return ReviewBoard(replay.final.view(reader), (), len(replay.steps))
    taker = replay.history.takers[number - 1]
    if taker == CHANCE:
        return ReviewBoard(replay.states[number].view(reader), (), number)
    state, step = replay.states[number - 1], replay.steps[number - 1]
    played = MarkedStep("played", step.tokens)
    if judged is None or judged.best in ("", judged.step):
        return ReviewBoard(state.view(taker), (played,), number - 1)
    way = _walk(state, judged.line)
    if 0 < walked < len(way):
        before, after = way[walked - 1], way[walked]
        taken = before.parse(judged.line[walked - 1])
        marked = MarkedStep("better", taken.tokens)
        return ReviewBoard(after.view(taker), (marked,), number - 1, walked, len(way) - 1)
    better = MarkedStep("better", state.parse(judged.best).tokens)
    return ReviewBoard(state.view(taker), (played, better), number - 1, 0, len(way) - 1)


def exercise_board(replay: Replay, number: int, seat: Seat) -> ReviewBoard:
    """The position before a step as its seat saw it, with nothing marked."""
    return ReviewBoard(replay.states[number - 1].view(seat), (), number - 1)


def _walk(state: State, line: tuple[str, ...]) -> list[State]:
    """The positions of a line, as far as it can be played: a line may have been imagined with other cards."""
    states = [state]
    for text in line:
        if states[-1].to_act == (CHANCE,):
            break
        try:
            states.append(states[-1].play(states[-1].parse(text)))
        except ShoalError:
            break
    return states
