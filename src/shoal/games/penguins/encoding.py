"""The encoding: steps as action numbers, and the ice as planes of eight rows and eight columns.

The ice is dealt floe by floe: each floe is a small step of chance, with the exact odds given those before it.
"""

from collections.abc import Sequence
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from shoal import core
from shoal.core import Seat, Step
from shoal.core.encoding import ActionRange, GameEncoding, ObservationPart
from shoal.games.penguins.board import FLOES, ROWS, Board, Floes
from shoal.games.penguins.deal import BOX, deal_text, floes_with
from shoal.games.penguins.even_layout import EvenLayouts
from shoal.games.penguins.options import Options
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.state import State
from shoal.games.penguins.steps import AGREE, CONTENT, REFUSE, DealIce, IceStep

__all__ = ["Encoding"]

_COLUMNS: Final = 8
_FISH: Final = tuple(BOX)
#: The phases that a seat acts in, and the end.
_PHASES: Final = (IcePhase.SWAPS, IcePhase.PLACING, IcePhase.MOVING, IcePhase.OVER)
_WORDS: Final = (CONTENT, AGREE, REFUSE)
_PLANE: Final = (ROWS, _COLUMNS)
_ALL_FISH: Final = sum(fish * floes for fish, floes in BOX.items())


class Encoding(GameEncoding):
    """The numbers of a table of penguins."""

    version: ClassVar[int] = 0

    def __init__(self, options: Options) -> None:
        self._options = options
        self._board = board = options.board
        self.players = options.players
        self._steps = _steps_of(options)
        self._numbers = {step.text: number for number, step in enumerate(self._steps)}
        self._seats_from = tuple(self.seats_from(seat) for seat in range(self.players))
        self._cells = _cells_of(board)
        self._even = EvenLayouts.of(board, BOX[3]) if options.evening == "apart" else None
        self.outcomes = len(_FISH)
        self.parts = _parts_of(options)
        self.ranges = _ranges_of(options)
        # Each placing takes a floe, and so does each move.
        self.longest = FLOES
        self.longest_chance = FLOES
        self.remembered = self.longest + self.longest_chance
        if options.swaps:
            pairs = FLOES * (FLOES - 1) // 2
            self.longest += pairs * self.players + self.players
        self.most_points = _ALL_FISH

    def number(self, step: Step, seat: Seat) -> int:
        return self._numbers[str(step)]

    def step(self, action: int, seat: Seat) -> IceStep:
        return self._steps[action]

    def mask(self, state: core.State, seat: Seat) -> NDArray[np.int8]:
        """As in every game, but faster: steps are looked up by their texts, whose hashes are kept."""
        found = np.zeros(self.actions, np.int8)
        numbers = self._numbers
        found[[numbers[step.text] for step in _own_state(state).legal(seat)] or self.wait] = 1
        return found

    def observe(self, state: core.State, seat: Seat) -> NDArray[np.float32]:
        own = _own_state(state)
        order, ice, fish = self._seats_from[seat], own.ice, own.fish
        planes = [floes_with(fish, number) & ice for number in _FISH]
        planes += [own.penguins[other] for other in order]
        rest = [own.scores[other] for other in order]
        rest += [own.floes[other] for other in order]
        rest += [own.phase is phase for phase in _PHASES]
        rest += [other in own.to_act for other in order]
        if self._options.swaps:
            offer = own.bargain.offer if own.bargain is not None else None
            planes.append(0 if offer is None else 1 << offer.first | 1 << offer.second)
            rest += [own.bargain is None or own.bargain.content[other] for other in order]
            rest += [own.bargain is not None and own.bargain.turn == other for other in order]
        found = np.empty(self.size, np.float32)
        drawn = self._draw(planes)
        found[: drawn.size] = drawn
        found[drawn.size :] = rest
        return found

    def _draw(self, planes: Sequence[Floes]) -> NDArray[np.uint8]:
        """Sets of floes as planes, flattened."""
        packed = np.frombuffer(b"".join([floes.to_bytes(8, "little") for floes in planes]), np.uint8)
        return np.unpackbits(packed, bitorder="little").reshape(len(planes), 64)[:, self._cells].ravel()

    def outcome_numbers(self, step: Step) -> tuple[int, ...]:
        """Of a deal, floe by floe, its fish less one."""
        return tuple(int(digit) - 1 for digit in str(step) if digit in "123")

    def odds(self, state: core.State, drawn: Sequence[int]) -> list[tuple[int, float]]:
        """The fish of the next floe, less one."""
        left = [BOX[fish] - drawn.count(number) for number, fish in enumerate(_FISH)]
        three = left[2] / sum(left)
        if self._even is not None:
            three = self._even.odds([floe for floe, number in enumerate(drawn) if number == 2], len(drawn))
        few = left[0] + left[1]
        found = [(0, (1 - three) * left[0] / few), (1, (1 - three) * left[1] / few)] if few else []
        return [(number, odds) for number, odds in (*found, (2, three)) if odds > 0]

    def outcome_text(self, state: core.State, drawn: Sequence[int], number: int) -> str:
        return f"={self._board.names[len(drawn)]}:{number + 1}"

    def drawn_step(self, state: core.State, drawn: Sequence[int]) -> Step | None:
        if len(drawn) < FLOES:
            return None
        return DealIce(deal_text(self._board, bytes(number + 1 for number in drawn), (1 << FLOES) - 1))


def _steps_of(options: Options) -> tuple[IceStep, ...]:
    """All steps of players in the order of their numbers."""
    board = options.board
    steps: list[IceStep] = [placing for _, placing in board.placings]
    steps += [slide.move for slide in board.slides.values()]
    if options.swaps:
        steps += _WORDS
        steps += board.swaps.values()
    return tuple(steps)


def _ranges_of(options: Options) -> tuple[ActionRange, ...]:
    ranges = [
        ActionRange("place", FLOES, "place a penguin on this floe, counted from a1 row by row"),
        ActionRange(
            "move",
            len(options.board.slides),
            "slide from floe to floe: by the floe that is left, then the direction (along the row to the right, down "
            "right, down left, to the left, up left, up right), then the distance",
        ),
    ]
    if options.swaps:
        ranges += [
            ActionRange("answer", len(_WORDS), "content, agree, refuse"),
            ActionRange("swap", FLOES * (FLOES - 1) // 2, "propose to swap two floes: by the first, then the second"),
        ]
    return tuple(ranges)


def _parts_of(options: Options) -> tuple[ObservationPart, ...]:
    players = options.players
    swaps = (
        ObservationPart("offer", (1, *_PLANE), 1, "the two floes that a seat proposes to swap"),
        ObservationPart("content", (players,), 1, "by seat: it proposes no more swaps"),
        ObservationPart("proposes", (players,), 1, "by seat: it is the one to propose, or has proposed, a swap"),
    )
    return (
        ObservationPart("fish", (3, *_PLANE), 1, "a plane each for floes with 1, 2 and 3 fish that are still there"),
        ObservationPart("penguins", (players, *_PLANE), 1, "by seat: where its penguins stand"),
        *(swaps[:1] if options.swaps else ()),
        ObservationPart("scores", (players,), _ALL_FISH, "by seat: the fish taken"),
        ObservationPart("floes", (players,), FLOES, "by seat: the floes taken"),
        ObservationPart("phase", (len(_PHASES),), 1, "swaps, placing, moving, over"),
        ObservationPart("to_act", (players,), 1, "by seat: it is to act"),
        *(swaps[1:] if options.swaps else ()),
    )


def _cells_of(board: Board) -> NDArray[np.int64]:
    """For each cell of a plane the floe that lies there; the last cell of a row of seven has none, which reads 63."""
    floes = iter(range(FLOES))
    return np.array([next(floes) if column < row else 63 for row in board.rows for column in range(_COLUMNS)])


def _own_state(state: core.State) -> State:
    if not isinstance(state, State):
        raise TypeError("expected a state of penguins")
    return state
