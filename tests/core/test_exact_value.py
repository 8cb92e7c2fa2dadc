"""Small rests of a game are solved exactly, over all steps and all that chance may do."""

from fractions import Fraction

from tests.coach.wagers import GAME as WAGERS
from tests.coach.wagers import WagersState
from tests.pile import GAME as PILE
from tests.pile import Pile

from shoal.core import CHANCE, Game
from shoal.core.exact_value import exact_verdict
from shoal.core.judging import Judgement


def test_the_pile_is_lost_for_who_finds_a_multiple_of_three() -> None:
    for coins in range(1, 15):
        verdict = exact_verdict(Pile(coins, 0), 1000)
        assert verdict is not None
        assert verdict.best.value.certainty == "proved"
        assert verdict.best.value.chances[0] == (coins % 3 != 0)
        if coins % 3:
            assert verdict.best.step.coins == coins % 3  # type: ignore[attr-defined]


def _mean(state: WagersState, seat: int) -> Fraction:
    """The chance of a seat, by exact fractions."""
    if state.result is not None:
        return Fraction(seat in state.result.winners, len(state.result.winners))
    if state.to_act == (CHANCE,):
        return sum((odds * _mean(state.play(step), seat) for step, odds in state.chance()), Fraction(0))  # type: ignore[attr-defined]
    mover = state.to_act[0]
    best = max(_mean(state.play(step), mover) for step in state.legal(mover))
    return best if seat == mover else 1 - best


def test_with_chance_the_value_is_the_exact_expectation() -> None:
    for choices in ((), ("safe",), ("toss",), ("toss", "safe"), ("toss", "toss", "safe")):
        state = WagersState(choices)
        verdict = exact_verdict(state, 1000)
        assert verdict is not None
        assert verdict.best.value.certainty == "exact"
        assert abs(verdict.best.value.chances[verdict.seat] - _mean(state, verdict.seat)) < 1e-6


def test_what_is_too_large_is_not_solved() -> None:
    assert exact_verdict(PILE.start({}), 3) is None
    assert exact_verdict(WAGERS.start({}), 1000) is not None


def test_what_goes_on_for_long_is_not_solved_however_few_positions_it_has() -> None:
    assert exact_verdict(Pile(60, 0), 10_000) is not None
    assert exact_verdict(Pile(5000, 0), 1_000_000) is None


def test_sealed_choices_are_not_solved(tide: Game) -> None:
    state = tide.start(tide.options({}))
    state = state.play(state.chance().steps[0])
    assert len(state.to_act) > 1
    assert exact_verdict(state, 10_000) is None


def test_judgements_add_up_exactly() -> None:
    thirds = Judgement.of((1 / 3, 1 / 3, 1 / 3), (0.1, 0.2, 0.3))
    assert sum(thirds.chances) == 1
    assert sum(Judgement.of((0.1,) * 6, (0,) * 6).chances) == 1
    far = Judgement.of((0.9, 0.05, 0.05), (10, 20, 30))
    differences = [mine - theirs for mine, theirs in zip(far.chances, thirds.chances, strict=True)]
    assert [third + more for third, more in zip(thirds.chances, differences, strict=True)] == list(far.chances)
