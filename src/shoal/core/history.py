"""The history of a game: the steps that count, who took them, and the states between them.

Until sealed choices are opened, a seat may replace its own. Then only the last one counts, and it stands where the
first one stood: a history does not tell that, or how often, a seat has changed its mind.
"""

from collections.abc import Sequence
from typing import NamedTuple

from shoal.core.errors import Refusal, ShoalError
from shoal.core.seats import CHANCE, Seat, seat_name
from shoal.core.state import State
from shoal.core.step import Step
from shoal.core.text import msg

__all__ = ["History", "taker_of"]


class _Replaced(NamedTuple):
    """The history before a seat replaced a choice, where the dealer counts both."""

    seat: Seat
    states: Sequence[State]
    steps: Sequence[Step]
    takers: Sequence[Seat]


class History:
    """The steps of a game, and a state more than steps: `states[n]` is the one before `steps[n]`."""

    __slots__ = ("_replaced", "_skipped", "draws", "states", "steps", "takers")

    def __init__(self, start: State) -> None:
        self.states = [start]
        self.steps: list[Step] = []
        #: Who took each step; chance included.
        self.takers: list[Seat] = []
        #: The number under which the dealer drew each step of chance.
        self.draws: list[int] = []
        #: Older records and event logs hold replaced choices, and there the dealer counts them.
        self._replaced: list[_Replaced] = []
        #: How many more numbers the dealer has left out, as the record says.
        self._skipped = 0

    def copy(self) -> "History":
        """A history that goes on by itself."""
        twin = History(self.states[0])
        twin.states, twin.steps, twin.takers = list(self.states), list(self.steps), list(self.takers)
        twin.draws, twin._replaced, twin._skipped = list(self.draws), list(self._replaced), self._skipped
        return twin

    @property
    def state(self) -> State:
        """The state now."""
        return self.states[-1]

    @property
    def next_draw(self) -> int:
        """The number under which the dealer would draw now."""
        return len(self.steps) + self._skipped + len(self._replaced)

    @property
    def draws_if_skipped(self) -> tuple[int, ...] | None:
        """The dealer's numbers, unless they are those of the steps."""
        plain = [number for number, taker in enumerate(self.takers) if taker == CHANCE]
        return tuple(self.draws) if self.draws != plain else None

    def sealed_since_chance(self) -> bool:
        """Whether any choice was sealed since chance last acted."""
        for state, taker in zip(reversed(self.states), reversed((CHANCE, *self.takers)), strict=True):
            if state.sealed:
                return True
            if taker == CHANCE:
                return False
        return False

    def skip_to(self, draw: int) -> None:
        """Have the dealer draw next under this number."""
        self._skipped += draw - self.next_draw

    def take(self, seat: Seat, step: Step) -> None:
        """Add a step; the choice of a seat that has a sealed one takes its place."""
        if seat in self.state.sealed:
            self._replace(seat, step)
            return
        following = self.state.play(step)
        if seat == CHANCE:
            self.draws.append(self.next_draw)
        self.steps.append(step)
        self.takers.append(seat)
        self.states.append(following)

    def take_counted(self, seat: Seat, step: Step) -> None:
        """Add a step as `take` does; if it takes the place of a sealed choice, the dealer counts that one too."""
        if seat in self.state.sealed:
            before = _Replaced(seat, tuple(self.states), tuple(self.steps), tuple(self.takers))
            self._replace(seat, step)
            self._replaced.append(before)
        else:
            self.take(seat, step)

    def undo(self, seat: Seat) -> None:
        """Take back the seat's last step and all that followed; if it replaced one that counts, that one is back."""
        number = self.undoable(seat)
        while self._replaced and len(self._replaced[-1].steps) > number:
            before = self._replaced.pop()
            self.states, self.steps, self.takers = list(before.states), list(before.steps), list(before.takers)
            if before.seat == seat:
                return
        del self.steps[number:], self.takers[number:], self.states[number + 1 :]

    def undoable(self, seat: Seat) -> int:
        """The number of the seat's last step; if something was revealed since, or there is none, raises `Refusal`."""
        for number in range(len(self.steps) - 1, -1, -1):
            if self.takers[number] == CHANCE:
                raise Refusal(msg("nothing to take back: chance has acted since"))
            before, after = self.states[number], self.states[number + 1]
            if (before.sealed or len(before.to_act) > 1) and not after.sealed:
                raise Refusal(msg("nothing to take back: the sealed choices have been opened since"))
            if self.takers[number] == seat:
                return number
        raise Refusal(msg("nothing to take back: seat {seat} has not acted yet", seat=seat_name(seat)))

    def _replace(self, seat: Seat, step: Step) -> None:
        number = max(number for number, taker in enumerate(self.takers) if taker == seat)
        states = self.states[: number + 1]
        steps = [*self.steps[:number], step, *self.steps[number + 1 :]]
        for each in steps[number:]:
            states.append(states[-1].play(each))
        self.states, self.steps = states, steps


def taker_of(state: State, step: Step) -> Seat:
    """The seat, or chance, that takes a step in this state."""
    if len(state.to_act) == 1 and not state.sealed:
        return state.to_act[0]
    for seat in (*state.to_act, *state.sealed):
        if seat == CHANCE or step in state.legal(seat):
            return seat
    state.play(step)  # says why nobody can take it
    raise ShoalError(msg("nobody can take step {step}", step=str(step)))
