"""The best walk of a penguin that is alone on its ice, exactly, and the bound on it."""

import random

import pytest
from tests.games.penguins.exhaustive_walks import best_by_trying_all, taken

from shoal.games.penguins.board import Board, Floes, bits, board_of
from shoal.games.penguins.solo_walk import best_walk
from shoal.games.penguins.steps import Move
from shoal.games.penguins.walk_bound import most_on_a_walk
from shoal.games.penguins.worth import Worth


def check_walk(board: Board, penguin: Floes, ice: Floes, walk: tuple[Move, ...]) -> None:
    for move in walk:
        assert move in board.moves(penguin, ice)
        penguin = 1 << move.end
        ice ^= penguin


def random_island(rng: random.Random, board: Board, size: int) -> tuple[Floes, Floes]:
    """A penguin's floe, and some ice that hangs together with it."""
    penguin = island = 1 << rng.randrange(60)
    while island.bit_count() < size:
        around = 0
        for bit in bits(island):
            around |= board.neighbours[bit]
        island |= rng.choice(list(bits(around & ~island)))
    return penguin, island ^ penguin


@pytest.mark.rule("P22")
def test_walks_are_as_good_as_trying_them_all() -> None:
    rng = random.Random(11)
    ragged = 0
    for number in range(400):
        board = board_of(rng.choice((7, 8)), tuple(rng.choices((-2, -1, 0, 0, 1, 2), k=8)))
        fish = bytes(rng.choices((1, 2, 3), k=60))
        penguin, ice = random_island(rng, board, 1 + number % 9)
        walk = best_walk(board, fish, penguin, ice)
        assert walk is not None
        check_walk(board, penguin, ice, walk)
        best = best_by_trying_all(board, fish, penguin, ice)
        assert taken(fish, walk) == best
        ragged += best[1] < ice.bit_count()
        if walk:
            bound = most_on_a_walk(board, Worth(fish), board.moves(penguin, ice), ice)
            assert Worth(fish).of(sum(1 << move.end for move in walk)) <= bound <= Worth(fish).of(ice)
    assert ragged > 100  # islands where not every floe can be had


@pytest.mark.rule("P22")
def test_large_islands_as_they_come_up_in_play_are_solved_with_little_search() -> None:
    rng = random.Random(5)
    board = board_of(7)
    for size in (15, 20, 25, 30):
        for _ in range(10):
            penguin, ice = random_island(rng, board, size)
            fish = bytes(rng.choices((1, 2, 3), k=60))
            walk = best_walk(board, fish, penguin, ice, limit=2000)
            assert walk is not None
            check_walk(board, penguin, ice, walk)


@pytest.mark.rule("P22")
def test_a_search_that_goes_too_far_gives_up_instead_of_guessing() -> None:
    penguin, ice = random_island(random.Random(5), board_of(7), 30)
    assert best_walk(board_of(7), bytes([1] * 60), penguin, ice, limit=3) is None
