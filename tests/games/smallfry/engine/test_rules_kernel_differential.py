"""The kernel of the rules and the rules never differ; and if they did, it would be noticed."""

import random
from collections.abc import Callable

import pytest
from tests.games.difference import Difference
from tests.games.smallfry import differential
from tests.games.smallfry.differential import any_options, compare_match

from shoal.core import IllegalStep
from shoal.games.smallfry.engine.belief import session_of
from shoal.games.smallfry.engine.rules_kernel import TURN, SessionArrays
from shoal.games.smallfry.options import Options
from shoal.games.smallfry.state import State
from shoal.games.smallfry.steps import Rob

#: Matches by part.
MATCHES = 300


@pytest.mark.parametrize("part", range(10))
def test_random_matches_go_the_same_way_step_by_step(part: int) -> None:
    for number in range(MATCHES):
        rng = random.Random(f"{part}:{number}")
        assert compare_match(any_options(rng), rng) > 0


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("next_session", ["youngest", "fewest"])
@pytest.mark.parametrize("memory", ["open", "closed"])
def test_so_do_whole_matches_with_every_option(players: int, next_session: str, memory: str) -> None:
    for number in range(10):
        compare_match(Options(players, 77, next_session, memory), random.Random(number))


def test_openings_have_all_options() -> None:
    found = [any_options(random.Random(number)) for number in range(300)]
    assert {options.players for options in found} == {2, 3, 4}
    assert {(options.next_session, options.memory) for options in found} == {
        (begins, memory) for begins in ("youngest", "fewest") for memory in ("open", "closed")
    }
    assert {1, 77} <= {options.target for options in found}


def _one_more_in_hand(session: SessionArrays) -> None:
    session.held[1, 0] += 1


def _another_card_caught(session: SessionArrays) -> None:
    session.catches[0, 0] ^= 1


def _a_stock_forgotten(session: SessionArrays) -> None:
    session.stocks[3] -= 1


def _a_better_best(session: SessionArrays) -> None:
    session.best[1, 9] = 4


def _another_turn(session: SessionArrays) -> None:
    session.scalars[TURN] = 1


@pytest.mark.parametrize(
    "spoil", [_one_more_in_hand, _another_card_caught, _a_stock_forgotten, _a_better_best, _another_turn]
)
def test_whatever_is_wrong_is_noticed(situation: Callable[..., State], spoil: Callable[[SessionArrays], None]) -> None:
    state = situation(catches=("eel4 ray3", "boxfish1"))
    session = session_of(state)
    differential._compare(session, state)
    spoil(session)
    with pytest.raises(Difference):
        differential._compare(session, state)


@pytest.mark.parametrize(
    ("lost", "won"), [([], []), ([4], []), ([], [0, 0]), ([0], [0])], ids=["nothing", "not theirs", "too many", "both"]
)
def test_a_robbery_the_rules_do_not_know_is_refused(
    situation: Callable[..., State], lost: list[int], won: list[int]
) -> None:
    state = situation(catches=("eel4 ray3", "boxfish1 boxfish1 boxfish2"), phase="octopus")
    step = Rob(1, 1)
    with pytest.raises((Difference, IllegalStep)):
        differential._follow(state.play(step), step, lost, won, robber_empty=False)
