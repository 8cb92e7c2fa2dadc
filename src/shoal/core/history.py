"""The history of a game: the steps that count, who took them, and the states between them.

Until sealed choices are opened, a seat may replace its own. Then only the last one counts, and it stands where the
first one stood: a history does not tell that, or how often, a seat has changed its mind.
"""

from typing import NamedTuple

from shoal.core.errors import Refusal, ShoalError
from shoal.core.seats import CHANCE, Seat, seat_name
from shoal.core.state import State
from shoal.core.step import Step
from shoal.core.text import msg

__all__ = ["History", "taker_of"]


class _Replaced(NamedTuple):
    """A choice that was replaced, where the dealer counts it, and how many steps there were by then."""

    seat: Seat
    number: int
    step: Step
    length: int


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

    def until(self, length: int) -> "History":
        """The history up to so many steps, which goes on by itself; choices that were replaced are forgotten."""
        twin = History(self.states[0])
        twin.states, twin.steps, twin.takers = self.states[: length + 1], self.steps[:length], self.takers[:length]
        twin.draws = self.draws[: twin.takers.count(CHANCE)]
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
            self._put(self._number_of_sealed(seat), step)
        else:
            self._add(seat, step)

    def take_counted(self, seat: Seat, step: Step) -> None:
        """Add a step as `take` does; if it takes the place of a sealed choice, the dealer counts that one too."""
        if seat in self.state.sealed:
            number = self._number_of_sealed(seat)
            replaced = _Replaced(seat, number, self.steps[number], len(self.steps))
            self._put(number, step)
            self._replaced.append(replaced)
        else:
            self._add(seat, step)

    def undo(self, seat: Seat) -> None:
        """Take back the seat's last step and all that followed; if it replaced one that counts, that one is back."""
        number = self.undoable(seat)
        while self._replaced and self._replaced[-1].length > number:
            replaced = self._replaced.pop()
            self._cut(replaced.length)
            self._put(replaced.number, replaced.step)
            if replaced.seat == seat:
                return
        self._cut(number)

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

    def _number_of_sealed(self, seat: Seat) -> int:
        return next(number for number in range(len(self.steps) - 1, -1, -1) if self.takers[number] == seat)

    def _add(self, seat: Seat, step: Step) -> None:
        following = self.state.play(step)
        if seat == CHANCE:
            self.draws.append(self.next_draw)
        self.steps.append(step)
        self.takers.append(seat)
        self.states.append(following)

    def _put(self, number: int, step: Step) -> None:
        """Put another step in the place of one, and play what followed again."""
        following = [self.states[number].play(step)]
        for later in self.steps[number + 1 :]:
            following.append(following[-1].play(later))
        self.steps[number] = step
        self.states[number + 1 :] = following

    def _cut(self, length: int) -> None:
        del self.steps[length:], self.takers[length:], self.states[length + 1 :]


def taker_of(state: State, step: Step) -> Seat:
    """The seat, or chance, that takes a step in this state."""
    if len(state.to_act) == 1 and not state.sealed:
        return state.to_act[0]
    for seat in (*state.to_act, *state.sealed):
        if seat == CHANCE or step in state.legal(seat):
            return seat
    state.play(step)  # says why nobody can take it
    raise ShoalError(msg("nobody can take step {step}", step=str(step)))
