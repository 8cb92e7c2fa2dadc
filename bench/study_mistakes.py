"""Measures what mistakes bots make, and what they cost: reviews the games of a study by the coach.

    python -m bench.study_mistakes FILE [--games 20] [--effort quick] [--out FILE]

FILE is that of `shoal study --out FILE`. Its first games are reviewed. For each kind of step, and each third of the
game, the table says how many choices there were, in how many the coach would have taken another step, which kind of
step that was, and what that cost in the chance to win: per choice, in hundredths, with its 95 % interval over games. A
cost that is not larger than its own error bar counts as nothing. Forced steps are no choices.

With `--out`, each game's costs are written to that file at once, and games that are in it are not reviewed again.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from shoal.arena import ResultsFile
from shoal.arena.intervals import mean_of, share_of
from shoal.coach import review_game
from shoal.core import CHANCE, Replay
from shoal.core.judging import EFFORTS, Effort

_THIRDS = ("first third", "second third", "last third")


class CostedChoice(NamedTuple):
    """A step that was taken where there was a choice: its kind, that of the coach's, and the cost."""

    kind: str
    better: str
    third: int
    cost: float
    mark: str


def costed_choices(replay: Replay, effort: Effort) -> list[CostedChoice]:
    """The choices of one game."""
    choices = []
    for number, step in enumerate(review_game(replay, effort).steps):
        if step.seat == CHANCE or step.cost is None or step.mark in (None, "forced"):
            continue
        kind = type(replay.steps[number]).__name__
        best = type(replay.states[number].parse(step.best)).__name__
        third = 3 * number // len(replay.steps)
        shown = step.cost.certain or step.cost.chance > step.cost.doubt
        cost = max(0.0, step.cost.chance) if shown and step.mark != "best" else 0.0
        choices.append(CostedChoice(kind, "" if step.mark == "best" else best, third, cost, step.mark or ""))
    return choices


def print_table(games: Sequence[Sequence[CostedChoice]]) -> None:
    """One row for each kind of step, pair of kinds, and third of the game."""
    rows: dict[str, list[list[CostedChoice]]] = defaultdict(lambda: [[] for _ in games])
    for number, choices in enumerate(games):
        for choice in choices:
            rows["all"][number].append(choice)
            rows[choice.kind][number].append(choice)
            rows[f"{choice.kind}, {_THIRDS[choice.third]}"][number].append(choice)
            if choice.better not in ("", choice.kind):
                rows[f"{choice.kind} where {choice.better} is better"][number].append(choice)
    print(f"{len(games)} games")
    print(f"{'step':40} {'choices':>8} {'not best':>9} {'mistakes':>9}  cost of a choice, 95 %")
    for name, found in sorted(rows.items()):
        total = sum(map(len, found))
        missed = share_of([[float(choice.mark != "best") for choice in one] for one in found])
        wrong = share_of([[float(choice.mark in ("mistake", "blunder")) for choice in one] for one in found])
        cost = mean_of([[100 * choice.cost for choice in one] for one in found])
        assert missed is not None
        assert wrong is not None
        assert cost is not None
        reach = "–" if cost.low is None else f"{cost.low:.2f} … {cost.high:.2f}"
        print(f"{name:40} {total:>8} {missed.value:>9.1%} {wrong.value:>9.1%}  {cost.value:.2f} ({reach})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--effort", choices=EFFORTS, default="quick")
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    done: dict[int, list[CostedChoice]] = {}
    if arguments.out is not None and arguments.out.exists():
        for line in arguments.out.read_text(encoding="utf-8").splitlines():
            number, choices = json.loads(line)
            done[number] = [CostedChoice(*choice) for choice in choices]
    with ResultsFile(arguments.file) as results:
        entries = [results.entries[number] for number in sorted(results.entries)[: arguments.games]]
    for entry in entries:
        if entry.number not in done:
            print(f"game {entry.number} …", file=sys.stderr)
            done[entry.number] = costed_choices(Replay(entry.record), arguments.effort)
            if arguments.out is not None:
                with arguments.out.open("a", encoding="utf-8") as out:
                    out.write(json.dumps([entry.number, done[entry.number]]) + "\n")
    print_table([done[entry.number] for entry in entries])


if __name__ == "__main__":
    main()
