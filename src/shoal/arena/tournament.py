"""A whole contest: what is still to be played, until it is done or decided."""

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
    """What was asked for."""

    terms: MatchSettings
    games: int
    processes: int = 1
    sprt: Hypotheses | None = None

    def fixtures(self) -> list[Fixture]:
        """All games of it, in whole deals."""
        return list(fixtures(self.terms.tables(), self.games))


def run_tournament(
    contest: Tournament, ledger: ResultsFile, tell: Callable[[PlayedGame, Verdict | None], None]
) -> Verdict | None:
    """Play what the ledger does not have yet; `tell` hears of every game. Returns the sequential test's verdict."""
    planned = contest.fixtures()
    test = None if contest.sprt is None else _test(contest, contest.sprt, planned)
    ledger.begin(contest.terms)
    verdict = None if test is None else test.advance(ledger.entries)
    todo = [fixture for fixture in planned if fixture.number not in ledger.entries]
    if not todo or (verdict is not None and verdict.decided):
        return verdict
    with Workers(min(contest.processes, len(todo)), contest.terms) as workers:
        for entry in workers.play(todo):
            ledger.add(entry)
            verdict = None if test is None else test.advance(ledger.entries)
            tell(entry, verdict)
            if verdict is not None and verdict.decided:
                break
    return verdict


def _test(contest: Tournament, hypotheses: Hypotheses, planned: Sequence[Fixture]) -> "SequentialTest":
    bots = contest.terms.bots
    if len(bots) != _TWO or len(set(bots)) != _TWO or contest.terms.players != _TWO:
        raise ShoalError(
            msg(
                "a sequential test compares two bots at a table of two: found {bots} bots, {players} seats",
                bots=len(set(bots)),
                players=contest.terms.players,
            )
        )
    return SequentialTest(hypotheses, planned, bots[0])


class SequentialTest:
    """Looks at deals in their order, whichever ended first.

    So quick games have no louder voice, and several processes come to the same verdict as one.
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
        """Take in the next whole deals, one after the other, until the test is decided."""
        while not self._verdict.decided and self._waiting and all(number in entries for number in self._waiting[-1]):
            deal = [entries[number] for number in self._waiting.pop()]
            won = sum(entry.shares[entry.lineup.index(self._bot)] for entry in deal)
            self._counts[won / len(deal)] += 1
            self._verdict = judge_pairs(self._counts, self._hypotheses)
        return self._verdict
