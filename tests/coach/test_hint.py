"""Hints depend on what a seat is shown, and on nothing else; a nudge says less than the step."""

import random
import re
from collections.abc import Iterator, Mapping

import pytest

from shoal.coach import find_hint
from shoal.core import Game, Seat, Table, View, find_game, game_names

TABLES = [
    ("penguins", {"players": 2}, (0, 9, 40)),
    ("penguins", {"players": 3, "swaps": True}, (1, 44)),
    ("smallfry", {"players": 2, "memory": "closed"}, (2, 30)),
    ("smallfry", {"players": 3, "memory": "open"}, (31,)),
    ("fishtank", {"players": 2}, (3, 50)),
    ("fishtank", {"players": 3}, (26,)),
]


def positions(game: Game, options: Mapping[str, object], moments: tuple[int, ...]) -> Iterator[tuple[Table, Seat]]:
    """A game of random steps, at the first choice that a seat has after so many steps of people."""
    rng = random.Random(f"{game.name} {options}")
    table = Table(game, options, seed="7a" * 32)
    wanted = list(moments)
    steps = 0
    while wanted and not table.over:
        seat = rng.choice(table.state.to_act)
        legal = list(table.state.legal(seat))
        if steps >= wanted[0] and len(legal) > 1:
            wanted.pop(0)
            yield table, seat
        table.submit(seat, rng.choice(legal))
        steps += 1
    assert not wanted, "the game was over too soon"


def twin(table: Table, seat: Seat, rng: random.Random) -> View:
    """What a seat is shown of another state that looks the same to it: not the same one, where anything is hidden."""
    shown = table.displayed(seat)
    states = [shown.imagine(rng) for _ in range(20)]
    return table.game.displayed(next((state for state in states if state != table.state), states[0]).view(seat))


@pytest.mark.parametrize(("game", "options", "moments"), TABLES)
def test_two_states_that_are_the_same_to_a_seat_get_the_same_hint(
    game: str, options: dict[str, object], moments: tuple[int, ...]
) -> None:
    rng = random.Random(4)
    for table, seat in positions(find_game(game), options, moments):
        hint = find_hint(table.game, table.displayed(seat), "quick")
        assert hint == find_hint(table.game, twin(table, seat, rng), "quick")
        assert hint.seat == seat
        assert hint.best.step in table.state.legal(seat)
        assert hint.nudge == table.game.nudge(table.displayed(seat), hint.best.step)


def test_every_game_is_asked() -> None:
    assert {game for game, _, _ in TABLES} == set(game_names())


@pytest.mark.parametrize(("game", "options", "moments"), TABLES)
def test_no_nudge_gives_its_step_away(game: str, options: dict[str, object], moments: tuple[int, ...]) -> None:
    found = find_game(game)
    for table, seat in positions(found, options, tuple(range(0, max(moments), 3))):
        view = table.displayed(seat)
        for step in list(view.legal)[:60]:
            words = set(re.findall(r"[\w*]+", str(found.nudge(view, step))))
            assert not words.issuperset(step.tokens), (step, words)


def test_a_nudge_is_the_same_for_going_on_and_for_stopping() -> None:
    game = find_game("smallfry")
    for memory in ("open", "closed"):
        table = Table(game, {"players": 2, "memory": memory}, seed="7b" * 32)
        while len(table.state.legal(table.state.to_act[0])) < 2:
            table.submit(table.state.to_act[0], "flip")
        view = table.displayed(table.state.to_act[0])
        assert [str(step) for step in view.legal] == ["flip", "stop"]
        one, other = (game.nudge(view, step) for step in view.legal)
        assert one == other


def test_a_game_without_words_of_its_own_has_a_nudge_for_every_step(tide: Game) -> None:
    table = Table(tide, {}, seed="7c" * 32)
    view = table.displayed(table.state.to_act[0])
    assert all(str(tide.nudge(view, step)) for step in view.legal)
