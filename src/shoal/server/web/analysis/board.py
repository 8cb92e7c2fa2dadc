"""A position replayed: the state that is shown, those before and behind it, and what a step makes of it."""

import secrets
from typing import Final

from msgspec.structs import replace

from shoal.core import CHANCE, Game, NotationError, Refusal, Replay, Seat, State, Step, find_game, msg
from shoal.core.errors import RecordError, ShoalError
from shoal.core.history import History, taker_of
from shoal.server.web.analysis.position import MOST_STEPS, AnalysisPosition

__all__ = ["AnalysisBoard"]

#: A step's notation has so many words at most.
_MOST_WORDS: Final = 3


class AnalysisBoard:
    """A position whose moves have been played. Raises a `ShoalError` that names the first move that cannot be."""

    def __init__(self, position: AnalysisPosition) -> None:
        self.game: Game = find_game(position.game)
        self.history: History = Replay(position.record(), self.game).history
        # Of the sealed choices of a seat, the last one counts: it stands where the first one stood.
        moves = tuple(map(str, self.history.steps))
        self.position = replace(position, moves=moves, at=min(position.at, len(moves)))

    @property
    def state(self) -> State:
        """The state that is shown."""
        return self.history.states[self.position.at]

    @property
    def chance_acts(self) -> bool:
        return self.state.to_act == (CHANCE,)

    @property
    def able(self) -> tuple[Seat, ...]:
        """The seats that may act: those that have to, and those that may replace a sealed choice."""
        return tuple(sorted(seat for seat in (*self.state.to_act, *self.state.sealed) if seat != CHANCE))

    @property
    def acting(self) -> Seat | None:
        """The seat that acts next: the one whose view is shown if it may, or the first that has to."""
        if self.position.seat in self.able:
            return self.position.seat
        return self.state.to_act[0] if self.state.to_act and not self.chance_acts else None

    @property
    def viewer(self) -> Seat | None:
        """Whose view is shown: of the seat that was chosen, acts, alone sees what chance does, or acted last."""
        if self.position.seat is not None and self.position.seat < len(self.state.scores):
            return self.position.seat
        if self.acting is not None:
            return self.acting
        if self.chance_acts and (reader := self._only_reader()) is not None:
            return reader
        takers = self.history.takers[: self.position.at]
        return next((seat for seat in reversed(takers) if seat != CHANCE), None)

    def _only_reader(self) -> Seat | None:
        """The seat that alone may read what chance does now, such as the card that it is dealt."""
        step = next(iter(self.state.chance().steps), None)
        if step is None or step.seen_by(None) == str(step):
            return None
        return next((seat for seat in range(len(self.state.scores)) if step.seen_by(seat) == str(step)), None)

    def played(self, text: str) -> AnalysisPosition:
        """The position after a step; if it is the one that was taken here, what followed stays."""
        at, step = self.position.at, self.state.parse(text)
        if self.history.steps[at : at + 1] == [step]:
            return replace(self.position, at=at + 1, seat=None)
        history = self._past()
        history.take(taker_of(history.state, step), step)
        return self._at_end(history)

    def typed(self, text: str) -> AnalysisPosition:
        """The position after several steps, with commas, line ends or spaces between."""
        words = text.replace(",", " ").split()
        if not words:
            raise NotationError(text, msg("one or more steps in notation"))
        if len(words) > _MOST_WORDS * MOST_STEPS:
            raise RecordError(msg("found {found} steps, expected at most {most}", found=len(words), most=MOST_STEPS))
        history, number = self._past(), 0
        while words:
            number += 1
            step, used = _first_step(history.state, words, number)
            _take(history, step, number)
            words = words[used:]
        return self._at_end(history)

    def drawn(self, *, all_of_it: bool = False) -> AnalysisPosition:
        """The position after chance has drawn; with `all_of_it`, until somebody has to act."""
        if not self.chance_acts:
            raise Refusal(msg("chance does not act here"))
        history = self._past()
        while history.state.to_act == (CHANCE,):
            history.take(CHANCE, history.state.chance().draw(secrets.randbelow))
            if not all_of_it:
                break
        return self._at_end(history)

    def _past(self) -> History:
        return self.history.until(self.position.at)

    def _at_end(self, history: History) -> AnalysisPosition:
        if len(history.steps) > MOST_STEPS:
            raise RecordError(
                msg("found {found} steps, expected at most {most}", found=len(history.steps), most=MOST_STEPS)
            )
        return replace(self.position, moves=tuple(map(str, history.steps)), at=len(history.steps), seat=None)


def _first_step(state: State, words: list[str], number: int) -> tuple[Step, int]:
    """The step that the next words stand for, and how many they are: as many as make one."""
    refusal: ShoalError | None = None
    for used in range(min(_MOST_WORDS, len(words)), 0, -1):
        try:
            return state.parse(" ".join(words[:used])), used
        except ShoalError as error:
            refusal = error
    assert refusal is not None  # noqa: S101 - there is a word
    raise RecordError(refusal.text, number)


def _take(history: History, step: Step, number: int) -> None:
    try:
        history.take(taker_of(history.state, step), step)
    except ShoalError as error:
        raise RecordError(error.text, number) from None
