"""An exact Bayesian filter, independent of the code it checks: every hidden situation with its odds.

It follows a game step by step from one viewer's place, in fractions, blind to what the viewer may not see,
and knows at every moment how likely each hidden situation is if all others pick blindly.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple, TypeAlias, TypeVar

from shoal.core import Seat, Viewer
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.state import State
from shoal.games.fishtank.steps import ChooseCard, DealCard, DiscardCard, TankStep

__all__ = ["Filter", "World", "world_of"]

Cards: TypeAlias = tuple[str, ...]
_T = TypeVar("_T")


class World(NamedTuple):
    """All that could be hidden: every hand, the pile, the cards sealed, and the hands held in earlier rounds."""

    hands: tuple[Cards, ...]
    pile: tuple[int, ...]
    sealed: tuple[str | None, ...]
    history: tuple[tuple[Cards, ...], ...]


Outcomes: TypeAlias = Iterator[tuple[World, Fraction]]


def world_of(state: State, *, remember: bool) -> World:
    """The hidden part of a state."""
    return World(
        state.hands,
        state.pile,
        tuple(step.kind if isinstance(step, ChooseCard) else None for step in state.pending),
        tuple(played.hands for played in state.past) if remember else (),
    )


class Filter:
    """The odds of all worlds for one viewer."""

    def __init__(self, state: State, viewer: Viewer, *, remember: bool) -> None:
        self.viewer = viewer
        self.remember = remember
        self.kinds = state.options.kinds
        players = state.options.players
        self.odds = {World(((),) * players, state.options.counts, (None,) * players, ()): Fraction(1)}

    def follow(self, before: State, step: TankStep, after: State) -> None:
        """Take a step into account. Of the states only what the viewer saw of them is looked at."""
        if isinstance(step, DealCard):
            self._branch(lambda world: self._dealt(world, step))
        elif isinstance(step, DiscardCard):
            self._branch(lambda world: self._discarded(world, step.seat))
        elif isinstance(step, ChooseCard):
            self._branch(lambda world: self._chosen(world, step))
            if not after.sealed:
                self._keep(lambda world: world.sealed == after.revealed)
                self._branch(lambda world: self._passed(world, before))
        elif after.phase is RoundPhase.OVER or after.half != before.half:
            self._branch(lambda world: iter([(world._replace(hands=((),) * len(world.hands)), Fraction(1))]))
        if self.viewer is not None and after.has_looked(self.viewer):
            seat, seen = self.viewer, after.hands[self.viewer]
            self._keep(lambda world: world.hands[seat] == seen)

    def _dealt(self, world: World, step: DealCard) -> Outcomes:
        for place, count in enumerate(world.pile):
            if not count or (step.seat == self.viewer and self.kinds[place] != step.kind):
                continue
            pile = tuple(one - (number == place) for number, one in enumerate(world.pile))
            hand = tuple(sorted((*world.hands[step.seat], self.kinds[place])))
            yield world._replace(pile=pile, hands=_put(world.hands, step.seat, hand)), Fraction(count, sum(world.pile))

    def _discarded(self, world: World, seat: Seat) -> Outcomes:
        hand = world.hands[seat]
        for kind, count in Counter(hand).items():
            yield world._replace(hands=_put(world.hands, seat, _without(hand, kind))), Fraction(count, len(hand))

    def _chosen(self, world: World, step: ChooseCard) -> Outcomes:
        if step.seat == self.viewer:
            yield world._replace(sealed=_put(world.sealed, step.seat, step.kind)), Fraction(1)
            return
        hand = world.hands[step.seat]
        for kind, count in Counter(hand).items():
            yield world._replace(sealed=_put(world.sealed, step.seat, kind)), Fraction(count, len(hand))

    def _passed(self, world: World, before: State) -> Outcomes:
        seats = range(len(world.hands))
        left = [_without(world.hands[seat], world.sealed[seat] or "") for seat in seats]
        towards = 1 if before.half == 1 else -1
        hands = tuple(left) if before.round == 8 else tuple(left[(seat - towards) % len(left)] for seat in seats)
        history = (*world.history, world.hands) if self.remember else ()
        yield World(hands, world.pile, (None,) * len(left), history), Fraction(1)

    def _branch(self, outcomes: Callable[[World], Outcomes]) -> None:
        odds: dict[World, Fraction] = {}
        for world, chance in self.odds.items():
            for following, share in outcomes(world):
                odds[following] = odds.get(following, Fraction(0)) + chance * share
        self.odds = odds

    def _keep(self, fits: Callable[[World], bool]) -> None:
        odds = {world: chance for world, chance in self.odds.items() if fits(world)}
        total = sum(odds.values())
        self.odds = {world: chance / total for world, chance in odds.items()}


def _put(items: tuple[_T, ...], place: int, item: _T) -> tuple[_T, ...]:
    return (*items[:place], item, *items[place + 1 :])


def _without(hand: Cards, kind: str) -> Cards:
    left = list(hand)
    left.remove(kind)
    return tuple(left)
