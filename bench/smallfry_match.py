"""Plays matches of the engine of Small Fry against bots that only count cards, or of each level against the next lower.

    python -m bench.smallfry_match [--games 2000] [--players 2] [--bots shark,best] [--processes 2] [--json FILE]
    python -m bench.smallfry_match --ladder --games 400

The first of `--bots` is measured; it plays every seat in turn, with the same shuffled decks, and the second bot plays
all other seats. A bot is one of the game's bots (`minnow` … `shark`, `greedy`), or `stop4/2`, which stops after any 4
cards and robs the largest catch of 2, or `best`: the best of these stoppers for the number of players, found by search
over 1 to 10 cards and 1 to 3 announced. The search is iterative: the next stopper is the one that does best against a
table of the last one, until none wins more than a fair share.
"""

import argparse
import math
import random
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from shoal import core
from shoal.core import CHANCE, Bot, Step
from shoal.core.levels import LEVEL_TITLES
from shoal.games.smallfry import GAME
from shoal.games.smallfry.cards import BOX
from shoal.games.smallfry.engine.opponent_model import policy_of
from shoal.games.smallfry.engine.rollouts import NO_SEAT, play_out
from shoal.games.smallfry.engine.rules_kernel import (
    ACTION_FLIP,
    copy_session,
    new_session,
    opening_session,
    shuffle_deck,
)
from shoal.games.smallfry.engine.settings import Settings
from shoal.games.smallfry.engine.species_values import species_tables
from shoal.games.smallfry.steps import FLIP, ROBS, STOP, TURN_UPS
from shoal.games.smallfry.view import View

CARDS: Final = range(1, 11)
ANNOUNCED: Final = range(1, 4)
TARGET: Final = 77


class StopAfter:
    """Stops after any `cards` cards, and robs the largest catch of `announced`."""

    def __init__(self, cards: int, announced: int) -> None:
        self._cards, self._announced = cards, announced

    def choose(self, view: core.View) -> Step:
        assert isinstance(view, View)
        if view.phase == "octopus":
            seats = [(view.turn + offset) % len(view.catches) for offset in range(1, len(view.catches))]
            largest = max(seats, key=lambda seat: len(view.catches[seat]))
            return ROBS[largest][min(self._announced, len(view.catches[largest])) - 1]
        return FLIP if len(view.row) < self._cards else STOP


class Score(msgspec.Struct):
    """The matches that one bot won; a shared win counts as its share."""

    name: str
    against: str
    players: int
    games: int
    won: float
    sessions: int

    @property
    def share(self) -> float:
        return self.won / self.games

    @property
    def margin(self) -> float:
        """Half of a 95 % interval."""
        return 1.96 * math.sqrt(self.share * (1 - self.share) / self.games)


def make_bot(name: str, rng: random.Random) -> Bot:
    if name.startswith("stop"):
        cards, announced = map(int, name.removeprefix("stop").split("/"))
        return StopAfter(cards, announced)
    return GAME.bots()[name](rng)


def play_match(bots: Sequence[Bot], deal: int) -> tuple[tuple[int, ...], int]:
    """Play one match; return its winners and its number of sessions. The deal fixes the order of every deck."""
    state = GAME.start(GAME.options({"players": len(bots), "target": TARGET}))
    dice = random.Random(f"{deal} dice")
    session, order = 0, list[int]()
    while state.to_act:
        if state.to_act != (CHANCE,):
            bot = bots[state.turn]
            state = state.play(FLIP if state.phase == "begin" else bot.choose(state.view(state.turn)))
        elif state.phase == "card":
            if session != state.session:
                session, order = state.session, list(BOX)
                random.Random(f"{deal} {session}").shuffle(order)
            state = state.play(TURN_UPS[order.pop()])
        else:
            state = state.play(state.chance().draw(dice.randrange))
    assert state.result is not None
    return state.result.winners, len(state.sheet)


def play_deals(job: tuple[str, str, int, range]) -> Score:
    """Play the same decks once for every seat of the measured bot."""
    name, against, players, deals = job
    score = Score(name, against, players, 0, 0.0, 0)
    for deal in deals:
        for seat in range(players):
            rng = random.Random(f"{deal} {seat}")
            names = [name if other == seat else against for other in range(players)]
            winners, sessions = play_match([make_bot(each, rng) for each in names], deal)
            score.games += 1
            score.sessions += sessions
            score.won += (seat in winners) / len(winners)
    return score


def compare(name: str, against: str, players: int, games: int, processes: int, progress: Progress) -> Score:
    deals = -(-games // players)
    part = max(1, min(10, deals // (4 * processes)))
    jobs = [(name, against, players, range(low, min(low + part, deals))) for low in range(0, deals, part)]
    task = progress.add_task(f"{name} against {against}", total=deals * players)
    total = Score(name, against, players, 0, 0.0, 0)
    with ProcessPoolExecutor(processes) as pool:
        for score in pool.map(play_deals, jobs):
            total.games += score.games
            total.won += score.won
            total.sessions += score.sessions
            progress.update(task, advance=score.games, description=f"{name} against {against}: {total.share:.1%}")
    return total


def quick_share(stoppers: Sequence[tuple[int, int]], games: int, seed: int) -> float:
    """The first player's share of won matches, from sessions in the kernels; all rotate through the seats."""
    players = len(stoppers)
    start, session = opening_session(players), new_session(players)
    species_values, flip_gains = (np.array([row] * players) for row in species_tables())
    points = np.zeros(players, dtype=np.int64)
    won, played = 0.0, 0
    for seat in range(players):
        session.dice[0] = seed * 104_729 + 1
        around = [stoppers[(other - seat) % players] for other in range(players)]
        policies = np.array(
            [policy_of(Settings(stop_after=cards, announces=number), players) for cards, number in around]
        )
        for _ in range(games // players):
            totals = np.zeros(players, dtype=np.int64)
            while totals.max() < TARGET:
                copy_session(start, session)
                shuffle_deck(session)
                play_out(session, ACTION_FLIP, policies, species_values, flip_gains, points, NO_SEAT)
                totals += points
            played += 1
            won += (totals[seat] == totals.max()) / int((totals == totals.max()).sum())
    return won / played


@lru_cache(maxsize=3)
def best_stopper(players: int, games: int = 3000) -> str:
    """The stopper that does best against a table of the previous best ones."""
    best = (4, 2)
    for seed in range(1, 6):
        shares = {
            stopper: quick_share([stopper, *[best] * (players - 1)], games, seed)
            for stopper in ((cards, announced) for cards in CARDS for announced in ANNOUNCED)
        }
        better = max(shares, key=lambda stopper: shares[stopper])
        # Twice the standard error of a fair share.
        if better == best or shares[better] < 1 / players + 2 * math.sqrt((players - 1) / games) / players:
            break
        best = better
    return f"stop{best[0]}/{best[1]}"


def table_of(scores: Sequence[Score]) -> Table:
    table = Table(title=f"Matches to {TARGET}")
    table.add_column("bot", no_wrap=True)
    table.add_column("against", no_wrap=True)
    for heading in ("players", "matches", "won", "±", "× fair share", "sessions"):
        table.add_column(heading, justify="right", no_wrap=True)
    for score in scores:
        table.add_row(
            score.name,
            score.against,
            str(score.players),
            f"{score.games:,}",
            f"{score.share:.1%}",
            f"{score.margin:.1%}",
            f"{score.share * score.players:.2f}",
            f"{score.sessions / score.games:.1f}",
        )
    return table


def pairs_of(bots: str, players: int, *, ladder: bool) -> Iterator[tuple[str, str]]:
    if ladder:
        names = list(LEVEL_TITLES)
        yield from zip(names[1:], names, strict=False)
        return
    first, second = bots.split(",")
    yield tuple(best_stopper(players) if name == "best" else name for name in (first, second))  # type: ignore[misc]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="matches, rounded up to whole deals")
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--bots", default="shark,best", help="the bot that is measured, and the one at all other seats")
    parser.add_argument("--ladder", action="store_true", help="every level against the one below it")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers here")
    arguments = parser.parse_args()
    if arguments.games < 1 or arguments.processes < 1 or arguments.bots.count(",") != 1:
        parser.error("--games and --processes must be at least 1, and --bots name two")
    scores = []
    with Progress(console=Console(file=sys.stderr), transient=True) as progress:
        for name, against in pairs_of(arguments.bots, arguments.players, ladder=arguments.ladder):
            scores.append(compare(name, against, arguments.players, arguments.games, arguments.processes, progress))
    Console().print(table_of(scores))
    if arguments.json is not None:
        lines = [{**msgspec.to_builtins(score), "share": score.share, "margin": score.margin} for score in scores]
        arguments.json.write_bytes(msgspec.json.format(msgspec.json.encode(lines), indent=2) + b"\n")


if __name__ == "__main__":
    main()
