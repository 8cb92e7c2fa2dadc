"""Kernels: what a tank may still become.

A kind hopes for the pattern or number of cards that promises most: what it would add, less what the cards
would be worth elsewhere, times the odds of getting them. A light creature hopes for its neighbours. Cards
that score nothing hope to be turned to plants. `habits.py` says how much all this counts.
"""

from math import exp
from typing import Final

from shoal.core.numba_kernels import Numbers, Reals, count, kernel, lowest, small_kernel
from shoal.games.fishtank.engine.scoring import creature_points
from shoal.games.fishtank.engine.scoring_tables import AREA, MOST_MISSING, SHAPE, Book

__all__ = [
    "AMOUNT",
    "AREAS",
    "COST",
    "DIFFERENT",
    "DIFFERENT_RATE",
    "FRESH",
    "HABITS",
    "LOOK",
    "PLANTS",
    "RATE",
    "ROUNDS",
    "SAME",
    "SAME_RATE",
    "SHAPES",
    "creature",
    "creatures",
    "creatures_near",
    "hope_with",
    "hopes_beside",
    "kind_hope",
    "odds_now",
    "plant_hope",
    "worth",
]

#: What the numbers of a habit mean. How often a wanted card turns up, and how much more a large hand offers.
RATE: Final = 0
LOOK: Final = 1
#: What a card is worth elsewhere.
COST: Final = 2
#: How much hopes count: of shapes, areas, amounts, and of kinds that do not lie in the tank at all.
SHAPES: Final = 3
AREAS: Final = 4
AMOUNT: Final = 5
FRESH: Final = 6
#: Of neighbours that must be alike or different, and how quickly they turn up.
SAME: Final = 7
SAME_RATE: Final = 8
DIFFERENT: Final = 9
DIFFERENT_RATE: Final = 10
#: Of cards that may be turned.
PLANTS: Final = 11
HABITS: Final = 12

ROUNDS: Final = 16
_HAND: Final = 8


@kernel
def odds_now(habits: Reals, pool: Numbers, played: int, odds: Reals) -> None:
    """The odds of getting so many more cards of each kind, after so many rounds, this one included.

    `odds` has a line for each kind, and one each for like and for different neighbours.
    """
    looks = 0.0
    for turn in range(played, ROUNDS):
        looks += (_HAND - turn % _HAND) ** habits[LOOK]
    total = 0
    for kind in range(len(pool)):
        total += pool[kind]
    for kind in range(len(pool)):
        mean = 0.0
        if total > 0:
            mean = habits[RATE] * looks * pool[kind] / total
        term = exp(-mean)
        rest = 1.0
        for missing in range(1, MOST_MISSING + 1):
            rest -= term
            term *= mean / missing
            odds[kind, missing] = max(rest, 0.0) if missing <= pool[kind] else 0.0
    same = 1 - exp(-habits[SAME_RATE] * looks)
    different = 1 - exp(-habits[DIFFERENT_RATE] * looks)
    odds[len(pool), 0] = habits[SAME]
    odds[len(pool) + 1, 0] = habits[DIFFERENT]
    for missing in range(1, MOST_MISSING + 1):
        odds[len(pool), missing] = odds[len(pool), missing - 1] * same
        odds[len(pool) + 1, missing] = odds[len(pool) + 1, missing - 1] * different


@small_kernel
def kind_hope(book: Book, habits: Reals, odds: Reals, kind: int, cards: int, free: int) -> float:
    """What a kind that lies on these cells may still add, the best of all it can aim at."""
    if odds[kind, 1] <= 0 or free == 0:
        return 0.0
    family = book.family[kind]
    now = book.points[kind, cards]
    most = min(count(free), MOST_MISSING)
    cost = habits[COST]
    best = 0.0
    if family == SHAPE:
        taken = ~(cards | free)
        for number in range(book.first[kind], book.first[kind + 1]):
            cells = book.patterns[number]
            if cells & taken:
                continue
            missing = count(cells & ~cards)
            if missing == 0 or missing > most:
                continue
            gain = book.points[kind, cards | cells] - now - cost * missing
            if gain > 0:
                best = max(best, odds[kind, missing] * gain)
        best *= habits[SHAPES]
    elif family == AREA:
        area = book.area[kind]
        have = count(cards & area)
        for missing in range(1, min(most, count(free & area)) + 1):
            gain = book.steps[kind, have + missing] - now - cost * missing
            if gain > 0:
                best = max(best, odds[kind, missing] * gain)
        best *= habits[AREAS] if area != 0xFFFF else habits[AMOUNT]
    return best if cards else best * habits[FRESH]


@small_kernel
def hopes_beside(book: Book, habits: Reals, odds: Reals, kind: int, cards: int, free: int, hopes: Reals) -> None:
    """By free cell, what a kind may still add when some other card takes that cell.

    Only the cells of the aim that promises most are asked one by one: elsewhere it stands.
    """
    cells = free
    if book.family[kind] == AREA:
        area = book.area[kind]
        inside = kind_hope(book, habits, odds, kind, cards, free & ~(area & free & -(area & free)))
        outside = inside
        if free & ~area:
            outside = kind_hope(book, habits, odds, kind, cards, free & ~(free & ~area & -(free & ~area)))
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            hopes[cell] = inside if area >> cell & 1 else outside
        return
    if odds[kind, 1] <= 0:
        while cells:
            hopes[lowest(cells)] = 0.0
            cells &= cells - 1
        return
    now = book.points[kind, cards]
    most = min(count(free) - 1, MOST_MISSING)
    cost = habits[COST]
    taken = ~(cards | free)
    best, aim = 0.0, 0
    for number in range(book.first[kind], book.first[kind + 1]):
        pattern = book.patterns[number]
        if pattern & taken:
            continue
        missing = count(pattern & ~cards)
        if missing == 0 or missing > most:
            continue
        gain = book.points[kind, cards | pattern] - now - cost * missing
        if gain > 0 and odds[kind, missing] * gain > best:
            best = odds[kind, missing] * gain
            aim = pattern
    scaled = best * habits[SHAPES]
    if cards == 0:
        scaled *= habits[FRESH]
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        if aim >> cell & 1:
            hopes[cell] = kind_hope(book, habits, odds, kind, cards, free & ~(1 << cell))
        else:
            hopes[cell] = scaled


@small_kernel
def hope_with(
    book: Book, habits: Reals, odds: Reals, kind: int, cards: int, free: int, cell: int, beside: float
) -> float:
    """What a kind may still add once a card of it lies on a free cell, when it is `beside` with another card there.

    Where the card makes no points at once, only the aims that hold its cell have become better.
    """
    after, left = cards | 1 << cell, free & ~(1 << cell)
    now = book.points[kind, after]
    if book.family[kind] != SHAPE or cards == 0 or now != book.points[kind, cards]:
        return kind_hope(book, habits, odds, kind, after, left)
    if odds[kind, 1] <= 0:
        return 0.0
    most = min(count(left), MOST_MISSING)
    taken = ~(after | left)
    best = 0.0
    for number in range(book.first_at[kind * 16 + cell], book.first_at[kind * 16 + cell + 1]):
        pattern = book.patterns_at[number]
        if pattern & taken:
            continue
        missing = count(pattern & ~after)
        if missing == 0 or missing > most:
            continue
        gain = book.points[kind, after | pattern] - now - habits[COST] * missing
        if gain > 0:
            best = max(best, odds[kind, missing] * gain)
    return max(beside, float(best * habits[SHAPES]))


@small_kernel
def creature(book: Book, odds: Reals, tank: Numbers, free: int, kind: int, cell: int) -> tuple[float, int]:
    """What a light creature scores and hopes for, and 1 if it scores nothing now."""
    kinds = len(tank)
    points = creature_points(book, tank, kind, cell)
    best = 0.0
    for rule in range(book.rules[kind], book.rules[kind + 1]):
        gain = book.demands[rule, 3] - points
        if gain <= 0:
            break
        near = book.touching[book.demands[rule, 0], cell]
        have, line = 0, kinds + 1
        if book.demands[rule, 2]:
            line = kinds
            for other in range(kinds):
                have = max(have, count(tank[other] & near))
        else:
            for other in range(kinds):
                have += tank[other] & near != 0
        missing = book.demands[rule, 1] - have
        if missing <= min(count(near & free), MOST_MISSING):
            best = max(best, odds[line, missing] * gain)
    return points + best, 1 if points == 0 else 0


@kernel
def creatures(book: Book, odds: Reals, tank: Numbers, free: int, tally: Reals) -> None:
    """Add to the tally what all light creatures score and hope for, and how many of them score nothing."""
    for number in range(len(book.light)):
        kind = book.light[number]
        cards = tank[kind]
        while cards:
            worth_now, idle = creature(book, odds, tank, free, kind, lowest(cards))
            tally[0] += worth_now
            tally[1] += idle
            cards &= cards - 1


@small_kernel
def creatures_near(book: Book, odds: Reals, tank: Numbers, free: int, cell: int, tally: Reals) -> None:
    """The same for those that a cell touches; no other looks at it."""
    near = book.touching[2, cell]
    for number in range(len(book.light)):
        kind = book.light[number]
        cards = tank[kind] & near
        while cards:
            worth_now, idle = creature(book, odds, tank, free, kind, lowest(cards))
            tally[0] += worth_now
            tally[1] += idle
            cards &= cards - 1


@small_kernel
def plant_hope(book: Book, habits: Reals, plants: int, idle: int, left: int) -> float:
    """What cards that score nothing may still bring as plants, one a turn (T10)."""
    kind = book.plant[0]
    if book.family[kind] != AREA:
        return 0.0
    more = min(idle, left)
    room = count(plants & book.area[kind])
    gain = float(book.steps[kind, min(room + more, 16)] - book.steps[kind, room])
    return max(0.0, float(habits[PLANTS] * gain))


@kernel
def worth(book: Book, habits: Reals, odds: Reals, tank: Numbers, free: int, tally: Reals) -> float:
    """Points and hopes of a whole tank; just the points of one that is full."""
    plant = book.plant[0]
    tally[0] = 0.0
    tally[1] = 0.0
    creatures(book, odds, tank, free, tally)
    total = float(tally[0])
    idle = int(tally[1])
    for kind in range(len(tank)):
        points = book.points[kind, tank[kind]]
        total += points
        if points == 0 and kind != plant and book.family[kind] != 2:
            idle += count(tank[kind])
        if free and kind != plant:
            total += kind_hope(book, habits, odds, kind, tank[kind], free)
    if free:
        total += plant_hope(book, habits, tank[plant], idle, count(free))
    return total
