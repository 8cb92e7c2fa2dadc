"""Two players, seen by a spectator, who knows what was chosen and nothing else.

If all players choose blindly, the way of the cards does not depend on their kinds. So the game is played
again with blank cards; the chosen cards get the kinds that were revealed, the others get random kinds.
"""

import random
from itertools import count

import msgspec

from shoal.games.fishtank.imagine.hidden import HiddenCards, UnseenCards, halves, has_discarded, has_drawn
from shoal.games.fishtank.options import HAND_SIZE
from shoal.games.fishtank.state import PlayedRound, passed
from shoal.games.fishtank.view import View

__all__ = ["imagine_for_spectator"]


class _BlankRound(msgspec.Struct, frozen=True):
    """A round with blank cards, which have numbers instead of kinds."""

    hands: tuple[tuple[int, ...], ...]
    drawn: tuple[int | None, ...]
    choices: tuple[str, ...]


def imagine_for_spectator(view: View, rng: random.Random) -> HiddenCards:
    """Play the game again with blank cards, then give each card a kind."""
    blank_game = _BlankGame(view, rng)
    for half in range(1, view.half + 1):
        blank_game.play_half(half)
    unseen = UnseenCards(view.options, blank_game.chosen.values())
    hidden = [card for card in range(next(blank_game.fresh)) if card not in blank_game.chosen]
    dealt = list(unseen.deal(len(hidden), rng))
    rng.shuffle(dealt)
    kinds = {**blank_game.chosen, **dict(zip(hidden, dealt, strict=True))}

    def kinds_of(cards: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(sorted(kinds[card] for card in cards))

    def drawn_kinds(cards: tuple[int | None, ...]) -> tuple[str | None, ...]:
        return tuple(None if card is None else kinds[card] for card in cards)

    over = not any(view.sizes)
    return HiddenCards(
        hands=tuple(() if over else kinds_of(tuple(hand)) for hand in blank_game.hands),
        drawn=drawn_kinds(tuple(blank_game.drawn)),
        pile=tuple(unseen.counts),
        past=tuple(
            PlayedRound(tuple(kinds_of(hand) for hand in one.hands), drawn_kinds(one.drawn), one.choices)
            for one in blank_game.rounds
        ),
    )


class _BlankGame:
    """A game with numbered blank cards, all chosen and discarded at random."""

    def __init__(self, view: View, rng: random.Random) -> None:
        self._view = view
        self._halves = halves(view)
        self._rng = rng
        self.fresh = count()
        #: The kinds of the cards that were chosen, by number.
        self.chosen: dict[int, str] = {}
        self.hands: tuple[list[int], ...] = ([], [])
        self.drawn: list[int | None] = [None, None]
        self.rounds: list[_BlankRound] = []

    def play_half(self, half: int) -> None:
        """Deal, and play as many rounds as the spectator saw."""
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
        """Discard and draw after a pass (T17); after the latest pass, only where that has happened."""
        for seat, hand in enumerate(self.hands):
            if len(hand) > 1 and (not latest or has_discarded(self._view, seat)):
                self._pick(hand)
            if not latest or has_drawn(self._view, seat):
                card = next(self.fresh)
                hand.append(card)
                self.drawn[seat] = card

    def _pick(self, hand: list[int]) -> int:
        return hand.pop(self._rng.randrange(len(hand)))
