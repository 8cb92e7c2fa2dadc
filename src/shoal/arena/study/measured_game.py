"""Measures one finished game: replays its record, counts steps, and asks the game what it finds."""

import msgspec

from shoal.arena.match import PlayedGame
from shoal.core import CHANCE, Game, Replay
from shoal.core.study import Finding, check_findings

__all__ = ["MeasuredGame", "measure"]


class MeasuredGame(msgspec.Struct, frozen=True):
    """What one game tells. It depends on the record alone, so games can be measured anywhere, in any order."""

    number: int
    deal: int
    lineup: tuple[str, ...]
    shares: tuple[float, ...]
    scores: tuple[int, ...]
    #: Steps of the players, and by seat those of them where there was a choice.
    steps: int
    choices: tuple[int, ...]
    findings: tuple[Finding, ...]

    @property
    def margin(self) -> int:
        """How far the highest score is ahead of the next one."""
        first, second, *_ = sorted(self.scores, reverse=True)
        return first - second


def measure(entry: PlayedGame, game: Game) -> MeasuredGame:
    """Measure a game that was played to its end."""
    replay = Replay(entry.record, game)
    choices = [0] * len(entry.lineup)
    taken = 0
    for state, taker in zip(replay.states, replay.history.takers, strict=False):
        if taker != CHANCE:
            taken += 1
            choices[taker] += len(state.legal(taker)) > 1
    findings = tuple(game.study(replay.states, replay.steps))
    check_findings(findings, len(entry.lineup))
    return MeasuredGame(
        entry.number, entry.deal, entry.lineup, entry.shares, entry.scores, taken, tuple(choices), findings
    )
