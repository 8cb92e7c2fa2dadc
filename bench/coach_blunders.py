"""Measures whether the coach finds planted blunders, and whether it leaves the best games alone.

    python -m bench.coach_blunders [--planted 100] [--games 10] [--best deep] [--effort usual] [--seed 1]
                                   [--only penguins …] [--out FILE]

A blunder is planted in a game of penguins for two that the quick coach has played against itself: one step of a
position that the deep search solves, drawn at random, is replaced by one that is proved to lose 3 fish or more. It is
found if the review, at its usual effort, marks it as a mistake or a blunder.

Then whole best games are reviewed, and the steps counted that are marked so. In these, every step is the best one of a
coach who looks at ten times as much as the reviewer (`--best`): a mark is a false alarm, as far as that can be known.

With `--out`, each game that was reviewed is written to the file at once, and not played again.
"""

import argparse
import json
import random
import sys
import time
from pathlib import Path
from typing import Final, NamedTuple

import shoal
from shoal.arena import wilson
from shoal.coach import find_judge, read_mark_bounds, review_game
from shoal.coach.marks import mark_step
from shoal.coach.review import cost_of
from shoal.core import CHANCE, Replay, Seat, State, Step, Table
from shoal.core.judging import EFFORTS, Effort

GAMES: Final = ("penguins", "smallfry", "fishtank")
#: A planted step loses at least so many fish.
_LEAST_FISH: Final = 3
_FOUND: Final = ("mistake", "blunder")


def best_game(game: str, players: int, seed: str, effort: Effort) -> Replay:
    """A game in which every seat takes the step that the coach finds best with this effort."""
    judge = find_judge(shoal.find_game(game), effort)
    number = int.from_bytes(random.Random(seed).randbytes(32), "big")
    table = Table(shoal.find_game(game), {"players": players}, seed=f"{number:064x}")
    while not table.over:
        seat = table.state.to_act[0]
        table.submit(seat, judge.judge(table.view(seat)).best.step)
    return Replay(table.record())


def plant(replay: Replay, rng: random.Random) -> tuple[State, Seat, Step] | None:
    """A position of the game, and a step there that is proved to lose enough; `None` if none of ten has one."""
    deep = find_judge(replay.game, "deep")
    taken = [number for number, taker in enumerate(replay.history.takers) if taker != CHANCE]
    later = taken[len(taken) // 2 :]
    for number in rng.sample(later, min(10, len(later))):
        state, seat = replay.states[number], replay.history.takers[number]
        steps = list(state.legal(seat))
        if find_judge(replay.game, "quick").judge(state.view(seat)).best.value.certainty != "proved":
            continue
        verdict = deep.judge(state.view(seat), steps)
        losing = [
            judged.step
            for judged in verdict.steps
            if judged.value.certainty == verdict.best.value.certainty == "proved"
            and verdict.best.value.lead(seat) - judged.value.lead(seat) >= _LEAST_FISH
        ]
        if losing:
            return state, seat, rng.choice(losing)
    return None


def is_found(state: State, seat: Seat, step: Step, effort: Effort) -> bool:
    """Whether a review marks the step."""
    game = shoal.find_game("penguins")
    verdict = find_judge(game, effort).judge(state.view(seat), [step])
    mark = mark_step(cost_of(verdict, step), read_mark_bounds(game), only=False, best=verdict.best.step == step)
    return mark in _FOUND


def look_for_blunders(planted: int, effort: Effort, seed: str) -> None:
    found = tried = number = 0
    while tried < planted:
        number += 1
        rng = random.Random(f"{seed} {number}")
        blunder = plant(best_game("penguins", 2, f"{seed} penguins {number}", "quick"), rng)
        if blunder is not None:
            tried += 1
            found += is_found(*blunder, effort)
        print(f"\r{found} found of {tried} planted", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"planted blunders found: {found} of {tried} (in {number} best games of penguins)")


def count_false_alarms(game: str, games: int, best: Effort, effort: Effort, seed: str, out: Path | None) -> None:
    known = read_reviews(out)
    reviewed = []
    for number in range(games):
        name = f"{seed} {game} {best} {effort} {number}"
        if name not in known:
            known[name] = review_best_game(game, name, best, effort)
            if out is not None:
                with out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"name": name, **known[name]._asdict()}) + "\n")
        reviewed.append(known[name])
        print(f"\r{game}: {number + 1} of {games} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    steps, marked = sum(one.steps for one in reviewed), sum(one.marked for one in reviewed)
    seconds = [one.seconds for one in reviewed]
    low, high = wilson(marked / steps, steps)
    print(
        f"{game}: {marked} of {steps} steps of {games} best games are marked as mistakes, {100 * marked / steps:.1f} %"
        f" ({100 * low:.1f} to {100 * high:.1f}); a review takes {sum(seconds) / games:.0f} s of CPU time,"
        f" at most {max(seconds):.0f}"
    )


class ReviewedGame(NamedTuple):
    """A best game: the steps that were a choice, those marked as mistakes, and the seconds that its review took."""

    steps: int
    marked: int
    seconds: float


def review_best_game(game: str, name: str, best: Effort, effort: Effort) -> ReviewedGame:
    replay = best_game(game, 2, name, best)
    began = time.process_time()
    review = review_game(replay, effort)
    return ReviewedGame(
        sum(step.mark not in (None, "forced") for step in review.steps),
        sum(step.mark in _FOUND for step in review.steps),
        time.process_time() - began,
    )


def read_reviews(path: Path | None) -> dict[str, ReviewedGame]:
    """The games in a file by their names."""
    if path is None or not path.exists():
        return {}
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {line["name"]: ReviewedGame(line["steps"], line["marked"], line["seconds"]) for line in lines}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--planted", type=int, default=100)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--best", choices=EFFORTS, default="deep")
    parser.add_argument("--effort", choices=EFFORTS, default="usual")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", nargs="+", default=GAMES, choices=GAMES)
    arguments = parser.parse_args()
    if arguments.planted and "penguins" in arguments.only:
        look_for_blunders(arguments.planted, arguments.effort, arguments.seed)
    if arguments.games:
        for game in arguments.only:
            count_false_alarms(game, arguments.games, arguments.best, arguments.effort, arguments.seed, arguments.out)


if __name__ == "__main__":
    main()
