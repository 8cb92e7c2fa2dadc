"""The compiled game and the rules never differ; and if they did, it would be noticed."""

import random
from collections.abc import Callable

import pytest
from tests.games.smallfry import side_by_side
from tests.games.smallfry.engine.seas import sea_of
from tests.games.smallfry.side_by_side import Difference, any_terms, compare_match

from shoal.core import IllegalStep
from shoal.games.smallfry.engine.sessions import Sea
from shoal.games.smallfry.options import Options
from shoal.games.smallfry.state import State
from shoal.games.smallfry.steps import Rob

#: Matches by piece of work.
MATCHES = 300


@pytest.mark.parametrize("piece", range(10))
def test_random_matches_go_the_same_way_step_by_step(piece: int) -> None:
    for number in range(MATCHES):
        rng = random.Random(f"{piece}:{number}")
        assert compare_match(any_terms(rng), rng) > 0


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("next_session", ["youngest", "fewest"])
@pytest.mark.parametrize("memory", ["open", "closed"])
def test_so_do_whole_matches_with_every_option(players: int, next_session: str, memory: str) -> None:
    for number in range(10):
        compare_match(Options(players, 77, next_session, memory), random.Random(number))


def test_openings_have_all_options() -> None:
    found = [any_terms(random.Random(number)) for number in range(300)]
    assert {terms.players for terms in found} == {2, 3, 4}
    assert {(terms.next_session, terms.memory) for terms in found} == {
        (begins, memory) for begins in ("youngest", "fewest") for memory in ("open", "closed")
    }
    assert {1, 77} <= {terms.target for terms in found}


def _one_more_in_hand(sea: Sea) -> None:
    sea.held[1, 0] += 1


def _another_card_caught(sea: Sea) -> None:
    sea.catches[0, 0] ^= 1


def _a_stock_forgotten(sea: Sea) -> None:
    sea.stocks[3] -= 1


def _a_better_best(sea: Sea) -> None:
    sea.best[1, 9] = 4


def _another_turn(sea: Sea) -> None:
    sea.now[0] = 1


@pytest.mark.parametrize(
    "spoil", [_one_more_in_hand, _another_card_caught, _a_stock_forgotten, _a_better_best, _another_turn]
)
def test_whatever_is_wrong_is_noticed(situation: Callable[..., State], spoil: Callable[[Sea], None]) -> None:
    state = situation(catches=("eel4 ray3", "boxfish1"))
    sea = sea_of(state)
    side_by_side._compare(sea, state)
    spoil(sea)
    with pytest.raises(Difference):
        side_by_side._compare(sea, state)


@pytest.mark.parametrize(
    ("lost", "won"), [([], []), ([4], []), ([], [0, 0]), ([0], [0])], ids=["nothing", "not his", "too many", "both"]
)
def test_a_robbery_the_rules_do_not_know_is_refused(
    situation: Callable[..., State], lost: list[int], won: list[int]
) -> None:
    state = situation(catches=("eel4 ray3", "boxfish1 boxfish1 boxfish2"), phase="octopus")
    step = Rob(1, 1)
    with pytest.raises((Difference, IllegalStep)):
        side_by_side._follow(state.play(step), step, lost, won, robber_empty=False)
