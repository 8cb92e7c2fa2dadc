"""A position has an address that says all of it, however it is written; what is no position is refused."""

import random
from urllib.parse import parse_qsl, urlsplit

import pytest

from shoal.core import CHANCE, Game, RecordError, Refusal, ShoalError, find_game, game_names
from shoal.server.web.analysis.board import AnalysisBoard
from shoal.server.web.analysis.position import (
    MOST_STEPS,
    AnalysisPosition,
    address_of,
    fields_of,
    position_of,
    read_position,
    split_moves,
)


def after_random_steps(game: Game, steps: int, seed: int, **options: object) -> AnalysisPosition:
    """A position some way into a random game; not always the last one of its moves."""
    rng = random.Random(seed)
    moves: list[str] = []
    state = game.start(game.options(options))
    while state.to_act and len(moves) < steps:
        seat = rng.choice(state.to_act)
        step = state.chance().draw(rng.randrange) if seat == CHANCE else rng.choice(list(state.legal(seat)))
        moves.append(str(step))
        state = state.play(step)
    return AnalysisPosition(
        game=game.name,
        options=game.options(options),
        moves=tuple(moves),
        at=rng.randrange(len(moves) + 1),
        seat=rng.choice([None, 0, 1]),
        engine=rng.random() < 0.5,
        draft=rng.choice(["", "=1/2 3&4"]),
    )


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("steps", [1, 9, 40, 600])
def test_an_address_leads_to_the_position_that_it_was_made_from(name: str, steps: int) -> None:
    game = find_game(name)
    for seed in range(5):
        position = after_random_steps(game, steps, seed, players=2 + seed % 2)
        assert read_position(game, fields_of(position)) == position
        assert read_position(game, fields_of(position, packed=True)) == position
        address = address_of(position)
        assert address is not None
        assert len(address) < 4000
        assert urlsplit(address).path == f"/analysis/{name}"
        assert read_position(game, dict(parse_qsl(urlsplit(address).query))) == position


def test_what_is_too_long_for_an_address_has_none() -> None:
    game = find_game("smallfry")
    rng = random.Random(1)
    moves = tuple(rng.randbytes(6).hex() for _ in range(MOST_STEPS // 2))
    assert address_of(AnalysisPosition(game="smallfry", options=game.options({}), moves=moves)) is None


def test_moves_may_be_written_in_lines_with_commas_or_as_json() -> None:
    assert split_moves("c4, e5\n c4-c7 ,") == split_moves('["c4","e5","c4-c7"]') == ("c4", "e5", "c4-c7")
    odd = AnalysisPosition(game="penguins", options=find_game("penguins").options({}), moves=("a,b", "c\nd", " e"))
    assert read_position(find_game("penguins"), fields_of(odd)).moves == odd.moves


@pytest.mark.parametrize(
    "fields",
    [
        {"option.players": "9"},
        {"option.players": "x"},
        {"option.edition": "klingon"},
        {"at": "-1"},
        {"at": "x"},
        {"seat": "C"},
        {"seat": "ab"},
        {"moves": "[1, 2]"},
        {"moves": "[" * 3000},
        {"moves": "a," * (MOST_STEPS + 1)},
        {"moves": "x" * 60_001},
        {"packed": "!"},
        {"packed": "AAAA"},
        {"packed": "\u0663"},
        {"draft": "0" * 2001},
    ],
    ids=str,
)
def test_what_is_no_position_is_refused(fields: dict[str, str]) -> None:
    with pytest.raises(ShoalError):
        read_position(find_game("penguins"), fields)


def test_packed_moves_cannot_blow_up() -> None:
    """A megabyte of one letter is packed into a thousand bytes."""
    import base64
    import zlib

    bomb = base64.urlsafe_b64encode(zlib.compress(b"a" * 10**7)).decode()
    with pytest.raises(ShoalError, match="packed"):
        read_position(find_game("penguins"), {"packed": bomb})


@pytest.mark.parametrize("name", game_names())
def test_steps_may_be_typed_several_at_once_with_spaces_between(name: str) -> None:
    game = find_game(name)
    position = after_random_steps(game, 60, 3)
    empty = AnalysisPosition(game=name, options=position.options)
    assert AnalysisBoard(empty).typed(" ".join(position.moves)).moves == position.moves
    assert AnalysisBoard(empty).typed(",\n".join(position.moves)).moves == position.moves


def test_what_is_typed_wrongly_is_named_by_its_number_and_changes_nothing() -> None:
    position = AnalysisPosition(game="smallfry", options=find_game("smallfry").options({}))
    with pytest.raises(RecordError, match="step 3"):
        AnalysisBoard(position).typed("flip =eel3 flop")
    with pytest.raises(RecordError, match="step 2"):
        AnalysisBoard(position).typed("flip stop")
    with pytest.raises(ShoalError, match="one or more steps"):
        AnalysisBoard(position).typed(" , ")
    with pytest.raises(RecordError, match="at most"):
        AnalysisBoard(position).typed("flip " * (3 * MOST_STEPS + 1))


def small_fry(typed: str = "") -> AnalysisBoard:
    """The start of a match of Small Fry, and what was typed."""
    board = AnalysisBoard(AnalysisPosition(game="smallfry", options=find_game("smallfry").options({})))
    return AnalysisBoard(board.typed(typed)) if typed else board


def test_another_step_begins_a_branch_and_the_same_one_does_not() -> None:
    board = small_fry("flip =eel3 stop")
    back = AnalysisPosition(game="smallfry", options=board.position.options, moves=board.position.moves, at=2)
    assert AnalysisBoard(back).played("stop").moves == ("flip", "=eel3", "stop")
    assert AnalysisBoard(back).played("stop").at == 3
    assert AnalysisBoard(back).played("flip").moves == ("flip", "=eel3", "flip")


def test_a_sealed_choice_may_be_replaced_and_chance_draws_until_somebody_acts() -> None:
    start = AnalysisPosition(game="fishtank", options=find_game("fishtank").options({}))
    assert [AnalysisBoard(start).viewer, AnalysisBoard(AnalysisBoard(start).drawn()).viewer] == [0, 1], (
        "who is dealt to"
    )
    dealt = AnalysisBoard(start).drawn(all_of_it=True)
    assert len(dealt.moves) == 16
    board = AnalysisBoard(dealt)
    first, second = (str(step) for step in list(board.state.legal(0))[:2])
    chosen = board.played(first)
    replaced = AnalysisBoard(chosen).played(second)
    assert replaced.moves == (*dealt.moves, second)
    assert AnalysisBoard(replaced).able == (0, 1)
    assert AnalysisBoard(replaced).acting == 1
    with pytest.raises(Refusal, match="chance does not act"):
        AnalysisBoard(replaced).drawn()


def test_a_position_of_a_record_is_the_last_one_unless_it_says_which() -> None:
    game = find_game("smallfry")
    record = small_fry("flip =eel3").position.record()
    assert position_of(game, record).at == 2
    assert position_of(game, record, 1).at == 1
    assert position_of(game, record, 99).at == 2
