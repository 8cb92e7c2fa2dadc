"""Measures whether the coach's chances come true: of positions given 70 to 80 %, 70 to 80 % should be won.

    python -m bench.coach_calibration [--games penguins smallfry fishtank] [--positions 2000] [--bot salmon]
                                      [--players 2 3 4] [--effort usual] [--out FILE] [--seed 1]

Bots of one level play whole games against each other, at tables of each size in turn. One position of each game is
drawn at random, so that positions do not share a result, and the coach judges it by the view of the seat that acts: it
gives a chance to every seat. The table has these chances by tenths: how many, their mean, and the mean share of the win
that the seats had at the end. The expected calibration error is the mean difference of the last two, weighted by
chances. Beside it stands what a perfect coach would show on as many positions, by luck alone. The last line counts the
seats that were to act alone: the coach takes it for granted that they find the best step, as bots do not always.

With `--out`, each position is written to the file at once, and positions that are already in it are not played again.
`training/chances.py` fits the judges to such files, of other seeds than those of the tables in docs/coach.md.
"""

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import shoal
from shoal.coach import find_judge
from shoal.core import CHANCE, Bot, Replay, SearchLimit, Step, View
from shoal.core.judging import EFFORTS, Effort
from shoal.players import as_thinker, find_bot

GAMES = ("penguins", "smallfry", "fishtank")
#: Where the levels below shark may be stopped by a clock before they have looked at all that they should.
_WITH_A_CLOCK = ("penguins",)
_UNHURRIED = 60.0
_TENTHS = 10
_DRAWS = 400


class JudgedPosition(NamedTuple):
    """The chances that the coach gave to all seats, by the view of one, and their shares of the win at the end."""

    seat: int
    certainty: str
    chances: tuple[float, ...]
    shares: tuple[float, ...]

    @property
    def players(self) -> int:
        return len(self.chances)


class Forecast(NamedTuple):
    """A chance to win, and the share of the win that came of it."""

    chance: float
    share: float


def judged_position(game: str, players: int, bot: str, effort: Effort, seed: str) -> JudgedPosition:
    """Play a game, draw a position, judge it."""
    replay = Replay(played_game(game, players, bot, seed))
    rng = random.Random(f"{seed} position")
    number = rng.choice([number for number, taker in enumerate(replay.history.takers) if taker != CHANCE])
    seat = replay.history.takers[number]
    value = find_judge(replay.game, effort).judge(replay.states[number].view(seat)).best.value
    result = replay.final.result
    assert result is not None
    each = 1 / len(result.winners)
    shares = tuple(each if one in result.winners else 0.0 for one in range(players))
    return JudgedPosition(seat, value.certainty, value.chances, shares)


def played_game(game: str, players: int, bot: str, seed: str) -> shoal.Record:
    """A game of equal bots."""
    maker = find_bot(shoal.find_game(game), bot)
    bots = [maker(random.Random(f"{seed}:{seat}")) for seat in range(players)]
    if game in _WITH_A_CLOCK:
        bots = [Unhurried(one) for one in bots]
    number = int.from_bytes(random.Random(seed).randbytes(6), "big")
    return shoal.play(game, bots, seed=number).record()


class Unhurried:
    """A bot that thinks as far as its level does, however busy the machine is, so that the same games are played."""

    def __init__(self, bot: Bot) -> None:
        self._thinker = as_thinker(bot)

    def choose(self, view: View) -> Step:
        return self._thinker.think(view, SearchLimit(_UNHURRIED)).step


def of_acting_seats(positions: Sequence[JudgedPosition]) -> list[Forecast]:
    return [Forecast(one.chances[one.seat], one.shares[one.seat]) for one in positions]


def of_all_seats(positions: Sequence[JudgedPosition]) -> list[Forecast]:
    return [Forecast(*pair) for one in positions for pair in zip(one.chances, one.shares, strict=True)]


def calibration_error(forecasts: Sequence[Forecast]) -> float:
    """The expected calibration error, in hundredths."""
    error = 0.0
    for tenth in range(_TENTHS):
        found = in_tenth(forecasts, tenth)
        error += abs(sum(one.chance - one.share for one in found))
    return 100 * error / len(forecasts)


def in_tenth(forecasts: Sequence[Forecast], tenth: int) -> list[Forecast]:
    return [one for one in forecasts if min(_TENTHS - 1, int(_TENTHS * one.chance)) == tenth]


def errors_by_luck(positions: Sequence[JudgedPosition]) -> tuple[float, float]:
    """The mean calibration errors of a coach whose chances are right, on such positions: acting seats, all seats."""
    rng = random.Random(0)
    acting, everybody = [], []
    for _ in range(_DRAWS):
        drawn = [one._replace(shares=_drawn_shares(one, rng)) for one in positions]
        acting.append(calibration_error(of_acting_seats(drawn)))
        everybody.append(calibration_error(of_all_seats(drawn)))
    return sum(acting) / _DRAWS, sum(everybody) / _DRAWS


def _drawn_shares(position: JudgedPosition, rng: random.Random) -> tuple[float, ...]:
    seats = range(position.players)
    (winner,) = rng.choices(seats, position.chances)
    return tuple(float(seat == winner) for seat in seats)


def print_table(title: str, positions: Sequence[JudgedPosition]) -> None:
    forecasts = of_all_seats(positions)
    print(f"{title}: {len(positions)} positions")
    print("  chance given     chances   mean chance   won")
    for tenth in range(_TENTHS):
        found = in_tenth(forecasts, tenth)
        if found:
            chance = 100 * sum(one.chance for one in found) / len(found)
            won = 100 * sum(one.share for one in found) / len(found)
            print(f"  {10 * tenth:>3} to {10 * tenth + 10:>3} %   {len(found):>9}   {chance:>9.1f} %   {won:>4.1f} %")
    acting, everybody = errors_by_luck(positions)
    error = calibration_error(forecasts)
    print(f"  expected calibration error: {error:.1f} points; by luck alone it would be {everybody:.1f}")
    error = calibration_error(of_acting_seats(positions))
    print(f"  of the seats that act: {error:.1f} points; by luck alone it would be {acting:.1f}")


def read_positions(path: Path | None) -> dict[str, JudgedPosition]:
    """The positions in a file by their seeds."""
    if path is None or not path.exists():
        return {}
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {
        line["seed"]: JudgedPosition(line["seat"], line["certainty"], tuple(line["chances"]), tuple(line["shares"]))
        for line in lines
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=GAMES, choices=GAMES)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--bot", default="salmon")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--effort", choices=EFFORTS, default="usual")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--seed", default="1")
    arguments = parser.parse_args()
    # Several threads would find other steps each time.
    os.environ["NUMBA_NUM_THREADS"] = "1"
    known = read_positions(arguments.out)
    for game in arguments.games:
        positions = []
        began = time.process_time()
        for number in range(arguments.positions):
            players = arguments.players[number % len(arguments.players)]
            seed = f"{game} {players} {arguments.bot} {arguments.effort} {arguments.seed} {number}"
            if seed not in known:
                known[seed] = judged_position(game, players, arguments.bot, arguments.effort, seed)
                if arguments.out is not None:
                    with arguments.out.open("a", encoding="utf-8") as file:
                        file.write(json.dumps({"seed": seed, **known[seed]._asdict()}) + "\n")
            positions.append(known[seed])
            print(f"\r{game}: {number + 1} of {arguments.positions}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        print_table(game, positions)
        for players in arguments.players if len(arguments.players) > 1 else ():
            print_table(f"{game}, {players} players", [one for one in positions if one.players == players])
        print(f"  {time.process_time() - began:.0f} s of CPU time")


if __name__ == "__main__":
    main()
