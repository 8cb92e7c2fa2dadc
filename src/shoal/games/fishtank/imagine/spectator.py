"""Two players, seen by a spectator, who knows what was chosen and nothing else.

If everybody picks blindly, the course of the cards has nothing to do with what is on them. So the game is
played over with blank cards; those that were chosen get the kinds that were revealed, the others any.
"""

import random
from itertools import count

import msgspec

from shoal.games.fishtank.imagine.hidden import Hidden, Pool, halves, has_discarded, has_drawn
from shoal.games.fishtank.options import HAND_SIZE
from shoal.games.fishtank.state import Round, passed
from shoal.games.fishtank.view import TankView

__all__ = ["imagine_watching"]


class _BlankRound(msgspec.Struct, frozen=True):
    """A round with cards known by number only."""

    hands: tuple[tuple[int, ...], ...]
    drawn: tuple[int | None, ...]
    choices: tuple[str, ...]


def imagine_watching(view: TankView, rng: random.Random) -> Hidden:
    """Play over with blank cards, then say what is on them."""
    blanks = _Blanks(view, rng)
    for half in range(1, view.half + 1):
        blanks.play_half(half)
    pool = Pool(view.box, blanks.chosen.values())
    hidden = [card for card in range(next(blanks.fresh)) if card not in blanks.chosen]
    dealt = list(pool.deal(len(hidden), rng))
    rng.shuffle(dealt)
    face = {**blanks.chosen, **dict(zip(hidden, dealt, strict=True))}

    def faces(cards: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(sorted(face[card] for card in cards))

    def drawn(cards: tuple[int | None, ...]) -> tuple[str | None, ...]:
        return tuple(None if card is None else face[card] for card in cards)

    over = not any(view.sizes)
    return Hidden(
        hands=tuple(() if over else faces(tuple(hand)) for hand in blanks.hands),
        drawn=drawn(tuple(blanks.drawn)),
        pile=tuple(pool.counts),
        past=tuple(
            Round(tuple(faces(hand) for hand in one.hands), drawn(one.drawn), one.choices) for one in blanks.rounds
        ),
    )


class _Blanks:
    """The course of a game with numbered blank cards, each picked and discarded at random."""

    def __init__(self, view: TankView, rng: random.Random) -> None:
        self._view = view
        self._halves = halves(view)
        self._rng = rng
        self.fresh = count()
        #: The cards that were chosen, and what is on them.
        self.chosen: dict[int, str] = {}
        self.hands: tuple[list[int], ...] = ([], [])
        self.drawn: list[int | None] = [None, None]
        self.rounds: list[_BlankRound] = []

    def play_half(self, half: int) -> None:
        """Deal, and play the rounds that were played."""
        rounds = self._halves[half - 1]
        self.hands = tuple(
            [next(self.fresh) for _ in range(HAND_SIZE if rounds else size)] for size in self._view.sizes
        )
        for number, played in enumerate(rounds, start=1):
            hands = tuple(tuple(hand) for hand in self.hands)
            self.rounds.append(_BlankRound(hands, tuple(self.drawn), played.choices))
            self.drawn = [None, None]
            for hand, kind in zip(self.hands, played.choices, strict=True):
                self.chosen[self._pick(hand)] = kind
            if number < HAND_SIZE:
                self.hands = passed(self.hands, half)
                self._exchange(latest=half == self._view.half and number == len(rounds))

    def _exchange(self, *, latest: bool) -> None:
        """The discards and draws after a pass (T17); of the latest pass only those that were made."""
        for seat, hand in enumerate(self.hands):
            if len(hand) > 1 and (not latest or has_discarded(self._view, seat)):
                self._pick(hand)
            if not latest or has_drawn(self._view, seat):
                card = next(self.fresh)
                hand.append(card)
                self.drawn[seat] = card

    def _pick(self, hand: list[int]) -> int:
        return hand.pop(self._rng.randrange(len(hand)))
