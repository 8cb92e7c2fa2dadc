"""The rules: one moment of a match as a value, and what follows from each step.

A turn runs through phases (`turn.py`): the player must begin by turning up a card, chance names the
card, and so on. What needs no decision (a row is kept or discarded, a session is counted, the next
one prepared) happens at once and is no step. The deck is kept without order: chance decides the next
card when it is turned up, so no state holds a secret.
"""

from typing import Final

import msgspec
from msgspec.structs import replace

from shoal.core import CHANCE, BaseState, Chance, IllegalStep, Result, Seat, Step, Text, Viewer
from shoal.games.smallfry import words
from shoal.games.smallfry.cards import BOX, OCTOPUS, Card, same_species, sort, without
from shoal.games.smallfry.chance import DIE, take_from, turn_up_from
from shoal.games.smallfry.notation import parse_step
from shoal.games.smallfry.options import Options
from shoal.games.smallfry.phase import TurnPhase
from shoal.games.smallfry.result import result_of
from shoal.games.smallfry.scoring import worth
from shoal.games.smallfry.steps import (
    FLIP,
    LEAVE,
    MAX_ANNOUNCED,
    MAX_PLAYERS,
    ROBS,
    STOP,
    Flip,
    FryStep,
    Leave,
    Rob,
    Roll,
    Stop,
    Take,
    TurnUp,
)
from shoal.games.smallfry.turn import PlayCounts, Robbery, ShownTurn
from shoal.games.smallfry.view import View

__all__ = ["State", "opening"]

_CHANCE_ACTS: Final = (CHANCE,)
_SEAT_ACTS: Final = tuple((seat,) for seat in range(MAX_PLAYERS))
_MUST_FLIP: Final = (FLIP,)
_MAY_STOP: Final = (FLIP, STOP)


class State(BaseState, msgspec.Struct, frozen=True):
    """One moment of a match.

    `deck` and `catches` are sorted; `row` is in the order in which its cards were turned up.
    `scores` has the totals of the finished sessions, `sheet` a line of points for each session (S15, S16).
    Cards of the box that are nowhere here were discarded.
    """

    options: Options
    to_act: tuple[Seat, ...]
    phase: TurnPhase
    turn: Seat
    deck: bytes
    row: bytes
    catches: tuple[bytes, ...]
    scores: tuple[int, ...]
    sheet: tuple[tuple[int, ...], ...]
    robbery: Robbery | None
    #: The turn that is being played; until its first card is turned up, the turn before.
    shown_turn: ShownTurn | None = None
    #: By seat: how it has played in this match.
    play_counts: tuple[PlayCounts, ...] = ()

    @property
    def sealed(self) -> tuple[Seat, ...]:
        return ()

    @property
    def session(self) -> int:
        """The number of the session that is being played, or of the last one, from 1."""
        return len(self.sheet) + (self.phase != "over")

    @property
    def result(self) -> Result | None:
        return result_of(self.scores, self.options.target) if self.phase == "over" else None

    def legal(self, seat: Seat) -> tuple[FryStep, ...]:
        if self.to_act != (seat,):
            return ()
        if self.phase == "choice":
            return _MAY_STOP
        if self.phase == "begin":
            return _MUST_FLIP
        if self.phase == "octopus":
            return (*self.robs(), LEAVE)
        return ()

    def chance(self) -> Chance:
        if self.phase == "card":
            return turn_up_from(self.deck)
        if self.phase == "roll":
            return DIE
        if self.phase == "take" and self.robbery is not None:
            return take_from(self.catches[self.robbery.giver])
        raise ValueError("chance is not to act")

    def parse(self, text: str) -> FryStep:
        return parse_step(text)

    def play(self, step: Step) -> "State":
        so_far = () if self.shown_turn is None or self.phase == "begin" else self.shown_turn.steps
        return replace(
            self._after(step),
            shown_turn=ShownTurn(self.turn, (*so_far, str(step))),
            play_counts=self._play_counts_with(step),
        )

    def _play_counts_with(self, step: Step) -> tuple[PlayCounts, ...]:
        """How all seats have played, this step included; a forced step does not count."""
        counts = self.play_counts[self.turn]
        match step:
            case Stop():
                counts = counts.with_stop(len(self.row))
            case Flip() if self.phase == "choice":
                counts = counts.with_flip(len(self.row))
            case Rob(victim, number) if len(self.catches[victim]) >= MAX_ANNOUNCED:
                counts = counts.with_announcement(number)
            case _:
                return self.play_counts
        return (*self.play_counts[: self.turn], counts, *self.play_counts[self.turn + 1 :])

    def _after(self, step: Step) -> "State":
        """The state after a step, before the step is written down in it."""
        phase, robbery = self.phase, self.robbery
        match step:
            case Flip() if phase in ("begin", "choice"):
                return replace(self, to_act=_CHANCE_ACTS, phase="card")
            case TurnUp(card) if phase == "card" and card in self.deck:
                return self._turn_up(card)
            case Stop() if phase == "choice":
                return self._end_turn(self._keep(self.row))
            case Rob(victim, number) if phase == "octopus" and step in self.robs():
                return replace(self, to_act=_CHANCE_ACTS, phase="roll", robbery=Robbery(self.turn, victim, number))
            case Leave() if phase == "octopus":
                return self._end_turn(self.catches)
            case Roll(face) if phase == "roll" and robbery is not None and step in DIE.steps:
                return self._roll(robbery, face)
            case Take(card) if phase == "take" and robbery is not None and card in self.catches[robbery.giver]:
                return self._take(robbery, card)
        raise IllegalStep(step, words.expected(self))

    def view(self, viewer: Viewer) -> View:
        return View.of(self, viewer)

    def describe(self, step: Step) -> Text:
        return words.describe(self, step)

    def robs(self) -> tuple[Rob, ...]:
        """The robberies that an octopus allows: at most as many cards as the victim holds (S17)."""
        return tuple(
            rob
            for victim, catch in enumerate(self.catches)
            if victim != self.turn
            for rob in ROBS[victim][: len(catch)]
        )

    def _turn_up(self, card: Card) -> "State":
        """Lay a card to the right of the row (S4) and see what it does."""
        after = replace(self, deck=without(self.deck, card))
        if card == OCTOPUS:
            return after._meet_octopus()
        twin = same_species(self.row, card)
        if twin >= 0:
            # S7: the double lies at the right end, so only the cards to the left of its twin remain.
            return after._end_turn(self._keep(self.row[:twin]))
        row = self.row + bytes((card,))
        if not after.deck:
            # S21: there is no card left to go on with, so the last card keeps the row.
            return after._end_turn(self._keep(row))
        return replace(after, to_act=_SEAT_ACTS[self.turn], phase="choice", row=row)

    def _meet_octopus(self) -> "State":
        """Discard the row; the player may rob (S8) if another player has cards (S19)."""
        if not self.robs():
            return self._end_turn(self.catches)
        return replace(self, to_act=_SEAT_ACTS[self.turn], phase="octopus", row=b"")

    def _roll(self, robbery: Robbery, face: int) -> "State":
        """Compare the die with the number announced (S10, S11); -1 turns the robbery round (S12)."""
        if face == -1:
            left = min(1, len(self.catches[robbery.robber]))  # S20
        else:
            left = robbery.number if face >= robbery.number else 0
        if left == 0:
            return self._end_turn(self.catches)
        return replace(self, phase="take", robbery=replace(robbery, roll=face, left=left))

    def _take(self, robbery: Robbery, card: Card) -> "State":
        """Hand over one card that was drawn blind (S18)."""
        catches = list(self.catches)
        catches[robbery.giver] = without(catches[robbery.giver], card)
        catches[robbery.taker] = sort(catches[robbery.taker] + bytes((card,)))
        if robbery.left == 1:
            return self._end_turn(tuple(catches))
        return replace(self, catches=tuple(catches), robbery=replace(robbery, left=robbery.left - 1))

    def _keep(self, row: bytes) -> tuple[bytes, ...]:
        """All catches after the player at turn has put these cards into their own (S6)."""
        catches = list(self.catches)
        catches[self.turn] = sort(catches[self.turn] + row)
        return tuple(catches)

    def _end_turn(self, catches: tuple[bytes, ...]) -> "State":
        """Pass the turn clockwise (S3), or end the session (S14)."""
        if not self.deck:
            return self._end_session(catches)
        turn = (self.turn + 1) % len(catches)
        return replace(self, to_act=_SEAT_ACTS[turn], phase="begin", turn=turn, row=b"", catches=catches, robbery=None)

    def _end_session(self, catches: tuple[bytes, ...]) -> "State":
        """Count the catches (S15); end the match (S16), or prepare the next session."""
        line = tuple(worth(catch) for catch in catches)
        scores = tuple(total + points for total, points in zip(self.scores, line, strict=True))
        sheet = (*self.sheet, line)
        if max(scores) >= self.options.target:
            return replace(
                self, to_act=(), phase="over", row=b"", catches=catches, scores=scores, sheet=sheet, robbery=None
            )
        return _prepare(self.options, scores, sheet)


def opening(options: Options) -> State:
    """The start of the first session."""
    return replace(_prepare(options, (0,) * options.players, ()), play_counts=(PlayCounts(),) * options.players)


def _prepare(options: Options, scores: tuple[int, ...], sheet: tuple[tuple[int, ...], ...]) -> State:
    """A new session: the whole box is the deck, and all catches are empty (S3, S16).

    The youngest begins, or the player with the fewest points; of equal players the lowest seat (S24).
    """
    first = scores.index(min(scores)) if options.next_session == "fewest" else 0
    return State(
        options=options,
        to_act=_SEAT_ACTS[first],
        phase="begin",
        turn=first,
        deck=BOX,
        row=b"",
        catches=(b"",) * options.players,
        scores=scores,
        sheet=sheet,
        robbery=None,
    )
