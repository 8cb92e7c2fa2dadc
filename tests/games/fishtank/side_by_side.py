"""The rules and the kernels side by side: random games on both, step by step, and where they differ.

Everything that is written twice is compared: the points and sets of every tank in every frame it may still
have, the ways to choose and to place a card, what a placing makes of the tank, passing, discarding and drawing,
the last card, the final scores and who wins. The tests play some thousands of such games, and
`bench/differ.py` as many as one likes.
"""

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from tests.games.fishtank.made_up_decks import random_deck

from shoal.core import CHANCE, OptionError, Seat
from shoal.core.numba_kernels import Numbers
from shoal.games.fishtank.engine.candidate_rollouts import new_arms, note_end
from shoal.games.fishtank.engine.candidates import Glance, Way
from shoal.games.fishtank.engine.encoding import Framed, Numbering, framed
from shoal.games.fishtank.engine.last_two_cards import SET, last_card
from shoal.games.fishtank.engine.rollout_policy import CELL, KIND, TURNED
from shoal.games.fishtank.engine.rollouts import merits, new_sea, pass_hands, settle
from shoal.games.fishtank.engine.scoring import sets_of, tank_points
from shoal.games.fishtank.engine.scoring_tables import book_of
from shoal.games.fishtank.engine.settings import Settings, habit_of
from shoal.games.fishtank.options import HAND_SIZE, open_box
from shoal.games.fishtank.state import Phase, TankState, opening, passed
from shoal.games.fishtank.steps import Choose, Place
from shoal.games.fishtank.tank import Tank

__all__ = ["Difference", "any_opening", "compare_game"]

#: The rounds of a game in which some seat's ways to go on are listed by both.
_ROUNDS_LISTED: Final = 2
#: So many made-up decks; preparing one takes longer than a game.
_DECKS: Final = 24


class Difference(Exception):
    """The rules say one thing and the kernels another."""


def any_opening(rng: random.Random) -> TankState:
    """A game with any options: two to six players, all of the house's decks, or a deck made up."""
    players = rng.randint(2, 6)
    size, deck = rng.choice(("advised", "full", "small", "")), ""
    if not size:
        size, deck = "full", random_deck(random.Random(rng.randrange(_DECKS)))
    while True:
        try:
            return opening(open_box(deck, size, players))
        except OptionError:
            # Too few cards for so many players; there are always enough for two.
            players -= 1


def compare_game(start: TankState, rng: random.Random) -> int:
    """Play a random game on both; how many things were compared. Raises `Difference`."""
    states = [start]
    # Half of the seats hoard, so that many cards of one kind lie together more often than by chance.
    likings = [rng.sample(start.box.kinds, rng.choice((0, len(start.box.kinds)))) for _ in start.tanks]
    while states[-1].to_act:
        states.append(_random_step(states[-1], likings, rng))
    twin = _Twin(states[-1], rng)
    for before, after in pairwise(states):
        twin.follow(before, after)
    twin.end(states[-1])
    return twin.compared


def _random_step(state: TankState, likings: Sequence[Sequence[str]], rng: random.Random) -> TankState:
    """Anything that may happen now; who has kinds that it likes takes the one it likes best."""
    seat = state.to_act[0]
    if seat == CHANCE:
        return state.play(state.chance().draw(rng.randrange))
    if state.phase is Phase.CHOOSE and likings[seat]:
        return state.play(Choose(seat, min(state.hands[seat], key=likings[seat].index)))
    return state.play(rng.choice(state.legal(seat)))


class _Twin:
    """The kernels' side of a game whose end is known, since a kernel's tank lies in one frame from the start."""

    def __init__(self, final: TankState, rng: random.Random) -> None:
        box = final.box
        self.compared = 0
        self._rng = rng
        self._judge = box.judge
        self._plant = box.deck.back.name
        self._book = book_of(box.deck)
        self._habit = habit_of(Settings())
        self._numbering = Numbering(box)
        self._frames = [tank.frames[0] for tank in final.tanks]
        self._sea = new_sea(box.players, len(self._numbering.kinds))
        self._sea.pile[:] = self._sea.pool[:] = self._numbering.counts
        self._sea.dice[0] = rng.getrandbits(62) | 1
        self._listed = {
            (phase, rng.randrange(2 * HAND_SIZE))
            for phase in (Phase.CHOOSE, Phase.PLACE)
            for _ in range(_ROUNDS_LISTED)
        }

    def follow(self, before: TankState, after: TankState) -> None:
        """One step of the game."""
        if after.phase is before.phase:
            return
        if before.phase is Phase.PLACE:
            self._lay(before, after)
        if after.phase is Phase.CHOOSE:
            self._begin_round(after)
        if (after.phase, self._sea.now[0]) in self._listed:
            self._list_ways(after, self._rng.randrange(after.box.players))
        if after.phase is Phase.PLACE and self._sea.now[0] == 2 * HAND_SIZE - 1:
            self._place_last(after, self._rng.randrange(after.box.players))

    def end(self, final: TankState) -> None:
        """Scores, and who wins, sets deciding between equals (T18)."""
        players = final.box.players
        points, arms = np.zeros(players), new_arms(1, players, len(self._numbering.kinds))
        merits(self._book, self._sea, points)
        note_end(arms, 0, 0, points, np.array([1.0, 8.0, 0.0]))
        result = final.result
        if result is None:
            raise Difference(f"the game is not over: {final}")
        shares = [1 / len(result.winners) if seat in result.winners else 0.0 for seat in range(players)]
        self._same("final scores", list(result.scores), arms.points[0].tolist())
        self._same("shares of the win", shares, arms.shares[0].tolist())

    def _same(self, what: str, rules: object, kernels: object) -> None:
        self.compared += 1
        if rules != kernels:
            raise Difference(f"{what}: the rules say {rules}, the kernels {kernels}")

    def _hold(self, what: str, held: object) -> None:
        self.compared += 1
        if not held:
            raise Difference(f"the rules say that {what}, the kernels do otherwise")

    def _begin_round(self, state: TankState) -> None:
        """New hands, after a deal, or passed on since the last round."""
        sea, numbering = self._sea, self._numbering
        hands, pile = numbering.hands(state), numbering.pile(state)
        if state.round > 1 and state.box.players > 2:
            self._same("hands passed", hands.tolist(), sea.hands.tolist())
            self._same("the pile", pile.tolist(), sea.pile.tolist())
        # Cards dealt and drawn at random go on as the rules had them.
        sea.hands[:] = hands
        sea.pile[:] = pile

    def _lay(self, before: TankState, after: TankState) -> None:
        """Everybody's card, read from the tanks before and after; then hands are passed."""
        sea, numbering = self._sea, self._numbering
        for seat, (old, new) in enumerate(zip(before.tanks, after.tanks, strict=True)):
            cell = (old.occupied ^ new.occupied).bit_length() - 1
            turned = (old.turned ^ new.turned).bit_length() - 1
            frame = self._frames[seat]
            sea.chosen[seat, KIND] = numbering.numbers[before.revealed[seat]]
            sea.chosen[seat, CELL] = frame.index(cell)
            sea.chosen[seat, TURNED] = frame.index(turned) if turned >= 0 else -1
            settle(self._book, sea, seat)
            self._compare_tank(seat, new)
        unchosen = numbering.unchosen(played.choices for played in after.past)
        self._same("cards nobody has chosen", unchosen.tolist(), sea.pool.tolist())
        sea.now[0] += 1
        left, pile = sea.hands.copy(), sea.pile.copy()
        pass_hands(sea)
        if after.phase is Phase.CHOOSE and after.box.players == 2:
            self._compare_draws(left, pile, before)
        elif after.phase is not Phase.CHOOSE:
            self._same("hands after a half", numbering.hands(after).tolist(), sea.hands.tolist())

    def _compare_tank(self, seat: Seat, tank: Tank) -> None:
        """What lies where, and its points and sets in every frame still possible."""
        found = framed(tank, self._numbering)
        self._same("frames", list(tank.frames), [one.frame for one in found])
        for one in found:
            faces = tank.within(one.frame)
            free = sum(1 << cell for cell, face in enumerate(faces) if not face)
            self._same("free cells", free, one.free)
            score = self._judge.score(faces)
            made = tank_points(self._book, one.cells), sets_of(self._book, one.cells)
            self._same(f"points and sets of {faces}", (score.total, score.sets), made)
            if one.frame == self._frames[seat]:
                laid = self._sea.tanks[seat].tolist(), int(self._sea.free[seat])
                self._same("a tank after its placing", (one.cells.tolist(), one.free), laid)

    def _compare_draws(self, left: Numbers, pile: Numbers, before: TankState) -> None:
        """Two players: a card of what was passed goes, unless it is a single one, and one of the pile comes (T17)."""
        drawn = np.zeros_like(pile)
        for seat, hand in enumerate(passed((left[0], left[1]), before.half)):
            change = self._sea.hands[seat] - hand
            single = hand.sum() == 1
            self._same("cards in a hand after drawing", int(hand.sum()) + single, int(self._sea.hands[seat].sum()))
            self._hold("a card at most is gone and one is new", bool(np.abs(change).sum() <= 2))
            self._hold("the card discarded was in the hand", bool((self._sea.hands[seat] >= 0).all()))
            drawn += np.maximum(change, 0)
        taken = pile - self._sea.pile
        self._same("cards drawn from the pile", 2, int(taken.sum()))
        # A card that was discarded and drawn again leaves no trace in the hand.
        self._hold("the pile gives what the hands get", bool((taken >= drawn).all() and (taken >= 0).all()))

    def _list_ways(self, state: TankState, seat: Seat) -> None:
        """The ways to go on for one seat, and the tank that each leads to."""
        ways = Glance(state.view(seat), seat, self._book, self._habit).ways(self._rng, turning=True)
        self._same("ways to go on", sorted(map(str, state.legal(seat))), sorted(str(way.step) for way in ways))
        for way in self._rng.sample(ways, min(len(ways), 12)):
            if isinstance(way.step, Place):
                self._check_way(way, state, seat, way.step)

    def _check_way(self, way: Way, state: TankState, seat: Seat, step: Place) -> None:
        tank = state.tanks[seat].placed(state.revealed[seat], step, self._plant)
        found = framed(tank, self._numbering)
        among = any(_is_same(way, one) for one in found)
        self._hold(f"{step} leads to the tank that the engine goes on with", among)

    def _place_last(self, state: TankState, seat: Seat) -> None:
        """The last card (T11): the most that any placing of it makes, sets counting a trifle."""
        (one,) = framed(state.tanks[seat], self._numbering)
        kind, chosen = state.revealed[seat], np.zeros(3, dtype=np.int64)
        found = last_card(self._book, one.cells, one.free, self._numbering.heap((kind,)), chosen)
        tanks = [state.tanks[seat].placed(kind, step, self._plant) for step in _placings(state, seat)]
        scores = [self._judge.score(tank.within(one.frame)) for tank in tanks]
        self._same("the best last placing", max(score.total + SET * score.sets for score in scores), found)


def _is_same(way: Way, one: Framed) -> bool:
    return way.free == one.free and bool((way.tank == one.cells).all())


def _placings(state: TankState, seat: Seat) -> Sequence[Place]:
    return [step for step in state.legal(seat) if isinstance(step, Place)]
