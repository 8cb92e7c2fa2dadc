"""Twenty random decks of Fish Tank, some like the one in the box and some very unlike it.

`random_decks(seed)` gives them by name; equal seeds give equal decks. Every deck is valid, has enough cards for two
players, and is made for one way in which a deck may differ from the house's: what kinds of conditions it has, how many
kinds, how many points they make, and how hard these are to get.
"""

import math
import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

from shoal.games.fishtank.deck import (
    COLOURS,
    TANK_SIDE,
    Adjacency,
    Amount,
    Area,
    Condition,
    Deck,
    Kind,
    Neighbours,
    Pattern,
    Shape,
    Shapes,
    Side,
    Threshold,
    Where,
)

__all__ = ["RECIPES", "random_decks"]

_CELLS: Final = TANK_SIDE * TANK_SIDE
#: A game of two players uses 60 cards; a deck with some more leaves room for luck.
_FEWEST_CARDS: Final = 78
#: How many neighbours a card may have.
_TOUCHING: Final[Mapping[Where, int]] = {"side": 4, "corner": 4, "around": 8}

_Draw: TypeAlias = Callable[[random.Random], Condition]
_Recipe: TypeAlias = Callable[[str, random.Random], Deck]


def random_decks(seed: int) -> dict[str, Deck]:
    """The decks by name, in the order of `RECIPES`."""
    return {name: recipe(name, random.Random(f"{seed} {name}")) for name, recipe in RECIPES.items()}


def _deck(
    title: str,
    rng: random.Random,
    *,
    fronts: Sequence[_Draw],
    back: _Draw | None = None,
    creatures: int = 0,
) -> Deck:
    """A deck of these kinds, of about as many cards each; the last `creatures` of them are light ones, and rarer."""
    usual = max(2, -(-_FEWEST_CARDS // len(fronts)))
    kinds = []
    for number, draw in enumerate((*fronts, back or _plants)):
        side: Side = "back" if number == len(fronts) else "dark" if number < len(fronts) - creatures else "light"
        cards = {"back": 0, "dark": usual + rng.randint(0, 2), "light": max(2, usual - 2)}[side]
        kinds.append(
            Kind(
                name=f"kind{number}",
                title=f"Kind {number}",
                title_source="box",
                colour=COLOURS[number * 5 % len(COLOURS)],
                cards=cards,
                side=side,
                left_out=False,
                condition=draw(rng),
            )
        )
    return Deck(title, tuple(kinds))


def _worth(cards: int, rng: random.Random) -> int:
    """Points for this many cards as a box would give them: more for each the more are asked for."""
    return max(1, min(99, round(1.9 * math.pow(cards, 1.35) * rng.uniform(0.75, 1.3))))


def _pattern(cards: int, rng: random.Random) -> Pattern:
    """Cards that touch each other, at sides or corners."""
    cells = {(rng.randrange(TANK_SIDE), rng.randrange(TANK_SIDE))}
    while len(cells) < cards:
        row, column = rng.choice(sorted(cells))
        row, column = row + rng.randint(-1, 1), column + rng.randint(-1, 1)
        if 0 <= row < TANK_SIDE and 0 <= column < TANK_SIDE:
            cells.add((row, column))
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    return tuple(
        "".join("X" if (row, column) in cells else "." for column in range(min(columns), max(columns) + 1))
        for row in range(min(rows), max(rows) + 1)
    )


def _shapes(rng: random.Random, *, fewest: int = 2, most: int = 4, many: int = 2) -> Condition:
    """One shape or several, each larger one worth more."""
    found = []
    for cards in sorted(rng.sample(range(fewest, most + 1), rng.randint(1, min(many, most + 1 - fewest)))):
        mirrored, turned = rng.random() < 0.4, rng.random() < 0.3
        found.append(Shape(_pattern(cards, rng), _worth(cards, rng), mirrored, turned, "box"))
    return Shapes(tuple(found))


def _area(rng: random.Random) -> Condition:
    cells = set(rng.sample(range(_CELLS), rng.randint(3, 6)))
    rows = tuple("".join("X" if row * 4 + column in cells else "." for column in range(4)) for row in range(4))
    steps = sorted(rng.sample(range(1, len(cells) + 1), 2))
    return Area(rows, tuple(Threshold(cards, _worth(cards, rng), "box") for cards in steps), "box")


def _amount(rng: random.Random, *, most: int = 6) -> Condition:
    steps = sorted(rng.sample(range(1, most + 1), rng.randint(2, 4)))
    return Amount(tuple(Threshold(cards, _worth(cards, rng), "box") for cards in steps))


def _falling(rng: random.Random) -> Condition:
    """More cards may make fewer points: some worth something alone, and most of it gone with too many."""
    steps = sorted(rng.sample(range(1, 7), rng.randint(3, 5)))
    points = [_worth(cards, rng) + 3 for cards in steps]
    for place in range(1, len(points), 2):
        points[place] = rng.randint(0, 2)
    return Amount(tuple(Threshold(cards, worth, "box") for cards, worth in zip(steps, points, strict=True)))


def _neighbours(rng: random.Random) -> Condition:
    found = []
    for _ in range(rng.randint(1, 2)):
        where: Where = rng.choice(("side", "corner", "around"))
        count, alike = rng.randint(2, 4), rng.random() < 0.5
        found.append(Neighbours(where, min(count, 3) if alike else count, alike, rng.randint(4, 9), "box"))
    return Adjacency(tuple(found))


def _plants(rng: random.Random) -> Condition:
    """Like the house's: a little for each, up to some."""
    step = rng.choice((1, 1, 2, 2, 3))
    return Amount(tuple(Threshold(cards, cards * step, "box") for cards in range(1, rng.randint(3, 5))))


def _worthless(rng: random.Random) -> Condition:
    return Amount((Threshold(1, 0, "box"),))


def _jackpot(rng: random.Random) -> Condition:
    """Nothing, and then very much: for cards enough that they are seldom found together."""
    return Amount((Threshold(rng.randint(4, 6), 99, "box"),))


def _any_points(rng: random.Random, *, highest: int) -> Condition:
    """Any family, with points that have nothing to do with how hard they are to get."""

    def points() -> int:
        return rng.randint(0, highest)

    match rng.choice(("shape", "area", "amount", "adjacency")):
        case "shape":
            return Shapes(
                tuple(
                    Shape(_pattern(rng.randint(1, 5), rng), points(), rng.random() < 0.5, rng.random() < 0.5, "box")
                    for _ in range(rng.randint(1, 4))
                )
            )
        case "area":
            cells = rng.randrange(1, 1 << _CELLS)
            signs = "".join("X" if cells >> cell & 1 else "." for cell in range(_CELLS))
            rows = tuple(signs[start : start + 4] for start in range(0, _CELLS, 4))
            return Area(rows, _any_thresholds(rng, highest), "box")
        case "amount":
            return Amount(_any_thresholds(rng, highest))
    found = []
    for _ in range(rng.randint(1, 4)):
        where: Where = rng.choice(("side", "corner", "around"))
        found.append(Neighbours(where, rng.randint(1, _TOUCHING[where]), rng.random() < 0.5, points(), "box"))
    return Adjacency(tuple(found))


def _any_thresholds(rng: random.Random, highest: int) -> tuple[Threshold, ...]:
    steps = sorted(rng.sample(range(1, 11), rng.randint(1, 5)))
    return tuple(Threshold(cards, rng.randint(0, highest), "box") for cards in steps)


def _like_a_box(title: str, rng: random.Random) -> Deck:
    """Nine dark kinds and three light ones, as in the box: shapes, areas, an amount, neighbours."""
    shapes = rng.randint(3, 5)
    return _deck(title, rng, fronts=[_shapes] * shapes + [_area] * (8 - shapes) + [_amount] + [_neighbours] * 3,
                 creatures=3)  # fmt: skip


def _of(*fronts: tuple[_Draw, int], back: _Draw | None = None) -> _Recipe:
    """The recipe of a deck with so many kinds of each sort."""
    listed = [draw for draw, count in fronts for _ in range(count)]
    return lambda title, rng: _deck(title, rng, fronts=listed, back=back)


_HIGH: Final[_Draw] = partial(_any_points, highest=99)
_LOW: Final[_Draw] = partial(_any_points, highest=2)
_LARGE_SHAPES: Final[_Draw] = partial(_shapes, fewest=4, most=7)
_LARGE_AMOUNTS: Final[_Draw] = partial(_amount, most=9)

RECIPES: Final[Mapping[str, _Recipe]] = {
    "like a box 1": _like_a_box,
    "like a box 2": _like_a_box,
    "like a box 3": _like_a_box,
    "like a box 4": _like_a_box,
    "like a box 5": _like_a_box,
    "shapes only": _of((_shapes, 10)),
    "large shapes": _of((_LARGE_SHAPES, 5), (_shapes, 2)),
    "areas only": _of((_area, 10)),
    "amounts only": _of((_amount, 9)),
    "large amounts": _of((_LARGE_AMOUNTS, 6)),
    "falling amounts": _of((_falling, 8), (_area, 2)),
    "neighbours only": _of((_neighbours, 9)),
    "mostly neighbours": _of((_neighbours, 8), (_shapes, 3), (_area, 2), back=_worthless),
    "plants with neighbours": _of((_shapes, 4), (_area, 4), (_neighbours, 2), back=_neighbours),
    "two kinds": _of((_shapes, 1), (_area, 1)),
    "four kinds": _of((_shapes, 1), (_area, 1), (_amount, 1), (_neighbours, 1)),
    "39 kinds": _of((_shapes, 13), (_area, 10), (_amount, 6), (_neighbours, 10)),
    "0 to 99 points": _of((_HIGH, 12), back=_HIGH),
    "0 to 2 points": _of((_LOW, 12), back=_LOW),
    "a jackpot": _of((_jackpot, 2), (_shapes, 5), (_area, 4)),
}
