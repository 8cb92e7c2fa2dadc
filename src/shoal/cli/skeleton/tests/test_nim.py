import random

from shoal.core import find_game
from shoal.core.conformance import check_game


def test_random_games_keep_the_contract() -> None:
    for seed in range(30):
        rng = random.Random(seed)
        heaps = [rng.randint(1, 7) for _ in range(3)]
        check_game(find_game("nim"), {"heaps": heaps}, rng, longest=21)
