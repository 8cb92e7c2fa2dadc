"""What the log of a table says: every step of every game as a person would tell it, and never more than was seen."""

import random

import pytest

from shoal.core import CHANCE, Table, find_game
from shoal.core.text import say_english
from shoal.core.translations import LANGUAGES, speaker

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Flo")
TABLES = [
    ("penguins", {"players": 2}),
    ("penguins", {"players": 4, "edition": "cs", "swaps": True}),
    ("smallfry", {"players": 2}),
    ("smallfry", {"players": 4, "memory": "closed"}),
    ("fishtank", {"players": 2}),
    ("fishtank", {"players": 5}),
]


def played(game: str, options: dict[str, object], seed: int, steps: int = 400) -> Table:
    rng = random.Random(seed)
    table = Table(find_game(game), options, names=NAMES[: int(str(options["players"]))], seed=rng.randbytes(32).hex())
    while not table.over and table.length < steps:
        seat = rng.choice(table.state.to_act)
        table.submit(seat, rng.choice(table.state.legal(seat)))
    return table


def told(table: Table, reader: int | None, language: str = "en") -> list[str]:
    say = speaker(language, table.game)
    return [say(table.tell(number, seen, table.names, reader)) for number, seen in enumerate(table.log(reader))]


@pytest.mark.parametrize(("game", "options"), TABLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_of_every_game_can_be_told_to_everybody(
    game: str, options: dict[str, object], language: str
) -> None:
    for seed in range(3):
        table = played(game, options, seed)
        for reader in (None, *table.seats):
            lines = told(table, reader, language)
            assert all(line and "{" not in line for line in lines)
            assert all(line != seen for line, seen in zip(lines, table.log(reader), strict=True))


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_a_line_says_you_to_the_one_who_did_it_and_the_name_to_everybody_else(
    game: str, options: dict[str, object]
) -> None:
    table = played(game, options, seed=7)
    for number in range(table.length):
        taker = table.taker(number)
        if taker != CHANCE:
            for reader in (None, *table.seats):
                line = say_english(table.tell(number, table.log(reader)[number], table.names, reader))
                assert line.startswith("You " if reader == taker else f"{table.names[taker]} ")


@pytest.mark.parametrize(
    ("game", "options"), [("fishtank", {"players": 2}), ("fishtank", {"players": 5}), ("smallfry", {"players": 3})]
)
def test_the_same_words_are_said_of_whatever_is_hidden(game: str, options: dict[str, object]) -> None:
    table = played(game, options, seed=3, steps=60)
    assert any(seen.endswith("?") for seen in table.log(None))
    for reader in (None, *table.seats):
        log = table.log(reader)
        for number, seen in enumerate(log):
            if not seen.endswith("?"):
                continue
            twin = table.displayed_after(number, reader).imagine(random.Random(number))
            assert table.game.tell(twin, table.taker(number), seen, NAMES, reader) == table.tell(
                number, seen, NAMES, reader
            )


def test_a_card_that_was_drawn_is_named_to_its_drawer_alone() -> None:
    table = played("fishtank", {"players": 2}, seed=1, steps=60)
    number = next(number for number, seen in enumerate(table.log(0)) if seen.startswith("=A:") and number > 20)
    mine, theirs, spectators = (told(table, reader)[number] for reader in (0, 1, None))
    assert mine.startswith("You drew ")
    assert mine != "You drew a card"
    assert theirs == spectators == "Ada drew a card"


def test_a_closed_memory_names_no_card_of_earlier_turns() -> None:
    table = played("smallfry", {"players": 3, "memory": "closed"}, seed=2, steps=80)
    lines = told(table, 0)
    assert "A card came up" in lines
    hidden = [line for line, seen in zip(lines, table.log(0), strict=True) if seen in ("=?", "=take ?")]
    assert set(hidden) <= {"A card came up", "A card changed hands"}
