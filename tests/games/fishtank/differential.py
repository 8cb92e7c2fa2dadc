"""Plays random games of Fish Tank on the rules and the kernels, step by step, and raises where they differ.

It compares everything that is written twice: the points and sets of every tank in every frame it may still
have, the steps of choosing and placing, the tank after a placing, passing, discarding and drawing, the last
card, the final scores and who wins. The tests play some thousands of such games, and `bench.differ` any
number of them.
"""

import random
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Final

import numpy as np
from bench.fishtank_random_decks import random_decks
from tests.games.difference import Difference
from tests.games.fishtank.decks import options_of
from tests.games.fishtank.random_decks import random_deck

from shoal.core import CHANCE, OptionError, Seat
from shoal.core.numba_kernels import Numbers
from shoal.games.fishtank.deck_writer import write_deck
from shoal.games.fishtank.engine.candidate_rollouts import Objective, new_candidate_arrays, record_result
from shoal.games.fishtank.engine.candidates import Candidate, CandidateFinder
from shoal.games.fishtank.engine.encoding import FramedTank, KindNumbers, framed_tanks
from shoal.games.fishtank.engine.last_two_cards import SET_VALUE, best_last_card
from shoal.games.fishtank.engine.policy_weights import policy_weights
from shoal.games.fishtank.engine.rollouts import final_values
from shoal.games.fishtank.engine.rules_kernel import CELL, KIND, TURNED, new_game_arrays, pass_hands, place_chosen
from shoal.games.fishtank.engine.scoring import sets_of, tank_points
from shoal.games.fishtank.engine.scoring_tables import scoring_tables
from shoal.games.fishtank.engine.settings import Settings
from shoal.games.fishtank.options import HAND_SIZE
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.state import State, opening, passed
from shoal.games.fishtank.steps import ChooseCard, PlaceCard
from shoal.games.fishtank.tank import Tank

__all__ = ["any_opening", "compare_game"]

#: In this many rounds of a game, both list the steps of some seat.
_ROUNDS_LISTED: Final = 2
#: The number of random decks; preparing one takes longer than a game.
_DECKS: Final = 24


def any_opening(rng: random.Random) -> State:
    """A game with any options: two to six players, all sizes of the house deck, or a random deck, plain or odd."""
    players = rng.randint(2, 6)
    size, deck = rng.choice(("advised", "full", "small", "", "odd")), ""
    if not size:
        size, deck = "full", random_deck(random.Random(rng.randrange(_DECKS)))
    elif size == "odd":
        size, deck = "full", rng.choice(_odd_decks())
    while True:
        try:
            return opening(options_of(players, size, deck))
        except OptionError:
            # Too few cards for this many players; there are always enough for two.
            players -= 1


@cache
def _odd_decks() -> list[str]:
    """The texts of decks that are unlike the house's in many ways."""
    return [write_deck(deck) for deck in random_decks(1).values()]


def compare_game(start: State, rng: random.Random) -> int:
    """Play a random game on both; return the number of comparisons. Raises `Difference`."""
    states = [start]
    # Half of the seats prefer some kinds, so that many cards of one kind lie together more often than by chance.
    preferences = [rng.sample(start.options.kinds, rng.choice((0, len(start.options.kinds)))) for _ in start.tanks]
    while states[-1].to_act:
        states.append(_random_step(states[-1], preferences, rng))
    kernel_game = _KernelGame(states[-1], rng)
    for before, after in pairwise(states):
        kernel_game.follow(before, after)
    kernel_game.end(states[-1])
    return kernel_game.compared


def _random_step(state: State, preferences: Sequence[Sequence[str]], rng: random.Random) -> State:
    """A random step; a seat with preferences takes the kind that it likes best."""
    seat = state.to_act[0]
    if seat == CHANCE:
        return state.play(state.chance().draw(rng.randrange))
    if state.phase is RoundPhase.CHOOSE and preferences[seat]:
        return state.play(ChooseCard(seat, min(state.hands[seat], key=preferences[seat].index)))
    return state.play(rng.choice(state.legal(seat)))


class _KernelGame:
    """The kernels' side of a game whose end is known, since a kernel's tank lies in one frame from the start."""

    def __init__(self, final: State, rng: random.Random) -> None:
        options = final.options
        self.compared = 0
        self._rng = rng
        self._scorer = options.scorer
        self._plant = options.deck.back.name
        self._tables = scoring_tables(options.deck)
        self._policy = policy_weights(Settings(), 3.0)
        self._numbers = KindNumbers(options)
        self._frames = [tank.frames[0] for tank in final.tanks]
        self._game = new_game_arrays(options.players, len(self._numbers.kinds))
        self._game.pile[:] = self._game.unchosen[:] = self._numbers.counts
        self._game.random_word[0] = rng.getrandbits(62) | 1
        self._listed = {
            (phase, rng.randrange(2 * HAND_SIZE))
            for phase in (RoundPhase.CHOOSE, RoundPhase.PLACE)
            for _ in range(_ROUNDS_LISTED)
        }

    def follow(self, before: State, after: State) -> None:
        """One step of the game."""
        if after.phase is before.phase:
            return
        if before.phase is RoundPhase.PLACE:
            self._lay(before, after)
        if after.phase is RoundPhase.CHOOSE:
            self._begin_round(after)
        if (after.phase, self._game.rounds_played[0]) in self._listed:
            self._list_candidates(after, self._rng.randrange(after.options.players))
        if after.phase is RoundPhase.PLACE and self._game.rounds_played[0] == 2 * HAND_SIZE - 1:
            self._place_last(after, self._rng.randrange(after.options.players))

    def end(self, final: State) -> None:
        """Scores, and who wins, sets deciding between equals (T18)."""
        players = final.options.players
        points, candidates = np.zeros(players), new_candidate_arrays(1, players, len(self._numbers.kinds))
        final_values(self._tables, self._game, points)
        record_result(candidates, 0, 0, points, Objective(1.0, 8.0, 0.0))
        result = final.result
        if result is None:
            raise Difference(f"the game is not over: {final}")
        shares = [1 / len(result.winners) if seat in result.winners else 0.0 for seat in range(players)]
        self._same("final scores", list(result.scores), candidates.points[0].tolist())
        self._same("shares of the win", shares, candidates.shares[0].tolist())

    def _same(self, what: str, rules: object, kernels: object) -> None:
        self.compared += 1
        if rules != kernels:
            raise Difference(f"{what}: the rules say {rules}, the kernels {kernels}")

    def _hold(self, what: str, held: object) -> None:
        self.compared += 1
        if not held:
            raise Difference(f"the rules say that {what}, the kernels do otherwise")

    def _begin_round(self, state: State) -> None:
        """New hands, after a deal, or passed on since the last round."""
        game, numbers = self._game, self._numbers
        hands, pile = numbers.hands(state), numbers.pile(state)
        if state.round > 1 and state.options.players > 2:
            self._same("hands passed", hands.tolist(), game.hands.tolist())
            self._same("the pile", pile.tolist(), game.pile.tolist())
        # Cards dealt and drawn at random go on as the rules had them.
        game.hands[:] = hands
        game.pile[:] = pile

    def _lay(self, before: State, after: State) -> None:
        """Place all cards, read from the tanks before and after; then pass the hands."""
        game, numbers = self._game, self._numbers
        for seat, (old, new) in enumerate(zip(before.tanks, after.tanks, strict=True)):
            cell = (old.occupied ^ new.occupied).bit_length() - 1
            turned = (old.turned ^ new.turned).bit_length() - 1
            frame = self._frames[seat]
            game.chosen[seat, KIND] = numbers.numbers[before.revealed[seat]]
            game.chosen[seat, CELL] = frame.index(cell)
            game.chosen[seat, TURNED] = frame.index(turned) if turned >= 0 else -1
            place_chosen(game, self._tables.plant, seat)
            self._compare_tank(seat, new)
        unchosen = numbers.unchosen(played.choices for played in after.past)
        self._same("cards that no player has chosen", unchosen.tolist(), game.unchosen.tolist())
        game.rounds_played[0] += 1
        left, pile = game.hands.copy(), game.pile.copy()
        pass_hands(game)
        if after.phase is RoundPhase.CHOOSE and after.options.players == 2:
            self._compare_draws(left, pile, before)
        elif after.phase is not RoundPhase.CHOOSE:
            self._same("hands after a half", numbers.hands(after).tolist(), game.hands.tolist())

    def _compare_tank(self, seat: Seat, tank: Tank) -> None:
        """What lies where, and its points and sets in every frame still possible."""
        found = framed_tanks(tank, self._numbers)
        self._same("frames", list(tank.frames), [one.frame for one in found])
        for one in found:
            faces = tank.within(one.frame)
            free = sum(1 << cell for cell, face in enumerate(faces) if not face)
            self._same("free cells", free, one.free)
            score = self._scorer.score(faces)
            made = tank_points(self._tables, one.cells), sets_of(self._tables, one.cells)
            self._same(f"points and sets of {faces}", (score.total, score.sets), made)
            if one.frame == self._frames[seat]:
                laid = self._game.tanks[seat].tolist(), int(self._game.free[seat])
                self._same("a tank after its placing", (one.cells.tolist(), one.free), laid)

    def _compare_draws(self, left: Numbers, pile: Numbers, before: State) -> None:
        """Two players: a card of the hand passed goes, unless it is a single one, and one of the pile comes (T17)."""
        drawn = np.zeros_like(pile)
        for seat, hand in enumerate(passed((left[0], left[1]), before.half)):
            change = self._game.hands[seat] - hand
            single = hand.sum() == 1
            self._same("cards in a hand after drawing", int(hand.sum()) + single, int(self._game.hands[seat].sum()))
            self._hold("a card at most is gone and one is new", bool(np.abs(change).sum() <= 2))
            self._hold("the card discarded was in the hand", bool((self._game.hands[seat] >= 0).all()))
            drawn += np.maximum(change, 0)
        taken = pile - self._game.pile
        self._same("cards drawn from the pile", 2, int(taken.sum()))
        # A card that was discarded and drawn again leaves no trace in the hand.
        self._hold("the pile gives what the hands get", bool((taken >= drawn).all() and (taken >= 0).all()))

    def _list_candidates(self, state: State, seat: Seat) -> None:
        """The steps of one seat, and the tank that each leads to."""
        candidates = CandidateFinder(state.view(seat), seat, self._tables, self._policy).candidates(
            self._rng, turning=True
        )
        self._same("legal steps", sorted(map(str, state.legal(seat))), sorted(str(one.step) for one in candidates))
        for candidate in self._rng.sample(candidates, min(len(candidates), 12)):
            if isinstance(candidate.step, PlaceCard):
                self._check_placing(candidate, state, seat, candidate.step)

    def _check_placing(self, candidate: Candidate, state: State, seat: Seat, step: PlaceCard) -> None:
        tank = state.tanks[seat].placed(state.revealed[seat], step, self._plant)
        found = framed_tanks(tank, self._numbers)
        among = any(_is_same(candidate, one) for one in found)
        self._hold(f"{step} leads to the tank that the engine goes on with", among)

    def _place_last(self, state: State, seat: Seat) -> None:
        """The last card (T11): the most that any placing of it makes, with a little for every set."""
        (one,) = framed_tanks(state.tanks[seat], self._numbers)
        kind, chosen = state.revealed[seat], np.zeros(3, dtype=np.int64)
        found = best_last_card(self._tables, one.cells, one.free, self._numbers.count_cards((kind,)), chosen)
        tanks = [state.tanks[seat].placed(kind, step, self._plant) for step in _placings(state, seat)]
        scores = [self._scorer.score(tank.within(one.frame)) for tank in tanks]
        self._same("the best last placing", max(score.total + SET_VALUE * score.sets for score in scores), found)


def _is_same(candidate: Candidate, one: FramedTank) -> bool:
    return candidate.free == one.free and bool((candidate.tank == one.cells).all())


def _placings(state: State, seat: Seat) -> Sequence[PlaceCard]:
    return [step for step in state.legal(seat) if isinstance(step, PlaceCard)]
