"""Two players: what the other may have drawn, judged by the hands that came back.

The viewer passes on a hand it knows. A random card of it is discarded, the other draws a card, chooses one,
which is revealed, and passes the rest back, of which a random card is discarded again. Card by card one
can count in how many ways a drawn card of each kind leads to what was seen: its likelihood.
"""

import random
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from shoal.games.fishtank.hand import Hand, add_card, take_card, take_cards

__all__ = ["Passed", "holdings", "sample_draws"]


class Passed(msgspec.Struct, frozen=True):
    """A hand that the viewer passed on, and what it saw of it since, as far as that has happened."""

    hand: Hand
    choice: str | None
    #: What was left when it came back and the viewer could look at it.
    back: Hand | None


@lru_cache(maxsize=1 << 14)
def holdings(passed: Passed, drawn: str) -> tuple[tuple[Hand, int], ...]:
    """The hands that the other may have had after drawing this kind, each with the ways to what was seen."""
    found = []
    # A single last card is not discarded.
    left = [(take_card(passed.hand, gone), passed.hand.count(gone)) for gone in dict.fromkeys(passed.hand)]
    for kept, ways in left if len(passed.hand) > 1 else [(passed.hand, 1)]:
        held = add_card(kept, drawn)
        ways *= _ways_on(held, passed.choice, passed.back)
        if ways:
            found.append((held, ways))
    return tuple(found)


def _ways_on(held: Hand, choice: str | None, back: Hand | None) -> int:
    """In how many ways the hand held gives the choice, and what came back."""
    if choice is None:
        return 1
    if choice not in held:
        return 0
    ways = held.count(choice)
    if back is None:
        return ways
    rest = take_card(held, choice)
    if any(rest.count(kind) < back.count(kind) for kind in back):
        return 0
    gone = take_cards(rest, back)
    return ways * rest.count(gone[0]) if gone else ways


@lru_cache(maxsize=1 << 12)
def _likelihoods(passed: Passed, kinds: tuple[str, ...]) -> tuple[int, ...]:
    """How likely each drawn kind makes what was seen, up to a common factor."""
    return tuple(sum(ways for _, ways in holdings(passed, kind)) for kind in kinds)


def sample_draws(hands: Sequence[Passed], kinds: tuple[str, ...], pool: Sequence[int], rng: random.Random) -> list[str]:
    """What the other drew into each of the hands, given everything: the exact odds, by rejection.

    The draws are cards of the pool, taken one after the other. Taking each with the odds of cards left times
    likelihood would favour draws that eat up the likely cards of later ones, so each step is accepted only in
    proportion to the weight it found, against the most weight it could have found.
    """
    likely = [_likelihoods(passed, kinds) for passed in hands]
    start = list(pool)
    drawn: dict[int, int] = {}
    for number, weights in enumerate(likely):
        certain = [kind for kind, weight in enumerate(weights) if weight and pool[kind]]
        if len(certain) == 1:
            drawn[number] = certain[0]
            start[certain[0]] -= 1
    unsure = [number for number in range(len(hands)) if number not in drawn]
    unsure.sort(key=lambda number: sum(weight > 0 for weight in likely[number]))
    most = [_most_weight(likely[number], start, sum(start) - before) for before, number in enumerate(unsure)]
    while True:
        attempt = _attempt([likely[number] for number in unsure], most, list(start), rng)
        if attempt is not None:
            drawn.update(zip(unsure, attempt, strict=True))
            return [kinds[drawn[number]] for number in range(len(hands))]


def _most_weight(weights: Sequence[int], pool: Sequence[int], cards: int) -> int:
    """The most that cards times likelihood can add up to when only so many cards of the pool are left."""
    most = 0
    for weight, count in sorted(zip(weights, pool, strict=True), reverse=True):
        taken = min(count, cards)
        most += taken * weight
        cards -= taken
    return most


def _attempt(
    likely: Sequence[Sequence[int]], most: Sequence[int], pool: list[int], rng: random.Random
) -> list[int] | None:
    drawn = []
    for weights, bound in zip(likely, most, strict=True):
        odds = [count * weight for count, weight in zip(pool, weights, strict=True)]
        found = sum(odds)
        number = rng.randrange(bound)
        if number >= found:
            return None
        # Below `found` the number is uniform, so it serves to pick the kind as well.
        for kind, share in enumerate(odds):
            number -= share
            if number < 0:
                drawn.append(kind)
                pool[kind] -= 1
                break
    return drawn
