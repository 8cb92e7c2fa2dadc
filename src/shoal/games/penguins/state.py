"""The rules: one moment of a game, what may be done in it and what follows (P1–P21).

    deal → swaps (where the players want them) → placing → moving → over

How the floes lie is in `board`, dealing them in `deal`, the agreement on swaps in `swaps`, what the
game says in `words` and `illegal_reasons`, who has won in `result`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from shoal.core import CHANCE, BaseState, Chance, IllegalStep, Result, Seat, Step, Text, Viewer, msg
from shoal.games.penguins.board import FLOES, Board, Floes, bits
from shoal.games.penguins.deal import Deals, check_deal, floes_with
from shoal.games.penguins.illegal_reasons import why_no_move, why_no_placing, why_no_swap
from shoal.games.penguins.notation import parse_step
from shoal.games.penguins.options import Options
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.result import result_of
from shoal.games.penguins.steps import AGREE, CONTENT, REFUSE, DealIce, IceStep, Move, PlacePenguin, Swap
from shoal.games.penguins.swaps import Bargain, may_swap, open_swaps, swapped
from shoal.games.penguins.words import describe, expected

if TYPE_CHECKING:
    from shoal.games.penguins.view import View

__all__ = ["State", "opening"]

_MOVING: Final = IcePhase.MOVING
_TURN: Final = ((0,), (1,), (2,), (3,))
#: By number of players and seat: the seats that follow it clockwise, itself last.
_AFTER: Final = tuple(
    tuple(tuple((seat + step) % players for step in range(1, players + 1)) for seat in range(players))
    for players in range(5)
)


class State(BaseState, msgspec.Struct, frozen=True, gc=False):
    """One moment of a game. Sets of floes are ints with one bit a floe (see `board`)."""

    options: Options
    board: Board
    phase: IcePhase
    to_act: tuple[Seat, ...]
    #: How many fish each floe was laid out with; empty before the deal.
    fish: bytes
    #: The floes that are still there …
    ice: Floes
    #: … and those of them that no penguin stands on.
    free: Floes
    #: By seat: where its penguins stand; none for a seat that has left the ice.
    penguins: tuple[Floes, ...]
    #: By seat: the fish taken so far (P13).
    scores: tuple[int, ...]
    #: By seat: the floes taken so far.
    floes: tuple[int, ...]
    #: Only while floes may be swapped (P4).
    bargain: Bargain | None = None
    #: The placings and moves so far. Nothing else tells which penguin is which and who took which floe.
    past: tuple[str, ...] = ()

    @property
    def sealed(self) -> tuple[Seat, ...]:
        """Nothing is hidden in this game (P21)."""
        return ()

    @property
    def result(self) -> Result | None:
        """Who has won (P19); `None` before the end."""
        return None if self.to_act else result_of(self.scores, self.floes)

    def legal(self, seat: Seat) -> Sequence[IceStep]:
        """What the seat may do now. A seat that can move must (P14), so there is no passing."""
        if seat not in self.to_act:
            return ()
        if self.phase is _MOVING:
            return self.board.moves(self.penguins[seat], self.free)
        if self.phase is IcePhase.PLACING:
            berths = self.berths
            return [placing for bit, placing in self.board.placings if bit & berths]
        if self.bargain is None:
            return ()
        if self.bargain.offer is not None:
            return (AGREE, REFUSE)
        return [CONTENT, *open_swaps(self.board, self.options, self.fish, self.bargain)]

    @property
    def berths(self) -> Floes:
        """Where a penguin may be placed: on free floes, in most editions with exactly one fish (P8)."""
        return self.free if self.options.placing == "any" else self.free & floes_with(self.fish, 1)

    def chance(self) -> Chance:
        """Chance deals the ice, and nothing else (P3)."""
        return Deals(self.board, self.options)

    def parse(self, text: str) -> Step:
        """Read one step's notation. Raises `NotationError`."""
        return parse_step(self.board, text)

    def view(self, viewer: Viewer) -> "View":
        """Everything: nothing is hidden in this game (P21)."""
        from shoal.games.penguins.view import view_of  # imported here: a view can be imagined back into a state

        return view_of(self, viewer)

    def play(self, step: Step) -> "State":
        """The state after a step. Raises `IllegalStep` when the step may not be taken here."""
        if self.phase is _MOVING and isinstance(step, Move):
            return self._slide(step)
        if self.phase is IcePhase.PLACING and isinstance(step, PlacePenguin):
            return self._place_penguin(step)
        if self.phase is IcePhase.DEAL and isinstance(step, DealIce):
            return self._lay_out(step)
        if self.bargain is not None:
            return self._bargain(step, self.bargain)
        raise IllegalStep(step, expected(self))

    def describe(self, step: Step) -> Text:
        """In words, what a legal step does here."""
        return describe(self, step)

    def _lay_out(self, deal: DealIce) -> "State":
        """The state with the ice dealt: next come the swaps, where the players want them, or the placing."""
        fish = check_deal(self.board, self.options, deal)
        ice = (1 << FLOES) - 1 & ~floes_with(fish, 0)
        laid = msgspec.structs.replace(self, fish=fish, ice=ice, free=ice, to_act=_TURN[0], phase=IcePhase.PLACING)
        if not self.options.swaps:
            return laid
        bargain = Bargain(0, (False,) * self.options.players)
        return msgspec.structs.replace(laid, phase=IcePhase.SWAPS, bargain=bargain)

    def _bargain(self, step: Step, bargain: Bargain) -> "State":
        """The state after a seat said or proposed something about the swaps (P4)."""
        offer = bargain.offer
        if offer is None:
            return self._propose(step, bargain)
        if step == REFUSE:
            return self._go_on(bargain.answered())
        if step != AGREE:
            raise IllegalStep(step, msg("agree or refuse"))
        to_answer = _AFTER[self.options.players][self.to_act[0]][0]
        if to_answer != bargain.turn:
            return msgspec.structs.replace(self, to_act=_TURN[to_answer])
        return msgspec.structs.replace(self._go_on(bargain.answered()), fish=swapped(self.fish, offer))

    def _propose(self, step: Step, bargain: Bargain) -> "State":
        if step == CONTENT:
            return self._go_on(bargain.contented())
        if not isinstance(step, Swap) or self.board.swaps.get(step.text) != step:
            raise IllegalStep(step, msg("two floes to swap, or content"))
        if step.text in bargain.proposals or not may_swap(self.board, self.options, self.fish, step):
            raise IllegalStep(step, why_no_swap(self.fish, bargain, step))
        answering = _AFTER[self.options.players][bargain.turn][0]
        return msgspec.structs.replace(self, to_act=_TURN[answering], bargain=bargain.proposed(step))

    def _go_on(self, bargain: Bargain) -> "State":
        if bargain.over:
            return msgspec.structs.replace(self, phase=IcePhase.PLACING, to_act=_TURN[0], bargain=None)
        return msgspec.structs.replace(self, to_act=_TURN[bargain.turn], bargain=bargain)

    def _place_penguin(self, step: PlacePenguin) -> "State":
        """The state after a placing: one a turn, clockwise, until all stand (P6, P7); then seat A moves first (P9)."""
        seat = self.to_act[0]
        bit = 1 << self.board.numbers.get(step.text, FLOES)
        if not self.berths & bit or bit.bit_length() != step.floe + 1:
            raise IllegalStep(step, why_no_placing(self, step))
        penguins = list(self.penguins)
        penguins[seat] |= bit
        last = self.options.players - 1
        if seat < last or penguins[last].bit_count() < self.options.penguins_each:
            following = _TURN[_AFTER[self.options.players][seat][0]]
            free, past = self.free ^ bit, (*self.past, step.text)
            return msgspec.structs.replace(self, to_act=following, free=free, penguins=tuple(penguins), past=past)
        ice, free = self.ice, self.free ^ bit
        if self.options.cut_off == "at_once":
            ice = self.board.connected(sum(penguins), ice)
        return self._pass_turn(step, last, ice, free & ice, penguins, list(self.scores), list(self.floes))

    def _slide(self, step: Move) -> "State":
        """The state after a slide: the floe that the penguin left goes to its owner (P10–P13)."""
        board, seat = self.board, self.to_act[0]
        slide = board.slides.get(step.text)
        if slide is None or slide.move != step:
            raise IllegalStep(step, why_no_move(self, step))
        _, start, end, path = slide
        if not self.penguins[seat] & start or path & ~self.free:
            raise IllegalStep(step, why_no_move(self, step))
        penguins, scores, floes = list(self.penguins), list(self.scores), list(self.floes)
        penguins[seat] ^= start | end
        scores[seat] += self.fish[step.start]
        floes[seat] += 1
        ice = self.ice ^ start
        free = self.free ^ end
        if self.options.cut_off == "at_once" and board.rings[start][ice & board.neighbours[start]]:
            ice = board.connected(sum(penguins), ice)
            free &= ice
        return self._pass_turn(step, seat, ice, free, penguins, scores, floes)

    def _pass_turn(
        self,
        step: PlacePenguin | Move,
        seat: Seat,
        ice: Floes,
        free: Floes,
        penguins: list[Floes],
        scores: list[int],
        floes: list[int],
    ) -> "State":
        """Pass the turn clockwise to the next seat that can move; those that cannot leave the ice (P15–P17, P20)."""
        board, past = self.board, (*self.past, step.text)
        for turn in _AFTER[len(penguins)][seat]:
            standing = penguins[turn]
            if not standing:
                continue
            if board.can_move(standing, free):
                return State(
                    self.options,
                    board,
                    _MOVING,
                    _TURN[turn],
                    self.fish,
                    ice,
                    free,
                    tuple(penguins),
                    tuple(scores),
                    tuple(floes),
                    None,
                    past,
                )
            penguins[turn] = 0
            scores[turn] += sum(self.fish[bit.bit_length() - 1] for bit in bits(standing))
            floes[turn] += standing.bit_count()
            # No free floe touches a stuck penguin, so none is cut off by its leaving.
            ice ^= standing
        return msgspec.structs.replace(
            self,
            phase=IcePhase.OVER,
            to_act=(),
            ice=0,
            free=0,
            penguins=tuple(penguins),
            scores=tuple(scores),
            floes=tuple(floes),
            past=past,
        )


def opening(options: Options) -> State:
    """The moment before the deal."""
    nothing = (0,) * options.players
    return State(options, options.board, IcePhase.DEAL, (CHANCE,), b"", 0, 0, nothing, nothing, nothing)
