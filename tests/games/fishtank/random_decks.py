"""Random decks with kinds of every family, to test what must hold for any deck file."""

import random

__all__ = ["random_deck"]


def random_deck(rng: random.Random) -> str:
    """The text of a deck file with kinds of every family."""
    kinds = [_kind(number, rng) for number in range(rng.randint(4, 12))]
    return "".join(kinds) + (
        '[[kinds]]\nname = "weed"\ntitle = "Weed"\nside = "back"\nfamily = "area"\n'
        f"area = {_rows(4, 4, rng)}\nthresholds = {_thresholds(rng)}\n"
    )


def _kind(number: int, rng: random.Random) -> str:
    head = f'[[kinds]]\nname = "kind{number}"\ntitle = "Kind {number}"\nside = "dark"\ncards = {rng.randint(15, 24)}\n'
    family = rng.choice(("shape", "area", "amount", "adjacency"))
    if number < 4:
        family = ("shape", "area", "amount", "adjacency")[number]
    head += f'family = "{family}"\n'
    if family == "area":
        return head + f"area = {_rows(4, 4, rng)}\nthresholds = {_thresholds(rng)}\n"
    if family == "amount":
        return head + f"thresholds = {_thresholds(rng)}\n"
    if family == "shape":
        return head + "".join(_shape(rng) for _ in range(rng.randint(1, 4)))
    return head + "".join(_neighbours(rng) for _ in range(rng.randint(1, 4)))


def _shape(rng: random.Random) -> str:
    flag = ("true", "false")
    return (
        f"[[kinds.shapes]]\npattern = {_rows(rng.randint(1, 3), rng.randint(1, 3), rng)}\n"
        f"points = {rng.randint(0, 20)}\nmirrored = {rng.choice(flag)}\nturned = {rng.choice(flag)}\n"
    )


def _neighbours(rng: random.Random) -> str:
    where = rng.choice(("side", "corner", "around"))
    return (
        f'[[kinds.neighbours]]\nwhere = "{where}"\n{rng.choice(("same", "different"))} = {rng.randint(1, 4)}\n'
        f"points = {rng.randint(0, 12)}\n"
    )


def _rows(wide: int, high: int, rng: random.Random) -> list[str]:
    while True:
        rows = ["".join(rng.choice("X.") for _ in range(wide)) for _ in range(high)]
        if any("X" in row for row in rows):
            return rows


def _thresholds(rng: random.Random) -> list[list[int]]:
    return [[cards, rng.randint(0, 20)] for cards in sorted(rng.sample(range(1, 8), rng.randint(1, 4)))]
