"""A short run of `python -m bench.deck_fuzz`."""

import random
from collections import Counter

from tests.games.fishtank.deck_fuzz import fuzz_case


def test_damaged_decks_acts_and_sheets_are_taken_or_refused_with_words() -> None:
    outcomes = Counter(fuzz_case(random.Random(f"decks:{number}")) for number in range(600))
    assert {"deck_text opened", "deck_text refused", "act taken", "act refused"} <= outcomes.keys()
    assert {"sheet taken", "sheet refused", "walk taken"} <= outcomes.keys()
