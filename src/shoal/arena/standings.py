"""How the bots did: wins, points and time, each bot over all its seats."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from shoal.arena.intervals import share_interval
from shoal.arena.match import PlayedGame
from shoal.core import seat_name

__all__ = ["LadderResult", "Standing", "ladder_results", "standings"]

#: A step is late when it took longer than this many times its time.
_LATE: Final = 1.1


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """The results of one bot. A game counts for every seat that the bot has at its table.

    `fair` is the share of wins that it would have if all bots were equal; points leave forfeited games out.
    """

    bot: str
    games: int
    wins: float
    share: float
    low: float
    high: float
    fair: float
    points: float | None
    margin: float | None
    forfeits: int
    steps: int
    mean_ms: float
    worst_ms: float
    late: int


class LadderResult(msgspec.Struct, frozen=True):
    """The results of a bot against the one below it on a ladder."""

    bot: str
    below: str
    games: int
    share: float
    low: float
    high: float


def ladder_results(entries: Iterable[PlayedGame], bots: Sequence[str]) -> list[LadderResult]:
    """A ladder from its top down; pairs that have not played yet are left out."""
    played = list(entries)
    results = []
    for below, bot in pairwise(bots):
        games = [
            (entry, seat)
            for entry in sorted(played, key=lambda entry: entry.number)
            if set(entry.lineup) == {below, bot}
            for seat, name in enumerate(entry.lineup)
            if name == bot
        ]
        if games:
            share = sum(entry.shares[seat] for entry, seat in games) / len(games)
            results.append(LadderResult(bot, below, len(games), share, *_interval(games)))
    return results[::-1]


def standings(entries: Iterable[PlayedGame], time_ms: float) -> list[Standing]:
    """The results of all bots, the one with the largest share of wins first."""
    seats: dict[str, list[tuple[PlayedGame, int]]] = defaultdict(list)
    for entry in sorted(entries, key=lambda entry: entry.number):
        for seat, name in enumerate(entry.lineup):
            seats[name].append((entry, seat))
    return sorted(
        (_standing(bot, played, time_ms) for bot, played in seats.items()), key=lambda standing: -standing.share
    )


def _standing(bot: str, played: Sequence[tuple[PlayedGame, int]], time_ms: float) -> Standing:
    shares = [entry.shares[seat] for entry, seat in played]
    clocks = [entry.clocks[seat] for entry, seat in played]
    finished = [(entry.scores, seat) for entry, seat in played if entry.forfeit is None]
    low, high = _interval(played)
    steps = sum(clock.steps for clock in clocks)
    return Standing(
        bot=bot,
        games=len(played),
        wins=sum(shares),
        share=sum(shares) / len(shares),
        low=low,
        high=high,
        fair=sum(1 / len(entry.lineup) for entry, _ in played) / len(played),
        points=_mean([scores[seat] for scores, seat in finished]),
        margin=_mean([scores[seat] - max(_others(scores, seat)) for scores, seat in finished]),
        forfeits=sum(entry.forfeit is not None and entry.forfeit.seat == seat_name(seat) for entry, seat in played),
        steps=steps,
        mean_ms=1000 * sum(clock.seconds for clock in clocks) / steps if steps else 0.0,
        worst_ms=1000 * max(clock.slowest for clock in clocks),
        late=sum(1000 * clock.slowest > _LATE * time_ms for clock in clocks),
    )


def _interval(played: Sequence[tuple[PlayedGame, int]]) -> tuple[float, float]:
    """The 95 % interval of the share of wins."""
    deals: dict[int, list[float]] = defaultdict(list)
    for entry, seat in played:
        deals[entry.deal].append(entry.shares[seat])
    return share_interval(list(deals.values()))


def _others(scores: Sequence[int], seat: int) -> list[int]:
    return [score for other, score in enumerate(scores) if other != seat]


def _mean(numbers: Sequence[float]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None
