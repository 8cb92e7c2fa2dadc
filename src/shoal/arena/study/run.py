"""Plays the games of a study that are missing, and measures all of them."""

from collections.abc import Callable
from typing import Final

from shoal.arena.match import PlayedGame
from shoal.arena.results_file import ResultsFile
from shoal.arena.study.measured_game import MeasuredGame, measure
from shoal.arena.tournament import Tournament, run_tournament
from shoal.core import Game

__all__ = ["Study"]

#: A bot that used this part of the time for a step may have been stopped by the clock.
_NEARLY_ALL: Final = 0.8


class Study:
    """The games of a tournament, measured. When `run` is interrupted, what was measured by then is here."""

    def __init__(self, tournament: Tournament, results: ResultsFile, game: Game) -> None:
        self._tournament = tournament
        self._results = results
        self._game = game
        self._measured: dict[int, MeasuredGame] = {}
        #: How many games ended by a forfeit. They tell nothing and are left out.
        self.forfeits = 0
        #: How many games may come out otherwise when they are played again, because a clock may have ended a thought.
        self.hurried = 0

    @property
    def measured(self) -> list[MeasuredGame]:
        """The games in the order of their numbers, in whatever order they were played."""
        return [self._measured[number] for number in sorted(self._measured)]

    def run(self, report: Callable[[], None]) -> None:
        """Measure the games that there are, play and measure those that are missing. `report` is called after each.

        Games beyond those planned are left alone, so that a study comes out the same whatever else its file holds.
        """
        self._results.begin(self._tournament.settings)

        def take(entry: PlayedGame) -> None:
            self._measure(entry)
            report()

        for fixture in self._tournament.fixtures():
            if fixture.number in self._results.entries:
                take(self._results.entries[fixture.number])
        run_tournament(self._tournament, self._results, lambda entry, _verdict: take(entry))

    def _measure(self, entry: PlayedGame) -> None:
        limit = _NEARLY_ALL * self._tournament.settings.time_ms / 1000
        self.hurried += any(clock.slowest >= limit for clock in entry.clocks)
        if entry.forfeit is None:
            self._measured[entry.number] = measure(entry, self._game)
        else:
            self.forfeits += 1
