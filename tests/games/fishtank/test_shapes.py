"""Shapes: the best split of a kind's cards, compared with trying everything."""

import random
from collections.abc import Iterable
from functools import cache

import pytest

from shoal.games.fishtank.deck import Pattern, Shape, Shapes
from shoal.games.fishtank.deck_file import house_deck
from shoal.games.fishtank.scoring import Scorer
from shoal.games.fishtank.shapes import Splitter, forms

#: What the house deck's shapes are, told anew as sets of (column, row) steps from a first card.
HOUSE_SHAPES = {
    "tricolor": [([(0, 0), (1, 0)], 5), ([(0, 0), (1, 0), (2, 0)], 11)],
    "tetra": [([(0, 0), (0, 1)], 5), ([(0, 0), (0, 1), (0, 2)], 11)],
    "redtail": [
        ([(0, 0), (1, 1)], 5),
        ([(0, 0), (-1, 1)], 5),
        ([(0, 0), (1, 1), (2, 2)], 11),
        ([(0, 0), (-1, 1), (-2, 2)], 11),
    ],
    "barb": [
        ([(0, 0), (1, 0), (0, 1)], 9),
        ([(0, 0), (1, 0), (1, 1)], 9),
        ([(0, 0), (0, 1), (1, 1)], 9),
        ([(0, 0), (0, 1), (-1, 1)], 9),
        ([(0, 0), (1, 0), (0, 1), (1, 1)], 16),
    ],
}


@cache
def _shapes_in_tank(name: str) -> list[tuple[frozenset[int], int]]:
    found = []
    for steps, points in HOUSE_SHAPES[name]:
        for cell in range(16):
            places = [(cell % 4 + across, cell // 4 + down) for across, down in steps]
            if all(0 <= across < 4 and 0 <= down < 4 for across, down in places):
                found.append((frozenset(across + 4 * down for across, down in places), points))
    return found


def _try_everything(cards: frozenset[int], shapes: list[tuple[frozenset[int], int]]) -> int:
    """The best score by taking or leaving shape after shape, remembering nothing."""
    fitting = [(cells, points) for cells, points in shapes if cells <= cards]
    if not fitting:
        return 0
    (cells, points), rest = fitting[0], fitting[1:]
    return max(points + _try_everything(cards - cells, rest), _try_everything(cards, rest))


def _random_cards(rng: random.Random) -> frozenset[int]:
    return frozenset(rng.sample(range(16), rng.randint(0, 9)))


def _mask(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


@pytest.mark.rule("T12")
@pytest.mark.parametrize("name", HOUSE_SHAPES)
def test_the_best_split_is_found_in_thousands_of_random_tanks(name: str) -> None:
    rng = random.Random(name)
    scorer = Scorer(house_deck())
    for _ in range(1500):
        cards = _random_cards(rng)
        faces = tuple(name if cell in cards else "" for cell in range(16))
        assert scorer.points(faces) == _try_everything(cards, _shapes_in_tank(name)), sorted(cards)


@pytest.mark.rule("T12")
@pytest.mark.parametrize("name", HOUSE_SHAPES)
def test_a_split_gives_every_card_to_one_shape_only(name: str) -> None:
    rng = random.Random(name)
    scorer = Scorer(house_deck())
    for _ in range(300):
        cards = _random_cards(rng)
        score = scorer.score(tuple(name if cell in cards else "" for cell in range(16)))
        used = [cell for part in score.parts for cell in part.cells]
        assert len(used) == len(set(used))
        assert set(used) <= cards
        assert sum(part.points for part in score.parts) == score.total
        assert all((frozenset(part.cells), part.points) in _shapes_in_tank(name) for part in score.parts)


@pytest.mark.rule("T12")
@pytest.mark.parametrize(
    ("name", "rows", "points"),
    [
        ("tricolor", "XX.. XX.. .... XX..", 15),
        ("tricolor", "XXXX .... .... ....", 11),
        ("tricolor", "XX.. .... .... ....", 5),
        ("tricolor", "X... X... X... X...", 0),
        ("tetra", "X... X... X... X...", 11),
        ("tetra", "XXXX .... .... ....", 0),
        ("redtail", "X... .X.. ..X. ...X", 11),
        ("redtail", "X..X .XX. .... ....", 10),
        ("redtail", "...X ..X. .... ....", 5),
        ("barb", "XX.. X... .... ....", 9),
        ("barb", "XX.. XX.. .... ....", 16),
        ("barb", "XX.. .X.. X... XX..", 18),
        ("barb", "XXX. XXX. .... ....", 18),
    ],
)
def test_shapes_by_hand(name: str, rows: str, points: int) -> None:
    faces = tuple(name if sign == "X" else "" for sign in rows.replace(" ", ""))
    assert Scorer(house_deck()).points(faces) == points


def test_one_large_shape_is_not_always_the_best() -> None:
    shapes = Shapes(
        (
            Shape(("XX",), 5, mirrored=False, turned=False, source="house"),
            Shape(("XXX",), 6, mirrored=False, turned=False, source="house"),
        )
    )
    assert Splitter(shapes).points(_mask([0, 1, 2, 3])) == 10
    assert sorted(Splitter(shapes).split(_mask([0, 1, 2, 3]))) == [(5, 0b11), (5, 0b1100)]


@pytest.mark.parametrize(
    ("pattern", "mirrored", "turned", "count"),
    [
        (("XX",), False, False, 1),
        (("XX",), True, False, 1),
        (("XX",), False, True, 2),
        (("X.", ".X"), True, False, 2),
        (("XX", "X."), False, True, 4),
        (("XX", "X.", "X."), False, True, 4),
        (("XX", "X.", "X."), True, True, 8),
        (("XX", "X.", "X."), True, False, 2),
    ],
)
def test_patterns_count_in_all_their_forms(pattern: Pattern, mirrored: bool, turned: bool, count: int) -> None:
    assert len(forms(pattern, mirrored=mirrored, turned=turned)) == count


def test_empty_edges_of_a_pattern_do_not_matter() -> None:
    assert forms(("....", ".XX.", "...."), mirrored=False, turned=False) == {("XX",)}
