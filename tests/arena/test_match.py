"""One game of a tournament: clocks, budgets, and bots that fail."""

import random
import sys

import pytest

from shoal.arena import Fixture, MatchSettings, PlayedGame, play_match
from shoal.core import Bot, Game, Replay, SearchLimit, Step, Table, Thought, View, verify
from shoal.players import RandomBot, named_bots


def _play(settings: MatchSettings, tide: Game, *lineup: str, number: int = 0, deal: int = 0) -> PlayedGame:
    return play_match(settings, Fixture(number, deal, lineup), tide)


def test_a_game_keeps_its_record_which_replays_and_verifies(settings: MatchSettings, tide: Game) -> None:
    entry = _play(settings, tide, "random", "search")
    replay = Replay(entry.record, tide)
    assert replay.final.scores == entry.scores
    assert verify(replay) == 3
    assert entry.record.players == ("random", "search")
    assert sum(entry.shares) == 1
    assert [clock.steps for clock in entry.clocks] == [3, 3]
    assert entry.forfeit is None


def test_both_games_of_a_deal_have_the_same_luck(settings: MatchSettings, tide: Game) -> None:
    first = _play(settings, tide, "random", "search", number=0, deal=5)
    second = _play(settings, tide, "search", "random", number=1, deal=5)
    assert first.record.fair == second.record.fair


def test_a_game_is_repeated_by_bots_that_are(settings: MatchSettings, tide: Game) -> None:
    first, second = (_play(settings, tide, "random", "random") for _ in range(2))
    assert first.record == second.record
    assert first.record.moves != _play(settings, tide, "random", "random", number=1).record.moves


def test_every_step_has_the_budget_of_the_tournament(
    settings: MatchSettings, tide: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    budgets: list[float] = []

    class Noting:
        def __init__(self, rng: random.Random) -> None:
            self._bot = RandomBot(rng)

        def choose(self, view: View) -> Step:
            raise AssertionError("a thinker is asked to think")

        def think(self, view: View, limit: SearchLimit) -> Thought:
            budgets.append(limit.seconds)
            return Thought(step=self._bot.choose(view), shares=(0.5, 0.5), points=(0, 0))

    monkeypatch.setattr(named_bots, "_GENERAL_BOTS", {"noting": Noting})
    _play(settings, tide, "noting", "noting")
    assert budgets == [0.001] * 6


#: Plays its first legal step, but does this once the second round has come.
PROGRAM = """
import json, sys, time
asked = 0
for line in sys.stdin:
    request = json.loads(line)
    if "action" in request:
        continue
    asked += 1
    step = request["legal"][0]
    if asked == 2:
        {misdeed}
    print(json.dumps({{"id": request["id"], "step": step}}), flush=True)
"""


@pytest.mark.parametrize(
    ("misdeed", "reason"),
    [
        ('step = "A:9"', "found the step 'A:9', expected one of"),
        ("print(12, flush=True)", "found '12', expected a line such as"),
        ("sys.exit(1)", "it ended with status 1"),
        ("time.sleep(600)", "it did not answer in time"),
    ],
)
def test_a_program_that_misbehaves_loses_and_nothing_else_happens(
    settings: MatchSettings, tide: Game, misdeed: str, reason: str
) -> None:
    program = PROGRAM.format(misdeed=misdeed)
    for own, lineup in enumerate([("PIPE", "random"), ("random", "PIPE")]):
        names = tuple(f"pipe:{sys.executable} -c '{program}'" if name == "PIPE" else name for name in lineup)
        entry = _play(settings, tide, *names)
        assert entry.forfeit is not None
        assert entry.forfeit.seat == "AB"[own]
        assert reason in entry.forfeit.reason
        assert entry.shares == tuple(float(seat != own) for seat in (0, 1))
        assert 0 < len(entry.record.moves) < 9, "the game stops there"


def test_a_program_that_cannot_be_started_loses_without_a_step(settings: MatchSettings, tide: Game) -> None:
    entry = _play(settings, tide, "random", "pipe:/nowhere/to/be/found")
    assert entry.forfeit is not None
    assert entry.forfeit.seat == "B"
    assert "cannot start /nowhere/to/be/found" in entry.forfeit.reason
    assert entry.shares == (1, 0)


def test_a_bot_of_the_game_that_takes_an_illegal_step_loses_too(
    settings: MatchSettings, tide: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Cheat:
        def __init__(self, rng: random.Random) -> None:
            pass

        def choose(self, view: View) -> Step:
            return Table(tide, {}, seed="00" * 32).state.parse("A:9")

    makers: dict[str, type[Bot]] = {"cheat": Cheat, "random": RandomBot}
    monkeypatch.setattr(named_bots, "_GENERAL_BOTS", makers)
    entry = _play(settings, tide, "random", "cheat")
    assert entry.forfeit is not None
    assert (entry.forfeit.seat, entry.shares) == ("B", (1, 0))
