"""Hostile input: 100,000 mutations of records, notation, options and decks raise nothing but `ShoalError`.

Each input is a valid text, damaged at random. A text that still parses must print back as it was written; any other
must raise a `ShoalError` of one line that says what was expected.
"""

import json
import random
from collections.abc import Callable
from functools import cache

import pytest

from shoal.core import (
    CHANCE,
    Game,
    IllegalStep,
    NotationError,
    OptionError,
    Record,
    RecordError,
    Replay,
    ShoalError,
    State,
    Table,
    find_game,
    game_names,
    parse_record,
)
from shoal.core.conformance import random_seed
from shoal.core.options import Prose, read_options

CHUNKS = range(10)
CASES_PER_CHUNK = 2500

TOKENS = [
    "", " ", "\n", "\t", "\0", "=", "?", "*", "/", ":", "-", "<>", "A", "Z", "a1", "h9", "i1", "c4", "c4-c7", "c4*",
    "=roll 2", "=roll -1", "=take", "rob", "rob A1", "rob Z9", "flip", "stop", "eel3", "eel9", "octopus", "snail",
    "plant", "0", "1", "-1", "3", "4", "9" * 40, "1e999", "true", "null", "{}", "[]", '"', "\\", "\\u0000", "\ud7ff",
    "٣", "²", "é", "☃", "🐧", "A:", "=A:", "=A-", "B:c4/d5*", "[[kind]]", "points", "name", "#", "'", "'''",
]  # fmt: skip


def _mutate(text: str, rng: random.Random) -> str:
    """Damage a text in one to four places."""
    for _ in range(rng.randint(1, 4)):
        start = rng.randint(0, len(text))
        end = min(len(text), start + rng.randint(0, 6))
        damage = rng.randrange(6)
        if damage == 0:
            text = text[:start] + text[end:]
        elif damage == 1:
            text = text[:start] + rng.choice(TOKENS) + text[start:]
        elif damage == 2:
            text = text[:start] + rng.choice(TOKENS) + text[end:]
        elif damage == 3:
            text = text[:start] + text[start:end] * rng.randint(2, 30) + text[end:]
        elif damage == 4 and start < len(text):
            text = text[:start] + chr(max(1, ord(text[start]) ^ (1 << rng.randrange(7)))) + text[start + 1 :]
        else:
            text = text[: len(text) // 2] if rng.random() < 0.1 else text[::-1] if rng.random() < 0.05 else text
    return text


def _random_options(game: Game, rng: random.Random) -> dict[str, object]:
    fields = {field.name: field for field in game.fields}
    low, high = getattr(fields["players"], "low"), getattr(fields["players"], "high")  # noqa: B009
    return {"players": rng.randint(low, high)}


@cache
def _games(name: str) -> list[tuple[Record, list[State]]]:
    """A few unfinished games: each record, and its states."""
    game = find_game(name)
    rng = random.Random(f"fuzz {name}")
    played = []
    for _ in range(6):
        table = Table(game, _random_options(game, rng), seed=random_seed(rng))
        for _ in range(rng.randint(5, 40)):
            if table.over:
                break
            seat = table.state.to_act[0]
            table.submit(seat, rng.choice(table.state.legal(seat)))
        record = table.record(with_seed=True)
        states = Replay(record).states
        played.append((record, states))
    return played


def _expect_one_line(error: ShoalError) -> None:
    message = str(error)
    assert message
    assert "\n" not in message
    assert len(message) < 1500


@pytest.mark.parametrize("chunk", CHUNKS)
def test_damaged_records(chunk: int) -> None:
    rng = random.Random(f"records {chunk}")
    texts = {name: [record.to_text() for record, _ in _games(name)] for name in game_names()}
    refused = 0
    for _ in range(CASES_PER_CHUNK):
        text = _mutate(rng.choice(texts[rng.choice(game_names())]), rng)
        if rng.random() < 0.5:  # keep the JSON whole and damage one step instead
            record = rng.choice(_games(rng.choice(game_names())))[0]
            moves = list(record.moves)
            number = rng.randrange(len(moves))
            moves[number] = _mutate(moves[number], rng)
            text = json.dumps({**json.loads(record.to_text()), "moves": moves})
        try:
            record = parse_record(text.encode("utf-8", "surrogatepass"))
            Replay(record)
        except RecordError as error:
            _expect_one_line(error)
            refused += 1
            if error.step is not None:
                assert f"step {error.step}: " in str(error)
                assert "expected" in str(error)
        else:
            assert parse_record(record.to_text()) == record
    assert refused > CASES_PER_CHUNK // 2


@pytest.mark.parametrize("chunk", CHUNKS)
def test_damaged_notation(chunk: int) -> None:
    rng = random.Random(f"notation {chunk}")
    outcomes = {"read": 0, "unread": 0, "illegal": 0}
    for _ in range(CASES_PER_CHUNK):
        record, states = rng.choice(_games(rng.choice(game_names())))
        state = rng.choice(states)
        source = rng.choice(record.moves)
        if state.to_act and state.to_act[0] != CHANCE:
            source = rng.choice([source, str(rng.choice(state.legal(state.to_act[0])))])
        text = _mutate(source, rng)
        try:
            step = state.parse(text)
        except NotationError as error:
            _expect_one_line(error)
            assert "expected" in str(error)
            outcomes["unread"] += 1
            continue
        assert str(step) == text, "one text form for every step"
        try:
            state.play(step)
            outcomes["read"] += 1
        except IllegalStep as error:
            _expect_one_line(error)
            assert "expected" in str(error)
            outcomes["illegal"] += 1
    assert all(outcomes.values()), outcomes


def _random_value(rng: random.Random, depth: int = 0) -> object:
    makers: list[Callable[[], object]] = [
        lambda: rng.choice(TOKENS),
        lambda: rng.randint(-3, 10),
        lambda: rng.choice([10**30, -(10**30), 0, 1.5, float("inf"), float("nan")]),
        lambda: rng.choice([True, False, None]),
        lambda: "x" * rng.randint(0, 5000),
    ]
    if depth < 3:
        makers.append(lambda: [_random_value(rng, depth + 1) for _ in range(rng.randint(0, 9))])
        makers.append(lambda: {rng.choice(TOKENS): _random_value(rng, depth + 1) for _ in range(rng.randint(0, 3))})
    return rng.choice(makers)()


@pytest.mark.parametrize("chunk", CHUNKS)
def test_wild_options(chunk: int) -> None:
    rng = random.Random(f"options {chunk}")
    refused = 0
    for _ in range(CASES_PER_CHUNK):
        game = find_game(rng.choice(game_names()))
        names = [field.name for field in game.fields]
        given: dict[str, object] = {
            rng.choice([*names, rng.choice(TOKENS)]): _random_value(rng) for _ in range(rng.randint(1, 3))
        }
        try:
            game.start(game.options(given))
        except ShoalError as error:
            _expect_one_line(error)
            assert "expected" in str(error)
            refused += 1
    assert refused > CASES_PER_CHUNK // 2


def _prose_options() -> list[tuple[Game, str, str]]:
    """Every option that takes a whole text, with a valid text for it from the game's own files."""
    found = []
    for name in game_names():
        game = find_game(name)
        for field in game.fields:
            if isinstance(field, Prose):
                found += [(game, field.name, path.read_text(encoding="utf-8")) for path in game.folder.glob("*.toml")]
    return found


@pytest.mark.parametrize("chunk", CHUNKS)
def test_damaged_decks(chunk: int) -> None:
    rng = random.Random(f"decks {chunk}")
    outcomes = {"fine": 0, "refused": 0}
    for _ in range(CASES_PER_CHUNK):
        game, name, text = rng.choice(_prose_options())
        damaged = _mutate(text, rng)
        try:
            game.start(read_options(game.fields, {name: damaged}))
            outcomes["fine"] += 1
        except ShoalError as error:
            _expect_one_line(error)
            assert isinstance(error, OptionError) or "line" in str(error), str(error)
            assert "expected" in str(error)
            outcomes["refused"] += 1
    assert all(outcomes.values()), outcomes
