"""What the other of two players may have drawn."""

import random

from shoal.games.fishtank.imagine.draws import PassedHand, sample_draws


def test_draws_are_found_even_when_few_are_possible() -> None:
    """Two hands that want the same last card: only one of them can have it."""
    wants_bee = PassedHand(hand=("ant", "ant"), choice="ant", back=None)
    surely_bee = PassedHand(hand=("ant", "ant"), choice="bee", back=None)
    rng = random.Random(3)
    for _ in range(20):
        assert sample_draws([wants_bee, surely_bee], ("ant", "bee"), [2, 1], rng) == ["ant", "bee"]
