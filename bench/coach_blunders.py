"""Measures whether the coach finds planted blunders, and whether it leaves the best games alone.

    python -m bench.coach_blunders [--planted 100] [--games 10] [--effort usual] [--seed 1] [--only penguins …]

Best games are played by the coach itself, at its quickest. A blunder is planted in a game of penguins for two: one step
of a position that the deep search solves, drawn at random, is replaced by one that is proved to lose 3 fish or more. It
is found if the review, at its usual effort, marks it as a mistake or a blunder. Then whole best games are reviewed, and
the steps counted that are marked so. The quick coach makes mistakes too: a mark is confirmed if the deep coach finds
that the step costs an inaccuracy at least; what it does not confirm is a false alarm.
"""

import argparse
import random
import sys
import time
from typing import Final

import shoal
from shoal.coach import find_judge, read_mark_bounds, review_game
from shoal.coach.marks import mark_step
from shoal.coach.review import cost_of
from shoal.core import CHANCE, Replay, Seat, State, Step, Table
from shoal.core.judging import EFFORTS, Effort

GAMES: Final = ("penguins", "smallfry", "fishtank")
#: A planted step loses at least so many fish.
_LEAST_FISH: Final = 3
_FOUND: Final = ("mistake", "blunder")


def best_game(game: str, players: int, seed: str) -> Replay:
    """A game in which every seat takes the step that the quick coach finds best."""
    judge = find_judge(shoal.find_game(game), "quick")
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
        blunder = plant(best_game("penguins", 2, f"{seed} penguins {number}"), rng)
        if blunder is not None:
            tried += 1
            found += is_found(*blunder, effort)
        print(f"\r{found} found of {tried} planted", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"planted blunders found: {found} of {tried} (in {number} best games of penguins)")


def count_false_alarms(game: str, games: int, effort: Effort, seed: str) -> None:
    steps = marked = confirmed = 0
    deep, bounds = find_judge(shoal.find_game(game), "deep"), read_mark_bounds(shoal.find_game(game))
    seconds: list[float] = []
    for number in range(games):
        replay = best_game(game, 2, f"{seed} {game} {number}")
        began = time.process_time()
        review = review_game(replay, effort)
        seconds.append(time.process_time() - began)
        steps += sum(step.mark not in (None, "forced") for step in review.steps)
        for step in review.steps:
            if step.mark in _FOUND:
                marked += 1
                state, taken = replay.states[step.number], replay.steps[step.number]
                cost = cost_of(deep.judge(state.view(step.seat), [taken]), taken)
                confirmed += mark_step(cost, bounds, only=False, best=False) in ("inaccuracy", *_FOUND)
        print(f"\r{game}: {number + 1} of {games} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(
        f"{game}: {marked} of {steps} steps of {games} best games are marked as mistakes, {100 * marked / steps:.1f} %,"
        f" {confirmed} of them confirmed: {100 * (marked - confirmed) / steps:.1f} % are false alarms;"
        f" a review takes {sum(seconds) / games:.0f} s of CPU time, at most {max(seconds):.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--planted", type=int, default=100)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--effort", choices=EFFORTS, default="usual")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", nargs="+", default=GAMES, choices=GAMES)
    arguments = parser.parse_args()
    if arguments.planted and "penguins" in arguments.only:
        look_for_blunders(arguments.planted, arguments.effort, arguments.seed)
    if arguments.games:
        for game in arguments.only:
            count_false_alarms(game, arguments.games, arguments.effort, arguments.seed)


if __name__ == "__main__":
    main()
