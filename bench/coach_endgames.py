"""Checks the coach's judgement of penguins endgames against an exhaustive solver.

    python -m bench.coach_endgames [--positions 1000] [--left 18] [--check-nodes 300000] [--seed 1]

Positions come from random play, as in `bench.endgames`, whose solver shares no code with the engine. Each is judged by
the coach at its usual effort, with all legal steps. A judgement that is called proved must give the solver's final fish
difference, and so must every step.
"""

import argparse
import random
import sys

from bench.endgames import TooLong, final_margin, position

from shoal.games.penguins import State
from shoal.games.penguins.engine.judge import IceJudge


def margin_for(state: State, seat: int, limit: int) -> int | None:
    """How many fish a seat gets more than the other from here; `None` if the solver needs too many positions."""
    if not state.to_act:
        return state.scores[seat] - state.scores[1 - seat]
    try:
        margin = final_margin(state, limit)
    except TooLong:
        return None
    return margin if state.to_act[0] == seat else -margin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--left", type=int, default=18)
    parser.add_argument("--check-nodes", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(f"{arguments.seed} {arguments.left}")
    judge = IceJudge("usual")
    proved = checked = steps = wrong = 0
    for number in range(1, arguments.positions + 1):
        state = position(rng, arguments.left)
        seat = state.to_act[0]
        verdict = judge.judge(state.view(seat), state.legal(seat))
        proved += verdict.best.value.certainty == "proved"
        margin = margin_for(state, seat, arguments.check_nodes)
        if margin is not None and verdict.best.value.certainty == "proved":
            checked += 1
            # Floes decide between equal fish; a lead is in whole fish.
            wrong += abs(verdict.best.value.lead(seat) - margin) >= 1
            for judged in verdict.steps:
                after = margin_for(state.play(state.parse(str(judged.step))), seat, arguments.check_nodes)
                if after is not None and judged.value.certainty == "proved":
                    steps += 1
                    wrong += abs(judged.value.lead(seat) - after) >= 1
        print(f"\r{number} of {arguments.positions}, {wrong} wrong", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(
        f"{proved} of {arguments.positions} endgames with {arguments.left} floes are proved; {checked} values and"
        f" {steps} steps are checked by the exhaustive solver, {wrong} are wrong"
    )
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
