"""Who sits where in which game: every deal is played once for every rotation of the seats.

So each bot meets each deal from each seat, and what luck or the first move gave to one it gives to the
others as well. With more bots than seats, the deals go round all ways to choose bots for a table; with
fewer, the bots are named again from the first: `a, b` at four seats is `a, b, a, b`.
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import combinations, cycle, islice

import msgspec

__all__ = ["Fixture", "Terms", "deal_seed", "fixtures", "lineups", "rotations"]


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a contest is about; games played under other terms do not mix."""

    game: str
    options: dict[str, object]
    players: int
    bots: tuple[str, ...]
    time_ms: float
    seed: str


class Fixture(msgspec.Struct, frozen=True):
    """One game to be played: its number, its deal, and the bot at each seat."""

    number: int
    deal: int
    lineup: tuple[str, ...]


def fixtures(bots: Sequence[str], players: int, games: int) -> Iterator[Fixture]:
    """At least so many games, in whole deals."""
    number = 0
    for deal, lineup in enumerate(cycle(lineups(bots, players))):
        for rotated in rotations(lineup):
            yield Fixture(number, deal, rotated)
            number += 1
        if number >= games:
            return


def lineups(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """The tables that these bots can form."""
    if len(bots) < players:
        return [tuple(islice(cycle(bots), players))]
    return list(combinations(bots, players))


def rotations(lineup: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Every way to turn the table, each once, however often a bot sits at it."""
    turned = [lineup[place:] + lineup[:place] for place in range(len(lineup))]
    return list(dict.fromkeys(turned))


def deal_seed(terms: Terms, deal: int) -> str:
    """The dealer's seed of a deal."""
    return hashlib.sha256(f"{terms.seed}:{deal}".encode()).hexdigest()
