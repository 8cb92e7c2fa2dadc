"""Which bot sits where in which game: every deal is played once for every rotation of the seats.

So each bot plays each deal from each seat, and luck and the first move favour all alike. With more bots than
seats, the deals go through all ways to choose bots for a table; with fewer, the bots are named again from the
first: `a, b` at four seats is `a, b, a, b`. On a ladder each bot meets only the next one named, since games
tell most about two bots that are close.
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import combinations, cycle, islice, pairwise

import msgspec

__all__ = ["Fixture", "MatchSettings", "deal_seed", "fixtures", "ladder_lineups", "lineups", "rotations"]


class MatchSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The settings that all games of a tournament share; games played under other settings do not mix."""

    game: str
    options: dict[str, object]
    players: int
    bots: tuple[str, ...]
    time_ms: float
    seed: str
    #: Whether the bots are named weakest first and meet only their neighbours.
    ladder: bool = False

    def tables(self) -> list[tuple[str, ...]]:
        """The line-ups that the deals go through in turn."""
        return ladder_lineups(self.bots, self.players) if self.ladder else lineups(self.bots, self.players)


class Fixture(msgspec.Struct, frozen=True):
    """One game to play: its number, its deal, and the bot at each seat."""

    number: int
    deal: int
    lineup: tuple[str, ...]


def fixtures(tables: Sequence[tuple[str, ...]], games: int) -> Iterator[Fixture]:
    """At least `games` games at these tables, in whole deals."""
    number = 0
    for deal, lineup in enumerate(cycle(tables)):
        for rotated in rotations(lineup):
            yield Fixture(number, deal, rotated)
            number += 1
        if number >= games:
            return


def lineups(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """The line-ups that these bots can form."""
    if len(bots) < players:
        return [tuple(islice(cycle(bots), players))]
    return list(combinations(bots, players))


def ladder_lineups(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """The line-ups of each bot with the next one."""
    return [table for pair in pairwise(bots) for table in lineups(pair, players)]


def rotations(lineup: tuple[str, ...]) -> list[tuple[str, ...]]:
    """All different rotations of a line-up; a bot may be in it several times."""
    turned = [lineup[first:] + lineup[:first] for first in range(len(lineup))]
    return list(dict.fromkeys(turned))


def deal_seed(settings: MatchSettings, deal: int) -> str:
    """The dealer's seed of a deal."""
    return hashlib.sha256(f"{settings.seed}:{deal}".encode()).hexdigest()
