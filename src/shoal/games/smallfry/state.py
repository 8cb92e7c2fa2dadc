"""The rules: one moment of a match as a value, and what follows from each step.

A turn runs through phases (`turn.py`): the player must begin by turning up a card, chance names the
card, and so on. Everything that follows by itself (a row kept or discarded, a session counted, the
next one prepared) happens at once and is no step. The deck is kept without order: the next card is
decided by chance when it is turned up, so that no state holds a secret.
"""

from typing import Final

import msgspec
from msgspec.structs import replace

from shoal.core import CHANCE, Chance, IllegalStep, Result, Seat, Step, Text, Viewer
from shoal.games.smallfry import words
from shoal.games.smallfry.cards import BOX, OCTOPUS, Card, same_species, sort, without
from shoal.games.smallfry.chance import DIE, take_from, turn_up_from
from shoal.games.smallfry.options import Terms
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
    parse_step,
)
from shoal.games.smallfry.turn import Phase, Robbery, Told, Way
from shoal.games.smallfry.view import SmallFryView

__all__ = ["SmallFryState", "begin_match"]

_CHANCE_ACTS: Final = (CHANCE,)
_SEAT_ACTS: Final = tuple((seat,) for seat in range(MAX_PLAYERS))
_MUST_FLIP: Final = (FLIP,)
_MAY_STOP: Final = (FLIP, STOP)


class SmallFryState(msgspec.Struct, frozen=True):
    """One moment of a match.

    `deck` and `catches` are sorted; `row` lies in the order in which its cards were turned up.
    `scores` are the points of finished sessions, added up; `sheet` has a line for each (S15, S16).
    The discards are what is missing from the box.
    """

    terms: Terms
    to_act: tuple[Seat, ...]
    phase: Phase
    turn: Seat
    deck: bytes
    row: bytes
    catches: tuple[bytes, ...]
    scores: tuple[int, ...]
    sheet: tuple[tuple[int, ...], ...]
    robbery: Robbery | None
    #: The turn that is being played; until its first card is turned up, the turn before.
    told: Told | None = None
    #: By seat: how it has played in this match.
    ways: tuple[Way, ...] = ()

    @property
    def sealed(self) -> tuple[Seat, ...]:
        return ()

    @property
    def session(self) -> int:
        """The number of the session that is being played, or was the last, from 1."""
        return len(self.sheet) + (self.phase != "over")

    @property
    def result(self) -> Result | None:
        """The highest total wins, equal ones share (S16, S23)."""
        if self.phase != "over":
            return None
        best = max(self.scores)
        winners = tuple(seat for seat, points in enumerate(self.scores) if points == best)
        return Result(self.scores, winners, words.reason(self.scores, winners, self.terms.target))

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

    def play(self, step: Step) -> "SmallFryState":
        so_far = () if self.told is None or self.phase == "begin" else self.told.steps
        return replace(self._follow(step), told=Told(self.turn, (*so_far, str(step))), ways=self._ways_with(step))

    def _ways_with(self, step: Step) -> tuple[Way, ...]:
        """How everybody has played, this step included: only what could have been chosen otherwise counts."""
        way = self.ways[self.turn]
        match step:
            case Stop():
                way = way.with_stop(len(self.row))
            case Flip() if self.phase == "choice":
                way = way.with_flip(len(self.row))
            case Rob(victim, number) if len(self.catches[victim]) >= MAX_ANNOUNCED:
                way = way.with_announcement(number)
            case _:
                return self.ways
        return (*self.ways[: self.turn], way, *self.ways[self.turn + 1 :])

    def _follow(self, step: Step) -> "SmallFryState":
        """What follows from a step by the rules."""
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

    def view(self, viewer: Viewer) -> SmallFryView:
        return SmallFryView.of(self, viewer)

    def describe(self, step: Step) -> Text:
        return words.describe(self, step)

    def robs(self) -> tuple[Rob, ...]:
        """Whom an octopus would let the player rob, of how many cards: no more than the victim holds (S17)."""
        return tuple(
            rob
            for victim, catch in enumerate(self.catches)
            if victim != self.turn
            for rob in ROBS[victim][: len(catch)]
        )

    def _turn_up(self, card: Card) -> "SmallFryState":
        """Lay a card to the right of the row (S4) and see what it does."""
        after = replace(self, deck=without(self.deck, card))
        if card == OCTOPUS:
            return after._meet_octopus()
        place = same_species(self.row, card)
        if place >= 0:
            # S7: the double lies at the right end, so only what is left of its twin remains.
            return after._end_turn(self._keep(self.row[:place]))
        row = self.row + bytes((card,))
        if not after.deck:
            # S21: nobody can be asked to go on, so the last card keeps the row.
            return after._end_turn(self._keep(row))
        return replace(after, to_act=_SEAT_ACTS[self.turn], phase="choice", row=row)

    def _meet_octopus(self) -> "SmallFryState":
        """The row is discarded, and the player may rob (S8) if there is anybody to rob (S19)."""
        if not self.robs():
            return self._end_turn(self.catches)
        return replace(self, to_act=_SEAT_ACTS[self.turn], phase="octopus", row=b"")

    def _roll(self, robbery: Robbery, face: int) -> "SmallFryState":
        """The die against the number announced (S10, S11); -1 turns the robbery round (S12)."""
        if face == -1:
            left = min(1, len(self.catches[robbery.robber]))  # S20
        else:
            left = robbery.number if face >= robbery.number else 0
        if left == 0:
            return self._end_turn(self.catches)
        return replace(self, phase="take", robbery=replace(robbery, roll=face, left=left))

    def _take(self, robbery: Robbery, card: Card) -> "SmallFryState":
        """One card, drawn blind, changes hands (S18)."""
        catches = list(self.catches)
        catches[robbery.giver] = without(catches[robbery.giver], card)
        catches[robbery.taker] = sort(catches[robbery.taker] + bytes((card,)))
        if robbery.left == 1:
            return self._end_turn(tuple(catches))
        return replace(self, catches=tuple(catches), robbery=replace(robbery, left=robbery.left - 1))

    def _keep(self, row: bytes) -> tuple[bytes, ...]:
        """All catches once the player has put these cards into his own (S6)."""
        catches = list(self.catches)
        catches[self.turn] = sort(catches[self.turn] + row)
        return tuple(catches)

    def _end_turn(self, catches: tuple[bytes, ...]) -> "SmallFryState":
        """The next player's turn, clockwise (S3), or the end of the session (S14)."""
        if not self.deck:
            return self._end_session(catches)
        turn = (self.turn + 1) % len(catches)
        return replace(self, to_act=_SEAT_ACTS[turn], phase="begin", turn=turn, row=b"", catches=catches, robbery=None)

    def _end_session(self, catches: tuple[bytes, ...]) -> "SmallFryState":
        """Count the catches (S15); end the match (S16), or prepare the next session."""
        line = tuple(worth(catch) for catch in catches)
        scores = tuple(total + points for total, points in zip(self.scores, line, strict=True))
        sheet = (*self.sheet, line)
        if max(scores) >= self.terms.target:
            return replace(
                self, to_act=(), phase="over", row=b"", catches=catches, scores=scores, sheet=sheet, robbery=None
            )
        return _prepare(self.terms, scores, sheet)


def begin_match(terms: Terms) -> SmallFryState:
    """The first session, before anybody has turned up a card."""
    return replace(_prepare(terms, (0,) * terms.players, ()), ways=(Way(),) * terms.players)


def _prepare(terms: Terms, scores: tuple[int, ...], sheet: tuple[tuple[int, ...], ...]) -> SmallFryState:
    """A new session: the whole box is the deck, and all catches are empty (S3, S16).

    The youngest begins, or whoever has the fewest points, the lowest seat of several (S24).
    """
    first = scores.index(min(scores)) if terms.next_session == "fewest" else 0
    return SmallFryState(
        terms=terms,
        to_act=_SEAT_ACTS[first],
        phase="begin",
        turn=first,
        deck=BOX,
        row=b"",
        catches=(b"",) * terms.players,
        scores=scores,
        sheet=sheet,
        robbery=None,
    )
