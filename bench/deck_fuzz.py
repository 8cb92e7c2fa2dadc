"""Feeds damaged deck files, acts and sheets to the deck editor of Fish Tank, which may refuse them with words only.

    python -m bench.deck_fuzz [--cases 20000] [--seed 1] [--first 0]

Case n depends only on the seed and n, so `--first n --cases 1` repeats it. The first case that raises anything but a
`ShoalError` ends the run with status 1.
"""

import argparse
import random
from collections import Counter

from tests.games.fishtank.deck_fuzz import fuzz_case


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    outcomes: Counter[str] = Counter()
    for number in range(asked.first, asked.first + asked.cases):
        try:
            outcomes[fuzz_case(random.Random(f"{asked.seed}:{number}"))] += 1
        except Exception as error:
            error.add_note(f"case {number}: --seed {asked.seed} --first {number} --cases 1")
            raise
    for outcome, count in sorted(outcomes.items()):
        print(f"{outcome:20} {count:6}")
    print(f"{asked.cases} cases, nothing but ShoalErrors")


if __name__ == "__main__":
    main()
