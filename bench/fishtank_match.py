"""Plays matches of the engine of Fish Tank at tables of two to six, with rotated seats on the same deals.

    python -m bench.fishtank_match [--level shark] [--opponent sight] [--players 2] [--games 400] [--time MS]
                                    [--processes 2] [--json FILE]

The level plays one seat, the opponent all others. The opponent is another level, one of the game's bots `greedy` and
`random`, or `sight`, which takes and places the card that makes the most points at once (ties at random). The level
plays every deal once from each seat. A shared win counts as its share.

The report also says what the cards that the level drafted could have made: the best arrangement, plants included, that
simulated annealing finds, and a bound that no arrangement exceeds, in which every kind has its best cells and every
light creature its neighbours, as if no two cards needed the same cell. The best possible score lies between the two;
where they are equal, the arrangement found is proved to be the best.
"""

import argparse
import random
import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from math import exp, sqrt
from pathlib import Path

import msgspec
import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from shoal import core
from shoal.core import Bot, Seat, Step, Table, find_game
from shoal.core.levels import LEVEL_TITLES, read_levels
from shoal.core.numba_kernels import Numbers, below, kernel
from shoal.games.fishtank.engine.bot import Engine
from shoal.games.fishtank.engine.encoding import KindNumbers, framed_tanks
from shoal.games.fishtank.engine.levels import LEVELS
from shoal.games.fishtank.engine.policy_weights import WEIGHTS
from shoal.games.fishtank.engine.potential import new_chances, new_creature_sums
from shoal.games.fishtank.engine.rollout_policy import evaluate_placements
from shoal.games.fishtank.engine.scoring import tank_points
from shoal.games.fishtank.engine.scoring_tables import ADJACENCY, CELLS, DEMAND_POINTS, ScoringTables, scoring_tables
from shoal.games.fishtank.engine.settings import read_settings
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.state import State
from shoal.games.fishtank.steps import ChooseCard, PlaceCard
from shoal.games.fishtank.view import View
from shoal.players.random_bot import RandomBot

ANNEALING_STEPS = 400_000
RESTARTS = 4
#: More seconds than any step with a number of rollouts takes.
_LONG = 600.0


#: By number of cells, all sets of this many.
_SETS = [np.array([cells for cells in range(1 << CELLS) if cells.bit_count() == cards]) for cards in range(CELLS + 1)]


class MostPointsNow:
    """Takes and places the card that makes the most points at once, in any frame, any card turned; ties at random."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: core.View) -> Step:
        if not isinstance(view, View) or view.viewer is None:
            raise TypeError("a seat's view of Fish Tank is needed")
        points: dict[Step, float] = {}
        if view.phase is RoundPhase.PLACE:
            points |= self._placings(view, view.viewer, view.revealed[view.viewer])
        else:
            for step in view.legal:
                if isinstance(step, ChooseCard):
                    points[step] = max(self._placings(view, view.viewer, step.kind).values())
        most = max(points.values())
        return self._rng.choice([step for step, made in points.items() if made == most])

    def _placings(self, view: View, me: Seat, name: str) -> dict[Step, float]:
        numbers = KindNumbers(view.options)
        tank = view.tanks[me]
        if not tank.occupied:
            return dict.fromkeys((PlaceCard(me, 24),), 0.0)
        found: dict[Step, float] = {}
        values, chances = np.zeros((CELLS, CELLS + 1)), new_chances(len(numbers.kinds))
        for one in framed_tanks(tank, numbers):
            evaluate_placements(
                scoring_tables(view.options.deck),
                np.zeros(WEIGHTS),
                chances,
                one.cells,
                one.free,
                numbers.numbers[name],
                values,
                new_creature_sums(),
            )
            for cell, turned in np.argwhere(values > -1):
                step = PlaceCard(me, one.frame[cell], None if turned == CELLS else one.frame[turned])
                found[step] = max(found.get(step, 0.0), float(values[cell, turned]))
        return found


@kernel
def anneal(tables: ScoringTables, cards: Numbers, steps: int, dice: Numbers) -> int:
    """The most points found for these sixteen cards, each as itself or as a plant, on any cells."""
    plant = tables.plant
    kinds = len(tables.family)
    faces, order = cards.copy(), cards.copy()
    tank = np.zeros(kinds, dtype=np.int64)
    for cell in range(CELLS):
        tank[faces[cell]] |= 1 << cell
    now = tank_points(tables, tank)
    best = now
    for step in range(steps):
        heat = 3.0 * (1 - step / steps) + 0.05
        one, two = below(dice, CELLS), below(dice, CELLS)
        turning = one == two
        was_one, was_two = faces[one], faces[two]
        will_one, will_two = was_two, was_one
        if turning:
            will_one = order[one] if was_one == plant else plant
            will_two = will_one
        tank[was_one] &= ~(1 << one)
        tank[was_two] &= ~(1 << two)
        tank[will_one] |= 1 << one
        tank[will_two] |= 1 << two
        points = tank_points(tables, tank)
        if points >= now or below(dice, 1 << 30) < exp((points - now) / heat) * (1 << 30):
            now = points
            best = max(best, now)
            faces[one], faces[two] = will_one, will_two
            if not turning:
                order[one], order[two] = order[two], order[one]
        else:
            tank[will_one] &= ~(1 << one)
            tank[will_two] &= ~(1 << two)
            tank[was_one] |= 1 << one
            tank[was_two] |= 1 << two
    return best


def most_points(tables: ScoringTables, cards: Numbers) -> int:
    """No arrangement of these cards makes more: each kind alone at its best, any cards turned to plants."""
    plant = tables.plant
    # By number of cards turned so far: the most points of the kinds looked at.
    most = np.full(CELLS + 1, -1, dtype=np.int64)
    most[0] = 0
    for kind in range(len(tables.family)):
        held = int((cards == kind).sum())
        after = np.full(CELLS + 1, -1, dtype=np.int64)
        for turned in range(held + 1):
            own = _alone(tables, kind, held - turned)
            reached = most[: CELLS + 1 - turned]
            after[turned:] = np.maximum(after[turned:], np.where(reached >= 0, reached + own, -1))
        most = after
    return max(
        int(points) + _alone(tables, plant, plants) for plants, points in enumerate(most.tolist()) if points >= 0
    )


def _alone(tables: ScoringTables, kind: int, cards: int) -> int:
    """The most points that this many cards of a kind make on any cells."""
    if tables.family[kind] == ADJACENCY:
        demands = tables.demands[tables.first_demand[kind] : tables.first_demand[kind + 1], DEMAND_POINTS]
        return cards * int(demands.max(initial=0))
    return int(tables.points[kind][_SETS[cards]].max())


class Job(msgspec.Struct, frozen=True):
    """One game: the bots, the level's seat and the number of the deal."""

    level: str
    opponent: str
    players: int
    seat: Seat
    deal: int
    #: The time for each step; without it, each level's own.
    milliseconds: int | None = None
    #: The number of rollouts for each step, however long they take.
    rollouts: int | None = None
    #: The text of a deck file; without it, the house deck.
    deck: str = ""


class GameReport(msgspec.Struct, frozen=True):
    """The level's share of the win and its points, the others' points, and the best of the level's cards."""

    share: float
    points: int
    others: tuple[int, ...]
    best: int
    bound: int


def make_bot(name: str, job: Job, rng: random.Random) -> Bot:
    if name == "sight":
        return MostPointsNow(rng)
    if name == "random":
        return RandomBot(rng)
    for level in read_levels(LEVELS):
        if level.name == name:
            settings, seconds = read_settings(level.settings), level.seconds
            if job.milliseconds is not None:
                seconds = job.milliseconds / 1000
            if job.rollouts is not None:
                settings, seconds = msgspec.structs.replace(settings, games=job.rollouts), _LONG
            return Engine(rng, settings, seconds=seconds)
    return find_game("fishtank").bots()[name](rng)


def final_state(job: Job) -> State:
    """Play the game to its end."""
    game = find_game("fishtank")
    seed = random.Random(job.deal).randbytes(32).hex()
    table = Table(game, {"players": job.players, "deck_toml": job.deck}, seed=seed)
    bots = [
        make_bot(job.level if seat == job.seat else job.opponent, job, random.Random(f"{job.deal} {seat}"))
        for seat in range(job.players)
    ]
    while not table.over:
        seat = table.state.to_act[0]
        table.submit(seat, bots[seat].choose(table.view(seat)))
    if not isinstance(table.state, State):
        raise TypeError("a table of Fish Tank has states of Fish Tank")
    return table.state


def share_of_win(state: State, seat: Seat) -> float:
    """1 for a win, a part of it if the win is shared, and 0."""
    result = state.result
    if result is None:
        raise TypeError("the game is not over")
    return 1 / len(result.winners) if seat in result.winners else 0.0


def play(job: Job) -> GameReport:
    """Play the game, and see what the level's cards could have made."""
    state = final_state(job)
    scores = state.scores
    numbers = KindNumbers(state.options)
    drafted = [numbers.numbers[played.choices[job.seat]] for played in state.past]
    dice = np.array([job.deal * 2 + 1], dtype=np.int64)
    tables = scoring_tables(state.options.deck)
    cards = np.array(drafted, dtype=np.int64)
    best, bound = scores[job.seat], most_points(tables, cards)
    for _ in range(RESTARTS):
        if best < bound:
            best = max(best, anneal(tables, cards, ANNEALING_STEPS, dice))
    return GameReport(
        share=share_of_win(state, job.seat),
        points=scores[job.seat],
        others=tuple(points for seat, points in enumerate(scores) if seat != job.seat),
        best=best,
        bound=bound,
    )


def warm_up() -> None:
    """Compile the kernels, or load them from the cache, before any time is measured."""
    play(Job(level="shark", opponent="sight", players=2, seat=0, deal=0, milliseconds=5))


def report_of(arguments: argparse.Namespace, results: list[GameReport]) -> dict[str, object]:
    share = statistics.fmean(one.share for one in results)
    error = statistics.stdev(one.share for one in results) / sqrt(len(results)) if len(results) > 1 else 0.0
    return {
        "level": arguments.level,
        "opponent": arguments.opponent,
        "players": arguments.players,
        "games": len(results),
        "milliseconds": arguments.time,
        "wins": share,
        "low": share - 1.96 * error,
        "high": share + 1.96 * error,
        "fair_shares": share * arguments.players,
        "points": statistics.fmean(one.points for one in results),
        "others": statistics.fmean(points for one in results for points in one.others),
        "best_arrangement_found": statistics.fmean(one.best for one in results),
        "no_arrangement_exceeds": statistics.fmean(one.bound for one in results),
        "arrangements_proved_best": statistics.fmean(one.best == one.bound for one in results),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", choices=list(LEVEL_TITLES), default="shark")
    parser.add_argument("--opponent", choices=["sight", "greedy", "random", *LEVEL_TITLES], default="sight")
    parser.add_argument("--players", type=int, choices=range(2, 7), default=2)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--time", type=int, metavar="MS", help="for each step; without it, each level's own")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--first", type=int, default=1, help="number of the first deal")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers here")
    arguments = parser.parse_args()
    if arguments.games < 1 or arguments.processes < 1:
        parser.error("--games and --processes must be at least 1")
    jobs = [
        Job(
            arguments.level,
            arguments.opponent,
            arguments.players,
            number % arguments.players,
            arguments.first + number // arguments.players,
            arguments.time,
        )
        for number in range(arguments.games)
    ]
    results: list[GameReport] = []
    with (
        ProcessPoolExecutor(arguments.processes, initializer=warm_up) as pool,
        Progress(console=Console(file=sys.stderr), transient=True) as progress,
    ):
        task = progress.add_task(f"{arguments.level} – {arguments.opponent}", total=len(jobs))
        for played in pool.map(play, jobs):
            results.append(played)
            wins = statistics.fmean(one.share for one in results)
            progress.update(task, advance=1, description=f"{arguments.level} – {arguments.opponent}: {wins:.1%}")
    report = report_of(arguments, results)
    grid = Grid(show_header=False)
    for name, value in report.items():
        grid.add_row(name.replace("_", " "), f"{value:.3f}" if isinstance(value, float) else str(value))
    Console().print(grid)
    if arguments.json is not None:
        arguments.json.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")


if __name__ == "__main__":
    main()
