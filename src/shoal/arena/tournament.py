"""A whole tournament: plays the games that are missing, until all are played or the test is decided."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from shoal.arena.match import PlayedGame
from shoal.arena.pairing import Fixture, MatchSettings, fixtures
from shoal.arena.results_file import ResultsFile
from shoal.arena.sprt import Hypotheses, Verdict, judge_pairs
from shoal.arena.workers import Workers
from shoal.core import ShoalError, msg

__all__ = ["SequentialTest", "Tournament", "run_tournament"]

_TWO: Final = 2


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of a tournament: the settings of all games, how many there are, and how they are judged."""

    settings: MatchSettings
    games: int
    processes: int = 1
    #: On how many threads each bot thinks; None for as many as it likes. On one, bots that count work and not time play
    #: the same games again.
    threads: int | None = None
    sprt: Hypotheses | None = None

    def fixtures(self) -> list[Fixture]:
        """All its games, in whole deals."""
        return list(fixtures(self.settings.tables(), self.games))


def run_tournament(
    tournament: Tournament, results: ResultsFile, report: Callable[[PlayedGame, Verdict | None], None]
) -> Verdict | None:
    """Play the games that `results` does not hold yet, and return the sequential test's verdict.

    `report` is called after every game.
    """
    planned = tournament.fixtures()
    test = None if tournament.sprt is None else _test(tournament, tournament.sprt, planned)
    results.begin(tournament.settings)
    verdict = None if test is None else test.advance(results.entries)
    todo = [fixture for fixture in planned if fixture.number not in results.entries]
    if not todo or (verdict is not None and verdict.decided):
        return verdict
    with Workers(min(tournament.processes, len(todo)), tournament.settings, tournament.threads) as workers:
        for entry in workers.play(todo):
            results.add(entry)
            verdict = None if test is None else test.advance(results.entries)
            report(entry, verdict)
            if verdict is not None and verdict.decided:
                break
    return verdict


def _test(tournament: Tournament, hypotheses: Hypotheses, planned: Sequence[Fixture]) -> "SequentialTest":
    bots = tournament.settings.bots
    if len(bots) != _TWO or len(set(bots)) != _TWO or tournament.settings.players != _TWO:
        raise ShoalError(
            msg(
                "a sequential test compares two bots at a table of two: found {bots} bots, {players} seats",
                bots=len(set(bots)),
                players=tournament.settings.players,
            )
        )
    return SequentialTest(hypotheses, planned, bots[0])


class SequentialTest:
    """Judges the deals in their order, not in the order in which they end.

    So quick games do not count more, and several processes come to the same verdict as one.
    """

    def __init__(self, hypotheses: Hypotheses, planned: Sequence[Fixture], bot: str) -> None:
        self._hypotheses = hypotheses
        self._bot = bot
        deals: dict[int, list[int]] = {}
        for fixture in planned:
            deals.setdefault(fixture.deal, []).append(fixture.number)
        self._waiting = [deals[deal] for deal in sorted(deals, reverse=True)]
        self._counts: Counter[float] = Counter()
        self._verdict = judge_pairs(self._counts, hypotheses)

    def advance(self, entries: Mapping[int, PlayedGame]) -> Verdict:
        """Judge the next whole deals, one after the other, until the test is decided."""
        while not self._verdict.decided and self._waiting and all(number in entries for number in self._waiting[-1]):
            deal = [entries[number] for number in self._waiting.pop()]
            won = sum(entry.shares[entry.lineup.index(self._bot)] for entry in deal)
            self._counts[won / len(deal)] += 1
            self._verdict = judge_pairs(self._counts, self._hypotheses)
        return self._verdict
