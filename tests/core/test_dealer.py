"""The dealer draws uniformly, repeatably, and as its docstring says."""

import hashlib
import hmac
from collections import Counter

import pytest

from shoal.core import Below, Dealer, NotationError, Odds, Step, new_seed
from shoal.core.seats import Viewer

SEED = "00" * 31 + "2a"


class Side:
    """A side of a die."""

    def __init__(self, value: int) -> None:
        self.value = value

    def seen_by(self, viewer: Viewer) -> str:
        return f"={self.value}"

    @property
    def tokens(self) -> tuple[str, ...]:
        return (f"={self.value}",)


class Numbers:
    """A chance that asks for many numbers in one step."""

    def __init__(self, limits: list[int]) -> None:
        self.limits = limits
        self.steps: list[Step] = []
        self.drawn: list[int] = []

    def draw(self, below: Below) -> Step:
        self.drawn = [below(limit) for limit in self.limits]
        return Side(0)


def _numbers(number: int, limits: list[int]) -> list[int]:
    numbers = Numbers(limits)
    Dealer(SEED).draw(number, numbers)  # type: ignore[arg-type]
    return numbers.drawn


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    assert Dealer(SEED).commitment == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()


def test_numbers_come_from_the_documented_blocks() -> None:
    words = []
    for block in range(3):
        digest = hmac.new(bytes.fromhex(SEED), f"7:{block}".encode(), "sha256").digest()
        words += [int.from_bytes(digest[place : place + 8], "big") for place in range(0, 32, 8)]
    assert _numbers(7, [1000] * 12) == [word % 1000 for word in words]


def test_lots_come_from_blocks_of_their_own() -> None:
    digest = hmac.new(bytes.fromhex(SEED), b"lot:0", "sha256").digest()
    assert Dealer(SEED).draw_lot(5) == int.from_bytes(digest[:8], "big") % 5


def test_every_player_is_drawn_equally_often() -> None:
    drawn = Counter(Dealer(f"{number:064x}").draw_lot(4) for number in range(4000))
    assert sorted(drawn) == [0, 1, 2, 3]
    assert max(drawn.values()) < 1100


def test_words_that_would_favour_small_numbers_are_skipped() -> None:
    limit = 2**63 + 1  # nearly half of all words are of no use
    drawn = _numbers(3, [limit] * 200)
    assert all(number < limit for number in drawn)
    assert 0.4 < sum(number < limit // 2 for number in drawn) / len(drawn) < 0.6


def test_draws_are_uniform() -> None:
    """Chi-square with 65 degrees of freedom: above 112 happens once in 4,000 fair runs; the seed is fixed."""
    counts = Counter(number for step in range(2000) for number in _numbers(step, [66] * 33))
    expected = 2000 * 33 / 66
    assert sum((counts[number] - expected) ** 2 / expected for number in range(66)) < 112


def test_weighted_outcomes_follow_their_weights() -> None:
    """Chi-square with 3 degrees of freedom: above 16.3 happens once in 1,000 fair runs; the seed is fixed."""
    sides = [Side(value) for value in (-1, 1, 2, 3)]
    weights = [1, 2, 1, 2]
    odds = Odds(sides, weights)
    dealer = Dealer(SEED)
    counts = Counter(dealer.draw(number, odds) for number in range(12_000))
    total = sum(
        (counts[side] - 2000 * weight) ** 2 / (2000 * weight) for side, weight in zip(sides, weights, strict=True)
    )
    assert total < 16.3


def test_every_step_has_numbers_of_its_own() -> None:
    draws = {tuple(_numbers(number, [2**32] * 2)) for number in range(500)}
    assert len(draws) == 500


def test_fresh_seeds_differ_and_are_accepted() -> None:
    seeds = {new_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert all(Dealer(seed).seed == seed for seed in seeds)


@pytest.mark.parametrize("seed", ["", "12", "g" * 64, "A" * 64, "0" * 63, "0" * 65, "０" * 64])
def test_a_bad_seed_is_refused(seed: str) -> None:
    with pytest.raises(NotationError, match="expected a seed of 64 hexadecimal digits"):
        Dealer(seed)
