"""Who sits where in which game: every deal is played once for every rotation of the seats.

So each bot meets each deal from each seat, and what luck or the first move gave to one it gives to the
others as well. With more bots than seats, the deals go round all ways to choose bots for a table; with
fewer, the bots are named again from the first: `a, b` at four seats is `a, b, a, b`. On a ladder each bot
meets only the next one named, where games tell most about two that are close.
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import combinations, cycle, islice, pairwise

import msgspec

__all__ = ["Fixture", "MatchSettings", "deal_seed", "fixtures", "lineups", "rotations", "rungs"]


class MatchSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a contest is about; games played under other terms do not mix."""

    game: str
    options: dict[str, object]
    players: int
    bots: tuple[str, ...]
    time_ms: float
    seed: str
    #: Whether the bots are named weakest first and meet only their neighbours.
    ladder: bool = False

    def tables(self) -> list[tuple[str, ...]]:
        """The tables that the deals go round."""
        return rungs(self.bots, self.players) if self.ladder else lineups(self.bots, self.players)


class Fixture(msgspec.Struct, frozen=True):
    """One game to be played: its number, its deal, and the bot at each seat."""

    number: int
    deal: int
    lineup: tuple[str, ...]


def fixtures(tables: Sequence[tuple[str, ...]], games: int) -> Iterator[Fixture]:
    """At least so many games at these tables, in whole deals."""
    number = 0
    for deal, lineup in enumerate(cycle(tables)):
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


def rungs(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Each bot with the next one."""
    return [table for pair in pairwise(bots) for table in lineups(pair, players)]


def rotations(lineup: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Every way to turn the table, each once, however often a bot sits at it."""
    turned = [lineup[place:] + lineup[:place] for place in range(len(lineup))]
    return list(dict.fromkeys(turned))


def deal_seed(terms: MatchSettings, deal: int) -> str:
    """The dealer's seed of a deal."""
    return hashlib.sha256(f"{terms.seed}:{deal}".encode()).hexdigest()
