"""A position: a state of the game with the steps that led to it, as a value that trees can share.

It is copied by reference and pickled as a record in our notation, because OpenSpiel copies and pickles whatever a
state holds.
"""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from shoal.core import CHANCE, Game, Record, Replay, Result, Seat, State, Step, find_game, seat_name, view_bytes
from shoal.core.encoding import GameEncoding
from shoal.core.options import write_options
from shoal.core.record import FORMAT, parse_record
from shoal.core.text import msg
from shoal.envs.episode import find_encoding
from shoal.envs.utilities import find_utility

__all__ = ["GameRules", "SeenStep", "TreePosition"]


class GameRules:
    """A game with its options and what a win is worth: what all positions of a tree share."""

    def __init__(self, game: Game, given: dict[str, object], utility: str, *, in_turn: bool) -> None:
        self.game = game
        self.options = game.options(given)
        self.encoding: GameEncoding = find_encoding(game, self.options)
        self.utility_name = utility
        self.utility = find_utility(utility)
        #: Whether seats that choose at the same time are asked one after the other.
        self.in_turn = in_turn or not self.encoding.simultaneous

    def opening(self) -> "TreePosition":
        """The position before the first step."""
        return TreePosition(self, self.game.start(self.options))


class SeenStep(NamedTuple):
    """A step as one seat saw it: who took it, its notation, and its numbers, which are empty where it was hidden."""

    taker: Seat
    text: str
    numbers: tuple[int, ...]


class _Taken(NamedTuple):
    """A step with all those before it, and the state that it was taken in."""

    taker: Seat
    step: Step
    before: "_Taken | None"
    state: State


class TreePosition:
    """One position of a tree; nothing ever changes it."""

    __slots__ = ("_decisions", "_imagined", "_taken", "drawn", "rules", "state")

    def __init__(
        self,
        rules: GameRules,
        state: State,
        drawn: tuple[int, ...] = (),
        taken: _Taken | None = None,
        decisions: int = 0,
        imagined: tuple[tuple[SeenStep, ...], ...] = (),
    ) -> None:
        self.rules = rules
        self.state = state
        #: The small steps of a step of chance that is not whole yet.
        self.drawn = drawn
        self._taken = taken
        self._decisions = decisions
        #: By seat, what it saw before this position was imagined; empty in a game that began at its beginning.
        self._imagined = imagined

    def __deepcopy__(self, memo: object) -> "TreePosition":
        return self

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return _restored, (self.write(),)

    @property
    def over(self) -> bool:
        """Whether the game has ended, or is so long that no more is played."""
        return not self.state.to_act or self._decisions >= self.rules.encoding.longest

    @property
    def returns(self) -> list[float]:
        """By seat: what the game is worth at its end; 0 before."""
        if not self.over:
            return [0.0] * len(self.state.scores)
        return self.rules.utility(self.state.result or _by_points(self.state))

    def draw(self, number: int) -> "TreePosition":
        """The position after a small step of chance."""
        drawn = (*self.drawn, number)
        step = self.rules.encoding.drawn_step(self.state, drawn)
        if step is None:
            return TreePosition(self.rules, self.state, drawn, self._taken, self._decisions, self._imagined)
        return self._after(CHANCE, step)

    def act(self, seat: Seat, action: int) -> "TreePosition":
        """The position after an action of a seat."""
        return self._after(seat, self.rules.encoding.step(action, seat))

    def _after(self, taker: Seat, step: Step) -> "TreePosition":
        taken, decisions = _Taken(taker, step, self._taken, self.state), self._decisions + (taker != CHANCE)
        return TreePosition(self.rules, self.state.play(step), (), taken, decisions, self._imagined)

    def steps(self) -> list[tuple[Seat, Step]]:
        """Who took which step, from the beginning, or from where the position was imagined."""
        found, taken = [], self._taken
        while taken is not None:
            found.append((taken.taker, taken.step))
            taken = taken.before
        return found[::-1]

    def seen_by(self, seat: Seat) -> list[SeenStep]:
        """All that a seat has seen, from the beginning: perfect recall."""
        before = self._imagined[seat] if self._imagined else ()
        return [*before, *self._seen(seat)]

    def _seen(self, seat: Seat) -> Iterator[SeenStep]:
        encoding, steps = self.rules.encoding, self.steps()
        revealed = len(steps) - len(self.state.sealed)
        for number, (taker, step) in enumerate(steps):
            text = step.seen_by(seat)
            if number >= revealed and taker != seat:
                yield SeenStep(taker, f"{seat_name(taker)}:?", ())
            elif text != str(step):
                yield SeenStep(taker, text, ())
            elif taker == CHANCE:
                yield SeenStep(taker, text, encoding.outcome_numbers(step))
            else:
                yield SeenStep(taker, text, (encoding.number(step, taker),))

    def imagine(self, seat: Seat, rng: random.Random) -> "TreePosition":
        """A position that the seat cannot tell from this one, drawn from what is possible given all that it saw."""
        if self.state.sealed and self._taken is not None:
            return self._imagine_sealed(self._taken, seat, rng)
        state = self.state.view(seat).imagine(rng)
        seats = range(len(state.scores))
        imagined = tuple(
            tuple(self.seen_by(seat))
            if other == seat
            else (SeenStep(CHANCE, view_bytes(state.view(other)).decode(), ()),)
            for other in seats
        )
        return TreePosition(self.rules, state, self.drawn, None, self._decisions, imagined)

    def _imagine_sealed(self, last: _Taken, seat: Seat, rng: random.Random) -> "TreePosition":
        """The position before the last sealed choice, imagined, and then one's own choice, or any of that seat."""
        before = TreePosition(self.rules, last.state, (), last.before, self._decisions - 1, self._imagined)
        imagined = before.imagine(seat, rng)
        step = last.step if last.taker == seat else rng.choice(imagined.state.legal(last.taker))
        return imagined._after(last.taker, step)

    def write(self) -> str:
        """The record of the game so far, with what is drawn of the next step, as one line."""
        if self._imagined:
            raise ValueError("an imagined position has no record")
        rules = self.rules
        record = Record(
            format=FORMAT,
            game=rules.game.name,
            options=write_options(rules.game.fields, rules.options),
            moves=tuple(str(step) for _, step in self.steps()),
        )
        written = (msgspec.json.encode(record).decode(), rules.utility_name, rules.in_turn, self.drawn)
        return msgspec.json.encode(written).decode()

    @staticmethod
    def read(text: str) -> "TreePosition":
        """The position that `write` wrote."""
        written, utility, in_turn, drawn = msgspec.json.decode(text, type=tuple[str, str, bool, tuple[int, ...]])
        record = parse_record(written)
        rules = GameRules(find_game(record.game), dict(record.options), utility, in_turn=in_turn)
        history = Replay(record).history
        position = rules.opening()
        for taker, step in zip(history.takers, history.steps, strict=True):
            position = position._after(taker, step)
        for number in drawn:
            position = position.draw(number)
        return position


def _restored(text: str) -> TreePosition:
    """What a pickle calls."""
    return TreePosition.read(text)


def _by_points(state: State) -> Result:
    """The result of a game that is broken off: as its points are."""
    scores = state.scores
    winners = tuple(seat for seat, points in enumerate(scores) if points == max(scores))
    return Result(scores, winners, msg("the game was broken off"))
