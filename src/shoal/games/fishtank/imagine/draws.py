"""Two players: what the other may have drawn, weighed by the hands that came back.

The viewer passes on a hand it knows. A random card of it is discarded; the other player draws a card, chooses
one, which is revealed, and passes the rest back; a random card of that is discarded again. The number of ways
in which a drawn card of some kind leads to what the viewer saw is the likelihood of that kind.
"""

import random
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from shoal.games.fishtank.hand import Hand, add_card, take_card, take_cards

__all__ = ["PassedHand", "possible_hands", "sample_draws"]


class PassedHand(msgspec.Struct, frozen=True):
    """A hand that the viewer passed on, and what it has seen of it since; `None` for what is still to come."""

    hand: Hand
    choice: str | None
    #: What was left of the hand when it came back and the viewer could look at it.
    back: Hand | None


@lru_cache(maxsize=1 << 14)
def possible_hands(passed: PassedHand, drawn: str) -> tuple[tuple[Hand, int], ...]:
    """The hands that the other may have had after drawing this kind, each with the number of ways to what was seen."""
    found = []
    # A single last card is not discarded.
    left = [(take_card(passed.hand, gone), passed.hand.count(gone)) for gone in dict.fromkeys(passed.hand)]
    for kept, ways in left if len(passed.hand) > 1 else [(passed.hand, 1)]:
        held = add_card(kept, drawn)
        ways *= _ways_to(held, passed.choice, passed.back)
        if ways:
            found.append((held, ways))
    return tuple(found)


def _ways_to(held: Hand, choice: str | None, back: Hand | None) -> int:
    """The number of ways in which this hand leads to the choice and to what came back."""
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
def _likelihoods(passed: PassedHand, kinds: tuple[str, ...]) -> tuple[int, ...]:
    """For each kind drawn, the likelihood of what was seen, up to a common factor."""
    return tuple(sum(ways for _, ways in possible_hands(passed, kind)) for kind in kinds)


def sample_draws(
    hands: Sequence[PassedHand], kinds: tuple[str, ...], unseen: Sequence[int], rng: random.Random
) -> list[str]:
    """What the other drew into each of the hands, with the exact odds given all of them (rejection sampling).

    The draws are unseen cards, taken one after the other. Odds of cards left times likelihood alone would favour
    draws that use up the likely cards of later draws. So each step is accepted in proportion to the weight that it
    finds, measured against the most weight that it could find.
    """
    likelihoods = [_likelihoods(passed, kinds) for passed in hands]
    start = list(unseen)
    drawn: dict[int, int] = {}
    for number, weights in enumerate(likelihoods):
        certain = [kind for kind, weight in enumerate(weights) if weight and unseen[kind]]
        if len(certain) == 1:
            drawn[number] = certain[0]
            start[certain[0]] -= 1
    unsure = [number for number in range(len(hands)) if number not in drawn]
    unsure.sort(key=lambda number: sum(weight > 0 for weight in likelihoods[number]))
    most = [_most_weight(likelihoods[number], start, sum(start) - before) for before, number in enumerate(unsure)]
    while True:
        attempt = _attempt([likelihoods[number] for number in unsure], most, list(start), rng)
        if attempt is not None:
            drawn.update(zip(unsure, attempt, strict=True))
            return [kinds[drawn[number]] for number in range(len(hands))]


def _most_weight(weights: Sequence[int], unseen: Sequence[int], cards: int) -> int:
    """The largest sum of cards times likelihood when this many of the unseen cards are left."""
    most = 0
    for weight, count in sorted(zip(weights, unseen, strict=True), reverse=True):
        taken = min(count, cards)
        most += taken * weight
        cards -= taken
    return most


def _attempt(
    likelihoods: Sequence[Sequence[int]], most: Sequence[int], unseen: list[int], rng: random.Random
) -> list[int] | None:
    """The kind of each draw, or `None` if the attempt is rejected."""
    drawn = []
    for weights, bound in zip(likelihoods, most, strict=True):
        weighted = [count * weight for count, weight in zip(unseen, weights, strict=True)]
        found = sum(weighted)
        number = rng.randrange(bound)
        if number >= found:
            return None
        # Below `found` the number is uniform, so it picks the kind as well.
        for kind, share in enumerate(weighted):
            number -= share
            if number < 0:
                drawn.append(kind)
                unseen[kind] -= 1
                break
    return drawn
